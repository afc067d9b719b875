"""Tree search: simulations by the second."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from cogitable.agents.base import View
from cogitable.agents.search.agent import SearchAgent
from cogitable.envs.table import Tables

from ..timing import Run, rate
from .games import prepared


def simulations(
    game: str,
    simulations: int = 1000,
    rollouts: Literal["random", "heuristic"] = "random",
    seats: int | None = None,
    **options: Any,
) -> Run:
    """The search agent against itself, over whole games; counted are simulations at decisions with a choice."""
    setup = prepared(game, seats, **options)
    table = Tables(setup, 1, seed=1)
    agent = SearchAgent(setup, 1, simulations=simulations, rollouts=rollouts)

    def work() -> int:
        choices = np.count_nonzero(table.masks)
        table.step(agent.act(View.of(table)))
        return simulations if choices > 1 else 0

    return lambda seconds, number: rate(work, seconds)
