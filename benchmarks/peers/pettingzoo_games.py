"""PettingZoo's classic games, driven as its documentation shows."""

from __future__ import annotations

import importlib

from ..driving import play_episode
from ..timing import Run, rate


def classic(module: str, raw: bool) -> Run:
    """One environment, uniformly random legal actions; counted are decisions."""
    games = importlib.import_module(f"pettingzoo.classic.{module}")
    env = games.raw_env() if raw else games.env()
    env.reset(seed=0)
    return lambda seconds, number: rate(lambda: play_episode(env), seconds)
