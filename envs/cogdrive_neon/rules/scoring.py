"""The score at the end of a game, and the score sheet on the way there."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED, Setup
from ...table.piles import bit, count
from ...table.records import Array, Int
from .state import NUM_COLORS, Prepared, State


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    """+1 for the winner and -1 for the loser of a finished game, 0 for a draw or a truncated one."""
    if state.over != TERMINATED:
        return
    margin = winning_margin(setup, state)
    if margin != 0:
        out[0] = 1.0 if margin > 0 else -1.0
        out[1] = -out[0]


@compiled
def winning_margin(setup: Prepared, state: State) -> Int:
    """Above 0 if the First Player wins, below 0 if the second does: points, then cards at the Clash and in the deck."""
    margin = points(setup, state, 0) - points(setup, state, 1)
    if margin == 0:
        margin = cards_owned(state, 0) - cards_owned(state, 1)
    return margin


@compiled
def points(setup: Prepared, state: State, seat: Int) -> Int:
    """Clash points and deck points of a seat, as if the game ended now."""
    return clash_points(setup, state, seat) + deck_points(setup, state, seat)


@compiled
def clash_points(setup: Prepared, state: State, seat: Int) -> Int:
    """One for each card on the seat's side, five more for the higher combined Power."""
    wins = total_power(setup, state.clash[seat]) > total_power(setup, state.clash[1 - seat])
    return count(state.clash[seat]) + 5 * wins


@compiled
def deck_points(setup: Prepared, state: State, seat: Int) -> Int:
    """The combined Power of the best colour in hand, discard and deck."""
    best = 0
    reserve = reserve_cards(state, seat)
    for color in range(NUM_COLORS):
        best = max(best, total_power(setup, reserve & setup.of_color[color]))
    return best


@compiled
def reserve_cards(state: State, seat: Int) -> Int:
    """A seat's cards outside the Clash: hand, discard and deck."""
    cards = state.hand[seat] | state.discard[seat]
    for i in range(state.sizes[seat]):
        cards |= bit(state.piles[seat, i])
    return cards


@compiled
def cards_owned(state: State, seat: Int) -> Int:
    return count(state.clash[seat]) + count(reserve_cards(state, seat))


@compiled
def total_power(setup: Prepared, cards: Int) -> Int:
    """Combined Power of a set of cards."""
    return (
        count(cards & setup.of_power[1]) + 2 * count(cards & setup.of_power[2]) + 3 * count(cards & setup.of_power[3])
    )


CLASH_POWER, CLASH_POINTS, DECK_POINTS, CARDS_OWNED = range(4)
"""Columns of a score sheet."""


def fill_sheet(setup, states, sheet):
    """Entry point: write both seats' score sheet of table 0, as if the game ended now, into (2, 4) integers."""
    state = states[0]
    for seat in range(2):
        sheet[seat, CLASH_POWER] = total_power(setup[0], state.clash[seat])
        sheet[seat, CLASH_POINTS] = clash_points(setup[0], state, seat)
        sheet[seat, DECK_POINTS] = deck_points(setup[0], state, seat)
        sheet[seat, CARDS_OWNED] = cards_owned(state, seat)


def score_sheet(setup: Setup, state: Any) -> np.ndarray:
    """Return Clash Power, Clash points, deck points and cards of both seats: int64, shape (2, 4)."""
    sheet = np.zeros((2, 4), np.int64)
    states = np.array([state.tobytes()]).view(setup.game.state_dtype)
    setup.game.kernel(fill_sheet)(setup.record, states, sheet)
    return sheet


def final_margin(setup: Setup, state: Any) -> int:
    """Return above 0 if the First Player wins, below 0 if the second does, 0 for a draw."""
    sheet = score_sheet(setup, state)
    margin = sheet[0] - sheet[1]
    points = int(margin[CLASH_POINTS] + margin[DECK_POINTS])
    return points or int(margin[CARDS_OWNED])
