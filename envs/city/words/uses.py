"""What a choice is about, for the balance report."""

from __future__ import annotations

from typing import Any

from ...table.actions import Reference
from ...table.game import Setup
from ..rules.state import Act, Ask, District, HeroAction


def reference_of(setup: Setup, action: int) -> Reference:
    """Return what an action refers to."""
    assert setup.actions is not None
    return setup.actions.references[action]


def hero_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the Action or the Access card that a Hero's choice is about."""
    named = reference_of(setup, action)
    if named.block.name in (Act.ATTACK.name, Act.ROLL.name):
        return HeroAction.ATTACK.text, "Action"
    kind, district = named.thing("Action"), named.thing("District")
    if kind is not None:
        return HeroAction(kind).text, "Action"
    if state.ask == Ask.ACCESS and district is not None:
        return District(district).text, "Access card"
    return None
