"""What is asked, in words."""

from __future__ import annotations

from typing import Any

from ...city.words import heroes
from ...city.words.places import tile_name
from ...city.words.terms import hero_name, many, the
from ..rules.closing import JUDGES_PRICE
from ..rules.state import (
    ASK_ACCESS,
    ASK_ACTION,
    ASK_AMNESTY,
    ASK_ANCHOR,
    ASK_ARREST,
    ASK_BREAD,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CARD,
    ASK_CARPET,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_CONFISCATE,
    ASK_DETAIN,
    ASK_DISCARD,
    ASK_EXPOSE,
    ASK_FAVOUR,
    ASK_FIND,
    ASK_GIVE,
    ASK_HERO,
    ASK_IDENTIFY,
    ASK_JOIN,
    ASK_JUDGE,
    ASK_MACHINE,
    ASK_MOVE_MORE,
    ASK_OWNER,
    ASK_PAY,
    ASK_PILE,
    ASK_PLAN,
    ASK_PLEDGE,
    ASK_PROVOKE,
    ASK_PUBLISH,
    ASK_RESETTLE,
    ASK_RETURN,
    ASK_RIOT_ARREST,
    ASK_ROUTE,
    ASK_SHARE,
    ASK_SHOW,
    ASK_SHOW_TYPE,
    ASK_TAKE_BACK,
    ASK_TILE,
    ASK_TRADE,
    ASK_WAY,
    HEROES_PHASE,
    MACHINE,
    NOBODY,
    QUESTIONS,
)

_PLAIN = {
    ASK_PILE: "which pile to draw a District from",
    ASK_TILE: "which District to reposition",
    ASK_CARPET: "whether to reposition a District before the cards are chosen",
    ASK_HERO: "which Hero to play",
    ASK_MACHINE: "what to do next; anything in any order, then end the phase",
    ASK_PUBLISH: "which Directive to publish",
    ASK_TAKE_BACK: "which of the published Directives returns to the hand",
    ASK_CONFISCATE: "from which Hero to take Trust",
    ASK_RESETTLE: "out of which District to move a Citizen",
    ASK_ACTION: "which Action to take",
    ASK_IDENTIFY: "whether to identify another Citizen",
    ASK_DISCARD: "which Directive of the Machine's hand to remove",
    ASK_CANCEL: "which published Directive to cancel",
    ASK_OWNER: "which Hero takes an Access card back",
    ASK_GIVE: "which Hero gets 3 Trust",
    ASK_CALL: "from which neighbouring District to call a Citizen",
    ASK_PROVOKE: "whether to pay for Provoke: Discontent has reached a new Stage",
    ASK_BREAD: "whether to pay to lower Discontent",
    ASK_FIND: "where to identify a Citizen instead of raising Discontent",
    ASK_FAVOUR: "where to identify a Citizen after the Riot, or to take 2 Trust",
    ASK_JOIN: "whether to identify a Citizen here",
    ASK_JUDGE: "which Access card to take back",
    ASK_AMNESTY: "whether to set two Citizens free to advance the Master Plan",
    ASK_SHOW: "where to turn an identified active Citizen face up; else the Master Plan advances",
    ASK_TRADE: "which Directives to give up for the Master Plan",
    ASK_PLAN: "whether to pay for the Master Plan",
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
    if ask in (ASK_ARREST, ASK_RIOT_ARREST):
        failed = ", after the Riot failed," if ask == ASK_RIOT_ARREST else ""
        return f"whom to arrest in {the(state.tile)}{failed}".rstrip(",")
    if ask == ASK_ANCHOR:
        return f"against which District to put {tile_name(state)}"
    if ask == ASK_WAY:
        return f"how {tile_name(state)} lies against {the(state.anchor)}"
    if ask in (ASK_CITIZEN, ASK_MOVE_MORE):
        return f"which Citizen to move out of {the(state.tile)}" + (", or none" if ask == ASK_MOVE_MORE else "")
    if ask in (ASK_CITIZEN_TO, ASK_RETURN):
        return f"where the {heroes.carried_text(state, knower)} goes"
    if ask == ASK_EXPOSE:
        return f"which Citizen to turn face up in {the(state.tile)}"
    if ask == ASK_SHOW_TYPE:
        return f"which Citizen of {the(state.tile)} to turn face up"
    return _about_a_hero(state, ask)


def _about_a_hero(state: Any, ask: int) -> str:
    """Return a question about cards, ways and Trust."""
    hero = int(state.hero)
    if ask == ASK_ACCESS:
        return f"where to go (Access card), now in {the(state.at[hero])}"
    if ask == ASK_ROUTE:
        return f"where to go next on the way to {the(state.chosen[hero])}"
    if ask == ASK_DETAIN:
        return f"how to deal with the {hero_name(state, int(state.cursor))}, detained in {the(state.at[state.cursor])}"
    if ask == ASK_SHARE:
        return f"how much to take of the {state.amount} Trust in {the(state.at[hero])}"
    if ask == ASK_PAY:
        return f"whether to pay the {state.die} Trust that the die asks for"
    if ask == ASK_CARD:
        return f"which Access card the {hero_name(state, int(state.amount))} takes back"
    if ask == ASK_PLEDGE:
        return f"how much to pledge; {JUDGES_PRICE - int(state.amount)} of {JUDGES_PRICE} Trust so far"
    return QUESTIONS[ask]


def pending_text(state: Any) -> str:
    """Return what is still to come before the game goes on; empty if nothing is."""
    parts = []
    if state.rise:
        parts.append(f"Discontent still rises by {state.rise}")
    if state.finds:
        parts.append(f"{many(int(state.finds), 'Citizen')} to identify anywhere")
    if state.returning:
        parts.append(f"{many(int(state.returning), 'Citizen')} to set free")
    if state.phase == HEROES_PHASE and state.ask == ASK_PROVOKE and state.seat == MACHINE:
        parts.append("Provoke")
    return "; ".join(parts)
