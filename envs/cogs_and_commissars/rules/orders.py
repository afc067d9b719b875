"""Standing orders: a seat says in which windows it does not want to be asked, until it says otherwise.

Everybody can see which windows these are, so that being left out tells nothing of a hand; the orders are the seat's
own secret. Each can be changed once in a turn, so that every turn ends.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has
from .actions import orders_at
from .stack import is_played_as_blitz, top
from .state import NOBODY, Order, Prepared, State, Target

NUM_ORDERS = len(Order)


@compiled
def orders_about(setup: Prepared, state: State, seat: Int) -> Int:
    """Return the set of the orders that the present window falls under for a seat."""
    if state.depth == 0:
        return add(0, np.int64(Order.BETWEEN)) if state.player != seat else np.int64(0)
    record = top(state)
    if record.player == seat:
        return add(0, np.int64(Order.OWN))
    found = np.int64(0)
    if record.seat != NOBODY and record.seat != seat:
        found = add(found, np.int64(Order.THIRD))
    if record.card != NOBODY and state.stack[record.card].player != seat:
        found = add(found, np.int64(Order.ANSWER))
    if is_played_as_blitz(setup, record) and setup.target[record.kind] == Target.NOTHING:
        found = add(found, np.int64(Order.UNTARGETED))
    return found


@compiled
def does_not_want_to_be_asked(setup: Prepared, state: State, seat: Int) -> bool:
    return state.orders[seat] != 0 and (np.int64(state.orders[seat]) & orders_about(setup, state, seat)) != 0


@compiled
def allow_orders(setup: Prepared, state: State, mask: Array) -> None:
    """Offer what the seat to move has not ordered yet in this turn."""
    for order in range(NUM_ORDERS):
        mask[orders_at(setup) + order] = not has(state.ordered[state.seat], order)


@compiled
def give_order(setup: Prepared, state: State, action: Int) -> None:
    """Want not to be asked in some windows any more, or again."""
    order = action - orders_at(setup)
    state.orders[state.seat] = np.int64(state.orders[state.seat]) ^ np.int64(1) << np.int64(order)
    state.ordered[state.seat] = add(state.ordered[state.seat], order)
