"""AEC environments, driven as PettingZoo's documentation shows."""

from __future__ import annotations

import importlib

from cogitable.envs import get_game

from ..driving import play_episode
from ..timing import Run, rate


def aec(game: str, raw: bool) -> Run:
    """One environment, uniformly random legal actions; counted are decisions."""
    faces = importlib.import_module("cogitable.envs.table.aec")
    env = (faces.raw_env if raw else faces.env)(get_game(game))
    env.reset(seed=0)
    return lambda seconds, number: rate(lambda: play_episode(env), seconds)
