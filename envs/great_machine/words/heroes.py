"""What the Heroes can choose in this game alone, in words: Actions as the Machine may know them, ways, pledges."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import classes_active
from ...city.rules.hero_costs import exit_cost, riot_cost
from ...city.rules.state import MACHINE, Act, CitizenType, Directive, HeroAction
from ...city.rules.tracks import is_published
from ...city.rules.variants import coin_change
from ...city.words.heroes import attack_text, kind_text, who
from ...city.words.terms import known_types, record_of, the, trust
from ...table.game import Setup
from ..rules.closing import JUDGES_PRICE


def route_text(state: Any, action: int) -> str:
    """Return the next step of a Hero's way."""
    hero, district = int(state.hero), action - Act.DISTRICT
    price, has = int(exit_cost(state, hero)), int(state.trust[hero])
    if price > has:
        return f"{who(state)} goes to {the(district)} ({has} of {price} Trust: loses it and rolls to escape)"
    return f"{who(state)} goes to {the(district)} ({trust(price, has)})"


def action_text(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    """Return a Hero's Action."""
    if action == Act.DONE:
        return f"{who(state)} ends the turn"
    if action <= Act.ROLL:
        return f"{who(state)} {_attack(setup, state, action)}"
    kind = action - Act.KIND + 1
    if kind == HeroAction.RIOT:
        at = int(state.at[state.hero])
        price = trust(int(riot_cost(state, at)), int(state.trust[state.hero]))
        return f"{who(state)} starts a Riot in {the(at)} ({price}){_forecast(state, at, knower)}"
    return f"{who(state)} {kind_text(state, kind)}"


def _attack(setup: Setup, state: Any, action: int) -> str:
    change = int(coin_change(state, int(state.at[state.hero])))
    prices = [int(face) + change for face in record_of(setup).assault if face]
    return attack_text(state, "a Guard", prices, None if action == Act.ROLL else action - Act.ATTACK + 1)


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
    theirs = (
        int(state.guards[district]) + int(known[CitizenType.TRAITOR]) + int(is_published(state, Directive.REINFORCE))
    )
    return ours, theirs, int(state.crowd[district]) - int(known.sum())


def pay_text(state: Any, action: int) -> str:
    """Return whether the Veteran pays what the die shows."""
    price = trust(int(state.die), int(state.trust[state.hero]))
    return f"{who(state)} pays {price} and breaks the Guard" if action == Act.YES else f"{who(state)} does not pay"


def pledge_text(state: Any, action: int) -> str:
    """Return what a Hero pledges to stop the plan."""
    given = JUDGES_PRICE - int(state.to_pledge)
    return f"{who(state)} pledges {action - Act.AMOUNT} Trust ({given} of {JUDGES_PRICE} so far)"


def judge_text(state: Any, action: int, knower: int | None) -> str:
    """Return which card a Hero wins back from the judges."""
    if action == Act.DONE:
        return f"{who(state)} takes no card back"
    card = "an Access card" if knower == MACHINE else f"the card {the(action - Act.DISTRICT)}"
    price = trust(int(state.guards[state.at[state.hero]]), int(state.trust[state.hero]))
    return f"{who(state)} takes back {card} ({price})"
