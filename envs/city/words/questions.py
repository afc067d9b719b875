"""The questions that both games ask, and their answers, in words."""

from __future__ import annotations

from typing import Any

from ..rules.hero_actions import NEXUS_TRUST
from ..rules.state import Act, Ask, Hero
from . import heroes
from .asking import Say, Words, who
from .places import tile_name, way_text
from .terms import finds, hero_name, the


def route_question(state: Any) -> str:
    """Return where a Hero's way ends."""
    return f"where to go next on the way to {the(state.chosen[state.hero])}"


def pay_question(state: Any) -> str:
    """Return what the Veteran's die asks for."""
    return f"whether to pay the {state.die} Trust that the die asks for"


def _citizen_question(state: Any) -> str:
    return f"which Citizen to move out of {the(state.choosing_in)}"


def _place_question(state: Any, knower: int | None) -> str:
    return f"where the {heroes.carried_text(state, knower)} goes"


_CITIZEN: dict[int, Say] = {
    Act.DONE: lambda state: f"{heroes.mover(state)}moves no more Citizens",
    Act.CLASS: heroes.pick_text,
}

SHARED_WORDS: dict[int, Words] = {
    # Laying a District
    Ask.TILE: Words("which District to reposition", lambda district: f"moves {the(district)}"),
    Ask.ANCHOR: Words(
        lambda state: f"against which District to put {tile_name(state)}",
        lambda state, district: f"puts {tile_name(state)} against {the(district)}",
    ),
    Ask.WAY: Words(lambda state: f"how {tile_name(state)} lies against {the(state.anchor)}", way_text),
    # Opening and Access Phases
    Ask.HERO: Words("which Hero to play", lambda cast: f"plays the {Hero(cast).text}"),
    Ask.SHARE: Words(
        lambda state: f"how much to take of the {state.to_share} Trust in {the(state.at[state.hero])}",
        heroes.share_text,
    ),
    Ask.ACCESS: Words(
        lambda state: f"where to go (Access card), now in {the(state.at[state.hero])}", heroes.access_text
    ),
    # A Hero's way and Actions; each game tells prices of its own
    Ask.IDENTIFY: Words(
        "whether to identify another Citizen",
        {Act.DONE: lambda state: f"{who(state)} {finds(state)} no more", Act.YES: heroes.more_text},
    ),
    Ask.CITIZEN: Words(_citizen_question, _CITIZEN),
    Ask.CITIZEN_TO: Words(_place_question, heroes.put_text),
    Ask.MOVE_MORE: Words(lambda state: f"{_citizen_question(state)}, or none", _CITIZEN),
    Ask.OWNER: Words(
        "which Hero takes an Access card back",
        lambda state, hero: f"{who(state)} lets the {hero_name(state, hero)} take a card back",
    ),
    Ask.CARD: Words(
        lambda state: f"which Access card the {hero_name(state, int(state.owner))} takes back", heroes.card_text
    ),
    Ask.GIVE: Words(f"which Hero gets {NEXUS_TRUST} Trust", heroes.give_text),
    Ask.RETURN: Words(
        _place_question,
        lambda state, district, knower: (
            f"{heroes.mover(state)}returns the {heroes.carried_text(state, knower)} to {the(district)}"
        ),
    ),
    Ask.CALL: Words(
        "from which neighbouring District to call a Citizen",
        lambda state, district: f"{who(state)} calls a Citizen from {the(district)} to {the(state.at[state.hero])}",
    ),
}
"""By what is asked."""
