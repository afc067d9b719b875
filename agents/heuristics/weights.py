"""Weights of rules of thumb: numbers in compiled code, each written with its value and with what it weighs."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Weights(IntEnum):
    """Base of an enumeration whose members are written as how much they weigh::

        class Weight(Weights):
            BREAD = 0.7  # a loaf in the larder

    ``weights[Weight.BREAD]`` is a weight in rules of thumb that are given ``weights``, such as ``Weight.array()``.
    """

    weight: float

    def __new__(cls, weight: float) -> Weights:
        """Number a weight behind those before it."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.weight = weight
        return member

    @classmethod
    def array(cls) -> np.ndarray:
        """Return the weights by number: float64, shape (members,)."""
        return np.array([member.weight for member in cls])
