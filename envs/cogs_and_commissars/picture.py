"""The table as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..table.game import Setup


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it, shape (height, width, 3), uint8; seat None sees everything."""
    return np.zeros((600, 800, 3), np.uint8)
