"""Chance for those who make things up at random, such as card files that the rules allow."""

from __future__ import annotations

from typing import Any

import numpy as np


class Lots:
    """What is drawn, from one generator."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def happens(self, chance: float) -> bool:
        return bool(self.rng.random() < chance)

    def number(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high + 1))

    def any_of(self, values: Any) -> str:
        return str(self.rng.choice(values))
