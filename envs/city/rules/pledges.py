"""Trust that the Heroes pay together, each what it pledges."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .state import Act, CityState


@compiled
def allow_pledges(state: CityState, mask: Array) -> None:
    for amount in range(min(np.int64(state.to_pledge), np.int64(state.trust[state.hero])) + 1):
        mask[Act.AMOUNT + amount] = 1


@compiled
def pledge(state: CityState, action: Int) -> None:
    state.pledge[state.hero] = action - Act.AMOUNT
    state.to_pledge -= action - Act.AMOUNT
