"""The interrogation: a first pass in which players look and give, a second one in which they pass cards on."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import SILENT, tell
from ...table.game import TERMINATED
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import add, one
from .course import end_turn
from .memory import begin_handover, remember_card, remember_look
from .seats import about, acts_in_pass, role_at, step_of
from .state import UNKNOWN, Act, Event, Phase, Prepared, Role, State, Winner


@compiled
def begin_interrogation(setup: Prepared, state: State) -> None:
    """The chairman's left neighbour begins; every seat holds one card."""
    state.phase = Phase.LOOK
    state.cursor = 1
    state.seat = clockwise(setup.seats, state.chairman, 1)


@compiled
def allow_targets(setup: Prepared, state: State, mask: Array) -> None:
    """Any other seat with fewer than two cards."""
    for step in range(1, setup.seats):
        if state.cards[clockwise(setup.seats, state.seat, step)] < 2:
            mask[about(Act.INTERROGATE, step)] = 1


@compiled
def interrogate(setup: Prepared, state: State, action: Int) -> None:
    """Look at a seat's card, then give it one of one's own."""
    giver = state.seat
    target = clockwise(setup.seats, giver, step_of(Act.INTERROGATE, action))
    begin_handover(state, target, False)
    if state.cards[target] == 1:
        if state.informer == giver and state.dissident == target:
            tell(state, Event.INFORMER_FINDS, giver, other=target)
            informer_wins(state)
            return
        tell(state, Event.LOOKED, giver, role_at(state, target), other=target, to=one(giver))
        tell_of_word(state, giver, role_at(state, target))
        remember_look(setup, state)
    if state.cards[giver] == 2:  # only where everyone gives
        state.phase = Phase.GIVE
    else:
        hand_over(setup, state, role_at(state, giver))


@compiled
def tell_of_word(state: State, seat: Int, role: Int) -> None:
    """A seat sees a card; the dissident's has the word on it."""
    if role == Role.DISSIDENT:
        tell(state, Event.READ, seat, state.word, to=one(seat))


@compiled
def allow_gift(setup: Prepared, state: State, mask: Array) -> None:
    """Either card, to the seat that was looked at."""
    allow_cards(state, mask, distance(setup.seats, state.seat, state.handovers[state.moves].receiver))


@compiled
def allow_passes(setup: Prepared, state: State, mask: Array) -> None:
    """Either card, to any seat without one."""
    for step in range(1, setup.seats):
        if state.cards[clockwise(setup.seats, state.seat, step)] == 0:
            allow_cards(state, mask, step)


@compiled
def allow_cards(state: State, mask: Array, step: Int) -> None:
    mask[about(Act.GIVE_COMRADE, step)] = 1
    if role_at(state, state.seat) != Role.COMRADE:
        mask[about(Act.GIVE_SPECIAL, step)] = 1


@compiled
def step_of_gift(action: Int) -> Int:
    """Return how many seats to the left the one sits that is given a card."""
    return step_of(Act.GIVE_SPECIAL if action >= Act.GIVE_SPECIAL else Act.GIVE_COMRADE, action)


@compiled
def role_of_gift(state: State, action: Int) -> Int:
    """Return the role of the card that is given."""
    return role_at(state, state.seat) if action >= Act.GIVE_SPECIAL else Role.COMRADE


@compiled
def give(setup: Prepared, state: State, action: Int) -> None:
    """Give one of two cards to the seat that has been chosen."""
    hand_over(setup, state, role_of_gift(state, action))


@compiled
def pass_on(setup: Prepared, state: State, action: Int) -> None:
    """Pass one of two cards on to a seat without any."""
    begin_handover(state, clockwise(setup.seats, state.seat, step_of_gift(action)), True)
    give(setup, state, action)


@compiled
def hand_over(setup: Prepared, state: State, role: Int) -> None:
    """The card of the handover that has been begun changes hands; the dissident's in the informer's ends the game."""
    receiver = np.int64(state.handovers[state.moves].receiver)
    if role == Role.DISSIDENT and state.informer == receiver:
        tell(state, Event.INFORMER_IS_GIVEN, receiver, other=state.seat)
        informer_wins(state)
        return
    if state.cards[state.seat] == 1:  # of two, the action itself says which
        tell(state, Event.GAVE, state.seat, role, other=receiver, seen=add(one(receiver), state.seat))
    tell_of_word(state, receiver, role)
    if role == Role.DISSIDENT:
        state.dissident = receiver
    elif role == Role.INFORMER:
        state.informer = receiver
    state.cards[state.seat] -= 1
    state.cards[receiver] += 1
    remember_card(setup, state, role)
    go_on(setup, state)


@compiled
def informer_wins(state: State) -> None:
    state.winner, state.over = Winner.INFORMER, TERMINATED


@compiled
def go_on(setup: Prepared, state: State) -> None:
    """Ask the next seat of this pass or the first one of the second; when nobody is left to ask, the turn is over."""
    if state.phase == Phase.GIVE:
        state.phase = Phase.LOOK
    if state.phase == Phase.LOOK:
        if ask_next(setup, state):
            return
        state.phase, state.cursor = Phase.PASS, 0
        if state.telling != SILENT:
            tell_second_pass(setup, state)
    if not ask_next(setup, state):
        end_turn(setup, state)


@compiled
def ask_next(setup: Prepared, state: State) -> bool:
    """Ask the next seat that acts in this pass; return whether there is one."""
    passed_over = np.int64(0)
    found = False
    while not found and state.cursor < setup.seats:
        state.cursor += 1
        seat = clockwise(setup.seats, state.chairman, state.cursor)
        if acts_in_pass(setup, state, seat):
            state.seat = seat
            found = True
        else:
            passed_over = add(passed_over, seat)
    if state.phase == Phase.LOOK and passed_over != 0:
        tell(state, Event.PASSED_OVER, UNKNOWN, amount=passed_over)
    return found


@compiled
def tell_second_pass(setup: Prepared, state: State) -> None:
    """Tell who holds two cards after the first pass."""
    pairs = np.int64(0)
    for seat in range(setup.seats):
        if state.cards[seat] == 2:
            pairs = add(pairs, seat)
    if pairs != 0:
        tell(state, Event.SECOND_PASS, UNKNOWN, amount=pairs)
