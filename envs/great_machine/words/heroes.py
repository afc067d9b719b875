"""What the Heroes are asked and can choose in this game alone, in words: as the Machine may know it."""

from __future__ import annotations

from typing import Any

from ...city.rules.citizens import classes_active
from ...city.rules.hero_costs import exit_cost, riot_cost
from ...city.rules.state import Act, Ask, CitizenClass, CitizenType, Directive, HeroAction
from ...city.rules.tracks import is_published
from ...city.rules.variants import coin_change
from ...city.words.asking import Words, who
from ...city.words.facts import plan_to
from ...city.words.heroes import attack_text, kind_text, paid
from ...city.words.questions import pay_question, route_question
from ...city.words.terms import card_of, finds, known_types, of_heroes, one, record_of, the, within_limit
from ...table.game import Setup
from ..rules.closing import JUDGES_PRICE
from ..rules.settle import FAVOUR_TRUST


def _route(state: Any, district: int) -> str:
    price, has = int(exit_cost(state, int(state.hero))), int(state.trust[state.hero])
    told = f"{has} of {price} Trust: loses it and rolls to escape" if price > has else paid(state, price)
    return f"{who(state)} goes to {the(district)} ({told})"


# Actions


def _attack(setup: Setup, state: Any, payment: int | None) -> str:
    change = int(coin_change(state, int(state.at[state.hero])))
    prices = [int(face) + change for face in record_of(setup).assault if face]
    return attack_text(state, "a Guard", prices, payment)


def _action(state: Any, kind: int, knower: int | None) -> str:
    if kind != HeroAction.RIOT:
        return kind_text(state, kind)
    at = int(state.at[state.hero])
    price = paid(state, riot_cost(state, at))
    return f"{who(state)} starts a Riot in {the(at)} ({price}){_forecast(state, at, knower)}"


def _forecast(state: Any, at: int, knower: int | None) -> str:
    """Return how a Riot stands as far as it can be known before; the Machine is told when it happens."""
    if not of_heroes(knower):
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


# What is settled, and the Closing Phase


def _find(state: Any, district: int) -> str:
    return f"{who(state)} {finds(state)} a Citizen in {the(district)} (free)"


def _takes_trust(setup: Setup, state: Any) -> str:
    brings = within_limit(setup, state, int(state.hero), FAVOUR_TRUST)
    return f"{who(state)} takes {brings} Trust" if brings else f"{who(state)} has no room for more Trust"


def _find_nobody(state: Any) -> str:
    return f"{who(state)} {finds(state)} nobody"


def _judge(state: Any, district: int, knower: int | None) -> str:
    card = card_of(district) if of_heroes(knower) else "an Access card"
    return f"{who(state)} takes back {card} ({paid(state, state.guards[state.at[state.hero]])})"


def _pledge(state: Any, amount: int) -> str:
    given = JUDGES_PRICE - int(state.to_pledge)
    return f"{who(state)} pledges {amount} Trust ({given} of {JUDGES_PRICE} so far)"


HERO_WORDS: dict[int, Words] = {
    # The Heroes Phase
    Ask.ROUTE: Words(route_question, _route),
    Ask.ACTION: Words(
        "which Action to take",
        {Act.DONE: "{who} ends the turn", Act.ATTACK: _attack, Act.ROLL: _attack, Act.KIND: _action},
    ),
    Ask.PAY: Words(
        pay_question,
        {
            Act.YES: lambda state: f"{who(state)} pays {paid(state, state.die)} and breaks the Guard",
            Act.DONE: "{who} does not pay",
        },
    ),
    Ask.DISCARD: Words(
        "which Directive of the Machine's hand to remove",
        lambda state, directive: f"{who(state)} removes {Directive(directive).text}",
    ),
    Ask.CANCEL: Words(
        "which published Directive to cancel",
        lambda state, directive: f"{who(state)} cancels {Directive(directive).text}",
    ),
    Ask.FIND: Words(
        "where to identify a Citizen instead of raising Discontent", {Act.DONE: _find_nobody, Act.DISTRICT: _find}
    ),
    Ask.FAVOUR: Words(
        f"where to identify a Citizen after the Riot, or to take {FAVOUR_TRUST} Trust",
        {Act.DONE: _takes_trust, Act.DISTRICT: _find},
    ),
    # The Closing Phase
    Ask.JOIN: Words(
        "whether to identify a Citizen here",
        {Act.YES: lambda state: _find(state, state.at[state.hero]), Act.DONE: _find_nobody},
    ),
    Ask.JUDGE: Words("which Access card to take back", {Act.DONE: "{who} takes no card back", Act.DISTRICT: _judge}),
    Ask.PLEDGE: Words(
        lambda state: f"how much to pledge; {JUDGES_PRICE - int(state.to_pledge)} of {JUDGES_PRICE} Trust so far",
        _pledge,
    ),
    Ask.SHOW: Words(
        "where to turn an identified active Citizen face up; else the Master Plan advances",
        {
            Act.DONE: lambda state: f"shows nobody: {plan_to(state)}",
            Act.DISTRICT: lambda district: f"turns an identified active Citizen of {the(district)} face up",
        },
    ),
    Ask.SHOW_TYPE: Words(
        lambda state: f"which Citizen of {the(state.choosing_in)} to turn face up",
        lambda state, chosen: (
            f"turns {one(CitizenType(chosen - CitizenClass.IDENTIFIED_AS).text)} of {the(state.choosing_in)} face up"
        ),
    ),
}
"""By what is asked."""
