"""The course of a game of Comrade: the deal, the phases of a turn, the end and the returns."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TRUNCATED
from ...table.random import below
from .committee import allow_calls, call, speak, vote
from .interrogation import allow_gifts, allow_targets, begin_interrogation, give, interrogate
from .memory import remember_deal, tidy
from .seats import clockwise
from .state import (
    ACT_CALL,
    ACT_CLAIM,
    ACT_FREEDOM,
    ACT_INTERROGATE,
    ACT_PARTY,
    ACT_WORD,
    CALL,
    CLAIM,
    CLAIM_DISSIDENT,
    INFORMER_WON,
    LOOK,
    MAX_SEATS,
    NOBODY,
    NUM_CLAIMS,
    UNKNOWN,
    VOTE,
    WORD,
)


@compiled
def deal(setup, state):
    """Setup: one of the two dissident cards, the informer and comrades, one card a seat, a chairman by lot."""
    state.word = below(state.rng, 2)
    state.dissident = below(state.rng, setup.seats)
    state.informer = clockwise(setup, state.dissident, 1 + below(state.rng, setup.seats - 1))
    for seat in range(setup.seats):
        state.cards[seat] = 1
    state.chairman = below(state.rng, setup.seats)
    remember_deal(setup, state)
    begin_turn(setup, state)


@compiled
def begin_turn(setup, state):
    turn = state.turns[state.turn]
    turn.chairman = state.chairman
    turn.party, turn.dissident, turn.informer, turn.word = UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN
    state.cursor = 0
    if setup.claims:
        state.phase = CLAIM
        state.seat = clockwise(setup, state.chairman, 1)
    else:
        state.phase = CALL
        state.seat = state.chairman


@compiled
def legal_actions(setup, state, mask):
    phase = state.phase
    if phase == CALL:
        allow_calls(setup, state, mask)
    elif phase == VOTE:
        mask[ACT_PARTY] = 1
        mask[ACT_FREEDOM] = 1
    elif phase == WORD:
        mask[ACT_WORD] = 1
        mask[ACT_WORD + 1] = 1
    elif phase == LOOK:
        allow_targets(setup, state, mask)
    elif phase == CLAIM:
        allow_claims(setup, mask)
    else:
        allow_gifts(setup, state, mask)


@compiled
def allow_claims(setup, mask):
    for claim in range(NUM_CLAIMS):
        mask[ACT_CLAIM + claim] = claim_is_possible(setup, claim)


@compiled
def claim_is_possible(setup, claim):
    """Whether the claim is about a seat that exists, or about none."""
    from_dissident = claim - CLAIM_DISSIDENT
    return from_dissident < 0 or from_dissident % MAX_SEATS < setup.seats


@compiled
def apply(setup, state, action):
    phase = state.phase
    done = False
    if phase == CALL:
        call(setup, state, action - ACT_CALL)
    elif phase == VOTE:
        if vote(setup, state, action == ACT_FREEDOM):
            begin_interrogation(setup, state)
    elif phase == WORD:
        if speak(setup, state, action - ACT_WORD):
            begin_interrogation(setup, state)
    elif phase == LOOK:
        done = interrogate(setup, state, action - ACT_INTERROGATE)
    elif phase == CLAIM:
        claim(setup, state, action - ACT_CLAIM)
    else:
        done = give(setup, state, action)
    if done:
        end_turn(setup, state)


@compiled
def claim(setup, state, number):
    """The seat makes its claim; after the chairman's, who is last, the voters are called."""
    state.turns[state.turn].claims[state.seat] = number + 1
    state.cursor += 1
    if state.cursor == setup.seats:
        state.cursor = 0
        state.phase = CALL
    state.seat = clockwise(setup, state.chairman, state.cursor + 1) if state.phase == CLAIM else state.chairman


@compiled
def end_turn(setup, state):
    """Pass the chairman card to the left."""
    tidy(setup, state)
    if state.turn + 1 == setup.max_turns:
        state.over = TRUNCATED
        return
    state.turn += 1
    state.chairman = clockwise(setup, state.chairman, 1)
    begin_turn(setup, state)


@compiled
def returns(setup, state, out):
    """The winners share 1, the losers share -1; nothing for a game that is cut off."""
    if state.winner == NOBODY:
        return
    sign = np.float32(1.0) if state.winner == INFORMER_WON else np.float32(-1.0)
    for seat in range(setup.seats):
        out[seat] = sign if seat == state.informer else -sign / np.float32(setup.seats - 1)
