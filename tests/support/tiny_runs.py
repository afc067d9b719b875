"""Training runs of a few hundred steps on Connect Four."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cogitable.agents.policy.file import load_policy
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.training.learn.config.training_config import TrainingConfig, load_config
from cogitable.training.learn.run import running
from cogitable.training.learn.run.run import resume, train

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


def resumed_alike(config: TrainingConfig, folder: Path, rounds: int) -> PolicyNetwork:
    """Train in one go, then killed after some rounds and resumed; check that all is the same, return the policy."""
    whole, iterate, done = train(config, folder / "whole", quiet=True), running.Run._iterate, list[int]()

    def killed(run: Any, progress: Any) -> None:
        if len(done) == rounds:
            raise KeyboardInterrupt
        done.append(1)
        iterate(run, progress)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running.Run, "_iterate", killed)
        with pytest.raises(KeyboardInterrupt):
            train(config, folder / "parts", quiet=True)
    parts = resume(folder / "parts", quiet=True)
    assert parts.steps == whole.steps
    found, again = (load_policy(result.folder / "last.zip")[0] for result in (whole, parts))
    for name, array in found.arrays().items():
        assert array.tobytes() == again.arrays()[name].tobytes(), name
    assert checkpoint_of(parts.folder) == checkpoint_of(whole.folder)  # with what it has kept of itself
    return found


def checkpoint_of(folder: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return all that a run's checkpoint holds, byte for byte, but the time that was spent."""
    with zipfile.ZipFile(folder / "checkpoint.zip") as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != "policy.json"}
    run = json.loads(parts.pop("run.json"))
    del run["counters"]["seconds"]
    return parts, run
