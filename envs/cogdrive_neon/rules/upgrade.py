"""Old save files: what was kept of hidden draws before there were tallies (:mod:`.draws`)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from ...table.game import Setup
from ...table.sets import members_of
from .draws import drawn_from, hidden_draws, place
from .state import CARDS, MAX_LAYERS


def upgrade(setup: Setup, saved: Any, state: Any) -> None:
    """Make layers and tallies of the shuffle numbers that every card used to have.

    What was saved is which draws are left in hand, which is one tally: the other player is taken to know it.
    """
    starters = {number for number, card in enumerate(setup.options.cards.cards) if card.power == 1}
    for card in range(CARDS):
        state.entered[card] = 0 if card in starters or saved.entered[card] > 0 else -1
    for owner in range(2):
        pool = members_of(drawn_from(state, owner))
        times = sorted({int(saved.entered[card]) for card in pool}) or [0]
        oldest = max(0, len(times) - MAX_LAYERS)
        layers = {time: max(0, number - oldest) for number, time in enumerate(times)}
        state.num_tallies[owner], state.odds[owner, 0], state.layers[owner] = 1, 1.0, layers[times[-1]]
        for card in members_of(hidden_draws(state, owner)):
            before = times[max(0, bisect_right(times, int(saved.drawn[card])) - 1)]
            state.tallies[owner, 0] += place(layers[before])
        for card in pool:
            state.entered[card] = layers[int(saved.entered[card])]
