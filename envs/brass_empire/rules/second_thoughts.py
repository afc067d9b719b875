"""The way back to the own turn from a question that it asks further, before anything has happened.

It is open once a turn: without an end to it, a player that moves at random could go there and back forever.
"""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array
from ...table.sets import add, has
from .actions import Act
from .stack import put_question
from .state import Acting, Ask, State


@compiled(inline=True)
def allow_way_back(state: State, mask: Array) -> None:
    """Offer to go back, unless the player has done so in this turn."""
    mask[Act.PASS] = not has(state.acting, Acting.WENT_BACK)


@compiled
def go_back(state: State) -> None:
    """Ask the player again what to do in the turn."""
    state.acting = add(state.acting, Acting.WENT_BACK)
    put_question(state, Ask.MENU, state.player)
