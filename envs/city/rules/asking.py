"""Who is asked what, and answers that many questions have."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .state import Act, CityState


@compiled(inline=True)
def ask_hero(state: CityState, hero: Int, question: Int) -> None:
    """Ask the seat that runs a Hero, by its place in the order of Initiative."""
    state.ask, state.seat, state.hero = question, state.runs[hero], hero


@compiled
def allow_each(members: Int, first: Int, mask: Array) -> None:
    """Allow an action for every member of a set, of those from ``first`` on."""
    left, action = np.int64(members), np.int64(first)
    while left != 0:
        if left & 1:
            mask[action] = 1
        left >>= 1
        action += 1


@compiled
def allow_districts(districts: Int, mask: Array) -> None:
    allow_each(districts, Act.DISTRICT, mask)


@compiled
def allow_yes_or_no(mask: Array) -> None:
    mask[Act.DONE], mask[Act.YES] = 1, 1
