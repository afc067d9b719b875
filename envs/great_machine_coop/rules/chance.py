"""District tokens: how a random District is chosen."""

from __future__ import annotations

import numpy as np

from ...city.rules.state import ALL_DISTRICTS, NOBODY, NUM_DISTRICTS
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import add, has, pick, remove
from .news import CoopNews
from .state import Prepared, State


@compiled
def random_district(state: State, suitable: Int) -> Int:
    """Turn up District tokens until one of ``suitable`` comes; NOBODY, and no token is turned, where there is none.

    Tokens stay turned up; once all are, they are turned down and mixed.
    """
    if suitable == 0:
        return np.int64(NOBODY)
    before, mixed = np.int64(state.tokens), False
    while True:
        if state.tokens == 0:
            state.tokens = ALL_DISTRICTS
            before, mixed = np.int64(ALL_DISTRICTS), True
        district = pick(state.rng, state.tokens)
        state.tokens = remove(state.tokens, district)
        if has(suitable, district):
            tell(state, CoopNews.TOKENS, UNKNOWN, mixed, before & ~np.int64(state.tokens))
            return district


@compiled
def districts_with_room(setup: Prepared, state: State) -> Int:
    """Return the Districts with a free square for a Guard."""
    found = np.int64(0)
    for district in range(NUM_DISTRICTS):
        if state.guards[district] + state.broken[district] < setup.guard_room[district]:
            found = add(found, district)
    return found
