"""The answers of the game of one against many to what the shared rules ask; see :mod:`...city.rules.variants`."""

from __future__ import annotations

import numpy as np

from ...city.rules.state import Event, Status, is_minor
from ...table.compilation.compile import compiled
from ...table.records import Int
from .state import Prepared, State


@compiled(inline=True)
def identified_as(state: State) -> Int:
    return Status.REVEALED if state.event == Event.ORDER else Status.IDENTIFIED


@compiled
def exit_price(state: State, first: Int, cost: Int) -> Int:
    return cost + 1 if first and state.event == Event.CHECKS else cost


@compiled
def coin_change(state: State, district: Int) -> Int:
    if state.event == Event.READY:
        return 1
    if state.event == Event.STALKERS and is_minor(district) and state.broken[district] == 0:
        return -1
    return 0


@compiled
def district_in_question(state: State) -> Int:
    return max(np.int64(state.tile), np.int64(state.choosing_in), np.int64(state.confiscating_in))


@compiled(inline=True)
def runner(setup: Prepared, state: State, number: Int) -> Int:
    """Round and round, Revolutionaries only."""
    return 1 + np.int64(number) % (np.int64(setup.seats) - 1)
