"""Redrawing what a seat cannot know."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below
from ...table.records import Array, Int
from .citizens import HERO_SIDE, MACHINE_SIDE, classes_active
from .state import ARRESTED, NOBODY, NUM_DISTRICTS, NUM_TYPES, Ask, CityState, Status


@compiled(allocates=True)
def redraw_citizens(state: CityState, side: Int) -> None:
    """Gather all Citizens whose types a side does not know, and deal them out again."""
    pool = np.zeros(NUM_TYPES, np.int64)
    total = np.int64(0)
    hidden = Status.IDENTIFIED if side == MACHINE_SIDE else Status.UNIDENTIFIED  # last state that it cannot see
    for type in range(NUM_TYPES):
        for district in range(NUM_DISTRICTS):
            for status in range(hidden + 1):
                pool[type] += np.int64(state.citizens[district, status, type])
        pool[type] += np.int64(state.citizens[ARRESTED, Status.UNIDENTIFIED, type]) - np.int64(state.sure[side, type])
        total += pool[type]
    if state.carried != NOBODY and state.carried_as <= hidden:
        pool[state.carried] += 1
        total += 1
        state.carried = draw(state.rng, pool, total)
        total -= 1
    shown = np.int64(NOBODY)
    if side == MACHINE_SIDE and state.ask == Ask.SHOW_TYPE:
        shown = draw_active(state, pool)
        take_first(state, np.int64(state.choosing_in))
        total -= 1
    for district in range(NUM_DISTRICTS):
        for status in range(hidden + 1):
            total = redraw_group(state, pool, total, district, status)
    if shown != NOBODY:
        state.citizens[state.choosing_in, Status.IDENTIFIED, shown] += 1
    for type in range(NUM_TYPES):
        state.citizens[ARRESTED, Status.UNIDENTIFIED, type] = state.sure[side, type] + pool[type]
        if side == MACHINE_SIDE:
            state.sure[HERO_SIDE, type] = state.sure[MACHINE_SIDE, type]


@compiled
def take_first(state: CityState, district: Int) -> None:
    """Take any identified Citizen out of a District: one whose type has been drawn already stands for it."""
    for type in range(NUM_TYPES):
        if state.citizens[district, Status.IDENTIFIED, type]:
            state.citizens[district, Status.IDENTIFIED, type] -= 1
            return


@compiled
def draw_active(state: CityState, pool: Array) -> Int:
    """Draw an active Citizen: the Heroes have said that one is among those identified in a District."""
    active, wanted = classes_active(state), np.int64(0)
    for type in range(active):
        wanted += pool[type]
    chosen = below(state.rng, wanted)
    for type in range(active):
        if 0 <= chosen < pool[type]:
            pool[type] -= 1
            return np.int64(type)
        chosen -= pool[type]
    return np.int64(NOBODY)


@compiled
def redraw_group(state: CityState, pool: Array, total: Int, district: Int, status: Int) -> Int:
    """Deal as many Citizens to a group as it has; return how many are left."""
    number = np.int64(0)
    for type in range(NUM_TYPES):
        number += np.int64(state.citizens[district, status, type])
        state.citizens[district, status, type] = 0
    for _ in range(number):
        state.citizens[district, status, draw(state.rng, pool, total)] += 1
        total -= 1
    return total


@compiled(inline=True)
def draw(words: Array, pool: Array, total: Int) -> Int:
    """Take a random Citizen of the pool; return its type."""
    chosen, found = below(words, total), np.int64(0)
    for type in range(NUM_TYPES):
        if chosen >= 0:
            found = np.int64(type)
        chosen -= pool[type]
    pool[found] -= 1
    return found
