"""The six exits of a tile, clockwise, and which one a Direction card starts from.

Two exits lie on each long side of a tile and one on each short side. A Servant leaves by the exit that the card shows;
where that leads nowhere, by the next one clockwise that leads somewhere.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.state import NUM_DISTRICTS
from ...table.compilation.compile import compiled
from ...table.records import Array, Int

NUM_EXITS = 6
EXITS = np.array(
    [
        [(0, -1), (1, -1), (2, 0), (1, 1), (0, 1), (-1, 0)],  # lying tile: from its left upper exit
        [(0, -1), (1, 0), (1, 1), (0, 2), (-1, 1), (-1, 0)],  # upright tile: from its upper exit
    ],
    np.int8,
)
"""The cell behind each exit, clockwise, from the tile's left upper cell; shape (2, 6, 2)."""

START = np.array([[0, 2, 3, 5], [0, 1, 3, 4]], np.int8)
"""The exit of the cards Up, Right, Down and Left, by how the tile lies."""


@compiled
def district_at(place: Array, x: Int, y: Int) -> Int:
    """Return the District on a cell of the grid, or -1."""
    for district in range(NUM_DISTRICTS):
        left, upper, upright = np.int64(place[district, 0]), np.int64(place[district, 1]), place[district, 2]
        if left <= x <= left + 1 - upright and upper <= y <= upper + upright:
            return np.int64(district)
    return np.int64(-1)


@compiled
def through_exit(place: Array, district: Int, direction: Int) -> Int:
    """Return the District to which a Direction card (0 to 3: up, right, down, left) leads from another."""
    upright = np.int64(place[district, 2])
    first = np.int64(START[upright, direction])
    for step in range(NUM_EXITS):
        turn = (first + step) % NUM_EXITS
        x = np.int64(place[district, 0]) + np.int64(EXITS[upright, turn, 0])
        y = np.int64(place[district, 1]) + np.int64(EXITS[upright, turn, 1])
        found = district_at(place, x, y)
        if found >= 0:
            return found
    return np.int64(district)
