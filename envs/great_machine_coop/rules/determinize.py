"""Redrawing what the Heroes cannot know: who is face down or arrested, and the Directive in hand.

All seats know the same. Citizens are drawn uniformly, given those surely among the arrested; the Directive is one of
the unknown part of the deck, unless it came from the part that was seen to be returned.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE
from ...city.rules.determinize import redraw_citizens
from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import pick
from .state import Prepared, State


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    """Redraw all that ``seat`` cannot know."""
    redraw_citizens(state, HERO_SIDE)
    if state.hand != 0 and not state.hand_known:
        hidden = np.int64(state.deck) | np.int64(state.hand)
        hand = np.int64(1) << pick(state.rng, hidden)
        state.hand, state.deck = hand, hidden & ~hand
