"""The answers of the game of one against many to what the shared rules ask; see :mod:`.variants`."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .state import CHECKS, IDENTIFIED, NUM_MINOR, ORDER, READY, REVEALED, STALKERS


@compiled(inline=True)
def identified_as(state):
    return REVEALED if state.event == ORDER else IDENTIFIED


@compiled
def exit_price(state, first, cost):
    return cost + 1 if first and state.event == CHECKS else cost


@compiled
def coin_change(state, district):
    if state.event == READY:
        return 1
    if state.event == STALKERS and district < NUM_MINOR and state.broken[district] == 0:
        return -1
    return 0


@compiled(inline=True)
def runner(setup, state, number):
    """Round and round, Revolutionaries only."""
    return 1 + np.int64(number) % (np.int64(setup.seats) - 1)
