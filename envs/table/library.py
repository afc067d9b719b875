"""Which games are the library's, and by what name commands know the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game

_LIBRARY = __package__.removesuffix(".table")


def is_of_library(game: Game) -> bool:
    """Return whether a file of a game can be opened without naming the game, or importing its module, first."""
    return game.module == f"{_LIBRARY}.{game.name}"


def command_name(game: Game) -> str:
    """Return how a command names a game: one of the user's own by its module's import path."""
    return game.name if is_of_library(game) else game.module
