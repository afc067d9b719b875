"""Places around the table, as distances clockwise."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int
from .state import Prepared


@compiled(inline=True)
def clockwise(setup: Prepared, seat: Int, distance: Int) -> Int:
    """Return the seat ``distance`` places to the left of ``seat``; a distance is 0 to the number of seats."""
    place = np.int64(seat) + np.int64(distance)
    return place - np.int64(setup.seats) if place >= setup.seats else place


@compiled(inline=True)
def distance(setup: Prepared, seat: Int, other: Int) -> Int:
    """Return how many places to the left of ``seat`` the ``other`` one sits."""
    gap = np.int64(other) - np.int64(seat)
    return gap + np.int64(setup.seats) if gap < 0 else gap
