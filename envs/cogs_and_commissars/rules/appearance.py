"""What each seat sees of an action: all of it, but for the cards that others keep in a draft."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .seats import clockwise
from .state import ASK_DRAFT, PREPARING

_COVERED = -1


@compiled
def appearance(setup, state, action, seat):
    """Return what ``seat`` sees of an action.

    The pack that a seat has picked from goes to its left: the last pick of a round shows that neighbour, at once, what
    is left of it.
    """
    if state.phase != PREPARING or state.ask != ASK_DRAFT or seat == state.seat:
        return action
    neighbour = clockwise(setup, state.seat, 1)
    return action if neighbour == state.first and neighbour == seat else _COVERED
