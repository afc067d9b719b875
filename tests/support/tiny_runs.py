"""Training runs of a few hundred steps on Connect Four."""

from __future__ import annotations

from typing import Any

from cogitable.training.learn.config import TrainingConfig, load_config

TINY: dict[str, Any] = {
    "threads": 1,
    "tables": 16,
    "ppo.n_steps": 8,
    "ppo.batch_size": 64,
    "network.layers": [16],
    "evaluation.games": 10,
    "evaluation.final_games": 10,
    "evaluation.every": 300,
    "league.snapshot_every": 150,
    "league.max_snapshots": 2,
    "steps": 128 * 4,
}


def tiny(**more: Any) -> TrainingConfig:
    """Return the configuration of a run of four rounds, with some options changed."""
    return load_config("connect_four", None, {**TINY, **more})
