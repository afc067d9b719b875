"""What City Events change inside the rules that both games share; see :mod:`.variants`."""

from __future__ import annotations

from ..table.compile import compiled
from .state import CHECKS, IDENTIFIED, NUM_MINOR, ORDER, READY, REVEALED, STALKERS


@compiled(inline=True)
def identified_as(state):
    return REVEALED if state.event == ORDER else IDENTIFIED


@compiled
def exit_change(state, first):
    return 1 if first and state.event == CHECKS else 0


@compiled
def coin_change(state, district):
    if state.event == READY:
        return 1
    if state.event == STALKERS and district < NUM_MINOR and state.broken[district] == 0:
        return -1
    return 0
