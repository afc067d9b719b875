"""An agent that plays a game by its heuristic."""

from __future__ import annotations

import numpy as np

from ..envs.table.errors import OptionError
from ..envs.table.game import Setup
from .base import Agent, View
from .heuristics import choose, load_heuristic


def choose_many(setup, states, masks, actions):
    """Entry point: write the heuristic's action for the seat to move at every table with a legal action."""
    for row in range(states.size):
        if masks[row].any():
            actions[row] = choose(setup[0], states[row], masks[row])


class HeuristicAgent(Agent):
    """Plays by the compiled rules of thumb that a game supplies.

    Raises:
        OptionError: The game supplies none.
    """

    redraws = True

    def __init__(self, setup: Setup, seed: int | None = None) -> None:
        super().__init__(setup, seed)
        if not load_heuristic(setup.game):
            raise OptionError(f"{setup.game.title} has no heuristic")

    def act(self, view: View) -> np.ndarray:
        """Return the heuristic's choice at each table: int64, shape (n,)."""
        actions = np.zeros(len(view), np.int64)
        states = view.determinized(self.words)
        self.setup.game.kernel(choose_many)(self.setup.record, states, view.masks, actions)
        return actions
