"""Self-play from nothing."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from cogitable.agents.policy.agent import PolicyAgent
from cogitable.training.learn.config.training_config import TrainingConfig
from cogitable.training.learn.run.run import train
from cogitable.training.measure.evaluate import evaluate

from ..timing import Result, Run

CONFIG: dict[str, Any] = {
    "game": "connect_four",
    "tables": 64,
    "network": {"layers": (256,), "shared": True, "entities": "stones"},
    "ppo": {"n_steps": 16, "batch_size": 256, "n_epochs": 6, "learning_rate": 2e-3, "final_learning_rate": 1e-4},
    "league": {"snapshot_every": 10_240},
    "evaluation": {"every": 1 << 40, "against": ("random",), "games": 2, "final_games": 2},
    "checkpoint_minutes": 10,
}
"""Fitted to a short run; all else is as in every run."""

_FIRST_SEED = 1000  # the configuration was chosen on this task with smaller ones


def connect_four(steps: int, games: int) -> Run:
    """Train for ``steps`` and play ``games`` against random, seats rotated over the same deals; a draw counts half."""

    def run(seconds: float, number: int) -> Result:
        config = TrainingConfig(steps=steps, seed=_FIRST_SEED + number, **CONFIG)
        with tempfile.TemporaryDirectory() as folder:
            result = train(config, Path(folder) / "run", quiet=True)
            agent = partial(PolicyAgent, path=result.policy)
            found = evaluate(config.setups(), agent, ("random",), games, seed=_FIRST_SEED + number)
        return {"rate": result.steps / result.seconds, "win_rate": found["random"].total.won.mean}

    return run
