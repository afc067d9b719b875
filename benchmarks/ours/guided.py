"""Networks in compiled code: positions judged by the second, and simulations of the search that asks them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.inference.network import evaluate_many, stack
from cogitable.agents.policy.agent import shipped_policy
from cogitable.agents.policy.file import load_policy
from cogitable.envs.table import Setup, Tables
from cogitable.training.learn.config.teaching import ValueSettings
from cogitable.training.learn.config.training_config import TrainingConfig
from cogitable.training.learn.run.run import train
from cogitable.training.learn.teaching.value import teach_file

from ..timing import Run, rate
from .games import prepared
from .learning import CONFIG

_POSITIONS, _DECISIONS = 512, 40  # tables, each so many random decisions into a game


def evaluations(game: str, seats: int | None = None, **options: Any) -> Run:
    """The shipped policy asked for its preferences, one position at a time, by one compiled loop."""
    setup = prepared(game, seats, **options)
    tables, draws = Tables(setup, _POSITIONS, seed=1), np.random.default_rng(1)
    for _ in range(_DECISIONS):
        tables.step((draws.random(tables.masks.shape) * tables.masks).argmax(axis=1))
    network = stack([load_policy(shipped_policy(setup))[0]])
    logits, numbers = np.zeros(tables.masks.shape, np.float32), np.zeros(_POSITIONS, np.int64)
    kernel, scratch = setup.game.kernel(evaluate_many), network.scratch

    def work() -> int:
        kernel(setup.record, tables.states, network, numbers, tables.observations, tables.masks, scratch, logits)
        return _POSITIONS

    return lambda seconds, number: rate(work, seconds)


def simulations(
    game: str, simulations: int = 400, others: str = "policy", seats: int | None = None, rollouts: str = ""
) -> Run:
    """Search with the shipped policy and its value against itself; counted at decisions with a choice.

    With ``rollouts`` somebody plays on from its leaves, for sixteen own decisions.
    """
    agent = f"search:network=policy,simulations={simulations},others={others}"
    agent += f",rollouts={rollouts},horizon=16" if rollouts else ""
    return _searched(prepared(game, seats), agent, simulations)


def connect_four(simulations: int = 400, width: int = 256) -> Run:
    """Connect Four, with two hidden layers of ``width`` units that have hardly learned; both seats search."""
    setup = prepared("connect_four", None)
    config = TrainingConfig(steps=2048, **{**CONFIG, "network": {"layers": (width, width), "shared": True}})
    with tempfile.TemporaryDirectory() as folder:
        result = train(config, Path(folder) / "run", quiet=True)
        teach_file(result.policy, result.policy, setup.game.name, ValueSettings(4096))
        agent = f"search:network={result.policy},simulations={simulations},others=search"
        return _searched(setup, agent, simulations)


def _searched(setup: Setup, spec: str, simulations: int) -> Run:
    table = Tables(setup, 1, seed=1)
    agent = make_agent(spec, setup, 1)

    def work() -> int:
        choices = np.count_nonzero(table.masks)
        table.step(agent.act(View.of(table)))
        return simulations if choices > 1 else 0

    return lambda seconds, number: rate(work, seconds)
