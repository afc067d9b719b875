"""Missions as they stand: which are in play, how far their Objectives are, and where their tokens lie."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from ...city.rules.state import NOBODY, NUM_DISTRICTS, CitizenType, District, Servant
from ...city.words.facts import SYMBOLS
from ...city.words.terms import hero_name, listed, members
from ...table.game import Setup
from ...table.sets import has, size
from ...table.views import many
from ..rules.missions import C, classes_reached, delivered, orders_found, plays, tokens_home
from ..rules.state import NUM_TOKENS, WITH_HERO, Mission

# How far they are


def wanted(setup: Setup, mission: int) -> int:
    """Return how many or how much the Objective of a Mission asks for."""
    return int(setup.record["wanted"][0][mission])


def is_active(state: Any, letter: int) -> bool:
    """Whether the Mission of a letter is in play and not completed."""
    return bool(plays(state, letter, state.missions[letter]))


def status_text(setup: Setup, state: Any, letter: int) -> str:
    """Return whether a Mission is completed, how far it is, or that it has not come into play."""
    if has(state.done, letter):
        return "completed"
    if not has(state.active, letter):
        return "not in play yet"
    return f"{progress(setup, state, letter)} of {wanted(setup, int(state.missions[letter]))}"


def progress(setup: Setup, state: Any, letter: int) -> int:
    """Return how much of what its Objective asks for a Mission in play has."""
    mission = int(state.missions[letter])
    places = [int(place) for place in state.token_at]
    if mission in (Mission.TRAP, Mission.REMOTE_ACCESS):
        return max(places.count(district) for district in range(NUM_DISTRICTS))
    if mission in (Mission.FORGERY, Mission.TWEAK):
        return len(lone(places, objective_districts(setup, state, mission)))
    return {
        Mission.WEAKNESSES: orders_found,
        Mission.CLASSES: classes_reached,
        Mission.SELF_DESTRUCT: lambda state: int(state.post_trust),
        Mission.LEADER: lambda state: max(int(held) for held in state.held),
        Mission.FALSIFICATION: delivered,
        Mission.GUARD_CONTROL: lambda state: NUM_TOKENS - int(size(state.cores)),
        Mission.DISCLOSURE: lambda state: int(state.bonds_shown),
        Mission.RESISTANCE: lambda state: int(tokens_home(state)) - int(state.hides),
    }[Mission(mission)](state)


def objective_districts(setup: Setup, state: Any, mission: int) -> int:
    """Return the Districts, as a set, that a Mission speaks of: those with Drones, or those on its card."""
    return int(state.drones) if mission == Mission.TWEAK else int(setup.record["goal"][0][mission])


def lone(places: list[int], goal: int) -> list[int]:
    """Return the Districts of a set in which there is one token and no more."""
    counts = Counter(places)
    return [district for district in members(goal) if counts[district] == 1]


# Tokens


class Mark(NamedTuple):
    """A token of a Mission in a District.

    Attributes:
        text: What it is.
        short: The same in a few letters.
        hero: The Hero whose token it is; None for any other token.
    """

    text: str
    short: str
    hero: int | None = None


def marks(state: Any, district: int) -> list[Mark]:
    """Return the Mission tokens in a District."""
    found = [_hero_mark(state, hero) for hero in _there(state.token_at, district)]
    found += [
        Mark(f"Order {Servant(servant).text}", f"Order {Servant(servant).text[0]}")
        for servant in _there(state.orders, district)
    ]
    for token in _there(state.intel_at, district):
        kind = int(state.intel_as[token])
        found.append(Mark(f"Intel on {CitizenType(kind).text}", f"Intel {SYMBOLS[kind]}"))
    trust = int(state.post_trust)
    found += [Mark(f"Command Post {trust} Trust", f"Post {trust}")] if state.post == district else []
    if district == District.NEXUS and state.bonds_shown:
        number = many(int(state.bonds_shown), "Bond")
        found.append(Mark(number, number))
    for name, there in (
        ("Ambush", state.ambush == district),
        ("Core", has(state.cores, district)),
        ("Drone", has(state.drones, district)),
        ("Remote Control", state.remote == district),
        ("Resistance", state.underground == district),
    ):
        found += [Mark(name, name.split()[0])] if there else []
    return found


def _hero_mark(state: Any, hero: int) -> Mark:
    name, kind = hero_name(state, hero), int(state.token_as[hero])
    if kind == NOBODY:
        return Mark(f"{name} token", name, hero)
    return Mark(f"{name} token on {CitizenType(kind).text}", f"{name[:4]} {SYMBOLS[kind]}", hero)


def _there(places: Any, district: int) -> list[int]:
    return [number for number, place in enumerate(places.tolist()) if place == district]


def held_text(setup: Setup, state: Any, hero: int) -> str:
    """Return what a Hero has of Missions: Hero tokens, Order tokens, Bonds, its lead; empty for nothing."""
    parts = ["leader"] if state.leader == hero else []
    if state.held[hero]:
        parts.append(many(int(state.held[hero]), "Hero token"))
    elif uses_hero_tokens(state):
        parts.append("Hero token on its card" if state.token_at[hero] == NOBODY else "Hero token in the city")
    parts += [f"Order {Servant(servant).text}" for servant in _there(state.orders, WITH_HERO + hero)]
    parts += [many(int(state.bonds[hero]), "Bond")] if state.bonds[hero] else []
    return listed(parts, "")


def uses_hero_tokens(state: Any) -> bool:
    """Whether a Mission in play has Hero tokens placed or collected."""
    missions = {int(state.missions[letter]) for letter in range(C + 1) if is_active(state, letter)}
    return bool(
        missions
        & {Mission.TRAP, Mission.FORGERY, Mission.REMOTE_ACCESS, Mission.TWEAK, Mission.CLASSES, Mission.RESISTANCE}
    )


def reserve_text(state: Any) -> str:
    """Return the tokens of Missions that lie beside the city; empty for none."""
    parts = [many(int(state.controls), "Control token")] if state.controls else []
    return listed([*parts, *(["Traitors count no longer in Riots"] if _classes_done(state) else [])], "")


def _classes_done(state: Any) -> bool:
    return bool(has(state.done, C) and state.missions[C] == Mission.CLASSES)
