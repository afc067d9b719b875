"""Trust that the Heroes pay together, each what it pledges."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .state import Act


@compiled
def allow_pledges(state, mask):
    for amount in range(min(np.int64(state.amount), np.int64(state.trust[state.hero])) + 1):
        mask[Act.AMOUNT + amount] = 1


@compiled
def pledge(state, action):
    state.pledge[state.hero] = action - Act.AMOUNT
    state.amount -= action - Act.AMOUNT
