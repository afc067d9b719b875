"""Interactions and choices that Missions bring, in words, with how far the Mission then is."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NOBODY, Act, CitizenClass, CitizenType, District, Servant
from ...city.words.asking import Say, who
from ...city.words.heroes import paid
from ...city.words.terms import class_name, hero_name, one, record_of, the
from ...table.game import Setup
from ...table.views import many
from ..rules.guards import regulars
from ..rules.missions import A, C, delivery_place, orders_found, plays, tokens_home
from ..rules.state import CoopAct, Mission
from .mission_facts import lone, objective_districts, wanted


def _stands(setup: Setup, mission: int, number: int) -> str:
    """Return how far a Mission is."""
    return f"{Mission(mission).text}: {number} of {wanted(setup, mission)}"


def _place(setup: Setup, state: Any) -> str:
    at, mission = int(state.at[state.hero]), int(state.missions[A])
    places = [int(place) for place in state.token_at]
    places[state.hero] = at
    if mission in (Mission.FORGERY, Mission.TWEAK):
        stands = f"{_stands(setup, mission, len(lone(places, objective_districts(setup, state, mission))))} Districts"
    else:
        stands = f"{_stands(setup, mission, places.count(at))} here"
    return f"{who(state)} places its Hero token in {the(at)} ({stands})"


def _collect(setup: Setup, state: Any) -> str:
    hero, at = int(state.hero), the(state.at[state.hero])
    if plays(state, C, Mission.RESISTANCE):
        stands = _stands(setup, Mission.RESISTANCE, int(tokens_home(state)) + 1)
        return f"{who(state)} collects its Hero token in {at} ({stands})"
    if state.token_as[hero] != NOBODY:
        at = f"the {CitizenType(state.token_as[hero]).text} in {at}"
    return f"{who(state)} takes its Hero token back from {at}"


def _attach(setup: Setup, state: Any, chosen: int) -> str:
    citizen, at = one(class_name(chosen)), the(state.at[state.hero])
    if not plays(state, C, Mission.CLASSES):
        return f"{who(state)} attaches an Intel token to {citizen} in {at} (to be delivered from the next turn on)"
    types = {int(other) for other in state.token_as if other != NOBODY} | {chosen - CitizenClass.REVEALED_AS}
    stands = _stands(setup, Mission.CLASSES, len(types))
    return f"{who(state)} attaches its Hero token to {citizen} in {at} ({stands} types)"


def _order(setup: Setup, state: Any, servant: int) -> str:
    stands = _stands(setup, Mission.WEAKNESSES, int(orders_found(state)) + 1)
    place = the(state.at[state.hero])
    return f"{who(state)} collects the Order token of {Servant(servant).text} in {place} ({stands})"


def _program(setup: Setup, state: Any) -> str:
    *faces, last = (str(int(face)) for face in record_of(setup).assault)
    adds = f"{', '.join(faces)} or {last} Trust"
    stands = f"{state.post_trust} of {wanted(setup, Mission.SELF_DESTRUCT)} so far"
    return f"{who(state)} rolls the Assault die for the Command Post, which adds {adds} ({stands})"


def _then_has(setup: Setup, state: Any, owner: int) -> str:
    return f"{hero_name(state, owner)} then has {int(state.held[owner]) + 1} of {wanted(setup, Mission.LEADER)}"


def _take(setup: Setup, state: Any, hero: int) -> str:
    stands = _then_has(setup, state, int(state.hero))
    return f"{who(state)} takes a Hero token from the {hero_name(state, hero)} ({stands})"


def _give(setup: Setup, state: Any, hero: int) -> str:
    return f"{who(state)} gives a Hero token to the {hero_name(state, hero)} ({_then_has(setup, state, hero)})"


def _bonds(setup: Setup, state: Any) -> str:
    at, has = int(state.at[state.hero]), int(state.bonds[state.hero])
    if at == District.NEXUS and has:
        stands = _stands(setup, Mission.DISCLOSURE, int(state.bonds_shown) + has)
        return f"{who(state)} puts {many(has, 'Bond')} down in {the(at)} ({stands})"
    brings = int(setup.record["yields"][0][Mission.DISCLOSURE])
    return f"{who(state)} takes {many(brings, 'Bond')} in {the(at)} (has {has + brings} then)"


def _spend(setup: Setup, state: Any) -> str:
    now, left = int(state.trust[state.hero]), many(int(state.held[state.hero]) - 1, "Hero token")
    limit = int(setup.record["limit"][0][state.heroes[state.hero]])
    then = min(now + int(setup.record["yields"][0][Mission.LEADER]), limit)
    return f"{who(state)} discards a Hero token: {now} to {then} Trust ({left} left)"


INTERACTION: dict[int, Say] = {
    Act.DONE: "{who} does without an Interaction",
    Act.CLASS: _attach,
    CoopAct.PLACE: _place,
    CoopAct.COLLECT: _collect,
    CoopAct.ORDER: _order,
    CoopAct.PROGRAM: _program,
    CoopAct.TAKE: _take,
    CoopAct.GIVE: _give,
    CoopAct.BONDS: _bonds,
    CoopAct.SPEND: _spend,
}


# Actions of Missions


def delivery_text(setup: Setup, state: Any, chosen: int) -> str:
    """Return which Citizen is delivered."""
    at, has = int(state.at[state.hero]), int(state.trust[state.hero])
    goal = int(delivery_place(record_of(setup), state, at, has))
    whom, price = one(CitizenType(chosen - CitizenClass.REVEALED_AS).text), paid(state, state.far[at, goal])
    return f"{who(state)} delivers {whom} from {the(at)} to {the(goal)} ({price})"


def _send_special(state: Any) -> str:
    at = int(state.at[state.hero])
    return f"{who(state)} sends a special Guard away from {the(at)} ({int(state.specials[at])} there)"


def _send_regular(state: Any) -> str:
    at = int(state.at[state.hero])
    return f"{who(state)} sends a regular Guard away from {the(at)} ({int(regulars(state, at))} there)"


SENDING: dict[int, Say] = {
    Act.DONE: "{who} sends no more Guards",
    CoopAct.REGULAR: _send_regular,
    CoopAct.SPECIAL: _send_special,
}


def sent_to_text(state: Any, district: int) -> str:
    """Return where a Guard is sent."""
    kind = "special" if state.sends_special else "regular"
    there = many(int(state.guards[district]), "Guard")
    return f"{who(state)} sends the {kind} Guard to {the(district)} ({there} there)"


def base_text(setup: Setup, district: int) -> str:
    """Return where the resistance is."""
    brings = int(setup.record["yields"][0][Mission.RESISTANCE])
    return f"the resistance is in {the(district)} from now on ({brings} Trust for who ends its movement there)"
