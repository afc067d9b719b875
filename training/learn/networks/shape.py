"""How the numbers of a learner's networks lie in one array."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Shape(NamedTuple):
    """What a learner's networks are, whose numbers lie in one array.

    First come those of the policy as :class:`~cogitable.agents.inference.network.Stack` has them, then the value's:
    hidden layers of its own if it has any, and its last layer, that of an output side by side.

    Attributes:
        policy: As ``Stack.shape``.
        value: Sizes of the value's layers, int64; the first is that of the policy's last hidden layer, or of all that
            is observed.
        shared: Whether the value is computed from the policy's last hidden layer.
        numbers: How many numbers are the policy's.
        inputs: As ``Stack.inputs``.
        thing_of: As ``Stack.thing_of``.
    """

    policy: np.ndarray
    value: np.ndarray
    shared: bool
    numbers: int
    inputs: np.ndarray
    thing_of: np.ndarray
