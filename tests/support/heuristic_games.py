"""Positions of games that are mostly a heuristic's, and a view in which it sees what a test lays before it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cogitable.agents.base import View
from cogitable.agents.heuristic import HeuristicAgent
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs.table import Setup, Tables


class Shown(View):
    """A view that hands out its states as they are."""

    def __init__(self, tables: Tables, states: np.ndarray) -> None:
        super().__init__(tables.setup, tables.observations, tables.masks, tables.seats, states)
        self.shown = states.copy()

    def determinized(self, words: np.ndarray) -> np.ndarray:
        return self.shown


def positions(setup: Setup, count: int, decisions: int) -> Iterator[Tables]:
    """Yield tables in games that are mostly the heuristic's, partly random."""
    tables = Tables(setup, count, seed=11)
    heuristic, random, rng = HeuristicAgent(setup, 1), RandomAgent(setup, 2), np.random.default_rng(3)
    for _ in range(decisions):
        yield tables
        view = View.of(tables)
        tables.step(np.where(rng.random(count) < 0.75, heuristic.act(view), random.act(view)))
