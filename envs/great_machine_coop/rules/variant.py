"""The answers of the co-operative game to what the shared rules ask; see ``great_machine.variants``."""

from __future__ import annotations

import numpy as np

from ...city.rules.state import (
    Status,
)
from ...table.compilation.compile import compiled
from ...table.sets import has
from .state import (
    Support,
)

SUPPORT_DISCOUNT = 1


@compiled(inline=True)
def identified_as(state):
    return Status.REVEALED


@compiled
def exit_price(state, first, cost):
    if first and state.support == Support.EXIT:
        return max(cost - SUPPORT_DISCOUNT, 0)
    return cost


@compiled
def coin_change(state, district):
    change = np.int64(0)
    if state.support == Support.ATTACK:
        change -= SUPPORT_DISCOUNT
    if state.tamed and has(state.drones, district):
        change -= np.int64(state.tamed)
    return change


@compiled(inline=True)
def runner(setup, state, number):
    """Round and round."""
    return np.int64(number) % np.int64(setup.seats)
