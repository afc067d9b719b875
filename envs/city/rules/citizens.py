"""Famous Citizens: where they are, as what, who is active, and how they are told apart."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, UNKNOWN, tell
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add
from . import state as city
from .news import BUT_MACHINE, News, tell_found
from .state import CitizenClass, CitizenType, CityPrepared, CityState, Status
from .variants import identified_as

MACHINE_SIDE, HERO_SIDE = range(2)
"""Rows of ``state.sure``."""


@compiled
def deal_citizens(setup: CityPrepared, state: CityState) -> None:
    """Put random Citizens on the squares of the start; the rest are arrested."""
    for type in range(city.NUM_TYPES):
        state.citizens[city.ARRESTED, Status.UNIDENTIFIED, type] = city.OF_EACH_TYPE
    state.crowd[city.ARRESTED] = city.NUM_TYPES * city.OF_EACH_TYPE
    for district in range(city.NUM_DISTRICTS):
        for _ in range(setup.start_citizens[district]):
            type = take_any(state, city.ARRESTED, Status.UNIDENTIFIED)
            put(state, district, Status.UNIDENTIFIED, type)


@compiled(inline=True)
def put(state: CityState, place: Array, status: Int, type: Int) -> None:
    state.citizens[place, status, type] += 1
    state.crowd[place] += 1


@compiled(inline=True)
def take(state: CityState, place: Array, status: Int, type: Int) -> None:
    state.citizens[place, status, type] -= 1
    state.crowd[place] -= 1


@compiled
def number_of(state: CityState, place: Array, status: Int) -> Int:
    """Return how many Citizens of one state there are."""
    number = np.int64(0)
    for type in range(city.NUM_TYPES):
        number += np.int64(state.citizens[place, status, type])
    return number


@compiled
def take_any(state: CityState, place: Array, status: Int) -> Int:
    """Take a random Citizen of one state; return its type."""
    chosen = below(state.rng, number_of(state, place, status))
    for type in range(city.NUM_TYPES):
        chosen -= np.int64(state.citizens[place, status, type])
        if chosen < 0:
            take(state, place, status, type)
            return np.int64(type)
    return np.int64(city.NOBODY)


@compiled(inline=True)
def classes_active(state: CityState) -> Int:
    """Return how many types are active, the lowest ones: the Stage of Discontent; at the Riot Stage all five."""
    return min(np.int64(state.slot) // city.SLOTS_A_STAGE, np.int64(CitizenType.TRAITOR))


@compiled
def identify_one(state: CityState, district: Int) -> None:
    """The Heroes identify a Citizen of a District: one of those face down there, whichever it is."""
    type = take_any(state, district, Status.UNIDENTIFIED)
    put(state, district, identified_as(state), type)
    tell_found(state, type, district)


@compiled
def districts_with(state: CityState, status: Int) -> Int:
    """Return the Districts with Citizens of one state."""
    found = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        if number_of(state, district, status) > 0:
            found = add(found, district)
    return found


@compiled
def covered_districts(state: CityState) -> Int:
    """Return the Districts with unidentified Citizens."""
    return districts_with(state, Status.UNIDENTIFIED)


@compiled
def any_unidentified(state: CityState) -> bool:
    """Whether a Citizen in the city is still to be identified."""
    return covered_districts(state) != 0


@compiled
def reveal_all(state: CityState, district: Int) -> None:
    """Turn all Citizens of a District face up."""
    for type in range(city.NUM_TYPES):
        for status in range(Status.REVEALED):
            state.citizens[district, Status.REVEALED, type] += state.citizens[district, status, type]
            state.citizens[district, status, type] = 0


@compiled
def trust_from(state: CityState, district: Int) -> Int:
    """Return the Trust that a District's Citizens give: 2 if revealed and active, 0 for a revealed Traitor, else 1."""
    trust = np.int64(state.crowd[district]) - np.int64(state.citizens[district, Status.REVEALED, CitizenType.TRAITOR])
    for type in range(classes_active(state)):
        trust += np.int64(state.citizens[district, Status.REVEALED, type])
    return trust


