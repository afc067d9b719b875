"""Which cards a seat may play, and playing one."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import add, has
from .box import NUM_TYPES, CardType, Core
from .citizens import pay
from .stack import is_being_played, live_below, push, top
from .state import MAX_DEPTH, MAX_PLAYS, NOBODY, Phase, Played, Prepared, State, Target, Zone
from .targets import can_answer, has_target

_NONE = np.int64(0)


@compiled
def needed_points(setup: Prepared, state: State, kind: Int, player: Int) -> Int:
    """Return the points that a card needs; some leaders' Revolutions need fewer."""
    if setup.core[kind] == Core.REVOLUTION:
        return np.int64(setup.need_points[kind]) - np.int64(setup.revolution[state.faction[player]])
    return np.int64(setup.need_points[kind])


@compiled
def is_behind(setup: Prepared, state: State, player: Int) -> bool:
    """Whether another player has more points."""
    for other in range(setup.seats):
        if state.points[other] > state.points[player]:
            return True
    return False


@compiled
def meets_needs(setup: Prepared, state: State, kind: Int, player: Int) -> bool:
    """Whether what a card needs holds now; judged when it is played and when it resolves."""
    return (
        state.points[player] >= needed_points(setup, state, kind, player)
        and state.sizes[player] >= setup.need_deck[kind]
        and (not setup.need_own_turn[kind] or state.player == player)
        and (not setup.need_behind[kind] or is_behind(setup, state, player))
    )


@compiled
def has_title_to_retrieve(setup: Prepared, state: State, kind: Int, player: Int) -> bool:
    """Whether a player's discard has a card of another title."""
    for other in range(setup.kinds):
        if state.zones[player, Zone.DISCARD, other] > 0 and setup.title[other] != setup.title[kind]:
            return True
    return False


@compiled
def can_take_place(setup: Prepared, state: State, kind: Int, player: Int, place: Int) -> bool:
    """Whether a card's needs hold and it has something to be aimed at; ``place`` is that of the card to respond to."""
    if not meets_needs(setup, state, kind, player):
        return False
    if setup.need_discard[kind] and not has_title_to_retrieve(setup, state, kind, player):
        return False
    target = setup.target[kind]
    if target == Target.CARD:
        return place != NOBODY and can_answer(setup, state, kind, place)
    return (target != Target.PLAYER and target != Target.CITIZEN) or has_target(setup, state, kind, player)


@compiled
def can_be_blitz(setup: Prepared, state: State, kind: Int, player: Int) -> bool:
    """Whether a seat can meet what playing a card as a Blitz demands."""
    for citizen in range(NUM_TYPES):
        if state.citizens[player, citizen] < setup.blitz_cost[kind, citizen]:
            return False
    return not setup.blitz_during[kind] or is_being_played(setup, state, Core.REVOLUTION, player)


@compiled
def can_pay(setup: Prepared, state: State, kind: Int, player: Int) -> bool:
    """Whether a seat can meet what playing a card as what it is demands."""
    return setup.type[kind] != CardType.BLITZ or can_be_blitz(setup, state, kind, player)


@compiled
def may_play_any(state: State, seat: Int) -> bool:
    """Whether there is room on the table for another card of a seat."""
    return state.depth < MAX_DEPTH and state.plays[seat] < MAX_PLAYS


@compiled
def is_in_step(setup: Prepared, state: State, phase: Int) -> bool:
    """Whether a step's own cards can be played: on an empty stack and, with windows inside, after the window."""
    return state.phase == phase and state.depth == 0 and (not setup.inside or state.cursor == setup.seats)


@compiled
def has_own_action(setup: Prepared, state: State) -> bool:
    """Whether the turn's own Action is there to be used now."""
    return is_in_step(setup, state, Phase.ACTION) and not state.acted


@compiled
def is_open_as_action(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether a seat may play an Action now: the one of its turn in its step, further ones at any time of the turn."""
    return seat == state.player and (has_own_action(setup, state) or state.extra > 0)


@compiled
def plain_plays(setup: Prepared, state: State, seat: Int, place: Int) -> Int:
    """Return the set of the kinds in hand that a seat may play as what they are."""
    if not may_play_any(state, seat):
        return _NONE
    candidates = setup.blitzes & ~setup.actions
    if place == NOBODY:
        candidates &= ~setup.responses
    if is_open_as_action(setup, state, seat):
        candidates |= setup.actions
    if seat == state.player and is_in_step(setup, state, Phase.PROPAGANDA):
        candidates |= setup.propagandas
    candidates &= state.held[seat]
    return those_that_can(setup, state, seat, place, candidates, False)


@compiled
def blitz_plays(setup: Prepared, state: State, seat: Int, place: Int) -> Int:
    """Return the set of the Actions in hand that a seat may play as a Blitz."""
    if not may_play_any(state, seat):
        return _NONE
    candidates = setup.blitzes & setup.actions & state.held[seat]
    return those_that_can(setup, state, seat, place, candidates, True)


@compiled
def those_that_can(setup: Prepared, state: State, seat: Int, place: Int, candidates: Int, as_blitz: bool) -> Int:
    """Return the kinds of a set that can take place."""
    found = _NONE
    if candidates == 0:
        return found
    for kind in range(setup.kinds):
        if has(candidates, kind):
            affordable = can_be_blitz(setup, state, kind, seat) if as_blitz else can_pay(setup, state, kind, seat)
            if affordable and can_take_place(setup, state, kind, seat, place):
                found = add(found, kind)
    return found


@compiled
def can_play_any(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether a seat holds a card that it may play now."""
    place = live_below(state, state.depth)
    return plain_plays(setup, state, seat, place) | blitz_plays(setup, state, seat, place) != _NONE


@compiled
def may_intercept(setup: Prepared, state: State, record: Played, kind: Int) -> bool:
    """Whether a card can be played out of the hand that a card looks into."""
    if state.zones[record.seat, Zone.HAND, kind] == 0:
        return False
    place = live_below(state, state.depth - 1)
    return can_take_place(setup, state, kind, record.player, place) and can_pay(setup, state, kind, record.player)


@compiled
def can_intercept_any(setup: Prepared, state: State, record: Played) -> bool:
    """Whether any card can be played out of the hand that a card looks into."""
    if state.plays[record.player] >= MAX_PLAYS:
        return False
    for kind in range(setup.kinds):
        if may_intercept(setup, state, record, kind):
            return True
    return False


@compiled
def play(setup: Prepared, state: State, seat: Int, owner: Int, kind: Int, as_blitz: bool) -> None:
    """Play a card that has left a hand: pay for it and put it on the stack. Its targets are chosen next."""
    if as_blitz or setup.type[kind] == CardType.BLITZ:
        for citizen in range(NUM_TYPES):
            pay(state, seat, citizen, setup.blitz_cost[kind, citizen])
    push(setup, state, kind, seat, owner)
    top(state).as_blitz = as_blitz
    state.plays[seat] += 1


@compiled
def spend_action(setup: Prepared, state: State) -> None:
    """Use up an Action of the turn: the turn's own in its step, further ones otherwise."""
    if has_own_action(setup, state):
        state.acted = 1
    else:
        state.extra -= 1
