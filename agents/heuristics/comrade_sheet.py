"""What a seat makes of the table in Comrade: chances by seat, from its exact posterior, and the weights of its play."""

from __future__ import annotations

import numpy as np

from ...envs.comrade.observation import acts_later
from ...envs.comrade.posterior import believe
from ...envs.comrade.seats import among, distance
from ...envs.table.compile import compiled

# Weights: numbers, and what they weigh. Values count a game won by one's side as 1 and a lost one as -1.
FREE_KNOWING, FREE_GUESSING = 0, 1  # chance of a vote for freedom by a comrade that knows the word, that does not
FREE_DISSIDENT, FREE_INFORMER = 2, 3  # the same by the holders of the special cards
LOST, LOST_DANGER = 4, 5  # cost of a lost committee, and of one whose informer comes before any helper
DELAY = 6  # how much less danger there is for each seat that acts before the informer
SKIPPED = 7  # value of going on without a committee
DARE, DARE_EARLY, DARE_KNOWN = 8, 9, 10  # the informer's lust for a lost committee, acting early, the word being known
BLOCK, PROTECT, LEARN, SUSPECT = 11, 12, 13, 14  # a comrade's aims when it looks and gives
EXPOSE, SPREAD = 15, 16  # the dissident's: not to lie open to a look, to tell the word to one more
KEEP, KEEP_FIND, KEEP_KNOWN, KEEP_EARLY = 17, 18, 19, 20  # the informer's reasons not to hand on its card
HAND_LATE = 21  # handing the informer card on to a seat that acts late in the next turn
STAY = 22  # the dissident's reason not to hand on its card
HONEST, LIAR = 23, 24  # chance that a word claimed is the right one, by who is not the informer and by the informer
NOISE = 25  # range of the lots that break ties
WEIGHTS = np.array(
    [
        0.90,  # FREE_KNOWING
        0.20,  # FREE_GUESSING
        0.10,  # FREE_DISSIDENT
        0.60,  # FREE_INFORMER
        0.50,  # LOST
        0.50,  # LOST_DANGER
        0.40,  # DELAY
        0.00,  # SKIPPED
        0.00,  # DARE
        1.00,  # DARE_EARLY
        0.50,  # DARE_KNOWN
        1.00,  # BLOCK
        0.50,  # PROTECT
        0.50,  # LEARN
        0.20,  # SUSPECT
        0.30,  # EXPOSE
        0.20,  # SPREAD
        0.50,  # KEEP
        1.00,  # KEEP_FIND
        1.00,  # KEEP_KNOWN
        0.20,  # KEEP_EARLY
        0.10,  # HAND_LATE
        0.05,  # STAY
        0.75,  # HONEST
        0.35,  # LIAR
        0.02,  # NOISE
    ]
)

# A sheet has these rows, each with a number for every seat.
P_DISSIDENT, P_INFORMER, P_KNOWS, WORTH, ROWS = range(5)


@compiled
def fill_sheet(setup, state, seat, pair, aware, sheet):
    """Work out what ``seat`` believes: ``pair`` and ``aware`` as in the posterior, and its sums by seat."""
    believe(setup, state, seat, pair, aware)
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
    sheet[P_KNOWS, seat] = 1.0 if among(state.knowers, seat) else 0.0


@compiled
def share_of_knowers(setup, sheet):
    """Expected number of seats that know the word as a share of all."""
    total = 0.0
    for seat in range(setup.seats):
        total += sheet[P_KNOWS, seat]
    return total / setup.seats


@compiled
def place_in_order(setup, chairman, seat):
    """Place of a seat in the order of an interrogation, from 1; the chairman is last."""
    return 1 + distance(setup, chairman, seat + setup.seats - 1)


@compiled
def may_act(setup, state, seat):
    """Whether a seat's turn in this pass is still to come, as far as the cards now held tell."""
    return acts_later(setup, state, seat, place_in_order(setup, state.chairman, seat))
