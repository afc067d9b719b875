"""When the Master Plan advances at the end of a round, by City Event."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import counted, number_of
from ...city.rules.city import flood
from ...city.rules.state import MAJOR, NUM_DISTRICTS, NUM_HEROES, RIOT_STAGE, CitizenType, Event, Status
from ...city.rules.tracks import any_shadowed, servants_in, stage, total_trust
from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import add, has
from .state import State

MIND_PRICE = 2


@compiled
def is_for_sale(state: State) -> bool:
    """Whether the Machine pays Bonds for the advance."""
    return state.event == Event.OPEN_MIND or state.event == Event.ORDER


@compiled
def plan_price(state: State) -> Int:
    """Return the Bonds that the advance costs where it is for sale."""
    if state.event == Event.OPEN_MIND:
        return min(stage(state), RIOT_STAGE - 1) + MIND_PRICE
    return known_beside_heroes(state)


@compiled
def known_beside_heroes(state: State) -> Int:
    """Count identified and revealed Citizens, but no revealed Traitors, where a Hero is that was not detained."""
    districts = np.int64(0)
    for hero in range(NUM_HEROES):
        if not state.detained[hero]:
            districts = add(districts, state.at[hero])
    total = np.int64(0)
    for district in range(NUM_DISTRICTS):
        if has(districts, district):
            total += number_of(state, district, Status.IDENTIFIED) + number_of(state, district, Status.REVEALED)
            total -= np.int64(state.citizens[district, Status.REVEALED, CitizenType.TRAITOR])
    return total


@compiled
def comes_by_itself(state: State) -> Int:
    """Whether the Master Plan advances without anybody's decision."""
    event = state.event
    if event == Event.CONCENTRATION:
        return state.servants[0] == state.servants[1] and state.servants[1] == state.servants[2]
    if event == Event.CARPETS:
        return flood(state.links, MAJOR) == MAJOR
    if event == Event.JOIN:
        return state.no_access != 0
    if event == Event.NO_ONE_SAFE:
        return np.int64(state.meant) & MAJOR != 0
    if event == Event.OPPRESSION:
        return state.special == 0
    if event == Event.READY:
        return all_broken_watched(state)
    if event == Event.CHECKS:
        return any_stayed(state)
    if event == Event.STALKERS:
        return any_shadowed(state)
    if event == Event.BREAD:
        return state.slot <= state.slot_before
    if event == Event.MAINTENANCE:
        return state.unguarded != 0
    if event == Event.DOWN_BY_LAW:
        return not state.raided and not state.arrests
    if event == Event.EXECUTION:
        return state.stopped != 0
    if event == Event.SNEAKING:
        return any_overguarded(state)
    if event == Event.TRUST_BONDS:
        return np.int64(state.bonds) > total_trust(state)
    return event == Event.COUNTDOWN


@compiled
def all_broken_watched(state: State) -> bool:
    """Whether there are broken Guards only beside Servants and Riot tokens."""
    for district in range(NUM_DISTRICTS):
        if state.broken[district] > 0 and not has(state.riots, district) and servants_in(state, district) == 0:
            return False
    return True


@compiled
def any_stayed(state: State) -> bool:
    """Whether a Hero chose the card of the District where it began the round."""
    for hero in range(NUM_HEROES):
        if state.chosen[hero] == state.began[hero]:
            return True
    return False


@compiled
def any_overguarded(state: State) -> bool:
    """Whether a District has more Guards than Citizens, revealed Traitors left aside."""
    for district in range(NUM_DISTRICTS):
        if state.guards[district] > counted(state, district):
            return True
    return False
