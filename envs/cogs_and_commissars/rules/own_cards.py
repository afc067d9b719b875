"""What a seat is asked about its own hand: which card to play, and what to discard before drawing."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import has
from .actions import Act, ByKind, by_kind, orders_at
from .box import CardType
from .orders import allow_orders, give_order
from .playing import blitz_plays, plain_plays, play, spend_action
from .stack import live_below
from .state import Prepared, State, Zone
from .turn import leave_discards, leave_step
from .zones import discard_from_hand, take_from_hand


@compiled
def allow_plays(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards that may be played now, and to play none."""
    mask[Act.PASS] = 1
    place = live_below(state, state.depth)
    plain, blitz = plain_plays(setup, state, state.seat, place), blitz_plays(setup, state, state.seat, place)
    play_at, blitz_at = by_kind(setup, ByKind.PLAY), by_kind(setup, ByKind.BLITZ)
    if plain | blitz != 0:
        for kind in range(setup.kinds):
            mask[play_at + kind] = has(plain, kind)
            mask[blitz_at + kind] = has(blitz, kind)
    if setup.orders:
        allow_orders(setup, state, mask)


@compiled
def play_or_end(setup: Prepared, state: State, action: Int) -> None:
    """Play a card in the own Propaganda or Action step, or end the step."""
    if action == Act.PASS:
        leave_step(state)
    elif action >= orders_at(setup):
        give_order(setup, state, action)
    else:
        play_from_hand(setup, state, action)


@compiled
def play_or_pass(setup: Prepared, state: State, action: Int) -> None:
    if action == Act.PASS:
        state.cursor += 1
    elif action >= orders_at(setup):
        give_order(setup, state, action)
    else:
        play_from_hand(setup, state, action)


@compiled
def play_from_hand(setup: Prepared, state: State, action: Int) -> None:
    """Play a card from the own hand, as what it is or as a Blitz."""
    as_blitz = action >= by_kind(setup, ByKind.BLITZ)
    kind = action - by_kind(setup, ByKind.BLITZ if as_blitz else ByKind.PLAY)
    seat = np.int64(state.seat)
    if setup.type[kind] == CardType.ACTION and not as_blitz:
        spend_action(setup, state)
    take_from_hand(setup, state, seat, kind)
    play(setup, state, seat, seat, kind, as_blitz)


@compiled
def allow_discards(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the own hand, and to draw once it is small enough."""
    mask[Act.PASS] = state.amounts[state.seat, Zone.HAND] <= state.limit
    allow_own_hand(setup, state, mask)


@compiled
def allow_own_hand(setup: Prepared, state: State, mask: Array) -> None:
    for kind in range(setup.kinds):
        mask[by_kind(setup, ByKind.DISCARD) + kind] = state.zones[state.seat, Zone.HAND, kind] > 0


@compiled
def discard_or_draw(setup: Prepared, state: State, action: Int) -> None:
    if action == Act.PASS:
        leave_discards(setup, state)
    else:
        discard_own(setup, state, action)


@compiled
def discard_own(setup: Prepared, state: State, action: Int) -> None:
    discard_from_hand(setup, state, state.seat, action - by_kind(setup, ByKind.DISCARD))
