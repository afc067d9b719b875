"""What a card asks while it resolves: what to discard, to take back, or to play out of another hand."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Array, Int
from .actions import Act, ByKind, by_kind
from .events import Event
from .own_cards import discard_own
from .playing import can_intercept_any, may_intercept, play
from .stack import finish_step, pop, top
from .state import Prepared, State, Zone
from .zones import put_into_hand_openly, take, take_from_hand


@compiled
def discard_for_card(setup: Prepared, state: State, action: Int) -> None:
    discard_own(setup, state, action)
    top(state).count += 1


@compiled
def allow_retrieval(setup: Prepared, state: State, mask: Array) -> None:
    """Offer what a card can take back from the discard: any other title."""
    start, title = by_kind(setup, ByKind.TAKE), setup.title[top(state).kind]
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[state.seat, Zone.DISCARD, kind] > 0 and setup.title[kind] != title


@compiled
def retrieve(setup: Prepared, state: State, action: Int) -> None:
    record, seat, kind = top(state), np.int64(state.seat), action - by_kind(setup, ByKind.TAKE)
    take(state, seat, Zone.DISCARD, kind)
    put_into_hand_openly(setup, state, seat, kind)
    record.count += 1
    record.done = 1


@compiled
def allow_interception(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards of another hand that can be played, or nothing of a hand that a third seat has redrawn."""
    record = top(state)
    mask[Act.PASS] = not can_intercept_any(setup, state, record)
    for kind in range(setup.kinds):
        mask[by_kind(setup, ByKind.TAKE) + kind] = may_intercept(setup, state, record, kind)


@compiled
def intercept(setup: Prepared, state: State, action: Int) -> None:
    record, kind = top(state), action - by_kind(setup, ByKind.TAKE)
    if action == Act.PASS:
        tell(state, Event.NOTHING_TO_PLAY, record.player, record.seat)
        finish_step(record)
        return
    owner = np.int64(record.seat)
    pop(state)  # the card that looked into the hand has done its work
    take_from_hand(setup, state, owner, kind)
    play(setup, state, np.int64(state.seat), owner, kind, False)