@compiled
def active_types(state: CityState, district: Int, status: Int) -> Int:
    """Return of which active types there are Citizens of one state in a District."""
    found = np.int64(0)
    for type in range(classes_active(state)):
        if state.citizens[district, status, type] > 0:
            found = add(found, type)
    return found


@compiled
def supporters(state: CityState, district: Int) -> Int:
    """Return the active ones among the revealed Citizens of a District."""
    number = np.int64(0)
    for type in range(classes_active(state)):
        number += np.int64(state.citizens[district, Status.REVEALED, type])
    return number


@compiled(inline=True)
def counted(state: CityState, district: Int) -> Int:
    """Return the Citizens of a District without revealed Traitors."""
    return np.int64(state.crowd[district]) - np.int64(state.citizens[district, Status.REVEALED, CitizenType.TRAITOR])


@compiled(inline=True)
def has_room(setup: CityPrepared, state: CityState, district: Int) -> bool:
    return state.crowd[district] < setup.room[district]


@compiled
def free_squares(setup: CityPrepared, state: CityState) -> Int:
    """Return the free squares of the city."""
    free = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        free += np.int64(setup.room[district]) - np.int64(state.crowd[district])
    return free


@compiled
def arrest(state: CityState, district: Int, type: Int) -> None:
    """Arrest a revealed Citizen; everybody knows of what type it is."""
    take(state, district, Status.REVEALED, type)
    put(state, city.ARRESTED, Status.UNIDENTIFIED, type)
    state.sure[MACHINE_SIDE, type] += 1
    state.sure[HERO_SIDE, type] += 1
    state.arrests = 1


@compiled
def take_arrested(state: CityState, seen_by_heroes: Int) -> None:
    """Pick up a random arrested Citizen, to be set free; the Machine sees it only where it is revealed at once."""
    state.carried = take_any(state, city.ARRESTED, Status.UNIDENTIFIED)
    seen_by_all = seen_by_heroes and identified_as(state) == Status.REVEALED
    if seen_by_heroes:
        to = EVERYBODY if seen_by_all else BUT_MACHINE
        tell(state, News.RELEASED, UNKNOWN, state.carried, 0, UNKNOWN, EVERYBODY, to)
    _one_leaves(state, MACHINE_SIDE, seen_by_all)
    _one_leaves(state, HERO_SIDE, seen_by_heroes)


@compiled
def _one_leaves(state: CityState, side: Int, seen: Int) -> None:
    """Keep what a side surely knows of the arrested when the Citizen being carried has gone."""
    if not seen:
        forget_one(state, side)
    elif state.sure[side, state.carried] > 0:
        state.sure[side, state.carried] -= 1


@compiled
def forget_one(state: CityState, side: Int) -> None:
    """One Citizen has gone, of a type that a side has not seen: one less of every type is sure to be there."""
    for type in range(city.NUM_TYPES):
        if state.sure[side, type] > 0:
            state.sure[side, type] -= 1


@compiled
def pick_up(state: CityState, district: Int, chosen: Int) -> None:
    """Pick up a Citizen of a class to be moved; of those whose type is not told any one."""
    revealed = chosen >= CitizenClass.REVEALED_AS
    if revealed or chosen >= CitizenClass.IDENTIFIED_AS:
        status = Status.REVEALED if revealed else Status.IDENTIFIED
        type = chosen - (CitizenClass.REVEALED_AS if revealed else CitizenClass.IDENTIFIED_AS)
        take(state, district, status, type)
    else:
        status = Status.UNIDENTIFIED if chosen == CitizenClass.UNIDENTIFIED else Status.IDENTIFIED
        type = take_any(state, district, status)
    state.carried, state.carried_as, state.carried_from = type, status, district


@compiled
def set_down(state: CityState, district: Int) -> None:
    """Put the Citizen that is being moved on a free square."""
    put(state, district, np.int64(state.carried_as), np.int64(state.carried))
    state.carried, state.carried_as, state.carried_from = city.NOBODY, city.NOBODY, city.NOBODY
