"""Training runs of a few hundred steps on Connect Four."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
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


PIECES: dict[str, Any] = {
    "evaluation.final_games": 0,
    "evaluation.every": 10_000,
    "league.max_snapshots": 1,
    "checkpoint_minutes": 60,
    "collection.pieces": 4,
}
"""What makes these runs shorter still, and divides their tables into pieces."""


def checkpoint_of(folder: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return all that a run's checkpoint holds, byte for byte, but the time that was spent."""
    with zipfile.ZipFile(folder / "checkpoint.zip") as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != "policy.json"}
    run = json.loads(parts.pop("run.json"))
    del run["counters"]["seconds"]
    return parts, run
