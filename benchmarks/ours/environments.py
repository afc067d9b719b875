"""AEC environments, driven as PettingZoo's documentation shows."""

from __future__ import annotations

import importlib
from typing import Any

from ..driving import play_episode
from ..timing import Run, rate
from .games import prepared


def aec(game: str, raw: bool, seats: int | None = None, **options: Any) -> Run:
    """One environment, uniformly random legal actions; counted are decisions."""
    faces = importlib.import_module("cogitable.envs.table.faces.aec")
    setup = prepared(game, seats, **options)
    env = (faces.raw_env if raw else faces.env)(setup.game, num_players=setup.num_seats)
    env.reset(seed=0)
    return lambda seconds, number: rate(lambda: play_episode(env), seconds)
