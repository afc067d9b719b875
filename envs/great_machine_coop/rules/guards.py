"""Special Guards: how they come to the city, and how Guards of both kinds break."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import supporters
from ...city.rules.state import NOBODY, NUM_DISTRICTS
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import has, remove
from .chance import districts_with_room, random_district
from .news import CoopNews
from .progress import advance_marker
from .state import NUM_SPECIALS, Prepared, State


@compiled
def specials_out(state: State) -> Int:
    """Return how many special Guards are in the city."""
    number = np.int64(0)
    for district in range(NUM_DISTRICTS):
        number += np.int64(state.specials[district])
    return number


@compiled
def regulars(state: State, district: Int) -> Int:
    """Return the regular Guards of a District that are not broken."""
    return np.int64(state.guards[district]) - np.int64(state.specials[district])


@compiled
def add_special(setup: Prepared, state: State, district: Int) -> None:
    """Put a special Guard into a District, or into a random one where there is no square; the marker where not."""
    free = districts_with_room(setup, state)
    if has(free, district) and specials_out(state) < NUM_SPECIALS:
        put_special(state, district)
    else:
        execute_protocol(setup, state)


@compiled
def execute_protocol(setup: Prepared, state: State) -> None:
    """The Security Protocol: a special Guard in a random District; with none left the Progress marker advances."""
    free = districts_with_room(setup, state)
    if free == 0 or specials_out(state) == NUM_SPECIALS:
        advance_marker(state, 1)
        return
    put_special(state, random_district(state, free))


@compiled
def put_special(state: State, district: Int) -> None:
    state.guards[district] += 1
    state.specials[district] += 1
    tell(state, CoopNews.SPECIAL_GUARD, UNKNOWN, district)


@compiled
def break_regular(state: State, district: Int) -> None:
    """Break a regular Guard; a Core token on one of the District comes to the Heroes."""
    state.guards[district] -= 1
    state.broken[district] += 1
    state.smashed += 1
    if has(state.cores, district):
        state.cores = remove(state.cores, district)
        tell(state, CoopNews.CORE_TAKEN, UNKNOWN, district)


@compiled
def break_special(state: State, district: Int) -> None:
    """A special Guard that breaks goes back to the reserve."""
    state.guards[district] -= 1
    state.specials[district] -= 1
    state.smashed += 1


@compiled
def break_any(state: State, district: Int) -> None:
    """Break a Guard where there is no choice: all Guards break, or there is but one kind."""
    if state.specials[district] > 0:
        break_special(state, district)
    elif state.guards[district] > 0:
        break_regular(state, district)


@compiled
def break_all(state: State, district: Int) -> None:
    """Break all Guards of a District."""
    if state.guards[district] > 0:
        tell(state, CoopNews.BROKEN, UNKNOWN, district, state.guards[district])
    while state.guards[district] > 0:
        break_any(state, district)


@compiled
def shaken_district(state: State) -> Int:
    """Return the first District in which Guards are to break before anything else, or NOBODY."""
    for district in range(NUM_DISTRICTS):
        if state.shaken[district] > 0:
            return np.int64(district)
    return np.int64(NOBODY)


@compiled
def guards_to_break(state: State) -> Int:
    """Return how many Guards are still to break."""
    number = np.int64(state.breaks)
    for district in range(NUM_DISTRICTS):
        number += np.int64(state.shaken[district])
    return number


@compiled
def both_kinds(state: State, district: Int) -> bool:
    """Whether a District has regular and special Guards."""
    return state.specials[district] > 0 and regulars(state, district) > 0


@compiled
def return_raid_tokens(state: State) -> None:
    """A Raid token leaves a District in which no Citizen is revealed and active any more."""
    for district in range(NUM_DISTRICTS):
        if has(state.raids, district) and supporters(state, district) == 0:
            state.raids = remove(state.raids, district)
            tell(state, CoopNews.RAID_TOKEN_LEAVES, UNKNOWN, district)
