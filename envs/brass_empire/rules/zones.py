"""Cards in zones: counts by kind with their sums, the decks as ordered piles, drawing and reshuffling.

What the other seats know of a hand is kept beside it. All cards of a seat but those in hand and deck lie open, so that
everybody knows which cards these two hold together. When the deck runs out, the whole hand is known; what is drawn
after the reshuffle is not.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import SILENT, tell
from ...table.piles import draw_top, fill_shuffled, push_top
from ...table.random import shuffle
from ...table.records import Int
from ...table.sets import one
from .state import HAND_SIZE, LABOR_DECK, NOBODY, CardType, Event, Prepared, State, Zone


@compiled(inline=True)
def put(state: State, seat: Int, zone: Int, kind: Int) -> None:
    state.zones[seat, zone, kind] += 1
    state.amounts[seat, zone] += 1


@compiled(inline=True)
def take(state: State, seat: Int, zone: Int, kind: Int) -> None:
    state.zones[seat, zone, kind] -= 1
    state.amounts[seat, zone] -= 1


@compiled
def acquire(setup: Prepared, state: State, seat: Int, kind: Int) -> None:
    """Put a card that a seat did not own into its discard."""
    put(state, seat, Zone.DISCARD, kind)
    state.worth[seat] += setup.value[kind]


@compiled
def dismiss(setup: Prepared, state: State, seat: Int, kind: Int) -> None:
    """Set a card aside that has just left a seat's zones."""
    state.trash[kind] += 1
    state.worth[seat] -= setup.value[kind]


@compiled
def take_from_hand(state: State, seat: Int, kind: Int) -> None:
    """Remove a card from a hand; if the others knew of such a card, that was it as far as they can tell."""
    take(state, seat, Zone.HAND, kind)
    if state.zones[seat, Zone.KNOWN, kind] > 0:
        take(state, seat, Zone.KNOWN, kind)


@compiled
def move_all(setup: Prepared, state: State, seat: Int, source: Int, target: Int) -> None:
    if state.amounts[seat, source] == 0:
        return
    for kind in range(setup.kinds):
        state.zones[seat, target, kind] += state.zones[seat, source, kind]
        state.zones[seat, source, kind] = 0
    state.amounts[seat, target] += state.amounts[seat, source]
    state.amounts[seat, source] = 0


@compiled
def clear(setup: Prepared, state: State, seat: Int, zone: Int) -> None:
    if state.amounts[seat, zone] == 0:
        return
    for kind in range(setup.kinds):
        state.zones[seat, zone, kind] = 0
    state.amounts[seat, zone] = 0


@compiled
def fill_deck(setup: Prepared, state: State, seat: Int) -> None:
    """Make the pile of a seat's deck from its counts, in random order."""
    state.sizes[seat] = fill_shuffled(state.rng, state.piles[seat], state.zones[seat, Zone.DECK], setup.kinds)


@compiled
def reshuffle(setup: Prepared, state: State, seat: Int) -> None:
    """Make a new deck of the discard; with the old one used up, the others know the whole hand."""
    for kind in range(setup.kinds):
        state.zones[seat, Zone.KNOWN, kind] = state.zones[seat, Zone.HAND, kind]
    state.amounts[seat, Zone.KNOWN] = state.amounts[seat, Zone.HAND]
    tell(state, Event.RESHUFFLES, seat, amount=state.amounts[seat, Zone.DISCARD])
    move_all(setup, state, seat, Zone.DISCARD, Zone.DECK)
    fill_deck(setup, state, seat)


@compiled
def draw(setup: Prepared, state: State, seat: Int, count: Int) -> Int:
    """Draw cards into the hand as far as there are any; return how many."""
    drawn = np.int64(0)
    while drawn < count:
        if state.sizes[seat] == 0:
            if state.amounts[seat, Zone.DISCARD] == 0:
                break
            reshuffle(setup, state, seat)
        there = min(count - drawn, np.int64(state.sizes[seat]))
        draw_from_pile(setup, state, seat, there)
        drawn += there
    return drawn


@compiled
def draw_from_pile(setup: Prepared, state: State, seat: Int, count: Int) -> None:
    """Draw cards that are in the deck; the others see how many, the seat itself which."""
    tell(state, Event.DRAWS, seat, amount=count)
    if state.telling != SILENT:
        tell_drawn(setup, state, seat, count)
    for _ in range(count):
        kind = draw_top(state.piles, state.sizes, seat)
        take(state, seat, Zone.DECK, kind)
        put(state, seat, Zone.HAND, kind)


@compiled
def tell_drawn(setup: Prepared, state: State, seat: Int, count: Int) -> None:
    """Tell a seat the cards on top of its deck, by kind."""
    above = np.int64(state.sizes[seat])
    for kind in range(setup.kinds):
        copies = np.int64(0)
        for place in range(above - count, above):
            copies += state.piles[seat, place] == kind
        if copies > 0:
            tell(state, Event.DRAWN, seat, kind, copies, to=one(seat))


@compiled
def draw_hand(setup: Prepared, state: State, seat: Int) -> None:
    draw(setup, state, seat, HAND_SIZE)


@compiled
def discard_everything(setup: Prepared, state: State, seat: Int) -> None:
    """Put the cards that were played and those left in hand into the discard."""
    clear(setup, state, seat, Zone.KNOWN)
    move_all(setup, state, seat, Zone.PLAYED, Zone.DISCARD)
    for kind in range(setup.kinds):
        if state.zones[seat, Zone.HAND, kind] > 0:
            tell(state, Event.DISCARDS, seat, kind, state.zones[seat, Zone.HAND, kind])
    move_all(setup, state, seat, Zone.HAND, Zone.DISCARD)


@compiled(inline=True)
def central_row(setup: Prepared, kind: Int) -> Int:
    """Return the row, and so the central deck, of a kind: 0 for employees, 1 for units and buildings."""
    return 0 if setup.type[kind] == CardType.EMPLOYEE else 1


@compiled
def shuffle_centre(state: State) -> None:
    for row in range(2):
        shuffle(state.rng, state.piles[LABOR_DECK + row], 0, state.sizes[LABOR_DECK + row])


@compiled
def push_central(setup: Prepared, state: State, kind: Int, count: Int) -> None:
    """Put equal cards on top of their central deck."""
    state.centre[kind] += count
    for _ in range(count):
        push_top(state.piles, state.sizes, LABOR_DECK + central_row(setup, kind), kind)


@compiled(inline=True)
def next_card(state: State, pile: Int) -> Int:
    """Take the top card of a central deck, ``NOBODY`` from an empty one."""
    card = draw_top(state.piles, state.sizes, pile)
    if card < 0:
        return NOBODY
    state.centre[card] -= 1
    tell(state, Event.TURNED_UP, NOBODY, card)
    return card
