"""Agents without chance, for tests; named on command lines as ``python:plain_agents:First``."""

from __future__ import annotations

import numpy as np

from cogitable.agents.base import Agent, View


class First(Agent):
    """Takes the legal action of the lowest number."""

    def act(self, view: View) -> np.ndarray:
        return view.masks.argmax(axis=1)


class Hash(Agent):
    """Chooses by what it sees, so that games differ, yet without a generator."""

    def act(self, view: View) -> np.ndarray:
        weights = np.arange(1, view.observations.shape[1] + 1) ** 2 % 97
        key = (view.observations @ weights).astype(np.int64)[:, None] + np.arange(view.masks.shape[1]) * 31
        return np.where(view.masks > 0, key % 101, -1).argmax(axis=1)


class Listener(Agent):
    """Takes the first legal action where nothing has been told of the game yet, later the last one."""

    reads_logs = True

    def act(self, view: View) -> np.ndarray:
        last = view.masks.shape[1] - 1 - view.masks[:, ::-1].argmax(axis=1)
        return np.where([len(view.log(row)) == 0 for row in range(len(view))], view.masks.argmax(axis=1), last)


class Chance(Agent):
    """Chooses uniformly, with the agent's own words."""

    def act(self, view: View) -> np.ndarray:
        rng = np.random.default_rng(self.words)
        self.words[:] = rng.integers(0, 2**32, 4, dtype=np.uint32)
        return (rng.random(view.masks.shape) * view.masks).argmax(axis=1)
