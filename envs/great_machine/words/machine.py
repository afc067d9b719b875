"""What the Machine can choose, in words, with its price and what comes of it."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import supporters
from ...city.rules.machine_costs import deed_price, guard_price, servant_price
from ...city.rules.plan import plan_price
from ...city.rules.tracks import PROVOKE_PRICE
from ...city.words.facts import plan_to
from ...city.words.terms import bonds, class_name, hero_name, one, the
from ...table.views import many
from ..rules.machine import SEIZED_TRUST, only_type
from ..rules.state import (
    ACT_CLASS,
    ACT_DEED,
    ACT_DETAIN,
    ACT_DIRECTIVE,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_GUARD,
    ACT_HERO,
    ACT_RESETTLE,
    ACT_SERVANT_TO,
    ACT_YES,
    ACTRESS,
    ARREST,
    AS_REVEALED,
    CALM,
    DIRECTIVES,
    DRAW,
    GO_ON,
    INCOME,
    NO_TRUST,
    NOBODY,
    NUM_DEEDS,
    NUM_DISTRICTS,
    PUBLISH,
    RAID,
    REPAIR,
    REPOSITION,
    SEIZE,
    SERVANTS,
    TYPES,
)


def menu_text(state: Any, action: int) -> str:
    """Return a choice of the Great Machine Phase."""
    if action == ACT_DONE:
        return f"ends the Great Machine Phase, keeping {many(state.bonds, 'Bond')}"
    if action == ACT_RESETTLE:
        return "Resettle: moves a Citizen to another District (free)"
    if action >= ACT_GUARD:
        origin, district = divmod(action - ACT_GUARD, NUM_DISTRICTS)
        return f"Guard from {the(origin)} to {the(district)} ({bonds(guard_price(state, origin, district))})"
    if action >= ACT_DEED:
        return _deed(state, *divmod(action - ACT_DEED, NUM_DEEDS))
    servant, district = divmod(action - ACT_SERVANT_TO, NUM_DISTRICTS)
    price = servant_price(state) * state.far[state.servants[servant], district]
    return f"{SERVANTS[servant]} to {the(district)} ({bonds(price)})"


def _deed(state: Any, servant: int, deed: int) -> str:
    at = int(state.servants[servant])
    price, place = deed_price(state, servant, deed), the(at)
    what = {
        ARREST: f"arrests {_arrested(state, at)} in {place}",
        REPAIR: f"repairs a Guard in {place}",
        RAID: f"Raid in {place}",
        DRAW: f"draws a Directive, one of {state.deck.bit_count()}",
        PUBLISH: "publishes a Directive",
        REPOSITION: "repositions a District",
        INCOME: f"takes {many(state.crowd[at] - state.guards[at], 'Bond')} in {place}",
        SEIZE: f"confiscates Trust from {_robbed(state, at)}",
        CALM: f"pacifies {place}: Discontent falls by 1",
    }[deed]
    return f"{SERVANTS[servant]}: {what} ({bonds(price)})"


def _arrested(state: Any, district: int) -> str:
    only = int(only_type(state, district)) if supporters(state, district) else NOBODY
    return "one of the active Citizens" if only == NOBODY else one(TYPES[only])


def _robbed(state: Any, district: int) -> str:
    heroes = [hero for hero in range(len(state.at)) if state.at[hero] == district and state.trust[hero] > 0]
    if len(heroes) == 1:
        return f"the {hero_name(state, heroes[0])} ({min(state.trust[heroes[0]], SEIZED_TRUST)})"
    return "a Hero"


def detain_text(state: Any, action: int) -> str:
    """Return a way to deal with a detained Hero."""
    hero, option = int(state.cursor), action - ACT_DETAIN
    name, actress = hero_name(state, hero), state.by_raid and state.heroes[hero] == ACTRESS
    if option == GO_ON:
        return f"lets the {name} go on: {plan_to(state)}" + (", 2 Trust for her" if actress else "")
    if option == NO_TRUST:
        told = f"takes all of its Trust: {many(state.trust[hero], 'Bond')}"
    else:
        told = f"it forfeits the card {the(state.chosen[hero])}"
    return f"ends the {name}'s turn, {told}" + ("; Discontent rises by 2" if actress else "")


def trade_text(state: Any, action: int) -> str:
    """Return what the Machine gives up for Liberty of Trade."""
    if action == ACT_DONE:
        return "keeps its Directives"
    directive = action - ACT_DIRECTIVE
    if state.published >> directive & 1:
        return f"gives up {DIRECTIVES[directive]}, published: {plan_to(state)}"
    which = "the second of two" if state.traded else "the first of two"
    return f"gives up {DIRECTIVES[directive]} out of its hand, {which}"


def arrest_text(state: Any, action: int) -> str:
    """Return whom the Machine arrests."""
    if action == ACT_DONE:
        return "arrests nobody else"
    return f"arrests {one(TYPES[action - ACT_CLASS - AS_REVEALED])} in {the(state.tile)}"


def seize_text(state: Any, action: int) -> str:
    """Return from whom the Machine takes Trust."""
    hero = action - ACT_HERO
    return f"takes {min(state.trust[hero], SEIZED_TRUST)} Trust from the {hero_name(state, hero)}"


def expose_text(state: Any, action: int) -> str:
    """Return which Citizen a Servant turns face up."""
    if action == ACT_DONE:
        return f"reveals nobody in {the(state.tile)}"
    return f"reveals {one(class_name(action - ACT_CLASS))} in {the(state.tile)}"


def resettle_text(state: Any, action: int) -> str:
    """Return out of which District a Citizen is moved."""
    return f"moves a Citizen out of {the(action - ACT_DISTRICT)}"


def provoke_text(state: Any, action: int) -> str:
    """Return whether the Machine pays for Provoke."""
    return f"pays {PROVOKE_PRICE} Bonds: {plan_to(state)}" if action == ACT_YES else "keeps its Bonds"


def plan_text(state: Any, action: int) -> str:
    """Return whether the Machine pays for an advance of its plan."""
    return f"pays {bonds(plan_price(state))}: {plan_to(state)}" if action == ACT_YES else "keeps its Bonds"
