"""Actions by name and in words, and what a choice is about."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import HeroAction
from ...city.words.asking import answer_text
from ...city.words.uses import hero_use, reference_of
from ...table.game import Setup
from ..rules.state import CoopAct, MissionAction
from .facts import TEAM


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it; all seats know the same."""
    return answer_text(setup, state, int(action), TEAM)


_ACTIONS = {
    CoopAct.HIT.name: HeroAction.ATTACK.text,
    CoopAct.ROLL_SPECIAL.name: HeroAction.ATTACK.text,
    CoopAct.DELIVER.name: MissionAction.DELIVER.text,
    CoopAct.SEND.name: MissionAction.SEND.text,
}


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the District or the Action that a choice is about; for the balance report."""
    own = _ACTIONS.get(reference_of(setup, action).block.name)
    return (own, "Action") if own else hero_use(setup, state, action)
