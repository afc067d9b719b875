"""The agent that everything is measured against first."""

from __future__ import annotations

import numpy as np

from .base import Agent, View


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions."""

    redraws = True

    def act(self, view: View) -> np.ndarray:
        """Return one uniformly random legal action a table: int64, shape (n,)."""
        passed = np.cumsum(view.masks != 0, axis=1, dtype=np.int32)
        wanted = self.generator.integers(0, np.maximum(passed[:, -1], 1))
        return (passed > wanted[:, None]).argmax(axis=1)
