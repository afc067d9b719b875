"""A whole position as one flat vector: what no seat sees, and what each seat knows of the others."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from ...table.records import Array
from ..options import CogsOptions
from .box import Decks
from .observation import layout, observe, write_counts
from .state import MAX_SEATS, Ask, Prepared, State, Zone

NUM_QUESTIONS = len(Ask)


class Progress(Named):
    """How far a window has come, and the card that is being resolved."""

    WINDOW = "seats that have let the window pass"
    STEP = "steps of the card on top of the stack that are done"
    COUNT = "how often the present one has been carried out"
    CURSOR = "seats that it has been past"
    DONE = "it has done something"
    BEFORE = "the step before has done something"
    REACH = "places below the reach of the card on top of the stack"


NUM_PROGRESS = len(Progress)


@lru_cache(64)
def _full_layout(decks: str, kinds: int, seen: int) -> Layout:
    seats = tuple(f"seat {seat}" for seat in range(MAX_SEATS))
    parts = [
        Part("seat 0", (seen,), "what seat 0 observes"),
        Part("to move", (MAX_SEATS,), "seat to move", seats),
        Part("asked", (NUM_QUESTIONS,), "what it is asked, one of", texts(Ask)),
        Part("progress", (len(Progress),), listed(Progress)),
        Part("plays", (MAX_SEATS,), "cards that each seat has played in this turn", seats),
        Part("hands", (MAX_SEATS, kinds), "cards in hand by seat, from seat 0"),
        Part("decks", (MAX_SEATS, kinds), "cards in the deck by seat"),
        Part("next cards", (MAX_SEATS, kinds), "sums of 1/(1 + cards above) in every deck"),
        Part(
            "known hands",
            (MAX_SEATS + 1, MAX_SEATS, kinds),
            "cards that each seat, and at last everybody, knows to be in each hand",
        ),
    ]
    if decks != "preconstructed":
        parts.append(
            Part(
                "known decks",
                (MAX_SEATS + 1, MAX_SEATS, kinds),
                "cards that each seat, and at last everybody, has seen of each deck before a shuffle",
            )
        )
    if decks == "drafted":
        parts.append(Part("packs", (MAX_SEATS, kinds), "cards in the pack in front of each seat"))
        parts.append(Part("passed", (MAX_SEATS, kinds), "cards that each seat has left to others"))
    return Layout(*parts)


def full_layout(options: CogsOptions) -> Layout:
    """Return the layout of all that there is."""
    return _full_layout(options.decks, len(options.cards.card), layout(options).size)


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
    plays = hands - MAX_SEATS
    progress = plays - NUM_PROGRESS
    asked = progress - NUM_QUESTIONS
    to_move = asked - MAX_SEATS
    observe(setup, state, np.int64(0), out[:to_move])
    out[to_move + state.seat] = 1.0
    out[asked + state.ask] = 1.0
    write_progress(state, out[progress:plays])
    write_counts(out, plays, state.plays, MAX_SEATS)
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
def write_progress(state: State, out: Array) -> None:
    """Write how far the window and the card on top of the stack have come."""
    out[Progress.WINDOW] = np.float32(state.cursor)
    if state.depth > 0:
        record = state.stack[state.depth - 1]
        out[Progress.STEP] = np.float32(record.step)
        out[Progress.COUNT] = np.float32(record.count)
        out[Progress.CURSOR] = np.float32(record.cursor)
        out[Progress.DONE] = np.float32(record.done)
        out[Progress.BEFORE] = np.float32(record.before)
        out[Progress.REACH] = np.float32(record.reach)


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
