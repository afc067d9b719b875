"""What each seat sees of an action: all of it, but for the cards that others keep in a draft, and for passes."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.rules import UNPERCEIVED
from .actions import Act, orders_at
from .seats import clockwise
from .state import Ask, Phase, Prepared, State

_COVERED = -1


@compiled
def appearance(setup: Prepared, state: State, action: Int, seat: Int) -> Int:
    """Return what ``seat`` sees of an action.

    The pack that a seat has picked from goes to its left: the last pick of a round shows that neighbour, at once, what
    is left of it. Nobody else notices that a seat is asked for a card and plays none, nor what it orders.
    """
    if seat == state.seat:
        return action
    if (action == Act.PASS and state.ask != Ask.HAND) or action >= orders_at(setup):
        return UNPERCEIVED
    if state.phase != Phase.PREPARING or state.ask != Ask.DRAFT:
        return action
    neighbour = clockwise(setup, state.seat, 1)
    return action if neighbour == state.first and neighbour == seat else _COVERED
