"""What a critic is to learn that tells every seat's value (:mod:`..networks.seat_values`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as th


def traced_returns(
    rewards: np.ndarray, values: np.ndarray, last: np.ndarray, starts: np.ndarray, gamma: float, trace: float
) -> np.ndarray:
    """Return what values are to be learned: returns by TD(lambda), as PPO has them of its own.

    Args:
        rewards: What was earned from each decision to the next, shape (steps, tables, k); NaN where that is not known,
            which makes all before it in the same episode unknown.
        values: What was foretold at each decision, of the same shape.
        last: What is foretold after the last one, shape (tables, k).
        starts: Whether a decision is the first of an episode, and whether the one after the last would be, shape
            (steps + 1, tables).
        gamma: Discount of a decision.
        trace: How slowly traces decay.
    """
    found, following, beyond = np.empty_like(values), last, last
    for step in range(len(rewards) - 1, -1, -1):
        goes_on = ~starts[step + 1, :, None]
        ahead = (1 - trace) * following + trace * beyond
        found[step] = rewards[step] + np.where(goes_on, gamma * ahead, 0)
        following, beyond = values[step], found[step]
    return found


def learned_returns(policy: Any, buffer: Any, rewards: np.ndarray, last_seen: np.ndarray, starts: np.ndarray) -> Any:
    """Return what a policy's value of the other seats is to be, shape (steps, tables, others).

    Args:
        policy: A policy whose last layer of the value is :class:`~..networks.seat_values.SeatValues`.
        buffer: The decisions that have been collected.
        rewards: What every seat earned, shape (steps, tables, seats), clockwise from the learner.
        last_seen: What the learner sees now, shape (tables, size).
        starts: Whether its next decisions are the first of an episode, shape (tables,).
    """
    with th.inference_mode():
        seen = [*buffer.observations, last_seen]
        told = [policy.value_net.every(_hidden(policy, th.from_numpy(one))).numpy()[:, 1:] for one in seen]
    first = np.concatenate([buffer.episode_starts.astype(bool), starts[None]])
    return traced_returns(rewards[:, :, 1:], np.stack(told[:-1]), told[-1], first, buffer.gamma, buffer.gae_lambda)


def _hidden(policy: Any, seen: th.Tensor) -> th.Tensor:
    _, to_value = policy.mlp_extractor(policy.extract_features(seen))
    found: th.Tensor = to_value
    return found
