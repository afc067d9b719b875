"""Weights of what a training run has never seen are left out of the policy that it ships.

An input that was zero at every decision has passed no gradient on: its weights are still those that the run began with.
They would speak up, at random, when that input is met for the first time, and random numbers do not compress.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...agents.policy.network import PolicyNetwork
from ..learn.config.sections import LeagueConfig
from ..learn.config.training_config import TrainingConfig

_ROUNDING = 1e-6
"""Fresh weights are orthogonal, and how they are rounded depends on the machine and its threads; one step of the
optimizer moves a weight a hundred times as far."""


def without_unseen(network: PolicyNetwork, config: TrainingConfig) -> PolicyNetwork:
    """Return a network whose weights of inputs that its training never met are zero; else it is the same.

    Args:
        network: Of a run's policy.
        config: Configuration of the run, or of the first of those that went on from each other. What it began with is
            made again from it; where that was a trained policy nothing is changed.
    """
    if config.network.start is not None:
        return network
    (weights, bias), *others = network.layers
    first = _at_first(config).layers[0][0]
    if first.shape != weights.shape:
        return network
    unseen = (np.abs(weights - first) < _ROUNDING).all(axis=1)
    return replace(network, layers=((np.where(unseen[:, None], np.float32(0), weights), bias), *others))


def _at_first(config: TrainingConfig) -> PolicyNetwork:
    """Return the network that a run begins with."""
    from ..learn.collecting.everything import critics_view
    from ..learn.collecting.selfplay import SelfPlayVecEnv
    from ..learn.league.league import League
    from ..learn.learner.learner import make_learner

    setups = tuple(config.setups().values())
    nobody = LeagueConfig(baselines=("random",))  # whom it played may be gone, and has not made its first weights
    everything = critics_view(config.network, setups)  # what the critic sees draws weights, too
    env = SelfPlayVecEnv(setups, config.tables, League(setups, nobody), config.seed, everything=everything)
    try:
        return make_learner(config, env).policy.network()
    finally:
        env.close()
