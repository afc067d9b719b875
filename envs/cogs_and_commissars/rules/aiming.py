"""What the player of the card on top of the stack is asked: at what to aim it."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.seats import clockwise
from ...table.sets import has
from .actions import Act, at_citizen, at_seat
from .box import NUM_TYPES
from .stack import top
from .state import Prepared, State
from .targets import can_answer, is_target, may_choose_citizen, types_of


@compiled
def allow_seats(setup: Prepared, state: State, mask: Array) -> None:
    record = top(state)
    for away in range(1, setup.seats):
        other = clockwise(setup.seats, record.player, away)
        mask[at_seat(away)] = is_target(setup, state, record.kind, record.player, other)


@compiled
def aim_at_seat(setup: Prepared, state: State, action: Int) -> None:
    record = top(state)
    record.seat = clockwise(setup.seats, record.player, action - at_seat(0))


@compiled
def allow_citizens(setup: Prepared, state: State, mask: Array) -> None:
    record = top(state)
    for away in range(1, setup.seats):
        other = clockwise(setup.seats, record.player, away)
        for citizen in range(NUM_TYPES):
            allowed = may_choose_citizen(setup, state, record.kind, record.player, other, citizen)
            mask[at_citizen(away, citizen)] = allowed


@compiled
def aim_at_citizen(setup: Prepared, state: State, action: Int) -> None:
    record = top(state)
    away = (action - at_citizen(0, 0)) // NUM_TYPES
    record.seat = clockwise(setup.seats, record.player, away)
    record.type = action - at_citizen(away, 0)


@compiled
def allow_types(setup: Prepared, state: State, mask: Array) -> None:
    types = types_of(setup, state, top(state))
    for citizen in range(NUM_TYPES):
        mask[Act.TYPE + citizen] = has(types, citizen)


@compiled
def choose_type(state: State, action: Int) -> None:
    top(state).type = action - Act.TYPE


@compiled
def allow_cards(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards on the stack that a duplicate can be aimed at."""
    record = top(state)
    for place in range(record.reach):
        mask[Act.CARD + place] = can_answer(setup, state, record.kind, place)


@compiled
def aim_at_card(state: State, action: Int) -> None:
    top(state).card = action - Act.CARD
