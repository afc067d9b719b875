"""What City Events ask for at the end of a round."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import supporters
from ...city.rules.city import flood
from ...city.rules.state import NUM_HEROES, is_minor
from ...city.rules.tracks import any_shadowed
from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import add, size
from .guards import specials_out
from .state import Condition, State


@compiled
def holds(state: State, what: Int, number: Int) -> bool:
    """Whether a condition holds that asks for no Trust."""
    if what == Condition.CONNECTED:
        return flood(state.links, hero_districts(state)) == hero_districts(state)
    if what == Condition.UNWATCHED:
        return not any_shadowed(state)
    if what == Condition.FREE:
        return not any_detained(state)
    if what == Condition.ROSE:
        return state.slot > state.slot_before
    if what == Condition.BROKEN:
        return state.smashed >= number
    if what == Condition.SPECIAL:
        return state.special != 0
    if what == Condition.REVEALED:
        return state.uncovered >= number
    if what == Condition.APART:
        return size(hero_districts(state)) >= number
    if what == Condition.MINOR:
        return heroes_in_minors(state) >= number
    if what == Condition.MAJOR:
        return NUM_HEROES - heroes_in_minors(state) >= number
    if what == Condition.DIRECTIVES:
        return size(state.published) <= number
    if what == Condition.SPECIALS:
        return specials_out(state) <= number
    if what == Condition.NO_ARRESTS:
        return state.arrests == 0
    if what == Condition.CROWD:
        return largest_crowd(state) >= number
    return what != Condition.NEVER


@compiled
def hero_districts(state: State) -> Int:
    """Return the Districts with Heroes."""
    found = np.int64(0)
    for hero in range(NUM_HEROES):
        found = add(found, state.at[hero])
    return found


@compiled
def any_detained(state: State) -> bool:
    for hero in range(NUM_HEROES):
        if state.detained[hero]:
            return True
    return False


@compiled
def heroes_in_minors(state: State) -> Int:
    number = np.int64(0)
    for hero in range(NUM_HEROES):
        number += is_minor(state.at[hero])
    return number


@compiled
def largest_crowd(state: State) -> Int:
    """Return the most revealed active Citizens beside any Hero."""
    most = np.int64(0)
    for hero in range(NUM_HEROES):
        most = max(most, supporters(state, np.int64(state.at[hero])))
    return most
