"""Repositioning a District: which one, against which other, and in which of the sixteen ways."""

from __future__ import annotations

import numpy as np

from ...great_machine.rules.state import (
    NUM_ACTIONS,
)
from ...table.compilation.compile import compiled
from .build_city import after_laying, complete_city, lay
from .city import against, new_places
from .opening import allow_districts
from .state import (
    NOBODY,
    NUM_DISTRICTS,
    Act,
    Ask,
    Phase,
)


@compiled
def allow_tiles(state, mask):
    allow_districts(state.movable, mask)


@compiled(allocates=True)
def allow_new_anchors(state, mask):
    """Allow the Districts that the one being moved can lie against."""
    ways = np.zeros(NUM_ACTIONS, np.uint8)
    for anchor in range(NUM_DISTRICTS):
        if anchor != state.tile and new_places(state.place, state.links, np.int64(state.tile), anchor, ways, 0):
            mask[Act.DISTRICT + anchor] = 1


@compiled
def allow_new_ways(state, mask):
    new_places(state.place, state.links, np.int64(state.tile), np.int64(state.anchor), mask, Act.WAY)


@compiled
def answer_place(setup, state, action):
    """Take the next answer on the way to a new place; the last one lays the District there."""
    if state.ask == Ask.TILE:
        state.tile = action - Act.DISTRICT
        state.ask = Ask.ANCHOR
    elif state.ask == Ask.ANCHOR:
        state.anchor = action - Act.DISTRICT
        state.ask = Ask.WAY
    else:
        x, y, turned = against(state.place, np.int64(state.anchor), action - Act.WAY)
        lay(state, np.int64(state.tile), x, y, turned)
        state.ask, state.anchor = 0, NOBODY
        if state.phase == Phase.BUILDING:
            after_laying(setup, state)
        else:
            state.tile = NOBODY
            complete_city(setup, state)
