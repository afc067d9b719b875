"""Seats around a table: what they are called, and who sits how far to the left of whom."""

from __future__ import annotations

import numpy as np

from .compilation.compile import compiled
from .records import Int


def seat_name(seat: int) -> str:
    """Return PettingZoo's name of a seat: ``player_0``, ``player_1`` and so on."""
    return f"player_{seat}"


def seat_names(seats: int) -> list[str]:
    """Return PettingZoo's names of all seats."""
    return [seat_name(seat) for seat in range(seats)]


def seat_after(seats: int, seat: int, away: int) -> int:
    """Return the seat ``away`` places to the left of ``seat``, or to the right where that is negative, for texts.

    Compiled code has :func:`clockwise`, which would be compiled for whoever calls it from Python.
    """
    return (seat + away) % seats


@compiled(inline=True)
def clockwise(seats: Int, seat: Int, distance: Int) -> Int:
    """Return the seat ``distance`` places to the left of ``seat``; a distance is 0 to the number of ``seats``."""
    place = np.int64(seat) + np.int64(distance)
    return place - np.int64(seats) if place >= seats else place  # a division would take longer


@compiled(inline=True)
def distance(seats: Int, seat: Int, other: Int) -> Int:
    """Return how many places to the left of ``seat`` the ``other`` one sits, where there are ``seats``."""
    gap = np.int64(other) - np.int64(seat)
    return gap + np.int64(seats) if gap < 0 else gap
