"""The games by their names."""

from __future__ import annotations

import importlib

from .table import Game, OptionError
from .table.errors import did_you_mean

GAMES: tuple[str, ...] = (
    *("cogdrive_neon", "comrade", "brass_empire", "cogs_and_commissars", "great_machine", "great_machine_coop"),
)
"""Names of the games, in the order in which lists show them."""


def get_game(name: str) -> Game:
    """Return a game by its name, or by the import path of a module with a ``GAME`` of your own.

    Raises:
        OptionError: No such game; the message lists the known ones.
    """
    if not isinstance(name, str):
        raise OptionError(f"the name of a game is text, not {name!r}; the games are {', '.join(GAMES)}")
    if name in GAMES:
        return importlib.import_module(f"{__package__}.{name}").GAME
    try:
        if not name or name.startswith("."):
            raise ValueError(f"{name!r} is no import path")
        found = importlib.import_module(name).GAME
        if not isinstance(found, Game):
            raise TypeError(f"its GAME is {type(found).__name__}, not a Game")
        return found
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        known = f"{', '.join(GAMES)}, or the import path of a module that holds a GAME ({error})"
        raise OptionError(f"no game {name!r}; the games are {known}{did_you_mean(name, GAMES)}") from error
