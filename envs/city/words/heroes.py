"""What the Heroes can choose, in words, with its price and what comes of it."""

from __future__ import annotations

from typing import Any

from ...table.game import Setup
from ...table.sets import size
from ...table.views import many
from ..rules.hero_actions import NEXUS_TRUST, agitation
from ..rules.hero_costs import guard_cost
from ..rules.state import ARRESTED, DIE, NOBODY, NUM_DISTRICTS, Hero, HeroAction, Phase, Status
from ..rules.variants import exit_price, identified_as
from .asking import who
from .terms import (
    card_of,
    class_name,
    class_of,
    finds,
    hero_name,
    members,
    number_in,
    of_heroes,
    one,
    record_of,
    rise_now,
    the,
    trust,
    within_limit,
)

_FAR = 10_000


def paid(state: Any, price: int) -> str:
    """Return a price that the Hero pays who is asked, and what it has."""
    return trust(int(price), int(state.trust[state.hero]))


def guards_paid(state: Any) -> str:
    """Return what the Guards around the Hero cost it."""
    return paid(state, guard_cost(state, int(state.at[state.hero])))


# Cards and ways


def way_price(state: Any, hero: int, district: int) -> int:
    """Return the least Trust with which a Hero gets to a District as Guards and Servants are now."""
    origin = int(state.at[hero])
    costs = [int(guard_cost(state, number)) for number in range(NUM_DISTRICTS)]
    costs[origin] = int(exit_price(state, True, 0 if state.heroes[hero] == Hero.VAGABOND else costs[origin]))
    best, settled = {origin: 0}, set[int]()
    while len(settled) < len(best):
        start = min(best.keys() - settled, key=best.__getitem__)
        settled.add(start)
        for other in members(state.links[start]):
            best[other] = min(best.get(other, _FAR), best[start] + costs[start])
    return best[district]


def access_text(state: Any, district: int, knower: int | None) -> str:
    """Return the choice of an Access card."""
    if not of_heroes(knower):
        return f"{who(state)} chooses an Access card"
    hero = int(state.hero)
    if state.at[hero] == district:
        return f"{who(state)} stays in {the(district)} (free)"
    exits = many(int(state.far[state.at[hero], district]), "exit")
    return f"{who(state)} to {the(district)} ({exits}, {trust(way_price(state, hero, district))} as Guards stand)"


# Actions


def attack_text(state: Any, whom: str, prices: list[int], payment: int | None) -> str:
    """Return an attack on a Guard, given the Trust that breaks it for each face of the die that is no shield.

    The payment is None for who rolls first.
    """
    place, has = the(int(state.at[state.hero])), int(state.trust[state.hero])
    good = sum(price <= (has if payment is None else payment) for price in prices)
    if payment is None:
        told = f"rolls to attack {whom} in {place}, paying afterwards ({good} of {DIE} faces can be paid)"
        return f"{who(state)} {told}"
    return f"{who(state)} attacks {whom} in {place} with {payment} of {has} Trust ({good} of {DIE} faces break it)"


def kind_text(state: Any, kind: int) -> str:
    """Return a Hero's Action that is neither an attack nor a Riot."""
    at = int(state.at[state.hero])
    has, place, price = int(state.trust[state.hero]), the(at), guards_paid(state)
    told = "revealed" if identified_as(state) == Status.REVEALED else "identified"
    hidden = number_in(state, at, Status.UNIDENTIFIED)
    actions = HeroAction
    told_by_kind = {
        actions.IDENTIFY: f"{finds(state)} a Citizen in {place} ({price} each; {hidden} unidentified)",
        actions.MOVE: f"moves Citizens out of {place} (1 Trust for each exit, of {has})",
        actions.GAIN: "gains 1 Trust",
        actions.INCITE: f"incites {place}: {rise_now(state, 1)} ({price})",
        actions.BURN: f"looks at the Machine's {many(int(size(state.hand)), 'Directive')} and removes one ({price})",
        actions.RELEASE: f"looks at one of {state.crowd[ARRESTED]} arrested Citizens and returns it, {told} ({price})",
        actions.CANCEL: f"cancels a published Directive ({price})",
        actions.RETRIEVE: f"lets a Hero take back an Access card ({price})",
        actions.REBUILD: f"repositions a District ({price})",
        actions.TRUST: f"gives a Hero {NEXUS_TRUST} Trust (free)",
        actions.AGITATE: f"agitates: {rise_now(state, agitation(state))} ({price})",
        actions.CALL: f"calls an unidentified Citizen from next door to {place} and {finds(state)} it (free)",
    }
    return f"{who(state)} {told_by_kind[HeroAction(kind)]}"


def more_text(state: Any) -> str:
    """Return that a Hero identifies another Citizen."""
    return f"{who(state)} {finds(state)} another Citizen in {the(state.at[state.hero])} ({guards_paid(state)})"


# Citizens that are moved


def mover(state: Any) -> str:
    """Return who moves a Citizen: the Machine, or a Hero."""
    return "" if state.hero == NOBODY else f"{who(state)} "


def pick_text(state: Any, chosen: int, knower: int | None) -> str:
    """Return which Citizen is picked up."""
    if not of_heroes(knower) and class_name(chosen).startswith("identified"):
        return f"{mover(state)}moves an identified Citizen out of {the(state.choosing_in)}"
    return f"{mover(state)}moves {one(class_name(chosen))} out of {the(state.choosing_in)}"


def carried_text(state: Any, knower: int | None) -> str:
    """Return the Citizen that is being moved."""
    if state.carried == NOBODY:
        return "Citizen"
    return class_name(class_of(int(state.carried_as), int(state.carried), knower))


def put_text(state: Any, district: int, knower: int | None) -> str:
    """Return where a Citizen is moved to."""
    price = "free" if state.phase == Phase.MACHINE else paid(state, state.far[state.carried_from, district])
    return f"{mover(state)}moves the {carried_text(state, knower)} to {the(district)} ({price})"


# Trust and cards


def share_text(setup: Setup, state: Any, amount: int) -> str:
    """Return how much Trust a Hero takes of what is shared, and what of it is lost."""
    lost = amount - within_limit(setup, state, int(state.hero), amount)
    beyond = f", {lost} of it lost beyond its limit" if lost else ""
    return f"{who(state)} takes {amount} of {state.to_share} Trust{beyond}, the rest goes on"


def give_text(setup: Setup, state: Any, hero: int) -> str:
    """Return who gets Trust in the Control Nexus."""
    most = int(record_of(setup).limit[state.heroes[hero]])
    then = min(int(state.trust[hero]) + NEXUS_TRUST, most)
    return f"{who(state)} trusts the {hero_name(state, hero)}: {state.trust[hero]} to {then} Trust"


def card_text(state: Any, district: int, knower: int | None) -> str:
    """Return which card is taken back in the Tower."""
    card = card_of(district) if of_heroes(knower) else "an Access card"
    return f"the {hero_name(state, int(state.owner))} takes back {card}"
