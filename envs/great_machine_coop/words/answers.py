"""Every answer in words, by the question that it answers; those that the other game has too are its own."""

from __future__ import annotations

from typing import Any

from ...great_machine.rules.state import (
    ACT_HERO,
    ASK_ACTION,
    ASK_CANCEL,
    ASK_FIND,
    ASK_PAY,
    ASK_PLEDGE,
    ASK_ROUTE,
)
from ...great_machine.words import answers as shared
from ...table.game import Setup
from ..rules.state import (
    ASK_BASE,
    ASK_BREAK,
    ASK_BREAK_KIND,
    ASK_DELIVER,
    ASK_EVADE,
    ASK_HIDE,
    ASK_INTERACT,
    ASK_RALLY,
    ASK_SEND,
    ASK_SEND_TO,
    ASK_TURN,
)
from . import actions, closing, missions

TEAM = 1
"""As whose knowledge views shared with the other game tell the table: a Revolutionary's; all seats are."""


def answer_text(setup: Setup, state: Any, action: int) -> str:
    """Return an answer in words; all seats know the same."""
    return ANSWERS[int(state.ask)](setup, state, action, TEAM)


ANSWERS: dict[int, shared.Say] = {
    **shared.ANSWERS,
    ASK_ACTION: lambda setup, state, action, knower: actions.action_text(setup, state, action),
    ASK_ROUTE: lambda setup, state, action, knower: actions.route_text(setup, state, action),
    ASK_PAY: lambda setup, state, action, knower: actions.pay_text(state, action),
    ASK_TURN: lambda setup, state, action, knower: actions.turn_text(setup, state, action - ACT_HERO),
    ASK_EVADE: lambda setup, state, action, knower: actions.evasion_text(setup, state, action),
    ASK_RALLY: lambda setup, state, action, knower: actions.rally_text(setup, state, action),
    # City Events
    ASK_PLEDGE: lambda setup, state, action, knower: closing.pledge_text(setup, state, action),
    ASK_FIND: lambda setup, state, action, knower: closing.find_text(state, action),
    ASK_CANCEL: lambda setup, state, action, knower: closing.cancel_text(state, action),
    ASK_BREAK: lambda setup, state, action, knower: closing.break_text(state, action),
    ASK_BREAK_KIND: lambda setup, state, action, knower: closing.break_kind_text(state, action),
    # Missions
    ASK_INTERACT: lambda setup, state, action, knower: missions.interaction_text(setup, state, action),
    ASK_DELIVER: lambda setup, state, action, knower: missions.delivery_text(setup, state, action),
    ASK_SEND: lambda setup, state, action, knower: missions.sent_text(state, action),
    ASK_SEND_TO: lambda setup, state, action, knower: missions.sent_to_text(setup, state, action),
    ASK_HIDE: lambda setup, state, action, knower: missions.hiding_text(state, action),
    ASK_BASE: lambda setup, state, action, knower: missions.base_text(setup, state, action),
}
"""By question: what an answer to it says."""
