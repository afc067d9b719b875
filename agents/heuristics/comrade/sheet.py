"""What a seat makes of the table in Comrade: chances by seat, from its exact posterior, and the weights of its play."""

from __future__ import annotations

import numpy as np

from ....envs.comrade.rules.beliefs import normalize
from ....envs.comrade.rules.observation import acts_later
from ....envs.comrade.rules.posterior import recall
from ....envs.comrade.rules.seats import clockwise, distance
from ....envs.comrade.rules.state import MAX_SEATS, Prepared, State
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import add, has

# Weights: numbers, and what they weigh. A game won counts 1, where nothing else is said.
FREE_KNOWING, FREE_GUESSING = 0, 1  # chance of a vote for freedom by a comrade that knows the word, that does not
FREE_DISSIDENT, FREE_INFORMER = 2, 3  # the same by the holders of the special cards
LOST, LOST_DANGER = 4, 5  # cost of a lost committee, and of one whose informer comes before any helper
DELAY = 6  # what each seat that acts before the informer leaves of that danger
SKIPPED = 7  # worth of going on without a committee
DARE, DARE_EARLY, DARE_KNOWN = 8, 9, 10  # the informer's lust for a lost committee, acting early, the word being known
BLOCK, PROTECT, LEARN, SUSPECT = 11, 12, 13, 14  # a comrade's aims when it looks and gives
EXPOSE, TELL = 15, 16  # the dissident's cares for its heir: that it lies open to a look, that it does not know the word
KEEP, KEEP_FIND, KEEP_KNOWN, KEEP_EARLY = 17, 18, 19, 20  # log-odds that the informer does not hand on its card
HAND_LATE = 21  # and of handing it to a seat that acts late in the next turn
STAY, SPREAD = 22, 23  # log-odds that the dissident does not hand on its card, that it does to who does not know
NOISE = 24  # range of the lots that break ties
HONEST, LIAR = 25, 26  # chance that a word claimed is the right one, by who is not the informer and by the informer
WEIGHTS = np.array(
    [
        0.95,  # FREE_KNOWING
        0.10,  # FREE_GUESSING
        0.05,  # FREE_DISSIDENT
        0.70,  # FREE_INFORMER
        0.20,  # LOST
        0.30,  # LOST_DANGER
        0.40,  # DELAY
        -0.20,  # SKIPPED
        0.00,  # DARE
        1.00,  # DARE_EARLY
        0.50,  # DARE_KNOWN
        1.20,  # BLOCK
        0.80,  # PROTECT
        0.80,  # LEARN
        0.20,  # SUSPECT
        0.30,  # EXPOSE
        0.20,  # TELL
        0.20,  # KEEP
        2.00,  # KEEP_FIND
        2.80,  # KEEP_KNOWN
        2.20,  # KEEP_EARLY
        0.40,  # HAND_LATE
        -1.00,  # STAY
        1.00,  # SPREAD
        0.02,  # NOISE
        0.75,  # HONEST
        0.35,  # LIAR
    ]
)
"""Set by hand after an evolution strategy on each seat's own returns, sweeps of the freedom side's weights on how often
it wins among themselves, and of the informer's until it neither pays to keep the card more often nor less."""

# A sheet has these rows, each with a number for every seat.
P_DISSIDENT, P_INFORMER, P_KNOWS, WORTH, ROWS = range(5)


@compiled(allocates=True)
def recollect(setup: Prepared, state: State, seat: Int) -> None:
    """Bring a seat's own entry of ``state.pairs`` and ``state.aware`` up to date, scaled to add up to 1.

    From then on the rules keep it up, so that a seat works through the log but once in all of a playout.
    """
    if not has(state.fresh, seat):
        nothing = np.empty((0, MAX_SEATS, MAX_SEATS), np.float32)
        recall(setup, state, seat, None, state.pairs[seat], state.aware[seat], nothing)
        state.fresh = add(state.fresh, seat)
    normalize(state.pairs[seat], np.int64(setup.seats))


@compiled
def fill_sheet(setup: Prepared, state: State, seat: Int, pair: Array, aware: Array, sheet: Array) -> None:
    """Sum up by seat what ``seat`` believes: its ``pair`` and ``aware``."""
    seats = np.int64(setup.seats)
    for other in range(seats):
        for row in range(ROWS):
            sheet[row, other] = 0.0
    for holder in range(seats):
        for other in range(seats):
            sheet[P_DISSIDENT, holder] += pair[holder, other]
            sheet[P_INFORMER, other] += pair[holder, other]
    for knower in range(seats):
        for holder in range(seats):
            sheet[P_KNOWS, knower] += aware[knower, holder] * sheet[P_DISSIDENT, holder]
    sheet[P_KNOWS, seat] = 1.0 if has(state.knowers, seat) else 0.0


@compiled
def share_of_knowers(setup: Prepared, sheet: Array) -> Float:
    """Expected number of seats that know the word as a share of all."""
    total = 0.0
    for seat in range(setup.seats):
        total += sheet[P_KNOWS, seat]
    return total / setup.seats


@compiled
def place_in_order(setup: Prepared, chairman: Int, seat: Int) -> Int:
    """Place of a seat in the order of an interrogation, from 1; the chairman is last."""
    return 1 + distance(setup, clockwise(setup, chairman, 1), seat)


@compiled
def may_act(setup: Prepared, state: State, seat: Int) -> Int:
    """Whether a seat's turn in this pass is still to come, as far as the cards now held tell."""
    return acts_later(setup, state, seat, place_in_order(setup, state.chairman, seat))
