"""The confrontation: both sides lay out the city, a District each in turn."""

from __future__ import annotations

import numpy as np

from ...city.rules.build_city import complete_city, lay, may_lie
from ...city.rules.city import move_to_corner, set_links
from ...city.rules.repositioning import allow_new_anchors, allow_new_ways, lay_chosen, move_tile
from ...city.rules.state import ALL_DISTRICTS, MACHINE, MAJOR, MINOR, NOBODY, NUM_DISTRICTS, NUM_WAYS, Act, Ask, Phase
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import has, pick, size
from .news import MachineNews
from .state import MachineAct, Prepared, State


@compiled
def ask_next_tile(setup: Prepared, state: State) -> None:
    """Ask the side whose turn it is for a pile, or where the District drawn goes; the Machine begins."""
    state.seat, state.hero = (MACHINE if size(state.there) % 2 == 0 else 1), NOBODY
    if state.tile != NOBODY:
        state.ask = Ask.ANCHOR
        return
    there = np.int64(state.there)
    minors, majors = ~there & MINOR, ~there & MAJOR
    if minors != 0 and majors != 0:
        state.ask = Ask.PILE
    else:
        draw_tile(setup, state, minors | majors)


@compiled
def choose_pile(setup: Prepared, state: State, action: Int) -> None:
    there = np.int64(state.there)
    draw_tile(setup, state, ~there & (MAJOR if action - MachineAct.PILE == 1 else MINOR))


@compiled
def draw_tile(setup: Prepared, state: State, pile: Int) -> None:
    """Turn up a random District of a pile; the first of all lies down at once."""
    state.tile = pick(state.rng, pile)
    tell(state, MachineNews.TILE, UNKNOWN, state.tile)
    if state.there == 0:
        lay(state, state.tile, 0, 0, 0)
        after_laying(setup, state)


@compiled
def after_laying(setup: Prepared, state: State) -> None:
    move_to_corner(state.place, state.there)
    set_links(state.place, state.links, state.there)
    state.tile = NOBODY
    if state.there == ALL_DISTRICTS:
        complete_city(setup, state)


@compiled
def allow_first_anchors(state: State, mask: Array) -> None:
    """Allow the Districts that a new tile can lie against."""
    for anchor in range(NUM_DISTRICTS):
        if has(state.there, anchor):
            for way in range(NUM_WAYS):
                if may_lie(state, anchor, way):
                    mask[Act.DISTRICT + anchor] = 1
                    break


@compiled
def allow_first_ways(state: State, mask: Array) -> None:
    for way in range(NUM_WAYS):
        if may_lie(state, np.int64(state.anchor), way):
            mask[Act.WAY + way] = 1


@compiled
def allow_piles(mask: Array) -> None:
    mask[MachineAct.PILE], mask[MachineAct.PILE + 1] = 1, 1


@compiled
def allow_anchors(state: State, mask: Array) -> None:
    """Allow the Districts that the one in question can lie against: a new one, or one that is moved."""
    if state.phase == Phase.BUILDING:
        allow_first_anchors(state, mask)
    else:
        allow_new_anchors(state, mask)


@compiled
def allow_tile_ways(state: State, mask: Array) -> None:
    if state.phase == Phase.BUILDING:
        allow_first_ways(state, mask)
    else:
        allow_new_ways(state, mask)


@compiled
def put_tile(setup: Prepared, state: State, action: Int) -> None:
    """Lay the District in question: in the confrontation a new one, later one that is moved."""
    if state.phase == Phase.BUILDING:
        lay_chosen(state, action)
        after_laying(setup, state)
    else:
        move_tile(setup, state, action)
