"""Repositioning a District: which one, against which other, and in which of the sixteen ways."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .asking import allow_districts
from .build_city import complete_city, lay
from .city import against, new_places
from .state import NOBODY, NUM_DISTRICTS, NUM_WAYS, Act, Ask, CityPrepared, CityState


@compiled
def allow_tiles(state: CityState, mask: Array) -> None:
    allow_districts(state.movable, mask)


@compiled
def choose_tile(state: CityState, action: Int) -> None:
    state.tile, state.ask = action - Act.DISTRICT, Ask.ANCHOR


@compiled(allocates=True)
def allow_new_anchors(state: CityState, mask: Array) -> None:
    """Allow the Districts that the one being moved can lie against."""
    ways = np.zeros(NUM_WAYS, np.uint8)
    for anchor in range(NUM_DISTRICTS):
        if anchor != state.tile and new_places(state.place, state.links, np.int64(state.tile), anchor, ways, 0):
            mask[Act.DISTRICT + anchor] = 1


@compiled
def choose_anchor(state: CityState, action: Int) -> None:
    state.anchor, state.ask = action - Act.DISTRICT, Ask.WAY


@compiled
def allow_new_ways(state: CityState, mask: Array) -> None:
    new_places(state.place, state.links, np.int64(state.tile), np.int64(state.anchor), mask, Act.WAY)


@compiled
def move_tile(setup: CityPrepared, state: CityState, action: Int) -> None:
    """Lay the District where it goes."""
    lay_chosen(state, action)
    state.tile = NOBODY
    complete_city(setup, state)


@compiled
def lay_chosen(state: CityState, action: Int) -> None:
    """Lay the District in question against the other in the way that was chosen."""
    x, y, turned = against(state.place, np.int64(state.anchor), action - Act.WAY)
    lay(state, np.int64(state.tile), x, y, turned)
    state.anchor = NOBODY
