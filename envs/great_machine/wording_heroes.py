"""What the Heroes can choose, in words, with its price and what comes of it."""

from __future__ import annotations

from typing import Any

from ..table.game import Setup
from .citizens import classes_active, counted
from .closing import JUDGES_PRICE
from .hero_actions import NEXUS_TRUST
from .hero_costs import exit_cost, guard_cost, riot_cost
from .machine_costs import is_published
from .state import (
    ACT_AMOUNT,
    ACT_ATTACK,
    ACT_CLASS,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_HERO,
    ACT_KIND,
    ACT_ROLL,
    ACT_YES,
    AGITATE,
    ARRESTED,
    BURN,
    CALL,
    CANCEL,
    CHECKS,
    DIE,
    GAIN,
    IDENTIFY,
    INCITE,
    MACHINE,
    MACHINE_PHASE,
    MOVE,
    NOBODY,
    NUM_DISTRICTS,
    REBUILD,
    REINFORCE,
    RELEASE,
    RETRIEVE,
    RIOT,
    TRAITOR,
    TRUST,
    UNIDENTIFIED,
    VAGABOND,
)
from .variants import coin_change
from .wording_terms import (
    class_name,
    class_of,
    hero_name,
    known_types,
    many,
    members,
    number_in,
    one,
    record_of,
    the,
    trust,
)

_FAR = 10_000


def who(state: Any) -> str:
    """Return the Hero that is asked."""
    return hero_name(state, int(state.hero))


# Cards and ways


def way_price(state: Any, hero: int, district: int) -> int:
    """Return the least Trust with which a Hero gets to a District as Guards and Servants are now."""
    origin = int(state.at[hero])
    free_start = state.heroes[hero] == VAGABOND
    costs = [int(guard_cost(state, number)) for number in range(NUM_DISTRICTS)]
    costs[origin] = 0 if free_start else costs[origin]
    best = {origin: int(state.event == CHECKS) if district != origin else 0}
    for _ in range(NUM_DISTRICTS):
        for start, price in list(best.items()):
            for other in members(state.links[start]):
                best[other] = min(best.get(other, _FAR), price + costs[start])
    return best[district]


def access_text(state: Any, district: int) -> str:
    """Return the choice of an Access card."""
    hero = int(state.hero)
    if state.at[hero] == district:
        return f"{who(state)} stays in {the(district)} (free)"
    exits = many(int(state.far[state.at[hero], district]), "exit")
    return f"{who(state)} to {the(district)} ({exits}, {trust(way_price(state, hero, district))} as Guards stand)"


def route_text(state: Any, district: int) -> str:
    """Return the next step of a Hero's way."""
    hero = int(state.hero)
    price, has = int(exit_cost(state, hero)), int(state.trust[hero])
    if price > has:
        return f"{who(state)} goes to {the(district)} ({has} of {price} Trust: loses it and rolls to escape)"
    return f"{who(state)} goes to {the(district)} ({trust(price, has)})"


# Actions


