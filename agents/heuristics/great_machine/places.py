"""Repositioning where it decides over a step of the plan: Flying Carpets asks whether Major Districts are connected."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.city import against, flood, new_places, tile_neighbours
from ....envs.city.rules.state import ALL_DISTRICTS, MAJOR, NOBODY, NUM_DISTRICTS, NUM_WAYS, Act, Ask, Event, is_minor
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from ....envs.table.sets import add, has, remove


@compiled
def are_together(state):
    """Whether the Major Districts are connected without a Minor one in between."""
    return flood(state.links, MAJOR) == MAJOR


@compiled(allocates=True)
def find_move(state, together):
    """Return District, other District and way of a move that brings the Major Districts together, or apart.

    What of it has been chosen already stays. All are NOBODY where there is none.
    """
    ways = np.zeros(NUM_WAYS, np.uint8)
    for district in range(NUM_DISTRICTS):
        if is_minor(district):  # to move it changes nothing among Major ones
            continue
        if not has(state.movable, district) or (state.tile != NOBODY and state.tile != district):
            continue
        for anchor in range(NUM_DISTRICTS):
            if anchor == district or (state.anchor != NOBODY and state.anchor != anchor):
                continue
            ways[:] = 0
            if new_places(state.place, state.links, district, anchor, ways, 0) > 0:
                for way in range(NUM_WAYS):
                    if ways[way] and brings_together(state, district, anchor, way) == together:
                        return np.int64(district), np.int64(anchor), np.int64(way)
    return np.int64(NOBODY), np.int64(NOBODY), np.int64(NOBODY)


@compiled(allocates=True)
def brings_together(state, district, anchor, way):
    """Whether the Major Districts are connected once one of them lies elsewhere."""
    x, y, turned = against(state.place, np.int64(anchor), np.int64(way))
    near = tile_neighbours(state.place, remove(ALL_DISTRICTS, district), x, y, turned)
    links = np.zeros(NUM_DISTRICTS, np.int64)
    for other in range(NUM_DISTRICTS):
        links[other] = remove(state.links[other], district)
        if has(near, other):
            links[other] = add(links[other], district)
    links[district] = near
    return flood(links, MAJOR) == MAJOR


@compiled
def decides_the_plan(state, together):
    """Whether a District can be moved so that the Master Plan advances by Flying Carpets, or does not."""
    if state.event != Event.CARPETS or are_together(state) == together:
        return False
    district, _, _ = find_move(state, together)
    return district != NOBODY


@compiled
def choose_place(state, mask, together):
    """Answer a question about the city's tiles: by what it means for Flying Carpets, else at random."""
    if state.ask == Ask.CARPET and not decides_the_plan(state, together):
        return np.int64(Act.DONE)
    if state.event == Event.CARPETS and are_together(state) != together:
        district, anchor, way = find_move(state, together)
        if district != NOBODY:
            if state.ask == Ask.WAY:
                return Act.WAY + way
            return Act.DISTRICT + (anchor if state.ask == Ask.ANCHOR else district)
    return np.int64(pick_legal(state.rng, mask))
