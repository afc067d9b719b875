"""What a seat makes of the table in Comrade: chances by seat, from its exact posterior, and the weights of its play."""

from __future__ import annotations

import numpy as np

from ....envs.comrade.rules.beliefs import normalize
from ....envs.comrade.rules.posterior import recall
from ....envs.comrade.rules.state import MAX_SEATS, Prepared, State
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import add, has
from ..weights import Weights


class Weight(Weights):
    """What is weighed. A game won counts 1, where nothing else is said.

    Set by hand after an evolution strategy on each seat's own returns, sweeps of the freedom side's weights on how
    often it wins among themselves, and of the informer's until it neither pays to keep the card more often nor less.
    """

    FREE_KNOWING = 0.95  # chance of a vote for freedom by a comrade that knows the word
    FREE_GUESSING = 0.10  # by one that does not
    FREE_DISSIDENT = 0.05  # and by the holders of the special cards
    FREE_INFORMER = 0.70
    LOST = 0.20  # cost of a lost committee
    LOST_DANGER = 0.30  # and of one whose informer comes before any helper
    DELAY = 0.40  # what each seat that acts before the informer leaves of that danger
    SKIPPED = -0.20  # worth of going on without a committee
    DARE = 0.00  # the informer's lust for a lost committee
    DARE_EARLY = 1.00  # when it acts early
    DARE_KNOWN = 0.50  # when the word is known
    BLOCK = 1.20  # a comrade's aims when it looks and gives
    PROTECT = 0.80
    LEARN = 0.80
    SUSPECT = 0.20
    EXPOSE = 0.30  # the dissident's cares for its heir: that it lies open to a look
    TELL = 0.20  # that it does not know the word
    KEEP = 0.20  # log-odds that the informer does not hand on its card
    KEEP_FIND = 2.00
    KEEP_KNOWN = 2.80
    KEEP_EARLY = 2.20
    HAND_LATE = 0.40  # and of handing it to a seat that acts late in the next turn
    STAY = -1.00  # log-odds that the dissident does not hand on its card
    SPREAD = 1.00  # that it does to who does not know
    NOISE = 0.02  # range of the lots that break ties
    HONEST = 0.75  # chance that a word claimed is the right one, by who is not the informer
    LIAR = 0.35  # and by the informer


WEIGHTS = Weight.array()

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
            chance = pair[holder, other]
            if chance > 0:
                sheet[P_DISSIDENT, holder] += chance
                sheet[P_INFORMER, other] += chance
                known = aware[holder, other]
                for knower in range(seats):
                    sheet[P_KNOWS, knower] += known[knower] * chance
    sheet[P_KNOWS, seat] = 1.0 if has(state.knowers, seat) else 0.0


@compiled
def share_of_knowers(setup: Prepared, sheet: Array) -> Float:
    """Expected number of seats that know the word as a share of all."""
    total = 0.0
    for seat in range(setup.seats):
        total += sheet[P_KNOWS, seat]
    return total / setup.seats
