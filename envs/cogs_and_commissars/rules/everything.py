"""A whole position as one flat vector: what no seat sees, and what each seat knows of the others."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part, observed
from ...table.named import listed, texts
from ...table.records import Array
from ...table.sets import has
from ..options import CogsOptions
from .box import DECK_SIZE, DRAFT_CARDS, Decks
from .observation import NUM_ORDERS, layout, observe, write_counts
from .state import MAX_SEATS, MOST_SEEN, Ask, Order, Prepared, State, Zone

NUM_QUESTIONS = len(Ask)
_MOST_NEXT = sum(1 / (1 + above) for above in range(DECK_SIZE))  # a deck of one card alone


@lru_cache(64)
def _full_layout(decks: str, kinds: int, seen: Layout) -> Layout:
    seats = tuple(f"seat {seat}" for seat in range(MAX_SEATS))
    parts = [
        observed("seat 0", seen, "what seat 0 observes"),
        Part("to move", (MAX_SEATS,), "seat to move", seats),
        Part("asked", (NUM_QUESTIONS,), "what it is asked, one of", texts(Ask)),
        Part("window", (1,), "seats, clockwise from the player, that have let the window pass", most=MAX_SEATS),
        Part("orders", (MAX_SEATS, NUM_ORDERS), f"1 where a seat does not want to be asked: {listed(Order)}", seats),
        Part("ordered", (MAX_SEATS, NUM_ORDERS), "1 where it has said so, or the contrary, in this turn", seats),
        Part("hands", (MAX_SEATS, kinds), "cards in hand by seat, from seat 0", most=DECK_SIZE),
        Part("decks", (MAX_SEATS, kinds), "cards in the deck by seat", most=DECK_SIZE),
        Part("next cards", (MAX_SEATS, kinds), "sums of 1/(1 + cards above) in every deck", most=_MOST_NEXT),
        Part(
            "known hands",
            (MAX_SEATS + 1, MAX_SEATS, kinds),
            "cards that each seat, and at last everybody, knows to be in each hand",
            most=DECK_SIZE,
        ),
    ]
    if decks != "preconstructed":
        parts.append(
            Part(
                "known decks",
                (MAX_SEATS + 1, MAX_SEATS, kinds),
                "cards that each seat, and at last everybody, has seen of each deck before a shuffle",
                most=DECK_SIZE,
            )
        )
    if decks == "drafted":
        parts.append(Part("packs", (MAX_SEATS, kinds), "cards in the pack in front of each seat", most=DRAFT_CARDS))
        parts.append(Part("passed", (MAX_SEATS, kinds), "cards that each seat has left to others", most=MOST_SEEN))
    return Layout(*parts)


def full_layout(options: CogsOptions) -> Layout:
    """Return the layout of all that there is."""
    return _full_layout(options.decks, len(options.cards.card), layout(options))


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    kinds = np.int64(setup.kinds)
    block = MAX_SEATS * kinds
    knowers = MAX_SEATS + 1
    blocks = 3 + knowers
    if setup.decks != Decks.PRECONSTRUCTED:
        blocks += knowers
    if setup.decks == Decks.DRAFTED:
        blocks += 2
    hands = out.size - blocks * block
    orders = hands - 2 * MAX_SEATS * NUM_ORDERS
    asked = orders - 1 - NUM_QUESTIONS
    to_move = asked - MAX_SEATS
    observe(setup, state, np.int64(0), out[:to_move])
    out[to_move + state.seat] = 1.0
    out[asked + state.ask] = 1.0
    out[orders - 1] = np.float32(state.cursor)
    for seat in range(setup.seats):
        for order in range(NUM_ORDERS):
            row = orders + seat * NUM_ORDERS + order
            out[row] = np.float32(has(state.orders[seat], order))
            out[row + MAX_SEATS * NUM_ORDERS] = np.float32(has(state.ordered[seat], order))
    write_cards(setup, state, out[hands : hands + 3 * block])
    known = hands + 3 * block
    for knower in range(knowers):
        for seat in range(setup.seats):
            row = (knower * MAX_SEATS + seat) * kinds
            write_counts(out, known + row, state.known[knower, seat], kinds)
            if setup.decks != Decks.PRECONSTRUCTED:
                write_counts(out, known + knowers * block + row, state.least[knower, seat], kinds)
    if setup.decks == Decks.DRAFTED:
        write_packs(setup, state, out[out.size - 2 * block :])


@compiled
def write_cards(setup: Prepared, state: State, out: Array) -> None:
    """Write the cards in hands and decks, and the order of these."""
    kinds = np.int64(setup.kinds)
    decks, next_cards = MAX_SEATS * kinds, 2 * MAX_SEATS * kinds
    for seat in range(setup.seats):
        row = seat * kinds
        write_counts(out, row, state.zones[seat, Zone.HAND], kinds)
        write_counts(out, decks + row, state.zones[seat, Zone.DECK], kinds)
        for above in range(state.sizes[seat]):
            kind = state.piles[seat, state.sizes[seat] - 1 - above]
            out[next_cards + row + kind] += np.float32(1.0 / (1.0 + above))


@compiled
def write_packs(setup: Prepared, state: State, out: Array) -> None:
    """Write the packs of the draft, and what seats remember of those that they have passed on."""
    kinds = np.int64(setup.kinds)
    for seat in range(setup.seats):
        for place in range(state.pack_size[seat]):
            out[seat * kinds + state.packs[seat, place]] += np.float32(1.0)
        write_counts(out, (MAX_SEATS + seat) * kinds, state.passed[seat], kinds)
