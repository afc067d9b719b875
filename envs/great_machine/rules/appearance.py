"""What a seat sees of an action: Access cards and the types of identified Citizens are hidden from the Machine."""

from __future__ import annotations

from ...city.rules.state import MACHINE, Act, Ask, CitizenClass
from ...table.compilation.compile import compiled
from ...table.records import Int
from .state import Prepared, State

_COVERED = -1


@compiled
def appearance(setup: Prepared, state: State, action: Int, seat: Int) -> Int:
    """Return what ``seat`` sees of an action."""
    if seat != MACHINE or state.seat == MACHINE:
        return action
    ask = state.ask
    if ask == Ask.ACCESS or ask == Ask.CARD or (ask == Ask.JUDGE and action != Act.DONE):
        return _COVERED
    if ask == Ask.CITIZEN or ask == Ask.MOVE_MORE:
        chosen = action - Act.CLASS
        if CitizenClass.IDENTIFIED_AS <= chosen < CitizenClass.REVEALED_AS:
            return Act.CLASS + CitizenClass.IDENTIFIED
    return action
