"""Redrawing what a seat cannot know: the order of all decks, and which of its cards each other seat holds in hand.

Every card but those lies open, and everything that is done is done in plain view, so that each seat knows which cards
another one holds in hand and deck together. The redrawn deal is uniform over all deals that are possible; what the
others have chosen to do with their hands is not taken for evidence.
"""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.random import below, shuffle
from .state import DECK, DESIGN_DECK, HAND, KNOWN, LABOR_DECK
from .zones import fill_deck, put, take


@compiled
def determinize(setup, state, seat):
    for other in range(setup.seats):
        if other != seat:
            redraw_hand(setup, state, other)
        fill_deck(setup, state, other)
    for pile in (LABOR_DECK, DESIGN_DECK):
        shuffle(state.rng, state.piles[pile], 0, state.sizes[pile])


@compiled
def redraw_hand(setup, state, seat):
    """Put the cards of a hand that nobody else knows back into the deck and take as many others out of it."""
    unknown = state.amounts[seat, HAND] - state.amounts[seat, KNOWN]
    if unknown == 0:
        return
    for kind in range(setup.kinds):
        for _ in range(state.zones[seat, HAND, kind] - state.zones[seat, KNOWN, kind]):
            take(state, seat, HAND, kind)
            put(state, seat, DECK, kind)
    for _ in range(unknown):
        kind = any_of_deck(setup, state, seat)
        take(state, seat, DECK, kind)
        put(state, seat, HAND, kind)


@compiled
def any_of_deck(setup, state, seat):
    """Return a uniformly drawn card of a deck, given by its counts."""
    wanted = below(state.rng, state.amounts[seat, DECK])
    kind = 0
    while wanted >= state.zones[seat, DECK, kind]:
        wanted -= state.zones[seat, DECK, kind]
        kind += 1
    return kind
