"""Redrawing what a seat cannot know.

* The Machine: which Citizens lie face down in the city and among the arrested, and every Hero's forfeited cards, chosen
  card unless it is shown. Sets of forfeited cards are drawn uniformly from those that are possible.
* The Heroes: which Citizens are unidentified or arrested, and which Directives that they have not seen are in the
  Machine's hand.

Citizens are drawn uniformly, given those surely among the arrested. Once one of the arrested has been taken unseen,
one of each type counts as sure no longer (see RULES.md).
"""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE, MACHINE_SIDE
from ...city.rules.determinize import redraw_citizens
from ...city.rules.state import ALL_DISTRICTS, MACHINE, NOBODY, NUM_DIRECTIVES, NUM_HEROES
from ...table.compilation.compile import compiled
from ...table.random import below
from ...table.records import Int
from ...table.sets import add, has, pick, size
from .state import Prepared, State


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    """Redraw all that ``seat`` cannot know."""
    side = MACHINE_SIDE if seat == MACHINE else HERO_SIDE
    redraw_citizens(state, side)
    if seat == MACHINE:
        redraw_access(state)
    else:
        redraw_hand(state)


@compiled
def redraw_access(state: State) -> None:
    """Draw each Hero's forfeited cards from the sets that are possible, and a chosen card from its hand.

    A card that is in the hand by now, but was surely forfeited when the Hero chose, cannot be the chosen one.
    """
    for hero in range(NUM_HEROES):
        lost = np.int64(state.guess[hero, below(state.rng, np.int64(state.guesses[hero]))])
        state.cards[hero] = ALL_DISTRICTS & ~lost
        if state.chosen[hero] != NOBODY and not state.shown[hero]:
            state.chosen[hero] = pick(state.rng, ALL_DISTRICTS & ~lost & ~np.int64(state.barred[hero]))


@compiled
def redraw_hand(state: State) -> None:
    """Draw the unseen Directives of the hand from those that are in hand or deck."""
    seen = np.int64(state.seen)
    hidden = (np.int64(state.hand) | np.int64(state.deck)) & ~seen
    wanted, left = size(np.int64(state.hand) & ~seen), size(hidden)
    hand = seen
    for directive in range(NUM_DIRECTIVES):
        if has(hidden, directive):
            if below(state.rng, left) < wanted:
                hand = add(hand, directive)
                wanted -= 1
            left -= 1
    state.hand = hand
    state.deck = (hidden | seen) & ~hand
