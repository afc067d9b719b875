"""Cogs and Commissars: the order of all decks. Cards that are turned are no longer in one."""

from __future__ import annotations

import numpy as np

from ...envs.cogs_and_commissars.rules.state import Phase, Prepared, State
from ...envs.cogs_and_commissars.rules.zones import fill_deck
from ...envs.table.compilation.compile import compiled
from ...envs.table.records import Int
from . import supply


@compiled
def mix_unseen(setup: Prepared, state: State) -> None:
    """Shuffle all decks, once they are built."""
    if state.phase != Phase.PREPARING:
        for seat in range(setup.seats):
            fill_deck(setup, state, seat)


@compiled
def count_unseen(setup: Prepared, state: State) -> Int:
    """Return how many cards are in decks: they get more only by a shuffle."""
    return np.int64(state.sizes.sum())


supply(State.dtype(), mix_unseen=mix_unseen, count_unseen=count_unseen)
