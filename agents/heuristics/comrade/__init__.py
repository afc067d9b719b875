"""Rules of thumb for Comrade: weigh what may be gained by what the seat's own exact posterior makes likely."""

from __future__ import annotations

import numpy as np

from ....envs.comrade.rules.seats import among, role_at
from ....envs.comrade.rules.state import (
    ACT_PARTY,
    ACT_WORD,
    CALL,
    CLAIM,
    COMRADE,
    DISSIDENT,
    GIVE,
    LOOK,
    MAX_SEATS,
    STATE,
    VOTE,
    WORD,
)
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import below, pick_legal
from .. import supply
from .committee import choose_call, choose_claim, choose_claimed_word, choose_vote
from .interrogation import choose_gift, choose_target
from .sheet import ROWS, WEIGHTS, fill_sheet, recollect


@compiled
def choose(setup, state, mask):
    """Return the action that promises most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights. It believes nothing where no belief can matter."""
    seat = np.int64(state.seat)
    phase, role = state.phase, role_at(state, seat)
    if phase == CLAIM:
        return choose_claim(setup, state, seat)
    if phase == WORD and (among(state.knowers, seat) or not setup.claims):
        return ACT_WORD + (np.int64(state.word) if among(state.knowers, seat) else below(state.rng, 2))
    if phase == VOTE and role == DISSIDENT:
        return ACT_PARTY
    if phase >= GIVE and role == COMRADE:
        return pick_legal(state.rng, mask)
    recollect(setup, state, seat)
    pair, aware = state.pairs[seat], state.aware[seat]
    sheet = np.empty((ROWS, MAX_SEATS))
    fill_sheet(setup, state, seat, pair, aware, sheet)
    if phase == CALL:
        return choose_call(weights, setup, state, seat, pair, aware, sheet)
    if phase == VOTE:
        return choose_vote(weights, setup, state, seat, pair, aware, sheet)
    if phase == WORD:
        return choose_claimed_word(weights, setup, state, sheet)
    if phase == LOOK:
        return choose_target(weights, setup, state, mask, seat, sheet)
    return choose_gift(weights, setup, state, mask, seat, sheet)


supply(STATE, choose=choose)
