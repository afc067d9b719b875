"""Small networks with a value, without any training."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from cogitable.agents.policy.network import Activation, Layers, PolicyNetwork, ValueHead
from cogitable.envs.table import Setup


def ignorant(setup: Setup, low: float = -1.0, high: float = 1.0, seats: int | None = None) -> PolicyNetwork:
    """Return a network that prefers nothing and takes every position to be worth the middle of the span."""
    size, seats = setup.layout.size, setup.num_seats if seats is None else seats
    bias = np.full(seats, (low + high) / 2, np.float32)
    value = ValueHead(((np.zeros((size, seats), np.float32), bias),), "observation", np.float32([low, high]))
    nothing = np.zeros((size, setup.num_actions), np.float32), np.zeros(setup.num_actions, np.float32)
    return PolicyNetwork((nothing,), "relu", (), value)


def opinionated(
    setup: Setup,
    seed: int = 0,
    sizes: Sequence[int] = (12, 9),
    value_sizes: Sequence[int] = (7,),
    source: str = "hidden",
    activation: Activation = "relu",
) -> PolicyNetwork:
    """Return a network of random weights."""
    rng = np.random.default_rng(seed)
    policy = _layers(rng, [setup.layout.size, *sizes, setup.num_actions])
    first = policy[-1][0].shape[0] if source == "hidden" else setup.layout.size
    value = _layers(rng, [first, *value_sizes, setup.num_seats])
    return PolicyNetwork(policy, activation, (), ValueHead(value, source, np.float32([-1, 1])))  # type: ignore[arg-type]


def _layers(rng: np.random.Generator, sizes: Sequence[int]) -> Layers:
    def some(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) * 0.4).astype(np.float32)

    return tuple((some(inputs, outputs), some(outputs)) for inputs, outputs in pairwise(sizes))
