"""What is asked, in words."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import (
    MACHINE,
    NOBODY,
    Ask,
    Phase,
)
from ...city.words import heroes
from ...city.words.places import tile_name
from ...city.words.terms import hero_name, many, the
from ..rules.closing import JUDGES_PRICE

_PLAIN = {
    Ask.PILE: "which pile to draw a District from",
    Ask.TILE: "which District to reposition",
    Ask.CARPET: "whether to reposition a District before the cards are chosen",
    Ask.HERO: "which Hero to play",
    Ask.MACHINE: "what to do next; anything in any order, then end the phase",
    Ask.PUBLISH: "which Directive to publish",
    Ask.TAKE_BACK: "which of the published Directives returns to the hand",
    Ask.CONFISCATE: "from which Hero to take Trust",
    Ask.RESETTLE: "out of which District to move a Citizen",
    Ask.ACTION: "which Action to take",
    Ask.IDENTIFY: "whether to identify another Citizen",
    Ask.DISCARD: "which Directive of the Machine's hand to remove",
    Ask.CANCEL: "which published Directive to cancel",
    Ask.OWNER: "which Hero takes an Access card back",
    Ask.GIVE: "which Hero gets 3 Trust",
    Ask.CALL: "from which neighbouring District to call a Citizen",
    Ask.PROVOKE: "whether to pay for Provoke: Discontent has reached a new Stage",
    Ask.BREAD: "whether to pay to lower Discontent",
    Ask.FIND: "where to identify a Citizen instead of raising Discontent",
    Ask.FAVOUR: "where to identify a Citizen after the Riot, or to take 2 Trust",
    Ask.JOIN: "whether to identify a Citizen here",
    Ask.JUDGE: "which Access card to take back",
    Ask.AMNESTY: "whether to set two Citizens free to advance the Master Plan",
    Ask.SHOW: "where to turn an identified active Citizen face up; else the Master Plan advances",
    Ask.TRADE: "which Directives to give up for the Master Plan",
    Ask.PLAN: "whether to pay for the Master Plan",
}


def question_text(state: Any, knower: int | None) -> str:
    """Return what is asked, and of which Hero."""
    return addressed(state, bare_question(state, knower))


def addressed(state: Any, question: str) -> str:
    """Return a question with the Hero that is asked."""
    return question if state.hero == NOBODY else f"{hero_name(state, int(state.hero))}, {question}"


def bare_question(state: Any, knower: int | None) -> str:
    """Return what is asked."""
    ask = int(state.ask)
    return _PLAIN.get(ask) or _particular(state, ask, knower)


def _particular(state: Any, ask: int, knower: int | None) -> str:
    """Return a question that names what it is about."""
    if ask in (Ask.ARREST, Ask.RIOT_ARREST):
        failed = ", after the Riot failed," if ask == Ask.RIOT_ARREST else ""
        return f"whom to arrest in {the(state.tile)}{failed}".rstrip(",")
    if ask == Ask.ANCHOR:
        return f"against which District to put {tile_name(state)}"
    if ask == Ask.WAY:
        return f"how {tile_name(state)} lies against {the(state.anchor)}"
    if ask in (Ask.CITIZEN, Ask.MOVE_MORE):
        return f"which Citizen to move out of {the(state.tile)}" + (", or none" if ask == Ask.MOVE_MORE else "")
    if ask in (Ask.CITIZEN_TO, Ask.RETURN):
        return f"where the {heroes.carried_text(state, knower)} goes"
    if ask == Ask.EXPOSE:
        return f"which Citizen to turn face up in {the(state.tile)}"
    if ask == Ask.SHOW_TYPE:
        return f"which Citizen of {the(state.tile)} to turn face up"
    return _about_a_hero(state, ask)


def _about_a_hero(state: Any, ask: int) -> str:
    """Return a question about cards, ways and Trust."""
    hero = int(state.hero)
    if ask == Ask.ACCESS:
        return f"where to go (Access card), now in {the(state.at[hero])}"
    if ask == Ask.ROUTE:
        return f"where to go next on the way to {the(state.chosen[hero])}"
    if ask == Ask.DETAIN:
        return f"how to deal with the {hero_name(state, int(state.cursor))}, detained in {the(state.at[state.cursor])}"
    if ask == Ask.SHARE:
        return f"how much to take of the {state.amount} Trust in {the(state.at[hero])}"
    if ask == Ask.PAY:
        return f"whether to pay the {state.die} Trust that the die asks for"
    if ask == Ask.CARD:
        return f"which Access card the {hero_name(state, int(state.amount))} takes back"
    if ask == Ask.PLEDGE:
        return f"how much to pledge; {JUDGES_PRICE - int(state.amount)} of {JUDGES_PRICE} Trust so far"
    return Ask(ask).text


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
