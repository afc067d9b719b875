"""Rules of thumb for Comrade: weigh what may be gained by what the seat's own exact posterior makes likely."""

from __future__ import annotations

import numpy as np

from ...envs.comrade.state import CALL, CLAIM, LOOK, MAX_SEATS, STATE, VOTE, WORD
from ...envs.table.compile import compiled
from . import supply
from .comrade_committee import choose_call, choose_claim, choose_vote, choose_word
from .comrade_interrogation import choose_gift, choose_target
from .comrade_sheet import ROWS, WEIGHTS, fill_sheet


@compiled
def choose(setup, state, mask):
    """Return the action that promises most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights."""
    seat = np.int64(state.seat)
    phase = state.phase
    if phase == CLAIM:
        return choose_claim(setup, state, seat)
    pair = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
    aware = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
    sheet = np.empty((ROWS, MAX_SEATS))
    fill_sheet(setup, state, seat, pair, aware, sheet)
    if phase == CALL:
        return choose_call(weights, setup, state, seat, pair, aware, sheet)
    if phase == VOTE:
        return choose_vote(weights, setup, state, seat, pair, aware, sheet)
    if phase == WORD:
        return choose_word(weights, setup, state, seat, sheet)
    if phase == LOOK:
        return choose_target(weights, setup, state, mask, seat, sheet)
    return choose_gift(weights, setup, state, mask, seat, sheet)


supply(STATE, choose=choose)
