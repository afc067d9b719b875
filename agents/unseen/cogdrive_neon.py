"""CogDrive Neon: the cards of the decks whose places neither seat knows, since they were shuffled."""

from __future__ import annotations

from ...envs.cogdrive_neon.rules.knowledge import shuffle_unlocated
from ...envs.cogdrive_neon.rules.state import Prepared, State
from ...envs.table.compilation.compile import compiled
from ...envs.table.piles import count
from ...envs.table.records import Int
from . import supply


@compiled
def mix_unseen(setup: Prepared, state: State) -> None:
    """Shuffle what neither seat knows the place of."""
    located = state.located[0] | state.located[1]
    for pile in range(state.sizes.size):
        shuffle_unlocated(state, pile, located)


@compiled
def count_unseen(setup: Prepared, state: State) -> Int:
    """Return how many cards somebody knows the place of: fewer only by a shuffle, more by any other that comes up."""
    return count(state.located[0] | state.located[1])


supply(State.dtype(), mix_unseen=mix_unseen, count_unseen=count_unseen)
