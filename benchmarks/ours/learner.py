"""Rounds of collecting and learning, with the learner's own compiled parts or with those of sb3-contrib alone."""

from __future__ import annotations

import time
from typing import Any

import torch as th
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from torch import nn

from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.learner import Learner, make_learner
from cogitable.training.learn.networks.legal_policy import LegalPolicy
from cogitable.training.learn.networks.sparse import SparseLinear

from ..timing import Result, Run

_SNAPSHOTS = 4  # networks in the pool beside the learner


class AskedLeague(League):
    """A pool whose networks are asked from Python, a call of torch for each."""

    networks = None  # type: ignore[assignment]


class PlainPolicy(LegalPolicy):
    """Draws as sb3-contrib does."""

    forward = MaskableActorCriticPolicy.forward  # type: ignore[assignment]


class PlainLearner(Learner):
    """Learns as sb3-contrib does."""

    train = MaskablePPO.train  # type: ignore[assignment]

    def collect(self) -> None:
        """Step through the environment."""
        self.collect_rollouts(self.env, self._callback, self.rollout_buffer, self.n_steps)  # type: ignore[arg-type]


def rounds(game: str, variant: str | None, threads: int, plain: bool) -> Run:
    """Collect and learn as a configuration says, against the learner itself, four snapshots and the baselines."""
    options: dict[str, Any] = {"threads": threads, "steps": 1, "league.latest_share": 0.5}
    config = load_config(game, variant, options)
    th.set_num_threads(threads if plain else 1)
    setups = tuple(config.setups().values())
    league = (AskedLeague if plain else League)(setups, config.league)
    env = SelfPlayVecEnv(setups, config.tables, league, 0, 1 if plain else threads)
    learner = make_learner(config, env)
    if plain:
        _take_apart(learner)
    league.refresh(learner.policy.network())
    for number in range(_SNAPSHOTS):
        league.add("snapshot", learner.policy.network(), number)
    return _run_of(learner, league)


LATEST = "the learner itself"
"""In place of a baseline: all other seats are the learner's as it is now."""


def against(game: str, variant: str | None, baseline: str) -> Run:
    """Collect and learn on one thread, one kind of agent at all other seats."""
    options: dict[str, Any] = {"threads": 1, "steps": 1, "league.max_snapshots": 0, "league.latest_share": 1.0}
    if baseline != LATEST:
        options |= {"league.baselines": [baseline], "league.latest_share": 0.0}
    config = load_config(game, variant, options)
    th.set_num_threads(1)
    setups = tuple(config.setups().values())
    league = League(setups, config.league)
    learner = make_learner(config, SelfPlayVecEnv(setups, config.tables, league, 0))
    league.refresh(learner.policy.network())
    return _run_of(learner, league)


def _run_of(learner: Learner, league: League) -> Run:
    learner.set_logger(Logger(None, []))
    learner.begin(learner.env.reset())

    def run(seconds: float, number: int) -> Result:
        begun, processor, steps = time.perf_counter(), time.process_time(), learner.num_timesteps
        while time.perf_counter() - begun < seconds:
            learner.iterate(0.0)
            league.refresh(learner.policy.network())
        steps = learner.num_timesteps - steps
        spent = time.process_time() - processor
        return {"rate": steps / (time.perf_counter() - begun), "processor": 1e6 * spent / steps}

    return run


def _take_apart(learner: Learner) -> None:
    learner.__class__, learner.policy.__class__ = PlainLearner, PlainPolicy
    for module in learner.policy.modules():
        if isinstance(module, SparseLinear):
            module.__class__ = nn.Linear  # type: ignore[assignment]
