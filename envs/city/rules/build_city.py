"""Laying out the city: presets and random cities.

A tile laid after the second touches two others at least, so that the Two Route Principle holds from the third on.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below, shuffle
from ...table.records import Array, Int
from ...table.sets import add, has
from . import state as city
from .city import against, flood, movable_districts, move_to_corner, set_distances, set_links, tile_neighbours
from .news import tell_city
from .state import CityLayout, CityPrepared, CityState, District

_MINORS = np.array(city.MINOR_DISTRICTS, np.int64)
_TRIES = 20
"""Arrangements of the Districts that are tried on tiles as they lie before others are laid."""


@compiled
def build_city(setup: CityPrepared, state: CityState) -> None:
    """Lay out the city."""
    if setup.layout == CityLayout.PRESET or setup.layout == CityLayout.SHUFFLED:
        for district in range(city.NUM_DISTRICTS):
            for i in range(3):
                state.place[district, i] = setup.place[district, i]
        if setup.layout == CityLayout.SHUFFLED:
            shuffle_minors(setup, state)
    else:
        grow_city(state)
        tries = 0
        while setup.layout == CityLayout.ADVISED and not follows_advice(state.links):  # about one in eight does
            tries += 1
            if tries % _TRIES == 0:
                grow_city(state)
            else:
                mix_districts(state)  # which takes a tenth of the time
    complete_city(setup, state)
    tell_city(setup, state)


@compiled
def complete_city(setup: CityPrepared, state: CityState) -> None:
    """Work out everything that follows from where the tiles lie."""
    state.there = city.ALL_DISTRICTS
    move_to_corner(state.place, city.ALL_DISTRICTS)
    set_links(state.place, state.links, city.ALL_DISTRICTS)
    set_distances(state.links, state.far)
    state.movable = movable_districts(state.place, state.links, setup.lifted)


@compiled(allocates=True)
def shuffle_minors(setup: CityPrepared, state: CityState) -> None:
    """Give the places of the Minor Districts to them at random."""
    order = _MINORS.copy()
    shuffle(state.rng, order, 0, city.NUM_MINOR)
    for number in range(city.NUM_MINOR):
        for i in range(3):
            state.place[_MINORS[number], i] = setup.place[order[number], i]


@compiled(allocates=True)
def grow_city(state: CityState) -> None:
    """Lay the Districts in random order, each at a random place of those that are allowed."""
    order = np.arange(city.NUM_DISTRICTS)
    shuffle(state.rng, order, 0, city.NUM_DISTRICTS)
    state.there = 0
    lay(state, order[0], 0, 0, 0)
    for number in range(1, city.NUM_DISTRICTS):
        anchor, way = order[below(state.rng, number)], below(state.rng, city.NUM_WAYS)
        while not may_lie(state, anchor, way):
            anchor, way = order[below(state.rng, number)], below(state.rng, city.NUM_WAYS)
        x, y, turned = against(state.place, anchor, way)
        lay(state, order[number], x, y, turned)
    set_links(state.place, state.links, city.ALL_DISTRICTS)


@compiled
def mix_districts(state: CityState) -> None:
    """Give all places to the Districts at random."""
    for last in range(city.NUM_DISTRICTS - 1, 0, -1):
        other = below(state.rng, last + 1)
        for i in range(3):
            state.place[last, i], state.place[other, i] = state.place[other, i], state.place[last, i]
    set_links(state.place, state.links, city.ALL_DISTRICTS)


@compiled
def lay(state: CityState, district: Int, x: Int, y: Int, turned: Int) -> None:
    state.place[district, 0], state.place[district, 1], state.place[district, 2] = x, y, turned
    state.there = add(state.there, district)


@compiled
def may_lie(state: CityState, anchor: Int, way: Int) -> bool:
    """Whether a new tile may lie against ``anchor`` so: nothing covered, and two others touched if there are two."""
    there = np.int64(state.there)
    x, y, turned = against(state.place, anchor, way)
    near = tile_neighbours(state.place, there, x, y, turned)
    return near > 0 and (near & (near - 1) != 0 or there & (there - 1) == 0)


@compiled
def follows_advice(links: Array) -> bool:
    """The Guide's advice: all near the Grand Citadel, the Tower not next to it, and nobody among its kind alone."""
    near = np.int64(links[District.CITADEL])
    if has(near, District.TOWER):
        return False
    within = add(near, District.CITADEL)
    for district in range(city.NUM_DISTRICTS):
        if has(near, district):
            within |= np.int64(links[district])
    if within != city.ALL_DISTRICTS:
        return False
    seats_of_power = city.MAJOR ^ (1 << District.SQUARE)
    for district in range(city.NUM_DISTRICTS):
        if not has(seats_of_power, district) and np.int64(links[district]) & ~seats_of_power == 0:
            return False
    return flood(links, city.ALL_DISTRICTS) == city.ALL_DISTRICTS
