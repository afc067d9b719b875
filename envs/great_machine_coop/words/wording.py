"""Actions by name and in words, and what a choice is about."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import Act, Ask, District, HeroAction
from ...city.words.asking import answer_text
from ...table.game import Setup
from ..rules.state import CoopAct
from .facts import TEAM


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it; all seats know the same."""
    return answer_text(setup, state, int(action), TEAM)


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the District or the Action that a choice is about; for the balance report."""
    if Act.ATTACK <= action <= Act.ROLL or Act.end() <= action <= CoopAct.ROLL_SPECIAL:
        return "attack", "Action"
    if Act.KIND <= action < Act.CLASS:
        return HeroAction(action - Act.KIND + 1).text, "Action"
    if action in (CoopAct.DELIVER, CoopAct.SEND):
        return "deliver a Citizen" if action == CoopAct.DELIVER else "send Guards", "Action"
    if state.ask == Ask.ACCESS:
        return District(action - Act.DISTRICT).text, "Access card"
    return None
