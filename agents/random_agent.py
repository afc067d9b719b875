"""The agent that everything is measured against first."""

from __future__ import annotations

import numpy as np

from ..envs.table.game import Setup
from .base import Agent, View


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions."""

    def __init__(self, setup: Setup, seed: int | None = None) -> None:
        super().__init__(setup, seed)
        self.generator = np.random.default_rng(self.words)

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all choices from here on."""
        super().reseed(seed)
        self.generator = np.random.default_rng(self.words)

    def act(self, view: View) -> np.ndarray:
        """Return one uniformly random legal action a table: int64, shape (n,)."""
        passed = np.cumsum(view.masks != 0, axis=1, dtype=np.int32)
        wanted = self.generator.integers(0, np.maximum(passed[:, -1], 1))
        return (passed > wanted[:, None]).argmax(axis=1)
