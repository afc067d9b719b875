"""The game that a measurement is about."""

from __future__ import annotations

from typing import Any

from cogitable.envs import get_game
from cogitable.envs.table import Setup


def prepared(game: str, seats: int | None, **options: Any) -> Setup:
    """Return a game with options, and with as many seats as are wanted or its usual number."""
    return get_game(game).setup(**({} if seats is None else {"num_players": seats}), **options)
