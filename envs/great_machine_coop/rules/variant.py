"""The answers of the co-operative game to what the shared rules ask; see ``city.rules.variants``."""

from __future__ import annotations

import numpy as np

from ...city.rules.state import Status
from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import has
from .state import Prepared, State, Support

SUPPORT_DISCOUNT = 1


@compiled(inline=True)
def identified_as(state: State) -> Int:
    return Status.REVEALED


@compiled
def exit_price(state: State, first: Int, cost: Int) -> Int:
    if first and state.support == Support.EXIT:
        return max(cost - SUPPORT_DISCOUNT, 0)
    return cost


@compiled
def coin_change(state: State, district: Int) -> Int:
    change = np.int64(0)
    if state.support == Support.ATTACK:
        change -= SUPPORT_DISCOUNT
    if state.tamed and has(state.drones, district):
        change -= np.int64(state.tamed)
    return change


@compiled
def district_in_question(state: State) -> Int:
    asked = max(np.int64(state.tile), np.int64(state.choosing_in))
    return max(asked, np.int64(state.rioting_in), np.int64(state.breaking_in))


@compiled(inline=True)
def runner(setup: Prepared, state: State, number: Int) -> Int:
    """Round and round."""
    return np.int64(number) % np.int64(setup.seats)
