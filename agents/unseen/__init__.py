"""What lies in an order that no seat knows anything of: the next card of a deck is drawn by lot only when it is drawn.

A game that draws lots at the moment when they are needed has nothing of the kind. One that keeps shuffled decks in its
STATE supplies two functions, in the module of this package that bears its name, or in its own:
``supply(STATE, mix_unseen=..., count_unseen=...)``. Without them what is in the decks counts as known from the deal on,
and drawing it is no chance event.
"""

from __future__ import annotations

import importlib
import importlib.util

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.compilation.dispatch import SUPPLIERS, generic, supplied, supply
from ...envs.table.compilation.shared import owner

__all__ = ["count_unseen", "load_unseen", "mix_unseen", "supply"]


@generic
def mix_unseen(setup, state):
    """Put all that lies in an order that no seat knows anything of into another one, drawn from ``state.rng``.

    Every order must be as likely as it is for somebody who knows all else, what every seat has seen included.
    """


@generic
def count_unseen(setup, state):
    """Return a number that changes whenever something came out of the unseen without a draw from ``state.rng``."""


@compiled
def _mixes_nothing(setup, state):
    pass


@compiled
def _counts_nothing(setup, state):
    return np.int64(0)


def load_unseen(dtype: np.dtype) -> None:
    """Import what a game supplies; where it supplies nothing, nothing is mixed.

    Args:
        dtype: The game's STATE dtype.
    """
    game = owner(dtype)
    if supplied(dtype, "mix_unseen") or game is None:
        return
    if importlib.util.find_spec(f"{__name__}.{game.name}"):
        importlib.import_module(f"{__name__}.{game.name}")
    else:
        supply(dtype, mix_unseen=_mixes_nothing, count_unseen=_counts_nothing)


SUPPLIERS["mix_unseen"] = SUPPLIERS["count_unseen"] = load_unseen
