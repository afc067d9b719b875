"""What is asked, what an answer says, and what is still to come, in words."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import MACHINE, Act, Ask, CitizenClass, CitizenType, Directive, Phase
from ...city.words.asking import Words
from ...city.words.facts import plan_to
from ...city.words.heroes import who
from ...city.words.questions import SHARED_WORDS, pay_question, route_question
from ...city.words.terms import bonds, finds, hero_name, one, the
from ...table.views import many
from ..rules.closing import JUDGES_PRICE
from ..rules.hero_turn import BREAD_PRICE
from ..rules.settle import FAVOUR_TRUST
from . import heroes, machine

# The city, the Access and Great Machine Phases


def _carpet(district: int | None) -> str:
    return "leaves the city as it is" if district is None else f"moves {the(district)} (free)"


def _detain_question(state: Any) -> str:
    hero = int(state.cursor)
    return f"how to deal with the {hero_name(state, hero)}, detained in {the(state.at[hero])}"


# The Heroes and Closing Phases


def _find(state: Any, district: int | None) -> str:
    if district is not None:
        return f"{who(state)} {finds(state)} a Citizen in {the(district)} (free)"
    return f"{who(state)} {finds(state)} nobody"


def _favour(state: Any, district: int | None) -> str:
    return _find(state, district) if district is not None else f"{who(state)} takes {FAVOUR_TRUST} Trust"


def _join(state: Any, action: int) -> str:
    if action != Act.YES:
        return f"{who(state)} {finds(state)} nobody"
    return f"{who(state)} {finds(state)} a Citizen in {the(state.at[state.hero])} (free)"


def _bread(action: int) -> str:
    return f"pays {bonds(BREAD_PRICE)}: Discontent falls by 1" if action == Act.YES else "leaves Discontent as it is"


def _amnesty(state: Any, action: int) -> str:
    if action != Act.YES:
        return "sets nobody free"
    return f"sets two arrested Citizens free, unseen: then {plan_to(state)}"


def _show(state: Any, district: int | None) -> str:
    if district is None:
        return f"shows nobody: {plan_to(state)}"
    return f"turns an identified active Citizen of {the(district)} face up"


def _show_type(state: Any, chosen: int) -> str:
    return f"turns {one(CitizenType(chosen - CitizenClass.IDENTIFIED_AS).text)} of {the(state.choosing_in)} face up"


WORDS: dict[int, Words] = {
    **SHARED_WORDS,
    # The city
    Ask.PILE: Words("which pile to draw a District from", lambda pile: f"draws a {('Minor', 'Major')[pile]} District"),
    Ask.CARPET: Words("whether to reposition a District before the cards are chosen", _carpet),
    # The Great Machine Phase
    Ask.MACHINE: Words("what to do next; anything in any order, then end the phase", machine.menu_text),
    Ask.ARREST: Words(lambda state: f"whom to arrest in {the(state.choosing_in)}", machine.arrest_text),
    Ask.RIOT_ARREST: Words(
        lambda state: f"whom to arrest in {the(state.choosing_in)}, after the Riot failed", machine.arrest_text
    ),
    Ask.PUBLISH: Words("which Directive to publish", lambda directive: f"publishes {Directive(directive).text}"),
    Ask.TAKE_BACK: Words(
        "which of the published Directives returns to the hand",
        lambda directive: f"takes back {Directive(directive).text}",
    ),
    Ask.CONFISCATE: Words("from which Hero to take Trust", machine.seize_text),
    Ask.RESETTLE: Words("out of which District to move a Citizen", machine.resettle_text),
    # The Heroes Phase
    Ask.ROUTE: Words(route_question, heroes.route_text),
    Ask.DETAIN: Words(_detain_question, machine.detain_text),
    Ask.BREAD: Words("whether to pay to lower Discontent", _bread),
    Ask.ACTION: Words("which Action to take", heroes.action_text),
    Ask.PAY: Words(pay_question, heroes.pay_text),
    Ask.DISCARD: Words(
        "which Directive of the Machine's hand to remove",
        lambda state, directive: f"{who(state)} removes {Directive(directive).text}",
    ),
    Ask.CANCEL: Words(
        "which published Directive to cancel",
        lambda state, directive: f"{who(state)} cancels {Directive(directive).text}",
    ),
    Ask.PROVOKE: Words("whether to pay for Provoke: Discontent has reached a new Stage", machine.provoke_text),
    Ask.FIND: Words("where to identify a Citizen instead of raising Discontent", _find),
    Ask.FAVOUR: Words(f"where to identify a Citizen after the Riot, or to take {FAVOUR_TRUST} Trust", _favour),
    # The Closing Phase
    Ask.JOIN: Words("whether to identify a Citizen here", _join),
    Ask.JUDGE: Words("which Access card to take back", heroes.judge_text),
    Ask.PLEDGE: Words(
        lambda state: f"how much to pledge; {JUDGES_PRICE - int(state.to_pledge)} of {JUDGES_PRICE} Trust so far",
        heroes.pledge_text,
    ),
    Ask.EXPOSE: Words(lambda state: f"which Citizen to turn face up in {the(state.choosing_in)}", machine.expose_text),
    Ask.AMNESTY: Words("whether to set two Citizens free to advance the Master Plan", _amnesty),
    Ask.SHOW: Words("where to turn an identified active Citizen face up; else the Master Plan advances", _show),
    Ask.SHOW_TYPE: Words(lambda state: f"which Citizen of {the(state.choosing_in)} to turn face up", _show_type),
    Ask.TRADE: Words("which Directives to give up for the Master Plan", machine.trade_text),
    Ask.PLAN: Words("whether to pay for the Master Plan", machine.plan_text),
}
"""By what is asked."""


def pending_text(state: Any) -> str:
    """Return what is still to come before the game goes on; empty if nothing is."""
    parts = []
    if state.rise:
        parts.append(f"Discontent still rises by {state.rise}")
    if state.finds:
        parts.append(f"{many(int(state.finds), 'Citizen')} to identify anywhere")
    if state.returning:
        parts.append(f"{many(int(state.returning), 'Citizen')} to set free")
    if state.phase == Phase.HEROES and state.ask == Ask.PROVOKE and state.seat == MACHINE:
        parts.append("Provoke")
    return "; ".join(parts)
