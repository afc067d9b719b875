"""Save files of positions in which ``tile`` and ``amount`` still stood for what has fields of its own now."""

from __future__ import annotations

from typing import Any

from ..table.game import Setup
from .rules.state import NOBODY, Ask

_TILE = {
    **dict.fromkeys((Ask.CITIZEN, Ask.MOVE_MORE, Ask.ARREST, Ask.RIOT_ARREST), "choosing_in"),
    **dict.fromkeys((Ask.EXPOSE, Ask.SHOW_TYPE), "choosing_in"),
    Ask.CONFISCATE: "confiscating_in",
    Ask.RALLY: "rioting_in",
    Ask.BREAK_KIND: "breaking_in",
}
_AMOUNT = {
    Ask.SHARE: "to_share",
    Ask.PLEDGE: "to_pledge",
    Ask.CARD: "owner",
    Ask.TAKE_BACK: "newest",
    Ask.SEND_TO: "sends_special",
}
"""By what is asked, which field has what once stood in ``tile`` and in ``amount``."""
_EMPTY = ("choosing_in", "confiscating_in", "rioting_in", "breaking_in", "owner", "newest")
"""Fields that hold NOBODY while they hold nothing."""


def upgrade(setup: Setup, saved: Any, state: Any) -> None:
    """Fill the fields that a saved position of either game lacks."""
    if "amount" not in saved.dtype.names:  # only the order of the fields has changed
        return
    for name in set(_EMPTY) & set(state.dtype.names):
        state[name] = NOBODY
    if saved.ask in _TILE:
        state[_TILE[saved.ask]], state.tile = saved.tile, NOBODY
    if saved.ask in _AMOUNT:
        state[_AMOUNT[saved.ask]] = saved.amount
