"""A Hero's ways and Actions in words: prices, what they bring, faces of the die, and who is there."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import supporters
from ...city.rules.hero_costs import exit_cost, price_of, riot_cost
from ...city.rules.state import DIE, NUM_DIRECTIVES, NUM_TYPES, Act, CitizenType, Directive, HeroAction, Servant, Status
from ...city.rules.tracks import is_published
from ...city.words.asking import Say, who
from ...city.words.facts import plan_to
from ...city.words.heroes import attack_text, guards_paid, kind_text, paid, way_price
from ...city.words.terms import card_of, hero_name, listed, members, number_in, one, record_of, the, trust, within_limit
from ...table.game import Setup
from ...table.sets import has
from ...table.views import many
from ..rules.actions import SUPPORT_GAIN, lacking, rally_strength
from ..rules.actions_open import change_for
from ..rules.detainment import PURPOSE_STAGES, detains
from ..rules.missions import A, C, deliverable, delivered, delivery_place, plays
from ..rules.state import CoopAct, Mission, Support
from .facts import servant_order

KINDS_OF_GUARDS = ("regular", "special")

# Ways


def turn_text(setup: Setup, state: Any, hero: int) -> str:
    """Return whose turn begins, how far it is to go, and who is there."""
    district = int(state.chosen[hero])
    if state.at[hero] == district:
        way = f"staying in {the(district)}"
    else:
        exits, price = many(int(state.far[state.at[hero], district]), "exit"), trust(way_price(state, hero, district))
        way = f"to {the(district)}: {exits}, {price}"
    there = "".join(f"; {Servant(servant).text} there" for servant in waiting(setup, state, hero, district))
    return f"the {hero_name(state, hero)} goes next ({way}{there})"


def waiting(setup: Setup, state: Any, hero: int, district: int) -> list[int]:
    """Return the Servants that would detain a Hero if it ended its movement in a District."""
    trial = state.copy()
    trial.at[hero] = district
    return detaining(setup, trial, hero)


def detaining(setup: Setup, state: Any, hero: int) -> list[int]:
    """Return the Servants that detain a Hero where it is, in the order of their turns."""
    return [servant for servant in servant_order(setup) if detains(state, servant, hero)]


def route_text(setup: Setup, state: Any, district: int) -> str:
    """Return the next step of a Hero's way, with the die where Trust is lacking and the Drone that may wait there."""
    hero = int(state.hero)
    price, own = int(exit_cost(state, hero)), int(state.trust[hero])
    told = trust(price, own)
    if price > own:
        free = sum(bool(face) for face in record_of(setup).escape)
        told = f"{own} of {price} Trust: loses it, {free} of {DIE} faces let it escape"
    if plays(state, A, Mission.TWEAK) and district != state.began[hero] and has(state.drones, district):
        told += "; a Drone is there"
    return f"{who(state)} goes to {the(district)} ({told})"


def detained_text(state: Any, hero: int, servant: int) -> str:
    """Return what a Servant does to a Hero that ends its movement beside it."""
    return (
        f"the Progress marker advances by {PURPOSE_STAGES}",
        f"all its Trust ({state.trust[hero]}) is gone and its turn over" if state.trust[hero] else "its turn is over",
        f"it forfeits {card_of(int(state.chosen[hero]))} and its turn is over",
    )[servant]


def _evades(setup: Setup, state: Any) -> str:
    names = listed(Servant(servant).text for servant in detaining(setup, state, int(state.hero)))
    return (
        f"{who(state)} discards a Hero token and evades {names} ({many(state.held[state.hero] - 1, 'Hero token')} left)"
    )


def _is_detained(setup: Setup, state: Any) -> str:
    hero = int(state.hero)
    told = (f"{Servant(i).text}: {detained_text(state, hero, i)}" for i in detaining(setup, state, hero))
    return f"{who(state)} is detained ({'; '.join(told)})"


EVASION: dict[int, Say] = {Act.YES: _evades, Act.DONE: _is_detained}


# Actions


def _kind(setup: Setup, state: Any, kind: int) -> str:
    if kind == HeroAction.RIOT:
        return _riot(setup, state, int(state.hero))
    if kind == HeroAction.GAIN:
        brings = 1 + (SUPPORT_GAIN if state.support == Support.GAIN else 0)
        return f"{who(state)} gains {within_limit(setup, state, int(state.hero), brings)} Trust"
    return _burn(state) if kind == HeroAction.BURN else kind_text(state, kind)


def _aimed(setup: Setup, state: Any, payment: int | None, special: bool) -> str:
    change = int(change_for(state, int(state.at[state.hero]), special))
    prices = [int(price_of(int(face), change)) for face in record_of(setup).assault if face]
    return attack_text(state, f"a {KINDS_OF_GUARDS[special]} Guard", prices, payment)


