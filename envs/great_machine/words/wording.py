"""Actions by name and in words, and what a choice is about."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NUM_DISTRICTS, Act, Ask, District, HeroAction
from ...table.game import Setup
from ..rules.state import NUM_DEEDS, Deed, MachineAct


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the Directive, District or Action that a choice is about; for the balance report."""
    if state.ask == Ask.MACHINE and MachineAct.DEED <= action < MachineAct.GUARD:
        return Deed((action - MachineAct.DEED) % NUM_DEEDS).text, "deed"
    if state.ask == Ask.MACHINE and MachineAct.SERVANT_TO <= action < MachineAct.DEED:
        return District((action - MachineAct.SERVANT_TO) % NUM_DISTRICTS).text, "Servant to"
    if Act.ATTACK <= action <= Act.ROLL:
        return "attack", "Action"
    if Act.KIND <= action < Act.CLASS:
        return HeroAction(action - Act.KIND + 1).text, "Action"
    if state.ask == Ask.ACCESS:
        return District(action - Act.DISTRICT).text, "Access card"
    return None
