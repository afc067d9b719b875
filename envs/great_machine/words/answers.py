"""Every answer in words, by the question that it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...city.words import heroes
from ...city.words.places import tile_name, way_text
from ...city.words.terms import finds, one, the
from ...table.game import Setup
from ..rules.state import (
    ACT_CLASS,
    ACT_DETAIN,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_PILE,
    ACT_PLAY,
    ACT_WAY,
    ACT_YES,
    AS_IDENTIFIED,
    ASK_ACCESS,
    ASK_ACTION,
    ASK_AMNESTY,
    ASK_ANCHOR,
    ASK_ARREST,
    ASK_BREAD,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CARD,
    ASK_CARPET,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_CONFISCATE,
    ASK_DETAIN,
    ASK_DISCARD,
    ASK_EXPOSE,
    ASK_FAVOUR,
    ASK_FIND,
    ASK_GIVE,
    ASK_HERO,
    ASK_IDENTIFY,
    ASK_JOIN,
    ASK_JUDGE,
    ASK_MACHINE,
    ASK_MOVE_MORE,
    ASK_OWNER,
    ASK_PAY,
    ASK_PILE,
    ASK_PLAN,
    ASK_PLEDGE,
    ASK_PROVOKE,
    ASK_PUBLISH,
    ASK_RESETTLE,
    ASK_RETURN,
    ASK_RIOT_ARREST,
    ASK_ROUTE,
    ASK_SHARE,
    ASK_SHOW,
    ASK_SHOW_TYPE,
    ASK_TAKE_BACK,
    ASK_TILE,
    ASK_TRADE,
    ASK_WAY,
    HEROES,
    TYPES,
)
from . import machine

Say = Callable[[Setup, Any, int, int | None], str]


def answer_text(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    """Return an answer in words as far as ``knower`` may know it (None: all of it)."""
    return ANSWERS[int(state.ask)](setup, state, action, knower)


def _district(action: int) -> str:
    return the(action - ACT_DISTRICT)


def _carpet(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    return "leaves the city as it is" if action == ACT_DONE else f"moves {_district(action)} (free)"


def _find(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action != ACT_DONE:
        return f"{heroes.who(state)} {finds(state)} a Citizen in {_district(action)} (free)"
    if state.ask == ASK_FAVOUR:
        return f"{heroes.who(state)} takes 2 Trust"
    return f"{heroes.who(state)} {finds(state)} nobody"


def _join(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action != ACT_YES:
        return f"{heroes.who(state)} {finds(state)} nobody"
    return f"{heroes.who(state)} {finds(state)} a Citizen in {the(state.at[state.hero])} (free)"


def _bread(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    return "pays 2 Bonds: Discontent falls by 1" if action == ACT_YES else "leaves Discontent as it is"


def _amnesty(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action != ACT_YES:
        return "sets nobody free"
    return f"sets two arrested Citizens free, unseen: then {machine.plan_to(state)}"


def _show(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    if action == ACT_DONE:
        return f"shows nobody: {machine.plan_to(state)}"
    return f"turns an identified active Citizen of {_district(action)} face up"


def _show_type(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    return f"turns {one(TYPES[action - ACT_CLASS - AS_IDENTIFIED])} of {the(state.tile)} face up"


ANSWERS: dict[int, Say] = {
    # The city, the Heroes, the Opening and Access Phases
    ASK_PILE: lambda setup, state, action, knower: f"draws a {('Minor', 'Major')[action - ACT_PILE]} District",
    ASK_TILE: lambda setup, state, action, knower: f"moves {_district(action)}",
    ASK_CARPET: _carpet,
    ASK_ANCHOR: lambda setup, state, action, knower: f"puts {tile_name(state)} against {_district(action)}",
    ASK_WAY: lambda setup, state, action, knower: way_text(state, action - ACT_WAY),
    ASK_HERO: lambda setup, state, action, knower: f"plays the {HEROES[action - ACT_PLAY]}",
    ASK_SHARE: lambda setup, state, action, knower: heroes.share_text(state, action),
    ASK_ACCESS: lambda setup, state, action, knower: (
        f"{heroes.who(state)} chooses an Access card"
        if knower == 0
        else heroes.access_text(state, action - ACT_DISTRICT)
    ),
    # The Great Machine Phase
    ASK_MACHINE: lambda setup, state, action, knower: machine.menu_text(setup, state, action),
    ASK_ARREST: lambda setup, state, action, knower: machine.arrest_text(state, action),
    ASK_RIOT_ARREST: lambda setup, state, action, knower: machine.arrest_text(state, action),
    ASK_PUBLISH: lambda setup, state, action, knower: machine.directive_text(state, action, "publishes"),
    ASK_TAKE_BACK: lambda setup, state, action, knower: machine.directive_text(state, action, "takes back"),
    ASK_CONFISCATE: lambda setup, state, action, knower: machine.seize_text(state, action),
    ASK_RESETTLE: lambda setup, state, action, knower: machine.resettle_text(state, action),
    # The Heroes Phase
    ASK_ROUTE: lambda setup, state, action, knower: heroes.route_text(state, action - ACT_DISTRICT),
    ASK_DETAIN: lambda setup, state, action, knower: machine.detain_text(state, action - ACT_DETAIN),
    ASK_BREAD: _bread,
    ASK_ACTION: heroes.action_text,
    ASK_PAY: lambda setup, state, action, knower: heroes.pay_text(state, action),
    ASK_IDENTIFY: lambda setup, state, action, knower: heroes.more_text(state, action),
    ASK_CITIZEN: lambda setup, state, action, knower: heroes.pick_text(state, action, knower),
    ASK_MOVE_MORE: lambda setup, state, action, knower: heroes.pick_text(state, action, knower),
    ASK_CITIZEN_TO: lambda setup, state, action, knower: heroes.put_text(state, action - ACT_DISTRICT, knower),
    ASK_DISCARD: lambda setup, state, action, knower: machine.directive_text(
        state, action, f"{heroes.who(state)} removes"
    ),
    ASK_CANCEL: lambda setup, state, action, knower: machine.directive_text(
        state, action, f"{heroes.who(state)} cancels"
    ),
    ASK_OWNER: lambda setup, state, action, knower: heroes.owner_text(state, action),
    ASK_CARD: lambda setup, state, action, knower: heroes.card_text(state, action, knower),
    ASK_GIVE: lambda setup, state, action, knower: heroes.give_text(setup, state, action),
    ASK_RETURN: lambda setup, state, action, knower: heroes.return_text(state, action - ACT_DISTRICT, knower),
    ASK_CALL: lambda setup, state, action, knower: f"{heroes.who(state)} calls a Citizen from {_district(action)}",
    ASK_PROVOKE: lambda setup, state, action, knower: machine.provoke_text(state, action),
    ASK_FIND: _find,
    ASK_FAVOUR: _find,
    # The Closing Phase
    ASK_JOIN: _join,
    ASK_JUDGE: lambda setup, state, action, knower: heroes.judge_text(state, action, knower),
    ASK_PLEDGE: lambda setup, state, action, knower: heroes.pledge_text(state, action),
    ASK_EXPOSE: lambda setup, state, action, knower: machine.expose_text(state, action),
    ASK_AMNESTY: _amnesty,
    ASK_SHOW: _show,
    ASK_SHOW_TYPE: _show_type,
    ASK_TRADE: lambda setup, state, action, knower: machine.trade_text(state, action),
    ASK_PLAN: lambda setup, state, action, knower: machine.plan_text(state, action),
}
"""By question: what an answer to it says."""
