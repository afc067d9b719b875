"""A network that is asked again and again, and adds up anew only what has changed since.

From one decision of a seat to its next few of the hundreds of numbers that it sees change, and the first layer, which
looks at all of them, is most of what a small network costs. Its sums are kept for every seat, and the differences added
(as in chess engines' efficiently updatable networks; Nasu, 2018).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from .network import LAYERS, RELU, Evaluator, dense, hidden_from, prefer_by, preferences
from .rows import activate, add_changes

_ANEW = 64
"""Every so often the sums of a seat are added up anew, before errors of rounding come to anything."""


class Sums(NamedTuple):
    """What a network was asked last by each seat; every thread needs its own.

    Attributes:
        seen: What the seats saw, float32, shape (seats, inputs).
        sums: What the first layer made of that, before its activation, float32, shape (seats, units).
        asked: How often each seat has asked, int64, shape (seats,).
    """

    seen: np.ndarray
    sums: np.ndarray
    asked: np.ndarray

    def forget(self) -> None:
        """Add up everything anew: what comes next must not depend on what was asked before."""
        self.asked[:] = 0


def new_sums(evaluator: Evaluator, seats: int) -> Sums:
    """Return what nobody has asked yet."""
    inputs, units = evaluator.shape[LAYERS : LAYERS + 2]
    return Sums(np.zeros((seats, inputs), np.float32), np.zeros((seats, units), np.float32), np.zeros(seats, np.int64))


@compiled
def preferences_again(evaluator, sums, seat, observation, mask, logits):
    """Write the logits of the legal actions, as :func:`~.network.preferences`, for a seat that asks often.

    Args:
        evaluator: The network.
        sums: What it was asked before (:class:`Sums`).
        seat: Who asks.
        observation: What the seat sees, float32, shape (size,).
        mask: Legal actions, int8, shape (actions,).
        logits: float32, shape (actions,).
    """
    weights, sizes, relu = evaluator.weights, evaluator.shape[LAYERS:], evaluator.shape[RELU] != 0
    if sizes.size == 2:  # no hidden layer: outputs of legal actions alone cost little
        preferences(evaluator, observation, mask, logits)
        return
    inputs, units, hidden = sizes[0], sizes[1], evaluator.scratch[0]
    add_up(weights, inputs, units, sums, seat, observation)
    for unit in range(units):
        hidden[unit] = sums.sums[seat, unit]
    activate(hidden, units, relu)
    at, last = hidden_from(1, (inputs + 1) * units, weights, sizes, relu, hidden, evaluator.scratch[:2])
    prefer_by(evaluator, at, last, observation, mask, logits)


@compiled
def add_up(weights, inputs, units, sums, seat, observation):
    """Bring the sums of a seat up to date with what it sees."""
    seen, kept = sums.seen[seat], sums.sums[seat]
    if sums.asked[seat] % _ANEW == 0:
        dense(weights, weights[inputs * units :], observation, inputs, kept, units)
        for number in range(inputs):
            seen[number] = observation[number]
    else:
        add_changes(weights, seen, observation, inputs, kept, units)
    sums.asked[seat] += 1
