"""What the others see of a seat's action while it is secret."""

from __future__ import annotations

from ..table.compile import compiled
from .seats import clockwise
from .state import ACT_GIVE_COMRADE, ACT_GIVE_SPECIAL, GIVE, PASS, VOTE, WORD


@compiled
def appearance(setup, state, action, seat):
    """Return the action as ``seat`` sees it: votes and words are covered, cards are seen by those who hold them."""
    if seat == state.seat:
        return action
    if state.phase == VOTE or state.phase == WORD:
        return -1
    if state.phase == GIVE or state.phase == PASS:
        special = action > ACT_GIVE_SPECIAL
        step = action - (ACT_GIVE_SPECIAL if special else ACT_GIVE_COMRADE)
        if seat != clockwise(setup, state.seat, step):
            return ACT_GIVE_COMRADE + step
    return action
