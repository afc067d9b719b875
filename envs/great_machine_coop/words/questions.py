"""What is asked, in words."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import (
    TRACK_END,
    Ask,
)
from ...city.words.terms import listed, many, the
from ...great_machine.words.questions import addressed, bare_question
from ...table.game import Setup
from .answers import TEAM
from .closing import pledge_price, purpose_text

_PLAIN = {
    Ask.TURN: "which Hero goes next; the order is free in this round",
    Ask.DELIVER: "which Citizen with an Intel token to deliver",
    Ask.SEND_TO: "where the Guard goes",
    Ask.BREAK: "where a Guard breaks",
    Ask.HIDE: "where to hide the Hero token",
    Ask.BASE: "where the resistance is",
    Ask.EVADE: "whether to discard a Hero token so as not to be detained",
}


def question_text(setup: Setup, state: Any) -> str:
    """Return what is asked, and of which Hero."""
    ask = int(state.ask)
    own = _PLAIN.get(ask) or _particular(setup, state, ask)
    return addressed(state, own or bare_question(state, TEAM))


def _particular(setup: Setup, state: Any, ask: int) -> str:
    """Return a question that names what it is about; empty for one that the other game has too."""
    if ask == Ask.PLEDGE:
        price = pledge_price(setup, state)
        so_far = price - int(state.amount)
        return f"how much to pledge to {purpose_text(setup, state)}; {so_far} of {price} Trust so far"
    if ask == Ask.FIND:
        instead = " instead of raising Discontent" if state.slot == TRACK_END else ""
        return f"where to reveal a Citizen{instead}"
    if ask == Ask.CANCEL:
        return "which published Directive leaves the game"
    if ask == Ask.BREAK_KIND:
        return f"which kind of Guard breaks in {the(int(state.tile))}"
    if ask == Ask.RALLY:
        return f"whether to discard Hero tokens for the Riot in {the(int(state.tile))}"
    if ask == Ask.SEND:
        return f"which Guard to send away, {state.sends} at most"
    if ask == Ask.INTERACT:
        return f"which Interaction to perform in {the(int(state.at[state.hero]))}"
    return ""


def pending_text(state: Any) -> str:
    """Return what is still to come before the game goes on; empty if nothing is."""
    parts = [f"Discontent still rises by {state.rise}"] if state.rise else []
    for number, thing in (
        (state.finds - (state.ask == Ask.FIND), "Citizen to reveal"),
        (state.breaks - (state.ask in (Ask.BREAK, Ask.BREAK_KIND)), "Guard to break"),
        (state.returning, "arrested Citizen to come back"),
        (state.cancels, "Directive to cancel"),
        (state.retrieves, "Access card to take back"),
        (state.hides - (state.ask == Ask.HIDE), "Hero token to hide"),
    ):
        if number > 0:
            noun, _, rest = thing.partition(" to ")
            parts.append(f"{many(int(number), noun)} to {rest}")
    return listed(parts, "").replace(", ", "; ")
