"""The catalogue of games.

Each has a module in PettingZoo's manner, as :mod:`cogitable.envs.cogdrive_neon_v0` with ``env()`` and ``raw_env()``;
importing this package also enters the games into PettingZoo's and Gymnasium's registries (see :mod:`.registry`).
"""

from __future__ import annotations

from typing import Any

from . import registry
from .catalogue import GAMES, get_game

__all__ = ["GAMES", "get_game", "make"]


def make(name: str, **options: Any) -> Any:
    """Return a game's PettingZoo AEC environment: ``make("cogdrive_neon", render_mode="ansi")``."""
    from .table.faces.aec import env

    return env(get_game(name), **options)


registry.register_pettingzoo()
registry.register_gymnasium()
