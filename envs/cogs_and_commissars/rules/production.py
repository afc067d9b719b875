"""Production: turning over cards of a deck for the citizens that their stars show; no play, so never countered."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Int
from .box import NO_TYPE, NUM_TYPES
from .citizens import gain
from .events import CITIZEN_BITS, Event, add_card
from .state import NOBODY, PRODUCED, Prepared, State, Zone
from .zones import next_card, put


@compiled
def produce(setup: Prepared, state: State, seat: Int, source: Int, count: Int) -> Int:
    """Turn over cards of the deck of ``source`` for ``seat``; return how many there were."""
    turned = np.int64(0)
    for number in range(count):
        kind = produce_one(setup, state, seat, source, turned)
        if kind == NOBODY:
            return number
        turned = add_card(turned, kind)
    return count


@compiled
def produce_one(setup: Prepared, state: State, seat: Int, source: Int, turned: Int) -> Int:
    """Turn over one card and gain its citizens as far as the Gulag has them; return its kind.

    If the deck has to be made anew for it, the cards that have been ``turned`` before lie where they are.
    """
    kind = next_card(setup, state, source, turned)
    if kind == NOBODY:
        tell(state, Event.NOTHING_THERE, seat, other=source)
        return NOBODY
    put(state, source, Zone.DISCARD, kind)
    gained = np.int64(0)
    for citizen in range(NUM_TYPES):
        gained |= np.int64(gain(state, seat, citizen, setup.stars[kind, citizen])) << CITIZEN_BITS * citizen
    tell(state, Event.TURNED_OVER, seat, kind, gained, source)
    return kind


@compiled
def produce_for_turn(setup: Prepared, state: State) -> None:
    """Carry out the first step of a turn, with what the leader adds to it."""
    last, same, turned = NOBODY, False, np.int64(0)
    for _ in range(PRODUCED):
        kind = produce_one(setup, state, state.player, state.player, turned)
        if kind != NOBODY:
            same = last != NOBODY and shows_same(setup, kind, last)
            last, turned = kind, add_card(turned, kind)
    extra = setup.pair[state.faction[state.player]]
    if same and extra != NO_TYPE:
        tell(state, Event.PAIR, state.player, extra, gain(state, state.player, extra, 1))


@compiled
def shows_same(setup: Prepared, kind: Int, other: Int) -> bool:
    """Whether two cards show stars of the same types, no matter how many of each."""
    for citizen in range(NUM_TYPES):
        if (setup.stars[kind, citizen] > 0) != (setup.stars[other, citizen] > 0):
            return False
    return True
