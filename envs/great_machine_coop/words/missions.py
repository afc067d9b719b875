"""Interactions and choices that Missions bring, in words, with how far the Mission then is."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NOBODY, Act, CitizenClass, CitizenType, District, Servant
from ...city.words.heroes import who
from ...city.words.terms import class_name, hero_name, one, record_of, the, trust
from ...table.game import Setup
from ...table.views import many
from ..rules.missions import A, C, delivery_place, orders_found, plays, tokens_home
from ..rules.state import CoopAct, Mission
from .mission_facts import lone, wanted


def interaction_text(setup: Setup, state: Any, action: int) -> str:
    """Return an Interaction."""
    return f"{who(state)} {_interaction(setup, state, action)}"


def _interaction(setup: Setup, state: Any, action: int) -> str:
    hero, at = int(state.hero), the(int(state.at[state.hero]))
    if action == Act.DONE:
        return "does without an Interaction"
    if action < CoopAct.PLACE:
        return _attachment(setup, state, action - Act.CLASS - CitizenClass.REVEALED_AS)
    if action == CoopAct.PLACE:
        return f"places its Hero token in {at} ({_placed(setup, state)})"
    if action == CoopAct.COLLECT:
        return _collection(setup, state)
    if action < CoopAct.PROGRAM:
        stands = _stands(setup, Mission.WEAKNESSES, int(orders_found(state)) + 1)
        return f"collects the Order token of {Servant(action - CoopAct.ORDER).text} in {at} ({stands})"
    if action == CoopAct.PROGRAM:
        return _programming(setup, state)
    if action < CoopAct.BONDS:
        return _handing_over(setup, state, action)
    if action == CoopAct.BONDS:
        return _bonds(setup, state)
    now, limit = int(state.trust[hero]), int(setup.record["limit"][0][state.heroes[hero]])
    then = min(now + int(setup.record["yields"][0][Mission.LEADER]), limit)
    return f"discards a Hero token: {now} to {then} Trust ({many(int(state.held[hero]) - 1, 'Hero token')} left)"


def _stands(setup: Setup, mission: int, number: int) -> str:
    """Return how far a Mission is."""
    return f"{Mission(mission).text}: {number} of {wanted(setup, mission)}"


def _placed(setup: Setup, state: Any) -> str:
    """Return how far Mission A is with the Hero token placed."""
    mission = int(state.missions[A])
    places = [int(place) for place in state.token_at]
    places[state.hero] = int(state.at[state.hero])
    if mission in (Mission.FORGERY, Mission.TWEAK):
        goal = int(state.drones) if mission == Mission.TWEAK else int(setup.record["goal"][0][Mission.FORGERY])
        return f"{_stands(setup, mission, len(lone(places, goal)))} Districts"
    there = places.count(int(state.at[state.hero]))
    return f"{_stands(setup, mission, there)} here"


def _collection(setup: Setup, state: Any) -> str:
    hero, at = int(state.hero), the(int(state.at[state.hero]))
    if plays(state, C, Mission.RESISTANCE):
        return f"collects its Hero token in {at} ({_stands(setup, Mission.RESISTANCE, int(tokens_home(state)) + 1)})"
    if state.token_as[hero] != NOBODY:
        return f"takes its Hero token back from the {CitizenType(state.token_as[hero]).text} in {at}"
    return f"takes its Hero token back from {at}"


def _attachment(setup: Setup, state: Any, kind: int) -> str:
    at, citizen = the(int(state.at[state.hero])), one(class_name(CitizenClass.REVEALED_AS + kind))
    if not plays(state, C, Mission.CLASSES):
        return f"attaches an Intel token to {citizen} in {at} (to be delivered from the next turn on)"
    types = {int(other) for other in state.token_as if other != NOBODY} | {kind}
    return f"attaches its Hero token to {citizen} in {at} ({_stands(setup, Mission.CLASSES, len(types))} types)"


def _programming(setup: Setup, state: Any) -> str:
    *faces, last = (str(int(face)) for face in record_of(setup).assault)
    stands = f"{state.post_trust} of {wanted(setup, Mission.SELF_DESTRUCT)} so far"
    return f"rolls the Assault die for the Command Post, which adds {', '.join(faces)} or {last} Trust ({stands})"


def _handing_over(setup: Setup, state: Any, action: int) -> str:
    takes = action < CoopAct.GIVE
    other = action - (CoopAct.TAKE if takes else CoopAct.GIVE)
    owner = int(state.hero) if takes else other
    stands = f"{hero_name(state, owner)} then has {int(state.held[owner]) + 1} of {wanted(setup, Mission.LEADER)}"
    if takes:
        return f"takes a Hero token from the {hero_name(state, other)} ({stands})"
    return f"gives a Hero token to the {hero_name(state, other)} ({stands})"


def _bonds(setup: Setup, state: Any) -> str:
    hero, has = int(state.hero), int(state.bonds[state.hero])
    if state.at[hero] == District.NEXUS and has:
        stands = _stands(setup, Mission.DISCLOSURE, int(state.bonds_shown) + has)
        return f"puts {many(has, 'Bond')} down in {the(District.NEXUS)} ({stands})"
    brings = int(setup.record["yields"][0][Mission.DISCLOSURE])
    return f"takes {many(brings, 'Bond')} in {the(int(state.at[hero]))} (has {has + brings} then)"


# Actions of Missions


def delivery_text(setup: Setup, state: Any, action: int) -> str:
    """Return which Citizen is delivered."""
    at, has = int(state.at[state.hero]), int(state.trust[state.hero])
    goal = int(delivery_place(record_of(setup), state, at, has))
    price = trust(int(state.far[at, goal]), has)
    return f"{who(state)} delivers the {class_name(action - Act.CLASS)} to {the(goal)} ({price})"


def sent_text(state: Any, action: int) -> str:
    """Return which kind of Guard is sent away."""
    at = int(state.at[state.hero])
    if action == Act.DONE:
        return f"{who(state)} sends no more Guards"
    specials = int(state.specials[at])
    if action == CoopAct.SPECIAL:
        return f"{who(state)} sends a special Guard away from {the(at)} ({specials} there)"
    return f"{who(state)} sends a regular Guard away from {the(at)} ({int(state.guards[at]) - specials} there)"


def sent_to_text(state: Any, action: int) -> str:
    """Return where a Guard is sent."""
    district = action - Act.DISTRICT
    kind = "special" if state.sends_special else "regular"
    return (
        f"{who(state)} sends the {kind} Guard to {the(district)} ({many(int(state.guards[district]), 'Guard')} there)"
    )


# The Rise of Resistance


def hiding_text(state: Any, action: int) -> str:
    """Return where a Hero token is hidden."""
    return f"{who(state)} hides its Hero token in {the(action - Act.DISTRICT)}"


def base_text(setup: Setup, state: Any, action: int) -> str:
    """Return where the resistance is."""
    brings = int(setup.record["yields"][0][Mission.RESISTANCE])
    place = the(action - Act.DISTRICT)
    return f"the resistance is in {place} from now on ({brings} Trust for who ends its movement there)"
