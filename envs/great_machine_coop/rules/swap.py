"""The Servants' way of repositioning: two random Districts change places."""

from __future__ import annotations

import numpy as np

from ...city.rules.city import has_free_side
from ...city.rules.state import ALL_DISTRICTS, NUM_DISTRICTS
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import add, one, remove
from .chance import random_district
from .news import CoopNews
from .state import State


@compiled
def free_districts(state: State) -> Int:
    """Return the Districts with a free side."""
    found = np.int64(0)
    for district in range(NUM_DISTRICTS):
        if has_free_side(state.place, ALL_DISTRICTS, district):
            found = add(found, district)
    return found


@compiled
def swap_districts(state: State) -> None:
    """Swap two random Districts with a free side each, with everything on them; each lies as the other did."""
    free = free_districts(state)
    first = random_district(state, free)
    second = random_district(state, remove(free, first))
    exchange(state, first, second)
    tell(state, CoopNews.SWAPPED, UNKNOWN, first, 0, second)


@compiled
def exchange(state: State, first: Int, second: Int) -> None:
    """Exchange two tiles; neighbours, distances and what can be repositioned follow without working them out anew."""
    for i in range(3):
        state.place[first, i], state.place[second, i] = state.place[second, i], state.place[first, i]
    state.links[first], state.links[second] = state.links[second], state.links[first]
    for district in range(NUM_DISTRICTS):
        state.links[district] = with_bits_swapped(state.links[district], first, second)
    state.movable = with_bits_swapped(state.movable, first, second)
    for i in range(NUM_DISTRICTS):
        state.far[first, i], state.far[second, i] = state.far[second, i], state.far[first, i]
    for i in range(NUM_DISTRICTS):
        state.far[i, first], state.far[i, second] = state.far[i, second], state.far[i, first]


@compiled
def with_bits_swapped(members: Int, first: Int, second: Int) -> Int:
    members = np.int64(members)
    if (members >> first ^ members >> second) & 1:
        members ^= one(first) | one(second)
    return members
