"""Every answer in words, by the question that it answers; those that the other game has too are its own."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import (
    Act,
    Ask,
)
from ...great_machine.words import answers as shared
from ...table.game import Setup
from . import actions, closing, missions

TEAM = 1
"""As whose knowledge views shared with the other game tell the table: a Revolutionary's; all seats are."""


def answer_text(setup: Setup, state: Any, action: int) -> str:
    """Return an answer in words; all seats know the same."""
    return ANSWERS[int(state.ask)](setup, state, action, TEAM)


ANSWERS: dict[int, shared.Say] = {
    **shared.ANSWERS,
    Ask.ACTION: lambda setup, state, action, knower: actions.action_text(setup, state, action),
    Ask.ROUTE: lambda setup, state, action, knower: actions.route_text(setup, state, action),
    Ask.PAY: lambda setup, state, action, knower: actions.pay_text(state, action),
    Ask.TURN: lambda setup, state, action, knower: actions.turn_text(setup, state, action - Act.HERO),
    Ask.EVADE: lambda setup, state, action, knower: actions.evasion_text(setup, state, action),
    Ask.RALLY: lambda setup, state, action, knower: actions.rally_text(setup, state, action),
    # City Events
    Ask.PLEDGE: lambda setup, state, action, knower: closing.pledge_text(setup, state, action),
    Ask.FIND: lambda setup, state, action, knower: closing.find_text(state, action),
    Ask.CANCEL: lambda setup, state, action, knower: closing.cancel_text(state, action),
    Ask.BREAK: lambda setup, state, action, knower: closing.break_text(state, action),
    Ask.BREAK_KIND: lambda setup, state, action, knower: closing.break_kind_text(state, action),
    # Missions
    Ask.INTERACT: lambda setup, state, action, knower: missions.interaction_text(setup, state, action),
    Ask.DELIVER: lambda setup, state, action, knower: missions.delivery_text(setup, state, action),
    Ask.SEND: lambda setup, state, action, knower: missions.sent_text(state, action),
    Ask.SEND_TO: lambda setup, state, action, knower: missions.sent_to_text(setup, state, action),
    Ask.HIDE: lambda setup, state, action, knower: missions.hiding_text(state, action),
    Ask.BASE: lambda setup, state, action, knower: missions.base_text(setup, state, action),
}
"""By question: what an answer to it says."""
