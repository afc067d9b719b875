"""Learning from what others would do: how much of each legal action was wanted, and perhaps what came of it."""

from __future__ import annotations

import numpy as np
import torch as th

from .decisions import Decisions, Rows, sparse_rows
from .learner import Learner


def wanted_of(masks: np.ndarray, actions: np.ndarray, shares: np.ndarray | None) -> Rows:
    """Return legal actions with how much of each was wanted.

    Args:
        masks: Legal actions, int8, shape (k, actions).
        actions: What was chosen, int64, shape (k,).
        shares: What share of each action was wanted, shape (k, actions); None: all of what was chosen.
    """
    legal = sparse_rows(masks)
    of_row = np.repeat(np.arange(len(actions)), legal.ends - legal.begins)
    wanted = actions[of_row] == legal.places if shares is None else shares[of_row, legal.places]
    return legal._replace(values=wanted.astype(np.float32))


def copy_once(
    learner: Learner,
    observations: np.ndarray,
    wanted: Rows,
    actions: np.ndarray,
    values: np.ndarray | None,
    batch_size: int,
    learning_rate: float,
) -> float:
    """Go once through decisions, in an order that torch's generator draws.

    Args:
        learner: Who learns; its optimizer goes on from here.
        observations: What was seen, float32, shape (k, size).
        wanted: Legal actions with how much of each was wanted.
        actions: What counts as agreeing, int64, shape (k,).
        values: What the value is to be, float32, shape (k,), NaN where that is not known; None: it learns nothing.
        batch_size: Decisions in a gradient step.
        learning_rate: Step size.

    Returns:
        The share in which the preferred action was the one that counts, before each batch was learned from.
    """
    policy, gradients, agreed = learner.policy, learner.gradients(), 0
    policy.set_training_mode(True)
    for group in policy.optimizer.param_groups:
        group["lr"] = learning_rate
    goals = np.full((len(actions), gradients.flat.shape.value[-1]), np.nan, np.float32)
    if values is not None:
        goals[:, 0] = values
    decisions = Decisions(sparse_rows(observations), wanted, actions, np.zeros(len(actions), np.float32), goals)
    gradients.look_at(decisions, observations.shape[1])
    for batch in th.randperm(len(actions)).split(batch_size):
        agreed += gradients.copy(batch.numpy(), 0.0 if values is None else learner.vf_coef)
        th.nn.utils.clip_grad_norm_(policy.parameters(), learner.max_grad_norm)
        policy.optimizer.step()
    return agreed / len(actions)
