"""Rules of thumb for Comrade: weigh what may be gained by what the seat's own exact posterior makes likely."""

from __future__ import annotations

import numpy as np

from ....envs.comrade.rules.seats import role_at
from ....envs.comrade.rules.state import MAX_SEATS, STATE, Act, Phase, Prepared, Role, State
from ....envs.table.compilation.compile import compiled
from ....envs.table.questions import switch
from ....envs.table.random import below, pick_legal
from ....envs.table.records import Array, Int
from ....envs.table.sets import has
from .. import supply
from .committee import choose_call, choose_claim, choose_claimed_word, choose_vote
from .interrogation import choose_gift, choose_target
from .sheet import ROWS, WEIGHTS, fill_sheet, recollect

choose_by_belief = switch(
    "choose_by_belief",
    ("weights", "setup", "state", "mask", "seat", "pair", "aware", "sheet"),
    {
        Phase.CALL: choose_call,
        Phase.VOTE: choose_vote,
        Phase.WORD: choose_claimed_word,
        Phase.LOOK: choose_target,
        Phase.GIVE: choose_gift,
        Phase.PASS: choose_gift,
    },
    on="state.phase",
)


@compiled
def choose(setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that promises most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights: Array, setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that promises most by the given weights. It believes nothing where no belief can matter."""
    seat = np.int64(state.seat)
    phase, role = state.phase, role_at(state, seat)
    if phase == Phase.CLAIM:
        return choose_claim(state, seat)
    if phase == Phase.WORD and (has(state.knowers, seat) or not setup.claims):
        return Act.WORD + (np.int64(state.word) if has(state.knowers, seat) else below(state.rng, 2))
    if phase == Phase.VOTE and role == Role.DISSIDENT:
        return Act.PARTY
    if (phase == Phase.GIVE or phase == Phase.PASS) and role == Role.COMRADE:
        return pick_legal(state.rng, mask)
    recollect(setup, state, seat)
    pair, aware = state.pairs[seat], state.aware[seat]
    sheet = np.empty((ROWS, MAX_SEATS))
    fill_sheet(setup, state, seat, pair, aware, sheet)
    return choose_by_belief(weights, setup, state, mask, seat, pair, aware, sheet)


supply(STATE, choose=choose)
