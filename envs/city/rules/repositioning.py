"""Repositioning a District: which one, against which other, and in which of the sixteen ways."""

from __future__ import annotations

import numpy as np

from ...great_machine.rules.state import (
    ACT_DISTRICT,
    ACT_WAY,
    ASK_ANCHOR,
    ASK_TILE,
    ASK_WAY,
    BUILDING,
    NOBODY,
    NUM_ACTIONS,
    NUM_DISTRICTS,
)
from ...table.compilation.compile import compiled
from .build_city import after_laying, complete_city, lay
from .city import against, new_places
from .opening import allow_districts


@compiled
def allow_tiles(state, mask):
    allow_districts(state.movable, mask)


@compiled(allocates=True)
def allow_new_anchors(state, mask):
    """Allow the Districts that the one being moved can lie against."""
    ways = np.zeros(NUM_ACTIONS, np.uint8)
    for anchor in range(NUM_DISTRICTS):
        if anchor != state.tile and new_places(state.place, state.links, np.int64(state.tile), anchor, ways, 0):
            mask[ACT_DISTRICT + anchor] = 1


@compiled
def allow_new_ways(state, mask):
    new_places(state.place, state.links, np.int64(state.tile), np.int64(state.anchor), mask, ACT_WAY)


@compiled
def answer_place(setup, state, action):
    """Take the next answer on the way to a new place; the last one lays the District there."""
    if state.ask == ASK_TILE:
        state.tile = action - ACT_DISTRICT
        state.ask = ASK_ANCHOR
    elif state.ask == ASK_ANCHOR:
        state.anchor = action - ACT_DISTRICT
        state.ask = ASK_WAY
    else:
        x, y, turned = against(state.place, np.int64(state.anchor), action - ACT_WAY)
        lay(state, np.int64(state.tile), x, y, turned)
        state.ask, state.anchor = 0, NOBODY
        if state.phase == BUILDING:
            after_laying(setup, state)
        else:
            state.tile = NOBODY
            complete_city(setup, state)
