"""Cards in zones: counts by kind with their sums, decks as ordered piles, and what the others know of them.

Everything but hands and decks lies open. Preconstructed decks are known to all, so that everybody knows which cards a
seat holds in hand and deck together, and the whole hand when the deck has run out. Of other decks a seat knows the core
cards, those in hand too when the deck has run out, and, kind by kind, the most that it has seen at one time.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.piles import draw_top, fill_shuffled
from ...table.records import Int
from ...table.sets import add, remove
from .box import Core, Decks
from .events import AT_ONCE, Event, add_card, count_cards, last_card, tell_counts, tell_drawn, without_last
from .state import MAX_SEATS, NOBODY, PUBLIC, Prepared, State, Zone


@compiled(inline=True)
def put(state: State, seat: Int, zone: Int, kind: Int) -> None:
    state.zones[seat, zone, kind] += 1
    state.amounts[seat, zone] += 1
    if zone == Zone.HAND:
        state.held[seat] = add(state.held[seat], kind)


@compiled(inline=True)
def take(state: State, seat: Int, zone: Int, kind: Int) -> None:
    state.zones[seat, zone, kind] -= 1
    state.amounts[seat, zone] -= 1
    if zone == Zone.HAND and state.zones[seat, Zone.HAND, kind] == 0:
        state.held[seat] = remove(state.held[seat], kind)


@compiled
def take_from_hand(setup: Prepared, state: State, seat: Int, kind: Int) -> None:
    """Remove a card from a hand in plain view; who knew of such a card takes this for it."""
    take(state, seat, Zone.HAND, kind)
    if state.knowing[seat]:
        for observer in range(MAX_SEATS + 1):
            if state.known[observer, seat, kind] > 0:
                state.known[observer, seat, kind] -= 1


@compiled
def put_into_hand_openly(setup: Prepared, state: State, seat: Int, kind: Int) -> None:
    """Add a card to a hand so that everybody sees which one."""
    put(state, seat, Zone.HAND, kind)
    state.knowing[seat] = 1
    for observer in range(MAX_SEATS + 1):
        if observer < setup.seats or observer == PUBLIC:
            state.known[observer, seat, kind] += 1


@compiled
def show_hand(setup: Prepared, state: State, seat: Int, observer: Int) -> None:
    """Let another seat see a whole hand."""
    state.knowing[seat] = 1
    tell(state, Event.LOOKS, observer, seat)
    tell_counts(setup, state, Event.HAND_SEEN, seat, state.zones[seat, Zone.HAND], observer)
    for kind in range(setup.kinds):
        state.known[observer, seat, kind] = state.zones[seat, Zone.HAND, kind]


@compiled
def note_left_over(setup: Prepared, state: State, seat: Int) -> None:
    """All see a deck run out: of the cards that they know to be a seat's, those that lie nowhere are in its hand."""
    state.knowing[seat] = 1
    for kind in range(setup.kinds):
        if setup.decks == Decks.PRECONSTRUCTED or setup.core[kind] != Core.NONE:
            for observer in range(MAX_SEATS + 1):
                if observer < setup.seats or observer == PUBLIC:
                    state.known[observer, seat, kind] = state.zones[seat, Zone.HAND, kind]


@compiled
def fill_deck(setup: Prepared, state: State, seat: Int) -> None:
    """Make the pile of a seat's deck from its counts, in random order."""
    state.sizes[seat] = fill_shuffled(state.rng, state.piles[seat], state.zones[seat, Zone.DECK], setup.kinds)


@compiled
def seen_copies(state: State, observer: Int, seat: Int, kind: Int) -> Int:
    """Return how many cards of a kind an observer sees or knows to be in a hand, of those of a seat."""
    copies = np.int64(state.zones[seat, Zone.DISCARD, kind]) + np.int64(state.known[observer, seat, kind])
    for place in range(state.depth):
        record = state.stack[place]
        if record.kind == kind and record.owner == seat:
            copies += 1
    return copies


@compiled
def least_copies(state: State, observer: Int, seat: Int, kind: Int) -> Int:
    """Return how many cards of a kind an observer knows to be in a seat's deck as it was built, at least."""
    return max(np.int64(state.least[observer, seat, kind]), seen_copies(state, observer, seat, kind))


@compiled
def reshuffle(setup: Prepared, state: State, seat: Int, turned: Int) -> None:
    """Make a new deck of the discard but for the cards just ``turned``; the others remember what lay there."""
    note_left_over(setup, state, seat)
    if setup.decks != Decks.PRECONSTRUCTED:
        for observer in range(MAX_SEATS + 1):
            for kind in range(setup.kinds):
                state.least[observer, seat, kind] = least_copies(state, observer, seat, kind)
    for kind in range(setup.kinds):
        state.zones[seat, Zone.DECK, kind] += state.zones[seat, Zone.DISCARD, kind]
        state.zones[seat, Zone.DISCARD, kind] = 0
    state.amounts[seat, Zone.DECK] += state.amounts[seat, Zone.DISCARD]
    state.amounts[seat, Zone.DISCARD] = 0
    while turned != 0:
        kind = last_card(turned)
        take(state, seat, Zone.DECK, kind)
        put(state, seat, Zone.DISCARD, kind)
        turned = without_last(turned)
    tell(state, Event.RESHUFFLED, seat, amount=state.amounts[seat, Zone.DECK])
    fill_deck(setup, state, seat)


@compiled
def next_card(setup: Prepared, state: State, seat: Int, turned: Int) -> Int:
    """Take the top card of a deck, reshuffling an empty one without the cards just ``turned``; NOBODY for none."""
    if state.sizes[seat] == 0:
        if state.amounts[seat, Zone.DISCARD] == count_cards(turned):
            return NOBODY
        reshuffle(setup, state, seat, turned)
    kind = draw_top(state.piles, state.sizes, seat)
    take(state, seat, Zone.DECK, kind)
    return kind


@compiled
def draw(setup: Prepared, state: State, seat: Int, count: Int) -> Int:
    """Draw cards into the hand as far as there are any; return how many."""
    cards, fresh = np.int64(0), 0
    for drawn in range(count):
        if fresh == AT_ONCE or state.sizes[seat] == 0:  # what is drawn before a shuffle is told before it
            tell_drawn(state, seat, fresh, cards)
            cards, fresh = np.int64(0), 0
        kind = next_card(setup, state, seat, np.int64(0))
        if kind == NOBODY:
            return drawn
        put(state, seat, Zone.HAND, kind)
        cards, fresh = add_card(cards, kind), fresh + 1
    tell_drawn(state, seat, fresh, cards)
    return count


@compiled
def discard_from_hand(setup: Prepared, state: State, seat: Int, kind: Int) -> None:
    take_from_hand(setup, state, seat, kind)
    put(state, seat, Zone.DISCARD, kind)
