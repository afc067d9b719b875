"""What City Events ask for at the end of a round."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import supporters
from ...city.rules.city import flood
from ...city.rules.plan import any_shadowed
from ...city.rules.tracks import size_of
from ...great_machine.rules.state import NUM_HEROES, NUM_MINOR
from ...table.compilation.compile import compiled
from .guards import specials_out
from .state import (
    C_APART,
    C_BROKEN,
    C_CONNECTED,
    C_CROWD,
    C_DIRECTIVES,
    C_FREE,
    C_MAJOR,
    C_MINOR,
    C_NEVER,
    C_NO_ARRESTS,
    C_REVEALED,
    C_ROSE,
    C_SPECIAL,
    C_SPECIALS,
    C_UNWATCHED,
)


@compiled
def holds(state, what, number):
    """Whether a condition holds that asks for no Trust."""
    if what == C_CONNECTED:
        return flood(state.links, hero_districts(state)) == hero_districts(state)
    if what == C_UNWATCHED:
        return not any_shadowed(state)
    if what == C_FREE:
        return not any_detained(state)
    if what == C_ROSE:
        return state.slot > state.slot_before
    if what == C_BROKEN:
        return state.smashed >= number
    if what == C_SPECIAL:
        return state.special != 0
    if what == C_REVEALED:
        return state.uncovered >= number
    if what == C_APART:
        return size_of(hero_districts(state)) >= number
    if what == C_MINOR:
        return heroes_in_minors(state) >= number
    if what == C_MAJOR:
        return NUM_HEROES - heroes_in_minors(state) >= number
    if what == C_DIRECTIVES:
        return size_of(state.published) <= number
    if what == C_SPECIALS:
        return specials_out(state) <= number
    if what == C_NO_ARRESTS:
        return state.arrests == 0
    if what == C_CROWD:
        return largest_crowd(state) >= number
    return what != C_NEVER


@compiled
def hero_districts(state):
    """Return the Districts with Heroes."""
    found = np.int64(0)
    for hero in range(NUM_HEROES):
        found |= np.int64(1) << np.int64(state.at[hero])
    return found


@compiled
def any_detained(state):
    for hero in range(NUM_HEROES):
        if state.detained[hero]:
            return True
    return False


@compiled
def heroes_in_minors(state):
    number = np.int64(0)
    for hero in range(NUM_HEROES):
        number += state.at[hero] < NUM_MINOR
    return number


@compiled
def largest_crowd(state):
    """Return the most revealed active Citizens beside any Hero."""
    most = np.int64(0)
    for hero in range(NUM_HEROES):
        most = max(most, supporters(state, np.int64(state.at[hero])))
    return most
