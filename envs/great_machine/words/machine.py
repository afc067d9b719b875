"""What the Machine can choose, in words, with its price and what comes of it."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import supporters
from ...city.rules.state import NOBODY, NUM_DISTRICTS, Act, CitizenClass, CitizenType, Directive, Hero, Servant
from ...city.words.facts import plan_to
from ...city.words.terms import bonds, class_name, hero_name, one, the
from ...table.views import many
from ..rules.machine import SEIZED_TRUST, only_type
from ..rules.machine_costs import deed_price, guard_price, servant_price
from ..rules.plan import plan_price
from ..rules.settle import PROVOKE_PRICE
from ..rules.state import NUM_DEEDS, Deed, Detain, MachineAct


def menu_text(state: Any, action: int) -> str:
    """Return a choice of the Great Machine Phase."""
    if action == Act.DONE:
        return f"ends the Great Machine Phase, keeping {many(state.bonds, 'Bond')}"
    if action == MachineAct.RESETTLE:
        return "Resettle: moves a Citizen to another District (free)"
    if action >= MachineAct.GUARD:
        origin, district = divmod(action - MachineAct.GUARD, NUM_DISTRICTS)
        return f"Guard from {the(origin)} to {the(district)} ({bonds(guard_price(state, origin, district))})"
    if action >= MachineAct.DEED:
        return _deed(state, *divmod(action - MachineAct.DEED, NUM_DEEDS))
    servant, district = divmod(action - MachineAct.SERVANT_TO, NUM_DISTRICTS)
    price = servant_price(state) * state.far[state.servants[servant], district]
    return f"{Servant(servant).text} to {the(district)} ({bonds(price)})"


def _deed(state: Any, servant: int, deed: int) -> str:
    at = int(state.servants[servant])
    price, place = deed_price(state, servant, deed), the(at)
    what = {
        Deed.ARREST: f"arrests {_arrested(state, at)} in {place}",
        Deed.REPAIR: f"repairs a Guard in {place}",
        Deed.RAID: f"Raid in {place}",
        Deed.DRAW: f"draws a Directive, one of {state.deck.bit_count()}",
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


def detain_text(state: Any, action: int) -> str:
    """Return a way to deal with a detained Hero."""
    hero, option = int(state.cursor), action - MachineAct.DETAIN
    name, actress = hero_name(state, hero), state.by_raid and state.heroes[hero] == Hero.ACTRESS
    if option == Detain.GO_ON:
        return f"lets the {name} go on: {plan_to(state)}" + (", 2 Trust for her" if actress else "")
    if option == Detain.NO_TRUST:
        told = f"takes all of its Trust: {many(state.trust[hero], 'Bond')}"
    else:
        told = f"it forfeits the card {the(state.chosen[hero])}"
    return f"ends the {name}'s turn, {told}" + ("; Discontent rises by 2" if actress else "")


def trade_text(state: Any, action: int) -> str:
    """Return what the Machine gives up for Liberty of Trade."""
    if action == Act.DONE:
        return "keeps its Directives"
    directive = action - Act.DIRECTIVE
    if state.published >> directive & 1:
        return f"gives up {Directive(directive).text}, published: {plan_to(state)}"
    which = "the second of two" if state.traded else "the first of two"
    return f"gives up {Directive(directive).text} out of its hand, {which}"


def arrest_text(state: Any, action: int) -> str:
    """Return whom the Machine arrests."""
    if action == Act.DONE:
        return "arrests nobody else"
    return f"arrests {one(CitizenType(action - Act.CLASS - CitizenClass.REVEALED_AS).text)} in {the(state.choosing_in)}"


def seize_text(state: Any, action: int) -> str:
    """Return from whom the Machine takes Trust."""
    hero = action - Act.HERO
    return f"takes {min(state.trust[hero], SEIZED_TRUST)} Trust from the {hero_name(state, hero)}"


def expose_text(state: Any, action: int) -> str:
    """Return which Citizen a Servant turns face up."""
    if action == Act.DONE:
        return f"reveals nobody in {the(state.choosing_in)}"
    return f"reveals {one(class_name(action - Act.CLASS))} in {the(state.choosing_in)}"


def resettle_text(state: Any, action: int) -> str:
    """Return out of which District a Citizen is moved."""
    return f"moves a Citizen out of {the(action - Act.DISTRICT)}"


def provoke_text(state: Any, action: int) -> str:
    """Return whether the Machine pays for Provoke."""
    return f"pays {PROVOKE_PRICE} Bonds: {plan_to(state)}" if action == Act.YES else "keeps its Bonds"


def plan_text(state: Any, action: int) -> str:
    """Return whether the Machine pays for an advance of its plan."""
    return f"pays {bonds(plan_price(state))}: {plan_to(state)}" if action == Act.YES else "keeps its Bonds"
