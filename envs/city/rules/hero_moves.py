"""Movement of Heroes: a Hero exits District after District towards the card that it chose."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, has, only
from .asking import allow_districts, ask_hero
from .city import flood
from .hero_costs import exit_cost
from .news import News, tell_hero
from .state import ALL_DISTRICTS, DIE, NUM_DISTRICTS, Act, Ask, CityPrepared, CityState, Turn


@compiled
def move_on(setup: CityPrepared, state: CityState, hero: Int) -> None:
    """Exit towards the chosen District: straight into a neighbour, else by any way that visits no District twice."""
    target = np.int64(state.chosen[hero])
    if state.at[hero] == target:
        state.step = Turn.LANDING
        return
    ways = ways_on(state, hero, target)
    if ways & (ways - 1) == 0:
        cost = exit_cost(state, hero)
        if cost <= state.trust[hero]:
            tell_hero(state, News.GOES, hero, only(ways), cost)
        exit_to(setup, state, hero, only(ways))
    else:
        ask_hero(state, hero, Ask.ROUTE)


@compiled
def ways_on(state: CityState, hero: Int, target: Int) -> Int:
    """Return the Districts to which a Hero may go next so that it can still reach its target."""
    near = np.int64(state.links[state.at[hero]])
    if has(near, target):
        return np.int64(1) << target
    left = ALL_DISTRICTS & ~np.int64(state.visited)
    found = np.int64(0)
    for district in range(NUM_DISTRICTS):
        if near & left & (np.int64(1) << district) and connects(state.links, left, district, target):
            found = add(found, district)
    return found


@compiled
def connects(links: Array, allowed: Int, district: Int, target: Int) -> bool:
    """Whether two of the Districts ``allowed`` are connected within them."""
    part = flood(links, allowed)
    while not has(part, district):
        allowed &= ~part
        part = flood(links, allowed)
    return has(part, target)


@compiled
def choose_way(setup: CityPrepared, state: CityState, action: Int) -> None:
    exit_to(setup, state, np.int64(state.hero), action - Act.DISTRICT)


@compiled
def exit_to(setup: CityPrepared, state: CityState, hero: Int, district: Int) -> None:
    """Exit a District. Who cannot pay loses all Trust and needs luck; who is caught ends up at the target detained."""
    cost = exit_cost(state, hero)
    if cost <= state.trust[hero]:
        state.trust[hero] -= cost
    else:
        lost = np.int64(state.trust[hero])
        state.trust[hero] = 0
        if not setup.escape[below(state.rng, DIE)]:
            state.detained[hero] = 1
            state.at[hero] = state.chosen[hero]
            tell_hero(state, News.CAUGHT, hero, state.chosen[hero], lost)
            return
        tell_hero(state, News.ESCAPES, hero, district, lost)
    state.at[hero] = district
    state.visited = add(state.visited, district)


@compiled
def allow_ways(state: CityState, mask: Array) -> None:
    hero = np.int64(state.hero)
    allow_districts(ways_on(state, hero, np.int64(state.chosen[hero])), mask)
