"""Play by rules of thumb: one compiled function a game, ``choose``, that search can play out with as well.

The heuristic of a game lives in the module of this package that bears the game's name, or is supplied by the game's
own module: ``supply(STATE, choose=my_function)``.
"""

from __future__ import annotations

import importlib
import importlib.util

import numpy as np

from ...envs.table.compilation.dispatch import SUPPLIERS, generic, supplied, supply
from ...envs.table.compilation.shared import owner
from ...envs.table.game import Game

__all__ = ["choose", "load_heuristic", "supply"]


@generic
def choose(setup, state, mask):
    """Return a legal action for ``state.seat``.

    ``state`` is determinized for that seat. A body reads no more of it than the seat knows, so that its choice is the
    same whatever was redrawn; where it draws lots it uses ``state.rng``.
    """


def load_heuristic(game: Game) -> bool:
    """Import the game's heuristic if it has one; return whether ``choose`` can be called for this game."""
    if not supplied(game.state_dtype, "choose") and importlib.util.find_spec(f"{__name__}.{game.name}"):
        importlib.import_module(f"{__name__}.{game.name}")
    return supplied(game.state_dtype, "choose")


def _load_of(dtype: np.dtype) -> None:
    game = owner(dtype)
    if game is not None:
        load_heuristic(game)


SUPPLIERS["choose"] = _load_of
