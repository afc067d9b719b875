"""What the learner computes in compiled code where torch computes the rest: layers that skip zeros, and draws.

Observations are nine tenths zeros and a dozen of hundreds of actions are legal, so that the first and the last layer of
a network are mostly products with zeros, and a distribution over all actions costs more than the products.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ....agents.inference.network import dense, drawn, legal_logits, log_total, preferred
from ....envs.table.compilation.compile import compiled, instantiate
from ....envs.table.compilation.stamp import stamp


@functools.cache
def kernel(entry: Callable) -> Callable[..., Any]:
    """Return an entry point, of this module or another one, compiled; the same at every call."""
    made_from = stamp(entry, np.dtype([("none", np.int8)]))
    return instantiate(entry, "learning", entry.__module__, made_from, Path(__file__).parent)


def first_layer(observations, weights, bias, out):
    """Entry point: write ``observations @ weights + bias``.

    Args:
        observations: Shape (n, inputs).
        weights: Shape (inputs * outputs,), an input's weights side by side.
        bias: Shape (outputs,).
        out: Shape (n, outputs).
    """
    count, outputs = observations.shape[1], out.shape[1]
    for row in range(observations.shape[0]):
        dense(weights, bias, observations[row], count, out[row], outputs)


def first_layer_gradient(observations, gradient, weights):
    """Entry point: add ``observations.T @ gradient`` to ``weights``, shape (inputs * outputs,)."""
    outputs = gradient.shape[1]
    for row in range(observations.shape[0]):
        add_outer(observations[row], gradient[row], weights, outputs)


@compiled
def add_outer(inputs, gradient, weights, outputs):
    """Add the outer product of a row's inputs, mostly zeros, and its gradient."""
    for i in range(inputs.size):
        x = inputs[i]
        if x != 0:
            target = weights[i * outputs : (i + 1) * outputs]
            for o in range(outputs):
                target[o] += x * gradient[o]


def act_many(hidden, weights, bias, more, masks, wanted, logits, actions, log_probs):
    """Entry point: write an action drawn in every row and the logarithm of its probability.

    Args:
        hidden: What the last layer gets, shape (n, inputs).
        weights: Its weights, shape (actions * inputs,).
        bias: Shape (actions,).
        more: What else is said of actions, added to what the last layer says, shape (n, actions); of no rows: nothing.
        masks: Legal actions, int8, shape (n, actions).
        wanted: Uniform numbers from 0 to below 1, float64, shape (n,); of 1 and more, the likeliest action is taken.
        logits: Scratch, shape (actions,).
        actions: int64, shape (n,).
        log_probs: Shape (n,).
    """
    for row in range(wanted.size):
        _row_of_logits(hidden, weights, bias, more, row, masks[row], logits)
        actions[row], log_probs[row] = draw_one(logits, masks[row], wanted[row])


@compiled
def _row_of_logits(hidden, weights, bias, more, row, mask, logits):
    """Write the legal logits of one row."""
    legal_logits(weights, bias, hidden[row], hidden.shape[1], mask, logits)
    if more.shape[0] > 0:
        for action in range(mask.size):
            if mask[action] != 0:
                logits[action] += more[row, action]


@compiled
def draw_one(logits, mask, wanted):
    """Return one legal action and the logarithm of its probability."""
    total = log_total(logits, mask)
    chosen = drawn(logits, mask, total, wanted) if wanted < 1.0 else preferred(logits, mask)
    return chosen, np.float64(logits[chosen]) - total
