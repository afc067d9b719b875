"""The interrogation: a first pass in which players look and give, a second one in which they pass cards on."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED
from ...table.records import Array, Int
from .course import end_turn
from .memory import begin_handover, remember_card, remember_look
from .seats import about, acts_in_pass, clockwise, distance, role_at, step_of
from .state import Act, Phase, Prepared, Role, State, Winner


@compiled
def begin_interrogation(setup: Prepared, state: State) -> None:
    """The chairman's left neighbour begins; every seat holds one card."""
    state.phase = Phase.LOOK
    state.cursor = 1
    state.seat = clockwise(setup, state.chairman, 1)


@compiled
def allow_targets(setup: Prepared, state: State, mask: Array) -> None:
    """Any other seat with fewer than two cards."""
    for step in range(1, setup.seats):
        if state.cards[clockwise(setup, state.seat, step)] < 2:
            mask[about(Act.INTERROGATE, step)] = 1


@compiled
def interrogate(setup: Prepared, state: State, action: Int) -> None:
    """Look at a seat's card, then give it one of one's own."""
    giver = state.seat
    target = clockwise(setup, giver, step_of(Act.INTERROGATE, action))
    begin_handover(state, target, False)
    if state.cards[target] == 1:
        if state.informer == giver and state.dissident == target:
            informer_wins(state)
            return
        remember_look(setup, state)
    if state.cards[giver] == 2:  # only where everyone gives
        state.phase = Phase.GIVE
    else:
        hand_over(setup, state, role_at(state, giver))


@compiled
def allow_gift(setup: Prepared, state: State, mask: Array) -> None:
    """Either card, to the seat that was looked at."""
    allow_cards(state, mask, distance(setup, state.seat, state.handovers[state.moves].receiver))


@compiled
def allow_passes(setup: Prepared, state: State, mask: Array) -> None:
    """Either card, to any seat without one."""
    for step in range(1, setup.seats):
        if state.cards[clockwise(setup, state.seat, step)] == 0:
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
    begin_handover(state, clockwise(setup, state.seat, step_of_gift(action)), True)
    give(setup, state, action)


@compiled
def hand_over(setup: Prepared, state: State, role: Int) -> None:
    """The card of the handover that has been begun changes hands; the dissident's in the informer's ends the game."""
    receiver = state.handovers[state.moves].receiver
    if role == Role.DISSIDENT and state.informer == receiver:
        informer_wins(state)
        return
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
    while state.phase == Phase.LOOK or state.cursor < setup.seats:
        if state.cursor == setup.seats:
            state.phase, state.cursor = Phase.PASS, 0
        state.cursor += 1
        seat = clockwise(setup, state.chairman, state.cursor)
        if acts_in_pass(setup, state, seat):
            state.seat = seat
            return
    end_turn(setup, state)
