"""How a rate is counted."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

Result = dict[str, float]
Run = Callable[[float, int], Result]
"""A measurement made ready: ``run(seconds, round)`` works for about that long and returns figures by name."""

_CLOCK = time.perf_counter
_DRAW = random.Random(0).random


def rate(work: Callable[[], int], seconds: float) -> Result:
    """Call ``work`` again and again for ``seconds``; return what it says it did, by the second, as ``rate``."""
    done, start = 0, _CLOCK()
    while True:
        done += work()
        passed = _CLOCK() - start
        if passed >= seconds:
            return {"rate": done / passed}


def pick(mask: np.ndarray) -> int:
    """Return a uniformly random legal action: the one policy that every environment driven from Python gets."""
    legal = mask.nonzero()[0]
    return int(legal[int(_DRAW() * legal.size)])
