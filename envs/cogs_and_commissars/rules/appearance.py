"""What each seat sees of an action: all of it, but for the cards that others keep in a draft, and for passes."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.rules import UNPERCEIVED
from ...table.seats import clockwise
from .actions import Act, ByKind, by_kind, orders_at
from .state import Ask, Phase, Prepared, State

_COVERED = -1
_PRIME = 1_073_741_789


@compiled
def appearance(setup: Prepared, state: State, action: Int, seat: Int) -> Int:
    """Return what ``seat`` sees of an action.

    The pack that a seat has picked from goes to its left: the last pick of a round shows that neighbour, at once, what
    is left of it, but not what was kept. Nobody else notices that a seat is asked for a card and plays none, nor what
    it orders.
    """
    if seat == state.seat:
        return action
    if (action == Act.PASS and state.ask != Ask.HAND) or action >= orders_at(setup):
        return UNPERCEIVED
    if state.phase != Phase.PREPARING or state.ask != Ask.DRAFT:
        return action
    neighbour = clockwise(setup.seats, state.seat, 1)
    return _left(setup, state, action) if neighbour == state.first and neighbour == seat else _COVERED


@compiled
def _left(setup: Prepared, state: State, action: Int) -> Int:
    """Return a number for the cards that are left of a pack, whatever was kept: a sum of powers of their kinds."""
    total = -_power(action - by_kind(setup, ByKind.TAKE))
    for place in range(state.pack_size[state.seat]):
        total += _power(np.int64(state.packs[state.seat, place]))
    return -2 - total % _PRIME


@compiled
def _power(kind: Int) -> Int:
    return (kind + 1) ** 8 % _PRIME  # of so high a power other cards have other sums
