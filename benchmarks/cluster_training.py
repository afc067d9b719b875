"""Rounds of training by workers, and what a cluster would make of them on paper."""

from __future__ import annotations

import pickle
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.logger import Logger

from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.training_config import TrainingConfig, load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.sharing.collector import _InPieces, make_collector
from cogitable.training.learn.sharing.pieces import PiecePlayer, round_seeds
from cogitable.training.measure.sharing.workers import LocalWorkers, Workers

_ACTORS, _CORES = 8, 8  # actors of a node, and cores of the learner's own
_WIRE = 10e9 / 8  # bytes a second in and out of the learner's node
_NODES = (1, 2, 4, 8, 16, 32, 64)


def configuration(
    game: str, variant: str | None, settings: Sequence[str], pieces: int, staleness: int = 0
) -> TrainingConfig:
    """Return a configuration in so many pieces, on one thread."""
    fixed = {"threads": 1, "steps": 10**9, "collection.pieces": pieces, "collection.staleness": staleness}
    return load_config(game, variant, {**fixed, **dict(pair.split("=", 1) for pair in settings)})


class Trainer:
    """A training without evaluations, snapshots and files."""

    def __init__(self, config: TrainingConfig, workers: Workers) -> None:
        """Prepare to train with the help of workers."""
        th.set_num_threads(1)
        self.config, setups = config, tuple(config.setups().values())
        self.league = League(setups, config.league)
        self.env = SelfPlayVecEnv(setups, config.tables, self.league, config.seed, config.num_threads)
        self.learner = make_learner(config, self.env)
        self.learner.set_logger(Logger(None, []))
        self.league.refresh(self.learner.policy.network())
        self.collector = make_collector(config, self.learner, self.league, workers)
        self.learner.begin(self.env.reset())
        self.number = 0

    def rounds(self, count: int) -> int:
        """Collect and learn so many times; return the steps taken."""
        before = self.learner.num_timesteps
        for _ in range(count):
            own, _, _ = round_seeds(self.config.seed, self.number)
            np.random.seed(int(own.generate_state(2)[1]))  # noqa: NPY002  stable-baselines3 draws from it
            self.collector.fill(self.number)
            self.learner.update(0.0)
            self.league.refresh(self.learner.policy.network())
            self.number += 1
        return self.learner.num_timesteps - before

    def __enter__(self) -> Trainer:
        return self

    def __exit__(self, *error: object) -> None:
        self.collector.close()
        self.env.close()


def paper(config: TrainingConfig, rounds: int) -> None:
    """Measure what a decision costs and weighs, and print what up to 64 nodes would make of it."""
    found = _measure(config, rounds)
    for name, value in found.items():
        print(f"{name}: {value:,.1f}")
    each, takes = 1e6 / found["collecting, µs a decision"], 1e6 / found["taking over, µs a decision"]
    learner = 1e6 / (found["learning, µs a decision"] / _CORES + found["taking over, µs a decision"])
    in_and_out, weights = found["in and out, bytes a decision"], found["weights, bytes an update and node"]
    print(f"""
an actor collects {each:,.0f} decisions a second; the learner takes over at most {takes:,.0f},
and learns from {learner:,.0f} on {_CORES} cores, if its threads share the work without loss

| nodes of {_ACTORS} actors | they collect | wire carries | waiting for every update | one update behind | what binds |
| --- | --- | --- | --- | --- | --- |""")
    for nodes in _NODES:
        wire = _WIRE / (in_and_out + nodes * weights / found["decisions an update"])
        limits = {"actors": nodes * _ACTORS * each, "learner": learner, "wire": wire}
        waiting, behind = 1 / sum(1 / limit for limit in limits.values()), min(limits.values())
        told = " | ".join(f"{rate / 1000:,.0f} k" for rate in (limits["actors"], wire, waiting, behind))
        print(f"| {nodes} | {told} | {min(limits, key=lambda name: limits[name])} |")


def _measure(config: TrainingConfig, rounds: int) -> dict[str, float]:
    """Return processor microseconds and bytes a decision, all in this process."""
    spent = dict.fromkeys(("collecting", "learning", "taking over"), 0.0)
    with Trainer(config, LocalWorkers(1)) as trainer:
        collector: Any = trainer.collector
        assert isinstance(collector, _InPieces)
        player = PiecePlayer(config)
        for number in range(rounds + 1):
            settled = collector._settled(number)
            pieces, (orders, joined) = collector._gives(*settled)
            marks = [time.process_time()]
            played = [player(piece, orders, joined) for piece in pieces]
            marks.append(time.process_time())
            collector._take(orders, played)
            marks.append(time.process_time())
            trainer.learner.update(0.0)
            marks.append(time.process_time())
            sent = [len(pickle.dumps(value, pickle.HIGHEST_PROTOCOL)) for value in (orders, pieces, played)]
            if number:  # the first one warms up
                for name, took in zip(("collecting", "taking over", "learning"), np.diff(marks), strict=True):
                    spent[name] += float(took)
            trainer.league.refresh(trainer.learner.policy.network())
    steps = config.tables * config.ppo.n_steps
    costs = {f"{name}, µs a decision": 1e6 * its / (rounds * steps) for name, its in spent.items()}
    weights, out, back = sent
    return {
        "decisions an update": steps,
        "weights, bytes an update and node": weights,
        "tables out, bytes an update": out,
        "batches in, bytes an update": back,
        "in and out, bytes a decision": (out + back) / steps,
        **costs,
    }
