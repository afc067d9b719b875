"""Redrawing what a seat cannot know: the order of all decks, and which of its cards each other seat holds in hand.

Every card but those lies open, and everything that is done is done in plain view, so that each seat knows which cards
another one holds in hand and deck together. The redrawn deal is uniform over all deals that are possible; what the
others have chosen to do with their hands is not taken for evidence.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.piles import any_of, wipe
from ...table.records import Int
from .state import Prepared, State, Zone
from .zones import fill_deck, put, shuffle_centre, take


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    for other in range(setup.seats):
        if other != seat:
            redraw_hand(setup, state, other)
        fill_deck(setup, state, other)
        wipe(state.piles[other], np.int64(state.sizes[other]))
    shuffle_centre(state)


@compiled
def redraw_hand(setup: Prepared, state: State, seat: Int) -> None:
    """Put the cards of a hand that nobody else knows back into the deck and take as many others out of it."""
    unknown = state.amounts[seat, Zone.HAND] - state.amounts[seat, Zone.KNOWN]
    if unknown == 0:
        return
    for kind in range(setup.kinds):
        for _ in range(state.zones[seat, Zone.HAND, kind] - state.zones[seat, Zone.KNOWN, kind]):
            take(state, seat, Zone.HAND, kind)
            put(state, seat, Zone.DECK, kind)
    for _ in range(unknown):
        kind = any_of(state.rng, state.zones[seat, Zone.DECK], np.int64(state.amounts[seat, Zone.DECK]))
        take(state, seat, Zone.DECK, kind)
        put(state, seat, Zone.HAND, kind)
