"""Counts, seeds and names as programs give them, checked before anything is made of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import OptionError


def check_count(value: Any, name: str, least: int = 1) -> int:
    """Return a count as an int.

    Args:
        value: The count.
        name: What the message calls it.
        least: The least that is allowed.

    Raises:
        OptionError: It is no integer, or less than that.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise OptionError(f"{name} is {value!r}; it must be an integer of at least {least}")
    return int(value)


def check_own_seed(value: Any, name: str = "seed") -> int:
    """Return a seed that must be given, so that the same comes out twice. Raises OptionError as :func:`check_count`."""
    return check_count(value, name, 0)