def action_text(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    """Return a Hero's Action."""
    if action == ACT_DONE:
        return f"{who(state)} ends the turn"
    if action <= ACT_ROLL:
        return f"{who(state)} {_attack(setup, state, action)}"
    return f"{who(state)} {_kind_text(state, action - ACT_KIND, knower)}"


def _attack(setup: Setup, state: Any, action: int) -> str:
    at = int(state.at[state.hero])
    faces = [int(face) for face in record_of(setup).assault]
    change = int(coin_change(state, at))
    has = int(state.trust[state.hero])
    if action == ACT_ROLL:
        good = sum(face > 0 and face + change <= has for face in faces)
        return f"rolls to attack a Guard in {the(at)}, paying afterwards ({good} of {DIE} faces can be paid)"
    payment = action - ACT_ATTACK
    good = sum(face > 0 and face + change <= payment for face in faces)
    return f"attacks a Guard in {the(at)} with {payment} of {has} Trust ({good} of {DIE} faces break it)"


def _kind_text(state: Any, kind: int, knower: int | None) -> str:
    hero, at = int(state.hero), int(state.at[state.hero])
    has, place = int(state.trust[hero]), the(at)
    price = trust(int(guard_cost(state, at)), has)
    texts = {
        IDENTIFY: f"identifies a Citizen in {place} ({price} each; {number_in(state, at, UNIDENTIFIED)} to identify)",
        MOVE: f"moves Citizens out of {place} (1 Trust for each exit, of {has})",
        GAIN: "gains 1 Trust",
        INCITE: f"incites {place}: Discontent rises by 1 ({price})",
        BURN: f"looks at the Machine's {many(state.hand.bit_count(), 'Directive')} and removes one ({price})",
        RELEASE: f"looks at one of {state.crowd[ARRESTED]} arrested Citizens and returns it, identified ({price})",
        CANCEL: f"cancels a published Directive ({price})",
        RETRIEVE: f"lets a Hero take back an Access card ({price})",
        REBUILD: f"repositions a District ({price})",
        TRUST: f"gives a Hero {NEXUS_TRUST} Trust (free)",
        AGITATE: f"agitates: Discontent rises by {int(counted(state, at)) - int(state.guards[at])} ({price})",
        CALL: f"calls an unidentified Citizen from next door to {place} and identifies it (free)",
    }
    if kind == RIOT:
        return f"starts a Riot in {place} ({trust(int(riot_cost(state, at)), has)}){_forecast(state, at, knower)}"
    return texts[kind]


def _forecast(state: Any, at: int, knower: int | None) -> str:
    """Return how a Riot stands as far as it can be known before; the Machine is told when it happens."""
    if knower == MACHINE:
        return ""
    ours, theirs, unknown = riot_balance(state, at, knower)
    told = f", {unknown} unidentified" if unknown else ""
    return f": {ours} active{told} against {theirs}"


def riot_balance(state: Any, district: int, knower: int | None) -> tuple[int, int, int]:
    """Return the active Citizens known in a District, what opposes a Riot, and the Citizens whose type is not known."""
    known = known_types(state, district, knower)
    ours = int(known[: int(classes_active(state))].sum())
    theirs = int(state.guards[district]) + int(known[TRAITOR]) + int(is_published(state, REINFORCE))
    return ours, theirs, int(state.crowd[district]) - int(known.sum())


def pay_text(state: Any, action: int) -> str:
    """Return whether the Veteran pays what the die shows."""
    price = trust(int(state.die), int(state.trust[state.hero]))
    return f"{who(state)} pays {price} and breaks the Guard" if action == ACT_YES else f"{who(state)} does not pay"


def more_text(state: Any, action: int) -> str:
    """Return whether a Hero identifies another Citizen."""
    at = int(state.at[state.hero])
    if action != ACT_YES:
        return f"{who(state)} identifies no more"
    price = trust(int(guard_cost(state, at)), int(state.trust[state.hero]))
    return f"{who(state)} identifies another Citizen in {the(at)} ({price})"


# Citizens that are moved


def mover(state: Any) -> str:
    """Return who moves a Citizen: the Machine, or a Hero."""
    return "" if state.seat == MACHINE else f"{who(state)} "


def pick_text(state: Any, action: int, knower: int | None) -> str:
    """Return which Citizen is picked up."""
    if action == ACT_DONE:
        return f"{mover(state)}moves no more Citizens"
    chosen = action - ACT_CLASS
    if knower == MACHINE and class_name(chosen).startswith("identified"):
        return f"{mover(state)}moves an identified Citizen out of {the(state.tile)}"
    return f"{mover(state)}moves {one(class_name(chosen))} out of {the(state.tile)}"


def carried_text(state: Any, knower: int | None) -> str:
    """Return the Citizen that is being moved."""
    if state.carried == NOBODY:
        return "Citizen"
    return class_name(class_of(int(state.carried_as), int(state.carried), knower))


def put_text(state: Any, district: int, knower: int | None) -> str:
    """Return where a Citizen is moved to."""
    price = "free"
    if state.phase != MACHINE_PHASE:
        price = trust(int(state.far[state.carried_from, district]), int(state.trust[state.hero]))
    return f"{mover(state)}moves the {carried_text(state, knower)} to {the(district)} ({price})"


def return_text(state: Any, district: int, knower: int | None) -> str:
    """Return where a Citizen that was arrested goes."""
    return f"{mover(state)}returns the {carried_text(state, knower)} to {the(district)}"


# Trust and cards


def share_text(state: Any, action: int) -> str:
    """Return how much Trust a Hero takes of what is shared."""
    return f"{who(state)} takes {action - ACT_AMOUNT} of {state.amount} Trust, the rest goes on"


def pledge_text(state: Any, action: int) -> str:
    """Return what a Hero pledges to stop the plan."""
    given = JUDGES_PRICE - int(state.amount)
    return f"{who(state)} pledges {action - ACT_AMOUNT} Trust ({given} of {JUDGES_PRICE} so far)"


def give_text(setup: Setup, state: Any, action: int) -> str:
    """Return who gets Trust in the Control Nexus."""
    hero = action - ACT_HERO
    most = int(record_of(setup).limit[state.heroes[hero]])
    then = min(int(state.trust[hero]) + NEXUS_TRUST, most)
    return f"{who(state)} trusts the {hero_name(state, hero)}: {state.trust[hero]} to {then} Trust"


def owner_text(state: Any, action: int) -> str:
    """Return who takes back a card."""
    return f"{who(state)} lets the {hero_name(state, action - ACT_HERO)} take a card back"


def card_text(state: Any, action: int, knower: int | None) -> str:
    """Return which card is taken back in the Tower."""
    card = "an Access card" if knower == MACHINE else f"the card {the(action - ACT_DISTRICT)}"
    return f"the {hero_name(state, int(state.amount))} takes back {card}"


def judge_text(state: Any, action: int, knower: int | None) -> str:
    """Return which card a Hero wins back from the judges."""
    if action == ACT_DONE:
        return f"{who(state)} takes no card back"
    card = "an Access card" if knower == MACHINE else f"the card {the(action - ACT_DISTRICT)}"
    price = trust(int(state.guards[state.at[state.hero]]), int(state.trust[state.hero]))
    return f"{who(state)} takes back {card} ({price})"
