"""What nobody who means what they say goes beyond, so that a slip of the keyboard asks for no terabytes."""

from __future__ import annotations

from collections.abc import Sequence

from ....envs.table.errors import OptionError

MOST = 10**15
"""Steps, games and the like."""

MOST_AT_ONCE = 1_000_000
"""Tables, and what is held in memory for each of them."""

MOST_KEPT = 10_000
"""Policies in the pool."""

MOST_UNITS = 16_384
"""Units in a layer."""

MOST_LAYERS = 32

MOST_COPY_UNITS = 1024
"""Units of the heads of a small copy, which would not be small with more."""

MOST_IN_A_ROUND = 10**8
"""Decisions between two updates."""


def check_sizes(sizes: Sequence[int], what: str, least: int = 0) -> None:
    """Refuse hidden layers that no network has.

    Args:
        sizes: Units of each layer.
        what: What the message calls the layers.
        least: How many there must be.

    Raises:
        OptionError: Too few or too many layers, or one that has no units or too many.
    """
    if len(sizes) < least:
        raise OptionError(f"{what} are {list(sizes)!r}; there must be at least {least}")
    if len(sizes) > MOST_LAYERS:
        raise OptionError(f"there can be {MOST_LAYERS} {what}, not {len(sizes)}")
    if sizes and not 1 <= min(sizes) <= max(sizes) <= MOST_UNITS:
        raise OptionError(f"{what} must have 1 to {MOST_UNITS:,} units, not {', '.join(map(str, sizes))}")


def check_range(value: float, what: str, least: float, most: float) -> None:
    """Refuse a number that is not within its bounds, or none at all.

    Raises:
        OptionError: It is less or more than that, or NaN.
    """
    if not least <= value <= most:
        raise OptionError(f"{what} is {value!r}; it must be {least:g} to {most:g}")
