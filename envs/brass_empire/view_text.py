"""The table as text."""

from __future__ import annotations

from typing import Any

from ..table.game import Setup


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as one seat sees it, or with everything open."""
    return f"player {int(state.player)}, Brass {state.brass[: setup.num_seats].tolist()}"
