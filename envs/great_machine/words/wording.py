"""What a choice is about."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import District
from ...city.words.uses import hero_use, reference_of
from ...table.game import Setup
from ..rules.state import Deed, MachineAct


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the deed, District or Action that a choice is about; for the balance report."""
    named = reference_of(setup, action)
    deed, district = named.thing("deed"), named.thing("District")
    if deed is not None:
        return Deed(deed).text, "deed"
    if named.block.name == MachineAct.SERVANT_TO.name and district is not None:
        return District(district).text, "Servant to"
    return hero_use(setup, state, action)
