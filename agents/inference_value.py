"""The value for every seat evaluated inside compiled code, one position at a time (see :mod:`.inference`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..envs.table.compilation.compile import compiled
from .inference import activate, dense, dot, hidden_row
from .policy_network import PolicyNetwork

RELU, HIDDEN, LAYERS = range(3)
"""Places in ``Values.shape``: whether activations are relu, whether the policy's last hidden layer is what is looked at
instead of the observation, where the layers' sizes begin."""


class Values(NamedTuple):
    """A policy's value as arrays that compiled code takes.

    Attributes:
        numbers: All its numbers, float32.
        shape: int64: RELU, HIDDEN, and from LAYERS on the sizes of all layers.
        span: Lowest and highest value, float32, shape (2,).
    """

    numbers: np.ndarray
    shape: np.ndarray
    span: np.ndarray

    @property
    def widest(self) -> int:
        """Numbers of its widest layer."""
        return int(self.shape[LAYERS:].max())


def values_of(network: PolicyNetwork) -> Values:
    """Return the value of a network that has one."""
    head = network.value
    assert head is not None
    *inner, (weights, bias) = head.layers
    parts = [part for pair in inner for part in pair] + [weights.T, bias]
    numbers = np.concatenate([np.ascontiguousarray(part, np.float32).ravel() for part in parts])
    sizes = [layer.shape[0] for layer, _ in head.layers] + [weights.shape[1]]
    shape = [int(network.activation == "relu"), int(head.source == "hidden"), *sizes]
    return Values(numbers, np.array(shape, np.int64), np.ascontiguousarray(head.span, np.float32))


@compiled
def seat_values(numbers, shape, span, policy_shape, observation, scratch, out):
    """Write the value of every seat, the viewer first and then clockwise.

    Args:
        numbers: ``Values.numbers``.
        shape: ``Values.shape``.
        span: ``Values.span``.
        policy_shape: ``Stack.shape`` of the policy.
        observation: What is seen, float32, shape (size,).
        scratch: What the policy's ``preferences`` have just used for the same observation, as wide as the value needs.
        out: float32, at least as long as there are values.
    """
    relu, last = shape[RELU] != 0, shape.size - 2
    at, source = np.int64(0), observation
    hidden = hidden_row(policy_shape)
    if shape[HIDDEN] != 0 and hidden >= 0:
        source = scratch[hidden]
    for layer in range(LAYERS, last):
        target = scratch[2 + (layer & 1)]
        count, outputs = shape[layer], shape[layer + 1]
        dense(numbers[at:], numbers[at + count * outputs :], source, count, target, outputs)
        activate(target, outputs, relu)
        at += (count + 1) * outputs
        source = target
    count, outputs = shape[last], shape[last + 1]
    for seat in range(outputs):
        value = numbers[at + count * outputs + seat] + dot(numbers, at + seat * count, source, count)
        out[seat] = min(max(value, span[0]), span[1])
