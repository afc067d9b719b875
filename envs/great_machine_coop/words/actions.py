"""A Hero's ways and Actions in words: prices, what they bring, faces of the die, and who is there."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import supporters
from ...city.rules.hero_costs import exit_cost, guard_cost, price_of, riot_cost
from ...city.rules.state import (
    DIE,
    NUM_DIRECTIVES,
    NUM_SERVANTS,
    Act,
    CitizenType,
    Directive,
    HeroAction,
    Servant,
    Status,
)
from ...city.rules.tracks import is_published
from ...city.words.facts import plan_to
from ...city.words.heroes import attack_text, kind_text, way_price, who
from ...city.words.terms import hero_name, listed, members, number_in, record_of, the, trust
from ...table.game import Setup
from ...table.views import many
from ..rules.actions import SUPPORT_GAIN, lacking, rally_strength
from ..rules.actions_open import change_for
from ..rules.detainment import PURPOSE_STAGES, detains
from ..rules.missions import A, delivered, delivery_place, plays
from ..rules.state import CoopAct, Mission, Support

KINDS_OF_GUARDS = ("regular", "special")

# Ways


def turn_text(setup: Setup, state: Any, action: int) -> str:
    """Return whose turn begins, how far it is to go, and who is there."""
    hero = action - Act.HERO
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
    order = [int(record_of(setup).order[turn]) for turn in range(NUM_SERVANTS)]
    return [servant for servant in order if detains(state, servant, hero)]


def route_text(setup: Setup, state: Any, action: int) -> str:
    """Return the next step of a Hero's way, with the die where Trust is lacking and the Drone that waits there."""
    hero, district = int(state.hero), action - Act.DISTRICT
    price, has = int(exit_cost(state, hero)), int(state.trust[hero])
    told = trust(price, has)
    if price > has:
        free = sum(bool(face) for face in record_of(setup).escape)
        told = f"{has} of {price} Trust: loses it, {free} of {DIE} faces let it escape"
    if _stings(state, hero, district):
        told += "; the Drone there takes 1 Trust"
    return f"{who(state)} goes to {the(district)} ({told})"


def _stings(state: Any, hero: int, district: int) -> bool:
    in_play = bool(plays(state, A, Mission.TWEAK))
    return in_play and district != state.began[hero] and bool(int(state.drones) >> district & 1)


def detained_text(state: Any, hero: int, servant: int) -> str:
    """Return what a Servant does to a Hero that ends its movement beside it."""
    return (
        f"the Progress marker advances by {PURPOSE_STAGES}",
        f"all its Trust ({state.trust[hero]}) is gone and its turn over",
        f"it forfeits the card {the(int(state.chosen[hero]))} and its turn is over",
    )[servant]


def evasion_text(setup: Setup, state: Any, action: int) -> str:
    """Return whether the leader of the rebellion evades the Servants, and what happens if it does not."""
    hero = int(state.hero)
    servants = detaining(setup, state, hero)
    if action == Act.YES:
        left = many(int(state.held[hero]) - 1, "Hero token")
        return (
            f"{who(state)} discards a Hero token and evades {listed(Servant(i).text for i in servants)} ({left} left)"
        )
    told = "; ".join(f"{Servant(i).text}: {detained_text(state, hero, i)}" for i in servants)
    return f"{who(state)} is detained ({told})"


# Actions


def action_text(setup: Setup, state: Any, action: int) -> str:
    """Return a Hero's Action."""
    hero = int(state.hero)
    if action == Act.DONE:
        return f"{who(state)} ends the turn"
    if action in (CoopAct.DELIVER, CoopAct.SEND):
        return f"{who(state)} {_delivery(setup, state) if action == CoopAct.DELIVER else _sending(setup, state)}"
    if action <= Act.ROLL or action >= CoopAct.HIT:
        return f"{who(state)} {_attack(setup, state, action)}"
    kind = action - Act.KIND + 1
    if kind == HeroAction.RIOT:
        return f"{who(state)} {_riot(setup, state, hero)}"
    if kind == HeroAction.GAIN:
        return f"{who(state)} gains {1 + (SUPPORT_GAIN if state.support == Support.GAIN else 0)} Trust"
    return f"{who(state)} {_burn(state, hero) if kind == HeroAction.BURN else kind_text(state, kind)}"