def _attack(setup: Setup, state: Any, payment: int | None) -> str:
    return _aimed(setup, state, payment, False)


def _hit(setup: Setup, state: Any, payment: int | None) -> str:
    return _aimed(setup, state, payment, True)


def _burn(state: Any) -> str:
    known = members(int(state.hand), NUM_DIRECTIVES) if state.hand_known else []
    name = Directive(known[0]).text if known else "the Directive, not known,"
    return f"{who(state)} removes {name} in the Machine's hand ({guards_paid(state)})"


def _delivery(setup: Setup, state: Any) -> str:
    at, has = int(state.at[state.hero]), int(state.trust[state.hero])
    rules = record_of(setup)
    goal = int(delivery_place(rules, state, at, has))
    types = members(deliverable(rules, state, at, has), NUM_TYPES)
    stands = f"{int(delivered(state))} of {setup.record['wanted'][0][Mission.FALSIFICATION]} so far"
    if len(types) == 1:
        whom, price = one(CitizenType(types[0]).text), paid(state, state.far[at, goal])
    else:  # which one is asked next, and paid for then
        whom, price = "a Citizen with an Intel token", f"for {trust(int(state.far[at, goal]))}"
    return f"{who(state)} delivers {whom} from {the(at)} to {the(goal)} ({price}; {stands})"


def _sending(setup: Setup, state: Any) -> str:
    most = int(setup.record["yields"][0][Mission.GUARD_CONTROL])
    at = int(state.at[state.hero])
    token = f"one of {state.controls} Control tokens" if state.controls > 1 else "the last Control token"
    number = many(min(most, int(state.guards[at])), "Guard")
    return f"{who(state)} sends up to {number} away from {the(at)} (free; {token})"


def _pays(state: Any) -> str:
    kind = KINDS_OF_GUARDS[int(state.die_special)]
    return f"{who(state)} pays {paid(state, state.die)} and breaks the {kind} Guard"


ACTION: dict[int, Say] = {
    Act.DONE: "{who} ends the turn",
    Act.ATTACK: _attack,
    Act.ROLL: _attack,
    CoopAct.HIT: _hit,
    CoopAct.ROLL_SPECIAL: _hit,
    Act.KIND: _kind,
    CoopAct.DELIVER: _delivery,
    CoopAct.SEND: _sending,
}
PAYMENT: dict[int, Say] = {Act.YES: _pays, Act.DONE: "{who} does not pay"}


# Riots


def _riot(setup: Setup, state: Any, hero: int) -> str:
    at = int(state.at[hero])
    price = paid(state, riot_cost(state, at))
    return f"{who(state)} starts a Riot in {the(at)} ({price}): {riot_forecast(setup, state, hero, at)}"


def riot_forecast(setup: Setup, state: Any, hero: int, at: int) -> str:
    """Return how a Riot stands as far as it is known before: who is active, against what, and who is unidentified."""
    covered = int(state.crowd[at]) - number_in(state, at, Status.REVEALED)
    missing, strength = int(lacking(state, at)), int(rally_strength(record_of(setup), state, hero))
    told = f"{int(supporters(state, at))} active against {_opposition(state, at)}"
    told += f", {covered} unidentified" if covered else ""
    told += f", Hero tokens count as {strength}" if strength else ""
    if not covered:
        told += "; it succeeds" if missing <= 0 else "" if missing <= strength else "; it fails"
    return told


def _opposition(state: Any, at: int) -> str:
    parts = [many(int(state.guards[at]), "Guard")]
    traitors = int(state.citizens[at, Status.REVEALED, CitizenType.TRAITOR])
    counted = not (has(state.done, C) and state.missions[C] == Mission.CLASSES)
    parts += [many(traitors, "Traitor")] if traitors and counted else []
    parts += ["Reinforce"] if is_published(state, Directive.REINFORCE) else []
    return " + ".join(parts)


def _rallies(setup: Setup, state: Any) -> str:
    at = int(state.rioting_in)
    missing, each = int(lacking(state, at)), int(setup.record["bonus"][0][Mission.LEADER])
    tokens = many(-(-missing // each), "Hero token")
    return f"{who(state)} discards {tokens} of {state.held[state.hero]}: the Riot in {the(at)} succeeds"


def _lets_fail(state: Any) -> str:
    active = int(supporters(state, int(state.rioting_in)))
    arrested = f" and {active} active {'Citizen is' if active == 1 else 'Citizens are'} arrested" if active else ""
    return f"{who(state)} lets the Riot in {the(state.rioting_in)} fail: {plan_to(state)}{arrested}"


RALLY: dict[int, Say] = {Act.YES: _rallies, Act.DONE: _lets_fail}
