"""Every answer in words, by the question that it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...city.rules.state import (
    Act,
    Ask,
    CitizenClass,
    CitizenType,
    Hero,
)
from ...city.words import heroes
from ...city.words.places import tile_name, way_text
from ...city.words.terms import finds, one, the
from ...table.game import Setup
from ..rules.state import (
    MachineAct,
)
from . import machine

Say = Callable[[Setup, Any, int, int | None], str]


def answer_text(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    """Return an answer in words as far as ``knower`` may know it (None: all of it)."""
    return ANSWERS[int(state.ask)](setup, state, action, knower)


def _district(action: int) -> str:
    return the(action - Act.DISTRICT)


def _carpet(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    return "leaves the city as it is" if action == Act.DONE else f"moves {_district(action)} (free)"


def _find(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action != Act.DONE:
        return f"{heroes.who(state)} {finds(state)} a Citizen in {_district(action)} (free)"
    if state.ask == Ask.FAVOUR:
        return f"{heroes.who(state)} takes 2 Trust"
    return f"{heroes.who(state)} {finds(state)} nobody"


def _join(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action != Act.YES:
        return f"{heroes.who(state)} {finds(state)} nobody"
    return f"{heroes.who(state)} {finds(state)} a Citizen in {the(state.at[state.hero])} (free)"


def _bread(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    return "pays 2 Bonds: Discontent falls by 1" if action == Act.YES else "leaves Discontent as it is"


def _amnesty(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action != Act.YES:
        return "sets nobody free"
    return f"sets two arrested Citizens free, unseen: then {machine.plan_to(state)}"


def _show(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action == Act.DONE:
        return f"shows nobody: {machine.plan_to(state)}"
    return f"turns an identified active Citizen of {_district(action)} face up"


def _show_type(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    return (
        f"turns {one(CitizenType(action - Act.CLASS - CitizenClass.IDENTIFIED_AS).text)} of {the(state.tile)} face up"
    )


ANSWERS: dict[int, Say] = {
    # The city, the Heroes, the Opening and Access Phases
    Ask.PILE: lambda setup, state, action, knower: f"draws a {('Minor', 'Major')[action - MachineAct.PILE]} District",
    Ask.TILE: lambda setup, state, action, knower: f"moves {_district(action)}",
    Ask.CARPET: _carpet,
    Ask.ANCHOR: lambda setup, state, action, knower: f"puts {tile_name(state)} against {_district(action)}",
    Ask.WAY: lambda setup, state, action, knower: way_text(state, action - Act.WAY),
    Ask.HERO: lambda setup, state, action, knower: f"plays the {Hero(action - Act.PLAY).text}",
    Ask.SHARE: lambda setup, state, action, knower: heroes.share_text(state, action),
    Ask.ACCESS: lambda setup, state, action, knower: (
        f"{heroes.who(state)} chooses an Access card"
        if knower == 0
        else heroes.access_text(state, action - Act.DISTRICT)
    ),
    # The Great Machine Phase
    Ask.MACHINE: lambda setup, state, action, knower: machine.menu_text(setup, state, action),
    Ask.ARREST: lambda setup, state, action, knower: machine.arrest_text(state, action),
    Ask.RIOT_ARREST: lambda setup, state, action, knower: machine.arrest_text(state, action),
    Ask.PUBLISH: lambda setup, state, action, knower: machine.directive_text(state, action, "publishes"),
    Ask.TAKE_BACK: lambda setup, state, action, knower: machine.directive_text(state, action, "takes back"),
    Ask.CONFISCATE: lambda setup, state, action, knower: machine.seize_text(state, action),
    Ask.RESETTLE: lambda setup, state, action, knower: machine.resettle_text(state, action),
    # The Heroes Phase
    Ask.ROUTE: lambda setup, state, action, knower: heroes.route_text(state, action - Act.DISTRICT),
    Ask.DETAIN: lambda setup, state, action, knower: machine.detain_text(state, action - MachineAct.DETAIN),
    Ask.BREAD: _bread,
    Ask.ACTION: heroes.action_text,
    Ask.PAY: lambda setup, state, action, knower: heroes.pay_text(state, action),
    Ask.IDENTIFY: lambda setup, state, action, knower: heroes.more_text(state, action),
    Ask.CITIZEN: lambda setup, state, action, knower: heroes.pick_text(state, action, knower),
    Ask.MOVE_MORE: lambda setup, state, action, knower: heroes.pick_text(state, action, knower),
    Ask.CITIZEN_TO: lambda setup, state, action, knower: heroes.put_text(state, action - Act.DISTRICT, knower),
    Ask.DISCARD: lambda setup, state, action, knower: machine.directive_text(
        state, action, f"{heroes.who(state)} removes"
    ),
    Ask.CANCEL: lambda setup, state, action, knower: machine.directive_text(
        state, action, f"{heroes.who(state)} cancels"
    ),
    Ask.OWNER: lambda setup, state, action, knower: heroes.owner_text(state, action),
    Ask.CARD: lambda setup, state, action, knower: heroes.card_text(state, action, knower),
    Ask.GIVE: lambda setup, state, action, knower: heroes.give_text(setup, state, action),
    Ask.RETURN: lambda setup, state, action, knower: heroes.return_text(state, action - Act.DISTRICT, knower),
    Ask.CALL: lambda setup, state, action, knower: f"{heroes.who(state)} calls a Citizen from {_district(action)}",
    Ask.PROVOKE: lambda setup, state, action, knower: machine.provoke_text(state, action),
    Ask.FIND: _find,
    Ask.FAVOUR: _find,
    # The Closing Phase
    Ask.JOIN: _join,
    Ask.JUDGE: lambda setup, state, action, knower: heroes.judge_text(state, action, knower),
    Ask.PLEDGE: lambda setup, state, action, knower: heroes.pledge_text(state, action),
    Ask.EXPOSE: lambda setup, state, action, knower: machine.expose_text(state, action),
    Ask.AMNESTY: _amnesty,
    Ask.SHOW: _show,
    Ask.SHOW_TYPE: _show_type,
    Ask.TRADE: lambda setup, state, action, knower: machine.trade_text(state, action),
    Ask.PLAN: lambda setup, state, action, knower: machine.plan_text(state, action),
}
"""By question: what an answer to it says."""
