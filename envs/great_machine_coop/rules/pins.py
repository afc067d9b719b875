"""Tokens attached to revealed Citizens: Hero tokens (Class Consciousness) and Intel tokens (Falsification).

Citizens of one type in one District are alike, so a token is kept as District and type. Where some of these Citizens
have a token and others have none, whoever is taken away is one without.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.state import NOBODY, NUM_HEROES, NUM_TYPES, Status
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import add
from .news import CoopNews
from .state import NUM_TOKENS, State


@compiled
def pins_on(places: Int, types: Int, district: Int, type: Int) -> Int:
    """Return how many tokens are attached to Citizens of a type in a District."""
    number = np.int64(0)
    for i in range(NUM_TOKENS):
        number += places[i] == district and types[i] == type
    return number


@compiled
def loose_pin(state: State, places: Int, types: Int, district: Int, type: Int) -> Int:
    """Return the last token attached there that has no Citizen left, or NOBODY."""
    if pins_on(places, types, district, type) <= state.citizens[district, Status.REVEALED, type]:
        return np.int64(NOBODY)
    for i in range(NUM_TOKENS - 1, -1, -1):
        if places[i] == district and types[i] == type:
            return np.int64(i)
    return np.int64(NOBODY)


@compiled
def move_loose_pins(state: State, origin: Int, type: Int, district: Int) -> None:
    """A Citizen has gone: the token on it goes along, or with ``district`` NOBODY back to where it came from."""
    kept = type if district != NOBODY else NOBODY
    hero = loose_pin(state, state.token_at, state.token_as, origin, type)
    if hero != NOBODY:
        state.token_at[hero], state.token_as[hero] = district, kept
        if district == NOBODY:
            tell(state, CoopNews.TOKEN_BACK, UNKNOWN, type, state.heroes[hero], origin)
    intel = loose_pin(state, state.intel_at, state.intel_as, origin, type)
    if intel != NOBODY:
        state.intel_at[intel], state.intel_as[intel] = district, kept
        if district == NOBODY:
            tell(state, CoopNews.TOKEN_BACK, UNKNOWN, type, UNKNOWN, origin)


@compiled
def return_loose_pins(state: State, district: Int, type: Int) -> None:
    """A Citizen has been arrested or covered."""
    move_loose_pins(state, district, type, NOBODY)


@compiled
def can_pin(state: State, places: Int, types: Int, district: Int) -> Int:
    """Return the types of revealed Citizens of a District to which another token can be attached, as a set."""
    found = np.int64(0)
    for type in range(NUM_TYPES):
        if pins_on(places, types, district, type) < state.citizens[district, Status.REVEALED, type]:
            found = add(found, type)
    return found


@compiled
def clear_hero_tokens(state: State) -> None:
    """All Hero tokens go back to their Heroes."""
    for hero in range(NUM_HEROES):
        state.token_at[hero], state.token_as[hero] = NOBODY, NOBODY
