"""Gradients of a learner's networks, in compiled code on all cores: sb3-contrib's MaskablePPO, and what is copied.

A batch is shared out among threads, and what they find is added up in one order: the result depends on the number of
threads in the last digits only, not on their speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..networks.flat_policy import FlatPolicy
from ..networks.kernels import kernel
from .decisions import Decisions
from .passes import AGREED, CLIPPED, DIVERGENCE, ENTROPY, LOSS, VALUE, Scratch, learn, room


@dataclass(frozen=True)
class Weights:
    """What the loss weighs: names as in MaskablePPO."""

    clip_range: float
    ent_coef: float
    vf_coef: float


@dataclass(frozen=True)
class Found:
    """What PPO reports of a batch: means over its rows."""

    policy_loss: float
    value_loss: float
    entropy: float
    clip_fraction: float
    approx_kl: float


class Gradients:
    """Finds gradients of losses by a policy's parameters."""

    def __init__(self, policy: Any, threads: int) -> None:
        """Prepare ``threads`` threads; one is the caller's own."""
        self.policy, self.threads, self.dtype = policy, threads, next(policy.parameters()).dtype
        self.flat = FlatPolicy(policy)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._gradients = [np.zeros_like(self.flat.numbers) for _ in range(threads)]
        self._rooms: list[Scratch] = []
        self._decisions: Decisions | None = None

    def look_at(self, decisions: Decisions, observed: int) -> None:
        """Take decisions, whose observations are of so many numbers, to learn from them batch by batch."""
        self._decisions = decisions
        sizes = observed, decisions.seen.most, decisions.legal.most
        self._rooms = [room(self.flat.shape, *sizes, self.flat.numbers.dtype) for _ in range(self.threads)]

    def find(self, order: np.ndarray, advantages: np.ndarray, weights: Weights) -> Found:
        """Leave the gradient of a batch's PPO loss in the parameters' ``grad``.

        Args:
            order: Which decisions the batch consists of, int64, shape (n,).
            advantages: Of each of them, shape (n,).
            weights: What the loss weighs.
        """
        sums = self._share_out(order, advantages, (weights.clip_range, weights.ent_coef), weights.vf_coef)
        means = (sums / len(order)).tolist()
        return Found(means[LOSS], means[VALUE], means[ENTROPY], means[CLIPPED], means[DIVERGENCE])

    def copy(self, order: np.ndarray, value_weight: float) -> int:
        """Leave the gradient of the loss that copies what was wanted in the parameters' ``grad``.

        Args:
            order: Which decisions the batch consists of, int64, shape (n,).
            value_weight: Weight of the mean squared error of the values that are known; 0: they get no gradient.

        Returns:
            In how many of them the likeliest action was the one that was taken.
        """
        assert self._decisions is not None
        known = np.count_nonzero(~np.isnan(self._decisions.goals[order, 0]))
        weight = value_weight * len(order) / max(int(known), 1)
        sums = self._share_out(order, np.zeros(len(order), self.flat.numbers.dtype), None, weight)
        return int(sums[AGREED])

    def _share_out(
        self, order: np.ndarray, advantages: np.ndarray, surrogate: tuple[float, float] | None, value_weight: float
    ) -> np.ndarray:
        """Find a batch's gradient in all threads; return what is reported of it."""
        self.flat.gather()
        parts, settings = list(self._parts(order, advantages)), (surrogate, value_weight, len(order))
        others = [self._pool.submit(self._learn, *part, *settings) for part in parts[1:]] if self._pool else []
        sums = self._learn(*parts[0], *settings)
        for number, other in enumerate(others, 1):
            sums = sums + other.result()
            self._gradients[0] += self._gradients[number]
        self.flat.spread(self._gradients[0], with_value=value_weight > 0)
        return sums

    def _parts(self, order: np.ndarray, advantages: np.ndarray) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Yield the batch in parts of about one size, one for each thread."""
        edges = np.linspace(0, len(order), self.threads + 1).astype(int)
        for number, (a, b) in enumerate(zip(edges[:-1], edges[1:], strict=True)):
            yield number, order[a:b], advantages[a:b]

    def _learn(self, number: int, order: np.ndarray, advantages: np.ndarray, *settings: Any) -> np.ndarray:
        gradient, sums = self._gradients[number], np.zeros(6)
        gradient[:] = 0
        kernel(learn)(
            self.flat.numbers, self.flat.by_output, self.flat.shape, self._decisions, order, advantages, *settings,
            self._rooms[number], gradient, sums,
        )  # fmt: skip
        return sums

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
