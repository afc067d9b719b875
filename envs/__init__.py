"""The catalogue of games.

Each has a module in PettingZoo's manner, as :mod:`cogitable.envs.cogdrive_neon_v0` with ``env()`` and ``raw_env()``;
importing this package also enters the games into PettingZoo's and Gymnasium's registries (see :mod:`.registry`).
"""

from __future__ import annotations

import importlib
from typing import Any

from . import registry
from .table import Game, OptionError

GAMES: tuple[str, ...] = (
    *("cogdrive_neon", "comrade", "brass_empire", "cogs_and_commissars", "great_machine", "great_machine_coop"),
)
"""Names of the games, in the order in which lists show them."""


def get_game(name: str) -> Game:
    """Return a game by its name, or by the import path of a module with a ``GAME`` of your own.

    Raises:
        OptionError: No such game; the message lists the known ones.
    """
    if name in GAMES:
        return importlib.import_module(f"{__name__}.{name}").GAME
    try:
        return importlib.import_module(name).GAME
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        known = ", ".join(GAMES)
        raise OptionError(
            f"no game {name!r}; the games are {known}, or the import path of a module that holds a GAME ({error})"
        ) from error


def make(name: str, **options: Any) -> Any:
    """Return a game's PettingZoo AEC environment: ``make("cogdrive_neon", render_mode="ansi")``."""
    from .table.aec import env

    return env(get_game(name), **options)


registry.register_pettingzoo()
registry.register_gymnasium()
