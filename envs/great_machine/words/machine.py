"""What the Machine is asked and can choose, in words, with its price and what comes of it."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import supporters
from ...city.rules.state import NOBODY, PLAN_END, Act, Ask, CitizenClass, CitizenType, Directive, Hero, Servant
from ...city.rules.tracks import ACTRESS_TRUST, actress_rise
from ...city.words.asking import Say, Words
from ...city.words.facts import plan_to
from ...city.words.terms import bonds, card_of, class_name, hero_name, one, rise_now, the, within_limit
from ...table.game import Setup
from ...table.sets import has, size
from ...table.views import many
from ..rules.hero_turn import BREAD_PRICE
from ..rules.machine import SEIZED_TRUST, only_type
from ..rules.machine_costs import deed_price, guard_price, servant_price
from ..rules.plan import plan_price
from ..rules.settle import PROVOKE_PRICE
from ..rules.state import Deed, Detain, MachineAct


def _servant_to(state: Any, servant: int, district: int) -> str:
    price = servant_price(state) * state.far[state.servants[servant], district]
    return f"{Servant(servant).text} to {the(district)} ({bonds(price)})"


def _guard(state: Any, origin: int, district: int) -> str:
    return f"Guard from {the(origin)} to {the(district)} ({bonds(guard_price(state, origin, district))})"


def _deed(state: Any, servant: int, deed: int) -> str:
    at = int(state.servants[servant])
    price, place = deed_price(state, servant, deed), the(at)
    what = {
        Deed.ARREST: f"arrests {_arrested(state, at)} in {place}",
        Deed.REPAIR: f"repairs a Guard in {place}",
        Deed.RAID: f"Raid in {place}",
        Deed.DRAW: f"draws a Directive, one of {size(state.deck)}",
        Deed.PUBLISH: "publishes a Directive",
        Deed.REPOSITION: "repositions a District",
        Deed.INCOME: f"takes {many(state.crowd[at] - state.guards[at], 'Bond')} in {place}",
        Deed.SEIZE: f"confiscates Trust from {_robbed(state, at)}",
        Deed.CALM: f"pacifies {place}: Discontent falls by 1",
    }[Deed(deed)]
    return f"{Servant(servant).text}: {what} ({bonds(price)})"


def _arrested(state: Any, district: int) -> str:
    only = int(only_type(state, district)) if supporters(state, district) else NOBODY
    return "one of the active Citizens" if only == NOBODY else one(CitizenType(only).text)


def _robbed(state: Any, district: int) -> str:
    heroes = [hero for hero in range(len(state.at)) if state.at[hero] == district and state.trust[hero] > 0]
    if len(heroes) == 1:
        return f"the {hero_name(state, heroes[0])} ({min(state.trust[heroes[0]], SEIZED_TRUST)})"
    return "a Hero"


def _detain_question(state: Any) -> str:
    hero = int(state.cursor)
    return f"how to deal with the {hero_name(state, hero)}, detained in {the(state.at[hero])}"


def _detain(setup: Setup, state: Any, detainment: int) -> str:
    hero = int(state.cursor)
    name, actress = hero_name(state, hero), state.by_raid and state.heroes[hero] == Hero.ACTRESS
    if detainment == Detain.GO_ON:
        brings = within_limit(setup, state, hero, ACTRESS_TRUST) if actress and state.plan + 1 < PLAN_END else 0
        return f"lets the {name} go on: {plan_to(state)}" + (f", {brings} Trust for her" if brings else "")
    last = state.cards[hero] == 1 << int(state.chosen[hero])
    if detainment == Detain.NO_TRUST:
        has = int(state.trust[hero])
        told = f"takes all of its Trust: {many(has, 'Bond')}" if has else "which has no Trust to take"
    else:
        told = f"it forfeits {card_of(state.chosen[hero])}" + (", its last" if last else "")
    rises = actress and not (last and detainment == Detain.NO_ACCESS)
    return f"ends the {name}'s turn, {told}" + (f"; {rise_now(state, actress_rise(state))}" if rises else "")


def _trade(state: Any, directive: int) -> str:
    if has(state.published, directive):
        return f"gives up {Directive(directive).text}, published: {plan_to(state)}"
    which = "the second of two" if state.traded else "the first of two"
    return f"gives up {Directive(directive).text} out of its hand, {which}"


def _seize(state: Any, hero: int) -> str:
    return f"takes {min(state.trust[hero], SEIZED_TRUST)} Trust from the {hero_name(state, hero)}"


_ARREST: dict[int, Say] = {
    Act.DONE: "arrests nobody else",
    Act.CLASS: lambda state, chosen: (
        f"arrests {one(CitizenType(chosen - CitizenClass.REVEALED_AS).text)} in {the(state.choosing_in)}"
    ),
}

MACHINE_WORDS: dict[int, Words] = {
    # The Great Machine Phase
    Ask.MACHINE: Words(
        "what to do next; anything in any order, then end the phase",
        {
            Act.DONE: lambda state: f"ends the Great Machine Phase, keeping {many(state.bonds, 'Bond')}",
            MachineAct.RESETTLE: "Resettle: moves a Citizen to another District (free)",
            MachineAct.SERVANT_TO: _servant_to,
            MachineAct.GUARD: _guard,
            MachineAct.DEED: _deed,
        },
    ),
    Ask.ARREST: Words(lambda state: f"whom to arrest in {the(state.choosing_in)}", _ARREST),
    Ask.RIOT_ARREST: Words(lambda state: f"whom to arrest in {the(state.choosing_in)}, after the Riot failed", _ARREST),
    Ask.PUBLISH: Words("which Directive to publish", lambda directive: f"publishes {Directive(directive).text}"),
    Ask.TAKE_BACK: Words(
        "which of the published Directives returns to the hand",
        lambda directive: f"takes back {Directive(directive).text}",
    ),
    Ask.CONFISCATE: Words("from which Hero to take Trust", _seize),
    Ask.RESETTLE: Words(
        "out of which District to move a Citizen", lambda district: f"moves a Citizen out of {the(district)}"
    ),
    # The Heroes Phase
    Ask.DETAIN: Words(_detain_question, _detain),
    Ask.BREAD: Words(
        "whether to pay to lower Discontent",
        {Act.YES: f"pays {bonds(BREAD_PRICE)}: Discontent falls by 1", Act.DONE: "leaves Discontent as it is"},
    ),
    Ask.PROVOKE: Words(
        "whether to pay for Provoke: Discontent has reached a new Stage",
        {Act.YES: lambda state: f"pays {PROVOKE_PRICE} Bonds: {plan_to(state)}", Act.DONE: "keeps its Bonds"},
    ),
    # The Closing Phase
    Ask.EXPOSE: Words(
        lambda state: f"which Citizen to turn face up in {the(state.choosing_in)}",
        {
            Act.DONE: lambda state: f"reveals nobody in {the(state.choosing_in)}",
            Act.CLASS: lambda state, chosen: f"reveals {one(class_name(chosen))} in {the(state.choosing_in)}",
        },
    ),
    Ask.AMNESTY: Words(
        "whether to set two Citizens free to advance the Master Plan",
        {
            Act.YES: lambda state: f"sets two arrested Citizens free, unseen: then {plan_to(state)}",
            Act.DONE: "sets nobody free",
        },
    ),
    Ask.TRADE: Words(
        "which Directives to give up for the Master Plan", {Act.DONE: "keeps its Directives", Act.DIRECTIVE: _trade}
    ),
    Ask.PLAN: Words(
        "whether to pay for the Master Plan",
        {Act.YES: lambda state: f"pays {bonds(plan_price(state))}: {plan_to(state)}", Act.DONE: "keeps its Bonds"},
    ),
}
"""By what is asked."""
