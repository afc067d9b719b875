"""Trust that the Heroes pay together, each what it pledges; only pledges that add up to the price are paid."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Array, Int
from .asking import ask_hero
from .news import News
from .state import NUM_HEROES, Act, Ask, CityState


@compiled
def begin_pledges(state: CityState, price: Int) -> None:
    state.cursor, state.to_pledge = 0, price
    for hero in range(NUM_HEROES):
        state.pledge[hero] = 0


@compiled
def ask_next_pledge(state: CityState) -> bool:
    """Ask the next Hero with Trust while some is missing; return whether anybody is asked."""
    while state.cursor < NUM_HEROES and state.to_pledge > 0:
        hero = np.int64(state.cursor)
        state.cursor += 1
        if state.trust[hero] > 0:
            ask_hero(state, hero, Ask.PLEDGE)
            return True
    return False


@compiled
def collect(state: CityState) -> bool:
    """Take what was pledged if nothing is missing; return whether it was paid."""
    paid = state.to_pledge == 0
    given = np.int64(0)
    for hero in range(NUM_HEROES):
        given += np.int64(state.pledge[hero])
        if paid:
            state.trust[hero] -= state.pledge[hero]
        state.pledge[hero] = 0
    tell(state, News.PAID_TOGETHER, UNKNOWN, paid, given)
    state.to_pledge = 0
    return paid


@compiled
def allow_pledges(state: CityState, mask: Array) -> None:
    for amount in range(min(np.int64(state.to_pledge), np.int64(state.trust[state.hero])) + 1):
        mask[Act.AMOUNT + amount] = 1


@compiled
def pledge(state: CityState, action: Int) -> None:
    state.pledge[state.hero] = action - Act.AMOUNT
    state.to_pledge -= action - Act.AMOUNT
