"""When the Master Plan advances at the end of a round, by City Event."""

from __future__ import annotations

import numpy as np

from ...great_machine.rules.state import (
    BREAD,
    CARPETS,
    CHECKS,
    CONCENTRATION,
    COUNTDOWN,
    DOWN_BY_LAW,
    EXECUTION,
    IDENTIFIED,
    JOIN,
    MAINTENANCE,
    MAJOR,
    NO_ONE_SAFE,
    NUM_DISTRICTS,
    NUM_HEROES,
    OPEN_MIND,
    OPPRESSION,
    ORDER,
    READY,
    REVEALED,
    RIOT_STAGE,
    SNEAKING,
    STALKERS,
    TRAITOR,
    TRUST_BONDS,
)
from ...table.compilation.compile import compiled
from .citizens import counted, number_of
from .city import flood
from .tracks import servants_in, stage, total_trust

MIND_PRICE = 2


@compiled
def is_for_sale(state):
    """Whether the Machine pays Bonds for the advance."""
    return state.event == OPEN_MIND or state.event == ORDER


@compiled
def plan_price(state):
    """Return the Bonds that the advance costs where it is for sale."""
    if state.event == OPEN_MIND:
        return min(stage(state), RIOT_STAGE - 1) + MIND_PRICE
    return known_beside_heroes(state)


@compiled
def known_beside_heroes(state):
    """Count identified and revealed Citizens, but no revealed Traitors, where a Hero is that was not detained."""
    districts = np.int64(0)
    for hero in range(NUM_HEROES):
        if not state.detained[hero]:
            districts |= np.int64(1) << np.int64(state.at[hero])
    total = np.int64(0)
    for district in range(NUM_DISTRICTS):
        if districts >> district & 1:
            total += number_of(state, district, IDENTIFIED) + number_of(state, district, REVEALED)
            total -= np.int64(state.citizens[district, REVEALED, TRAITOR])
    return total


@compiled
def comes_by_itself(state):
    """Whether the Master Plan advances without anybody's decision."""
    event = state.event
    if event == CONCENTRATION:
        return state.servants[0] == state.servants[1] and state.servants[1] == state.servants[2]
    if event == CARPETS:
        return flood(state.links, MAJOR) == MAJOR
    if event == JOIN:
        return state.no_access != 0
    if event == NO_ONE_SAFE:
        return np.int64(state.meant) & MAJOR != 0
    if event == OPPRESSION:
        return state.special == 0
    if event == READY:
        return all_broken_watched(state)
    if event == CHECKS:
        return any_stayed(state)
    if event == STALKERS:
        return any_shadowed(state)
    if event == BREAD:
        return state.slot <= state.slot_before
    if event == MAINTENANCE:
        return state.unguarded != 0
    if event == DOWN_BY_LAW:
        return not state.raided and not state.arrests
    if event == EXECUTION:
        return state.stopped != 0
    if event == SNEAKING:
        return any_overguarded(state)
    if event == TRUST_BONDS:
        return np.int64(state.bonds) > total_trust(state)
    return event == COUNTDOWN


@compiled
def all_broken_watched(state):
    """Whether there are broken Guards only beside Servants and Riot tokens."""
    for district in range(NUM_DISTRICTS):
        if state.broken[district] > 0 and not state.riots >> district & 1 and servants_in(state, district) == 0:
            return False
    return True


@compiled
def any_stayed(state):
    """Whether a Hero chose the card of the District where it began the round."""
    for hero in range(NUM_HEROES):
        if state.chosen[hero] == state.began[hero]:
            return True
    return False


@compiled
def any_shadowed(state):
    """Whether a Hero is in a District with a Servant."""
    for hero in range(NUM_HEROES):
        if servants_in(state, state.at[hero]) > 0:
            return True
    return False


@compiled
def any_overguarded(state):
    """Whether a District has more Guards than Citizens, revealed Traitors left aside."""
    for district in range(NUM_DISTRICTS):
        if state.guards[district] > counted(state, district):
            return True
    return False
