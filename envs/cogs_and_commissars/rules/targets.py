"""What cards can be aimed at."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Int
from ...table.seats import clockwise
from ...table.sets import add, has, only, remove
from .box import NO_TYPE, NUM_TYPES, CardType, Citizen
from .events import Event
from .stack import live_below
from .state import NOBODY, Played, Prepared, State, Target, Zone


@compiled
def is_target(setup: Prepared, state: State, kind: Int, player: Int, other: Int) -> bool:
    """Whether a card may be aimed at another player, leaving citizens aside."""
    if other == player:
        return False
    if setup.of_richer[kind] and state.points[other] <= state.points[player]:
        return False
    return not setup.of_holder[kind] or state.amounts[other, Zone.HAND] > 0


@compiled
def within_reach(setup: Prepared, state: State, kind: Int, other: Int, citizen: Int) -> Int:
    """Return how many citizens of a type a card can take from a seat or remove; none of those that a leader shields."""
    kept = np.int64(0)
    if setup.type[kind] == CardType.PROPAGANDA and citizen == Citizen.PROLETARIAT:
        kept = np.int64(setup.shield[state.faction[other]])
    return max(np.int64(state.citizens[other, citizen]) - kept, np.int64(0))


@compiled
def has_citizen(setup: Prepared, state: State, kind: Int, other: Int, citizen: Int) -> bool:
    """Whether a seat has a citizen of a type that a card can be aimed at."""
    return within_reach(setup, state, kind, other, citizen) > 0


@compiled
def may_choose_citizen(setup: Prepared, state: State, kind: Int, player: Int, other: Int, citizen: Int) -> bool:
    """Whether a card may be aimed at a citizen of another player."""
    allowed = has(setup.choices[kind], citizen) and is_target(setup, state, kind, player, other)
    return allowed and has_citizen(setup, state, kind, other, citizen)


@compiled
def has_target(setup: Prepared, state: State, kind: Int, player: Int) -> bool:
    """Whether there is a player or a citizen that a card may be aimed at."""
    for away in range(1, setup.seats):
        other = clockwise(setup.seats, player, away)
        if setup.target[kind] == Target.PLAYER:
            if is_target(setup, state, kind, player, other):
                return True
        else:
            for citizen in range(NUM_TYPES):
                if may_choose_citizen(setup, state, kind, player, other, citizen):
                    return True
    return False


@compiled
def types_of(setup: Prepared, state: State, record: Played) -> Int:
    """Return the set of types that a card's player could choose for it.

    For a card aimed at a citizen these are citizens of its target. For one that changes a type they are the types that
    could be chosen for its target, but not the one that has been: what was chosen lower down is never chosen again.
    """
    chosen = np.int64(0)
    while setup.retypes[record.kind]:
        if record.card == NOBODY:
            return np.int64(0)
        record = state.stack[record.card]
        if record.type != NO_TYPE:
            chosen = add(chosen, record.type)
    types = np.int64(0)
    for citizen in range(NUM_TYPES):
        if has(setup.choices[record.kind], citizen) and not has(chosen, citizen):
            aimed = setup.target[record.kind] == Target.CITIZEN
            if not aimed or may_aim_at(setup, state, record, citizen):
                types = add(types, citizen)
    return types


@compiled
def may_aim_at(setup: Prepared, state: State, record: Played, citizen: Int) -> bool:
    """Whether a card could be aimed at a citizen of another type, of the same player."""
    seat = np.int64(record.seat)
    return seat != NOBODY and may_choose_citizen(setup, state, record.kind, record.player, seat, citizen)


@compiled
def can_answer(setup: Prepared, state: State, kind: Int, place: Int) -> bool:
    """Whether a card can be played against the one at a place of the stack."""
    record = state.stack[place]
    if record.dead or not has(setup.answers[kind], record.kind):
        return False
    if setup.respects[kind] and record.protected:
        return False
    if not setup.retypes[kind]:
        return True
    return record.type != NO_TYPE and remove(types_of(setup, state, record), record.type) != 0


@compiled
def find_type(setup: Prepared, state: State, record: Played) -> bool:
    """Choose the only possible type; return whether there are several."""
    types = types_of(setup, state, record)
    chosen = only(types)
    if chosen == NOBODY:
        return types != 0
    record.type = chosen
    tell(state, Event.AIMED, record.player, record.kind, chosen)
    return False


@compiled
def settle_target(setup: Prepared, state: State, record: Played) -> bool:
    """Choose the target where there is no choice; return whether the player still has to choose."""
    target = setup.target[record.kind]
    if target == Target.CARD:
        if record.card == NOBODY:
            return find_card(setup, state, record)
        return setup.retypes[record.kind] and record.type == NO_TYPE and find_type(setup, state, record)
    if target == Target.TYPE:
        return record.type == NO_TYPE and find_type(setup, state, record)
    if target == Target.PLAYER or target == Target.CITIZEN:
        return record.seat == NOBODY and find_player(setup, state, record)
    return False


@compiled
def find_card(setup: Prepared, state: State, record: Played) -> bool:
    """Aim a response at the card that it responds to; return whether there is something left to choose.

    A card responds to the uppermost one; a duplicate may be aimed at any that was there before its original.
    """
    if record.reach == state.depth - 1:
        record.card = live_below(state, record.reach)
        return setup.retypes[record.kind] and find_type(setup, state, record)
    number, only = 0, NOBODY
    for place in range(record.reach):
        if can_answer(setup, state, record.kind, place):
            number, only = number + 1, place
    if number == 1:
        record.card = only
        tell(state, Event.AIMED_AT_CARD, record.player, record.kind, only + 1)
        return setup.retypes[record.kind] and find_type(setup, state, record)
    return number > 1


@compiled
def find_player(setup: Prepared, state: State, record: Played) -> bool:
    """Aim a card at the only possible target; return whether there are several."""
    number, seat, chosen = 0, NOBODY, NO_TYPE
    for away in range(1, setup.seats):
        other = clockwise(setup.seats, record.player, away)
        if setup.target[record.kind] == Target.PLAYER:
            if is_target(setup, state, record.kind, record.player, other):
                number, seat = number + 1, other
        else:
            for citizen in range(NUM_TYPES):
                if may_choose_citizen(setup, state, record.kind, record.player, other, citizen):
                    number, seat, chosen = number + 1, other, citizen
    if number == 1:
        record.seat, record.type = seat, chosen
        tell(state, Event.AIMED, record.player, record.kind, chosen, seat)
    return number > 1
