"""The interrogation: a first pass in which players look and give, a second one in which they pass cards on."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED
from .memory import begin_handover, remember_card, remember_look
from .seats import clockwise, role_at
from .state import (
    ACT_GIVE_COMRADE,
    ACT_GIVE_SPECIAL,
    ACT_INTERROGATE,
    COMRADE,
    DISSIDENT,
    GIVE,
    INFORMER,
    INFORMER_WON,
    LOOK,
    PASS,
    SECOND,
)


@compiled
def begin_interrogation(setup, state):
    """The chairman's left neighbour begins; every seat holds one card."""
    state.phase = LOOK
    state.cursor = 1
    state.seat = clockwise(setup, state.chairman, 1)


@compiled
def allow_targets(setup, state, mask):
    """Any other seat with fewer than two cards."""
    for step in range(1, setup.seats):
        if state.cards[clockwise(setup, state.seat, step)] < 2:
            mask[ACT_INTERROGATE + step] = 1


@compiled
def interrogate(setup, state, step):
    """Look at a seat's card, then give it one of one's own; return whether the turn is over."""
    giver = np.int64(state.seat)
    target = clockwise(setup, giver, step)
    begin_handover(state, giver, target, 0)
    if state.cards[target] == 1:
        if state.informer == giver and state.dissident == target:
            informer_wins(state)
            return False
        remember_look(setup, state)
    if state.cards[giver] == 2:  # only where everyone gives
        state.phase = GIVE
        return False
    hand_over(setup, state, giver, target, role_at(state, giver))
    return go_on(setup, state)


@compiled
def allow_gifts(setup, state, mask):
    """Either card, to the seat that was looked at or, in the second pass, to any seat without a card."""
    role = role_at(state, state.seat)
    target = np.int64(state.handovers[state.moves].receiver)
    for step in range(1, setup.seats):
        receiver = clockwise(setup, state.seat, step)
        if receiver == target if state.phase == GIVE else state.cards[receiver] == 0:
            mask[ACT_GIVE_COMRADE + step] = 1
            if role != COMRADE:
                mask[ACT_GIVE_SPECIAL + step] = 1


@compiled
def give(setup, state, action):
    """Hand over one of two cards; return whether the turn is over."""
    giver = np.int64(state.seat)
    special = action > ACT_GIVE_SPECIAL
    step = action - (ACT_GIVE_SPECIAL if special else ACT_GIVE_COMRADE)
    receiver = clockwise(setup, giver, step)
    if state.phase == PASS:
        begin_handover(state, giver, receiver, SECOND)
    hand_over(setup, state, giver, receiver, role_at(state, giver) if special else COMRADE)
    return go_on(setup, state)


@compiled
def hand_over(setup, state, giver, receiver, role):
    """A card changes hands; the dissident card in the informer's hands ends the game."""
    if role == DISSIDENT and state.informer == receiver:
        informer_wins(state)
        return
    if role == DISSIDENT:
        state.dissident = receiver
    elif role == INFORMER:
        state.informer = receiver
    state.cards[giver] -= 1
    state.cards[receiver] += 1
    remember_card(setup, state, role)


@compiled
def informer_wins(state):
    state.winner, state.over = INFORMER_WON, TERMINATED


@compiled
def go_on(setup, state):
    """Ask the next seat of this pass or the first one of the second; return whether nobody is left to ask."""
    if state.over:
        return False
    if state.phase != PASS:
        state.phase = LOOK
        while state.cursor < setup.seats:
            state.cursor += 1
            seat = clockwise(setup, state.chairman, state.cursor)
            if state.cards[seat] == 1 or setup.everyone_gives:
                state.seat = seat
                return False
        state.phase, state.cursor = PASS, 0
    while state.cursor < setup.seats:
        state.cursor += 1
        seat = clockwise(setup, state.chairman, state.cursor)
        if state.cards[seat] == 2:
            state.seat = seat
            return False
    return True
