"""The value for every seat evaluated inside compiled code, one position at a time (see ``network.py``)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from ...envs.table.library import command_name
from ..policy.network import PolicyNetwork
from .network import dot, flat, hidden_row, last_hidden

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
    sizes = [layer.shape[0] for layer, _ in head.layers] + [head.layers[-1][0].shape[1]]
    shape = [int(network.activation == "relu"), int(head.source == "hidden"), *sizes]
    return Values(flat(head.layers), np.array(shape, np.int64), np.ascontiguousarray(head.span, np.float32))


def check_value(setup: Setup, network: PolicyNetwork, what: str) -> None:
    """Check that a network tells the value of every seat of a game.

    Args:
        setup: The game.
        network: The network.
        what: What needs that, and which network it is, for the message.

    Raises:
        OptionError: It has no value, or one for too few seats.
    """
    if network.value is None:
        raise OptionError(
            f"{what} needs a policy with a value, and this one has none; "
            f"`cogitable value {command_name(setup.game)} --policy FILE` teaches it one"
        )
    if network.value.seats < setup.num_seats:
        raise OptionError(
            f"{what}: its value tells of up to {network.value.seats} seats, not of {setup.num_seats}; "
            "`cogitable value` teaches it one for more"
        )


@compiled
def seat_values(values, evaluator, observation, out):
    """Write the value of every seat, the viewer first and then clockwise.

    Args:
        values: The value (:class:`Values`).
        evaluator: The policy, which has just been asked for its preferences at the same observation; its scratch is as
            wide as the value needs.
        observation: What is seen, float32, shape (size,).
        out: float32, at least as long as there are values.
    """
    numbers, shape, span, source = values.numbers, values.shape, values.span, observation
    hidden = hidden_row(evaluator)
    if shape[HIDDEN] != 0 and hidden >= 0:
        source = evaluator.scratch[hidden]
    at, source = last_hidden(numbers, shape[LAYERS:], shape[RELU] != 0, source, evaluator.scratch[2:])
    count, outputs = shape[shape.size - 2], shape[shape.size - 1]
    for seat in range(outputs):
        value = numbers[at + count * outputs + seat] + dot(numbers, at + seat * count, source, count)
        out[seat] = min(max(value, span[0]), span[1])
