"""What a seat sees of an action: Access cards and the types of identified Citizens are hidden from the Machine."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .state import (
    ACT_CLASS,
    ACT_DONE,
    ANY_IDENTIFIED,
    AS_IDENTIFIED,
    AS_REVEALED,
    ASK_ACCESS,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_JUDGE,
    ASK_MOVE_MORE,
    MACHINE,
)

_COVERED = -1


@compiled
def appearance(setup, state, action, seat):
    """Return what ``seat`` sees of an action."""
    if seat != MACHINE or state.seat == MACHINE:
        return action
    ask = state.ask
    if ask == ASK_ACCESS or ask == ASK_CARD or (ask == ASK_JUDGE and action != ACT_DONE):
        return _COVERED
    if ask == ASK_CITIZEN or ask == ASK_MOVE_MORE:
        chosen = action - ACT_CLASS
        if AS_IDENTIFIED <= chosen < AS_REVEALED:
            return ACT_CLASS + ANY_IDENTIFIED
    return action
