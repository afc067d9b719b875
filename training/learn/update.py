"""PPO's update: the loss of sb3-contrib's MaskablePPO, its gradient by hand where that is cheaper, on all cores.

A batch is shared out among threads, each with a copy of the network whose numbers are the network's own, and what they
find is added up in one order: the result depends on the number of threads in the last digits only, not on their speed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from .entities import EntityActions
from .kernels import CLIPPED, DIVERGENCE, ENTROPY, LOSS, kernel, ppo_head
from .seat_values import SeatValues


@dataclass
class Batch:
    """Decisions to learn from, one a row.

    Attributes:
        observations: float32, shape (n, size).
        masks: Legal actions, int8, shape (n, actions).
        actions: int64, shape (n,).
        log_probs: Logarithms of their probabilities when they were taken, shape (n,).
        advantages: Shape (n,).
        returns: What the value is to be, shape (n,).
        others: What the value of the other seats is to be, shape (n, others), NaN where there is none.
    """

    observations: th.Tensor
    masks: np.ndarray
    actions: np.ndarray
    log_probs: np.ndarray
    advantages: np.ndarray
    returns: th.Tensor
    others: th.Tensor

    def parts(self, count: int) -> Iterator[Batch]:
        """Yield the batch in ``count`` parts of about one size."""
        edges = np.linspace(0, len(self.actions), count + 1).astype(int)
        for a, b in zip(edges[:-1], edges[1:], strict=True):
            yield Batch(*(value[a:b] for value in vars(self).values()))


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
    """Finds the gradient of PPO's loss by a policy's parameters."""

    def __init__(self, policy: MaskableActorCriticPolicy, threads: int) -> None:
        """Prepare ``threads`` threads; one is the caller's own."""
        self.policy = policy
        self.copies = [_sharing(policy) for _ in range(threads - 1)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def find(self, batch: Batch, weights: Weights) -> Found:
        """Leave the gradient of a batch's loss in the parameters' ``grad``."""
        first, *others = batch.parts(1 + len(self.copies))
        count = len(batch.actions)
        running = [
            self._pool.submit(_gradient, twin, part, weights, count)  # type: ignore[union-attr]
            for twin, part in zip(self.copies, others, strict=True)
        ]
        sums = _gradient(self.policy, first, weights, count)
        for twin, other in zip(self.copies, running, strict=True):
            sums = sums + other.result()
            for own, its in zip(self.policy.parameters(), twin.parameters(), strict=True):
                if own.grad is not None and its.grad is not None:
                    own.grad.add_(its.grad)
        entropy, clipped, kl = (float(sums[place]) / count for place in (ENTROPY, CLIPPED, DIVERGENCE))
        return Found(float(sums[LOSS]) / count, float(sums[-1]) / count, entropy, clipped, kl)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _sharing(policy: MaskableActorCriticPolicy) -> MaskableActorCriticPolicy:
    """Return a copy of a policy that has the same numbers, now and later, and gradients of its own."""
    twin = copy.deepcopy(policy)
    for own, its in zip(policy.parameters(), twin.parameters(), strict=True):
        its.data = own.data
    return twin


def _gradient(policy: MaskableActorCriticPolicy, batch: Batch, weights: Weights, count: int) -> np.ndarray:
    """Leave the gradient of one part's share of the loss in a policy; return sums of what is reported."""
    for parameter in policy.parameters():
        parameter.grad = None
    sums = np.zeros(5)
    to_policy, to_value = policy.mlp_extractor(policy.extract_features(batch.observations))
    values, to_values, errors = _values(policy.value_net, to_value, batch)
    sums[-1] = float((errors * errors).sum())
    settings = weights.clip_range, weights.ent_coef, count
    last: Any = policy.action_net
    heads = isinstance(last, EntityActions)
    more = last.judged(to_policy, batch.masks) if heads else to_policy.new_zeros(0, 0)
    gradient, to_more = _head_gradient(last.all if heads else last, to_policy.detach(), more, batch, settings, sums)
    pairs = [(to_policy, gradient), (more, to_more), (values, to_values * (2 * weights.vf_coef / count))]
    pairs = [pair for pair in pairs if pair[0].requires_grad]
    th.autograd.backward([tensor for tensor, _ in pairs], [its for _, its in pairs])
    return sums


def _values(last: nn.Module, hidden: th.Tensor, batch: Batch) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
    """Return values, half of the gradient of their squared errors' sum, and the errors of the learner's own.

    What the others' values miss counts as much together as what the own one does.
    """
    if not isinstance(last, SeatValues):
        values = last(hidden).flatten()
        errors = values.detach() - batch.returns
        return values, errors, errors
    values = last.every(hidden)
    errors = values.detach() - th.cat([batch.returns[:, None], batch.others], dim=1)
    own = errors[:, 0].clone()
    others = (~errors[:, 1:].isnan()).sum(dim=1, keepdim=True).clamp_min(1)
    errors[:, 1:] = errors[:, 1:].nan_to_num() / others
    return values, errors, own


def _done(batch: Batch) -> tuple[np.ndarray, ...]:
    return batch.masks, batch.actions, batch.log_probs, batch.advantages


def _head_gradient(
    last: nn.Linear,
    hidden: th.Tensor,
    more: th.Tensor,
    batch: Batch,
    settings: tuple[float, float, int],
    sums: np.ndarray,
) -> tuple[th.Tensor, th.Tensor]:
    """Leave the gradient by the last layer in it; return that by what it gets, and by what is said beside it."""
    weight, bias = last.weight.detach(), last.bias.detach()
    last.weight.grad, last.bias.grad = th.zeros_like(weight), th.zeros_like(bias)
    to_hidden, to_more = th.zeros_like(hidden), th.zeros_like(more)
    scratch = np.zeros((2, len(bias)), to_hidden.numpy().dtype)
    found = to_hidden.numpy(), last.weight.grad.view(-1).numpy(), last.bias.grad.numpy(), to_more.numpy()
    numbers = hidden.contiguous().numpy(), weight.view(-1).numpy(), bias.numpy(), more.detach().numpy()
    kernel(ppo_head)(*numbers, *_done(batch), *settings, scratch, *found, sums[:4])
    return to_hidden, to_more
