"""Weights of rules of thumb: numbers in compiled code, each written with its value and with what it weighs."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Weights(IntEnum):
    """Base of an enumeration whose members are written as how much they weigh::

        class Weight(Weights):
            BREAD = 0.7  # a loaf in the larder

    ``weights[Weight.BREAD]`` is a weight in rules of thumb that are given ``weights``, such as ``Weight.array()``. A
    member may have several weights, one for each kind of player; one that is left out is 0.
    """

    weights: tuple[float, ...]

    def __new__(cls, *weights: float) -> Weights:
        """Number a member behind those before it."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.weights = weights
        return member

    @classmethod
    def array(cls, player: int = 0) -> np.ndarray:
        """Return the weights of one kind of player by number: float64, shape (members,)."""
        return np.array([(*member.weights, *[0.0] * player)[player] for member in cls])