def _attack(setup: Setup, state: Any, action: int) -> str:
    special = action >= CoopAct.HIT
    at = int(state.at[state.hero])
    change = int(change_for(state, at, special))
    prices = [int(price_of(int(face), change)) for face in record_of(setup).assault if face]
    payment = action - (CoopAct.HIT if special else Act.ATTACK) + 1
    rolls = action in (Act.ROLL, CoopAct.ROLL_SPECIAL)
    return attack_text(state, f"a {KINDS_OF_GUARDS[special]} Guard", prices, None if rolls else payment)


def pay_text(state: Any, action: int) -> str:
    """Return whether the Veteran pays what the die shows."""
    price = trust(int(state.die), int(state.trust[state.hero]))
    if action != Act.YES:
        return f"{who(state)} does not pay"
    return f"{who(state)} pays {price} and breaks the {KINDS_OF_GUARDS[int(state.die_special)]} Guard"


def _burn(state: Any, hero: int) -> str:
    price = trust(int(guard_cost(state, int(state.at[hero]))), int(state.trust[hero]))
    known = members(int(state.hand), NUM_DIRECTIVES) if state.hand_known else []
    return (
        f"removes {Directive(known[0]).text if known else 'the Directive, not known,'} in the Machine's hand ({price})"
    )


def _delivery(setup: Setup, state: Any) -> str:
    at, has = int(state.at[state.hero]), int(state.trust[state.hero])
    goal = int(delivery_place(record_of(setup), state, at, has))
    price = trust(int(state.far[at, goal]), has)
    stands = f"{int(delivered(state))} of {setup.record['wanted'][0][Mission.FALSIFICATION]} so far"
    return f"delivers a Citizen with an Intel token to {the(goal)} ({price}; {stands})"


def _sending(setup: Setup, state: Any) -> str:
    most = int(setup.record["yields"][0][Mission.GUARD_CONTROL])
    at = int(state.at[state.hero])
    token = f"one of {state.controls} Control tokens" if state.controls > 1 else "the last Control token"
    return f"sends up to {many(min(most, int(state.guards[at])), 'Guard')} away from {the(at)} (free; {token})"


# Riots


def _riot(setup: Setup, state: Any, hero: int) -> str:
    at = int(state.at[hero])
    price = trust(int(riot_cost(state, at)), int(state.trust[hero]))
    return f"starts a Riot in {the(at)} ({price}): {riot_forecast(setup, state, hero, at)}"


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
    counted = not (state.done >> 2 & 1 and state.missions[2] == Mission.CLASSES)
    parts += [many(traitors, "Traitor")] if traitors and counted else []
    parts += ["Reinforce"] if is_published(state, Directive.REINFORCE) else []
    return " + ".join(parts)


def rally_text(setup: Setup, state: Any, action: int) -> str:
    """Return whether the leader of the rebellion makes up for the Citizens that a Riot lacks."""
    at = int(state.rioting_in)
    missing, each = int(lacking(state, at)), int(setup.record["bonus"][0][Mission.LEADER])
    if action == Act.YES:
        tokens = many(-(-missing // each), "Hero token")
        return f"{who(state)} discards {tokens} of {state.held[state.hero]}: the Riot in {the(at)} succeeds"
    active = int(supporters(state, at))
    arrested = f" and {active} active {'Citizen is' if active == 1 else 'Citizens are'} arrested" if active else ""
    return f"{who(state)} lets the Riot in {the(at)} fail: {plan_to(state)}{arrested}"
