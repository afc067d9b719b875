"""Who plays which Hero: dealt, given or chosen, then sorted by Initiative."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import shuffle
from ...table.records import Array, Int
from .state import ALL_HEROES, NOBODY, NUM_HEROES, Act, Ask, CityPrepared, CityState
from .variants import runner


@compiled
def cast_heroes(setup: CityPrepared, state: CityState) -> bool:
    """Deal the Heroes or ask for the next one; return whether all are there and in their places."""
    if setup.choose_heroes and state.cursor < NUM_HEROES:
        state.ask, state.hero = Ask.HERO, NOBODY
        state.seat = runner(setup, state, np.int64(state.cursor))
        return False
    if not setup.choose_heroes:
        deal_heroes(setup, state)
    take_places(setup, state)
    return True


@compiled
def choose_hero(state: CityState, action: Int) -> None:
    state.heroes[state.cursor] = action - Act.PLAY
    state.cursor += 1


@compiled
def allow_heroes(state: CityState, mask: Array) -> None:
    """Allow the Heroes that nobody has chosen."""
    for hero in range(ALL_HEROES):
        mask[Act.PLAY + hero] = 1
    for i in range(state.cursor):
        mask[Act.PLAY + state.heroes[i]] = 0


@compiled(allocates=True)
def deal_heroes(setup: CityPrepared, state: CityState) -> None:
    """Deal three Heroes, or those that the options name, to the seats."""
    order = np.arange(ALL_HEROES)
    if setup.heroes[0] == NOBODY:
        shuffle(state.rng, order, 0, ALL_HEROES)
    else:
        for i in range(NUM_HEROES):
            order[i] = setup.heroes[i]
        shuffle(state.rng, order, 0, NUM_HEROES)
    for i in range(NUM_HEROES):
        state.heroes[i] = order[i]


@compiled
def take_places(setup: CityPrepared, state: CityState) -> None:
    """Put the Heroes in the order of Initiative, each in its first District."""
    for i in range(NUM_HEROES):
        state.runs[i] = runner(setup, state, i)
    for i in range(1, NUM_HEROES):  # insertion sort of three
        for j in range(i, 0, -1):
            if state.heroes[j] < state.heroes[j - 1]:
                state.heroes[j], state.heroes[j - 1] = state.heroes[j - 1], state.heroes[j]
                state.runs[j], state.runs[j - 1] = state.runs[j - 1], state.runs[j]
    for i in range(NUM_HEROES):
        state.at[i] = setup.start[state.heroes[i]]
