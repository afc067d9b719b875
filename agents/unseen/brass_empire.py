"""Brass Empire: the order of all decks. Nobody ever looks into one."""

from __future__ import annotations

import numpy as np

from ...envs.brass_empire.rules.state import Prepared, State
from ...envs.brass_empire.rules.zones import fill_deck, shuffle_centre
from ...envs.table.compilation.compile import compiled
from ...envs.table.records import Int
from . import supply


@compiled
def mix_unseen(setup: Prepared, state: State) -> None:
    """Shuffle all decks."""
    for seat in range(setup.seats):
        fill_deck(setup, state, seat)
    shuffle_centre(state)


@compiled
def count_unseen(setup: Prepared, state: State) -> Int:
    """Return how many cards are in decks: they get more only by a shuffle."""
    return np.int64(state.sizes.sum())


supply(State.dtype(), mix_unseen=mix_unseen, count_unseen=count_unseen)
