"""What is asked, what an answer says, and what is still to come, in words."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import TRACK_END, Act, Ask, Directive
from ...city.words.asking import Words, who
from ...city.words.questions import SHARED_WORDS, pay_question, route_question
from ...city.words.terms import listed, rise_now, the
from ...table.game import Setup
from ...table.views import many
from ..rules.guards import guards_to_break
from ..rules.state import CoopAct
from . import actions, closing, missions
from .closing import pledge_terms, reveals_by_breakthrough


def _pledge_question(setup: Setup, state: Any) -> str:
    purpose, price = pledge_terms(setup, state)
    so_far = price - int(state.to_pledge)
    return f"how much to pledge to {purpose}; {so_far} of {price} Trust so far"


def _find_question(setup: Setup, state: Any) -> str:
    instead = state.slot == TRACK_END and not reveals_by_breakthrough(setup, state)
    return "where to reveal a Citizen" + (" instead of raising Discontent" if instead else "")


def _break_regular(state: Any) -> str:
    return f"{who(state)} breaks a regular Guard in {the(int(state.breaking_in))}, which can be repaired"


def _break_special(state: Any) -> str:
    return f"{who(state)} breaks a special Guard in {the(int(state.breaking_in))}, which leaves the city"


WORDS: dict[int, Words] = {
    **SHARED_WORDS,
    # A Hero's turn
    Ask.TURN: Words("which Hero goes next; the order is free in this round", actions.turn_text),
    Ask.ROUTE: Words(route_question, actions.route_text),
    Ask.ACTION: Words("which Action to take", actions.ACTION),
    Ask.PAY: Words(pay_question, actions.PAYMENT),
    Ask.EVADE: Words("whether to discard a Hero token so as not to be detained", actions.EVASION),
    Ask.RALLY: Words(
        lambda state: f"whether to discard Hero tokens for the Riot in {the(int(state.rioting_in))}", actions.RALLY
    ),
    # City Events
    Ask.PLEDGE: Words(_pledge_question, closing.pledge_text),
    Ask.FIND: Words(_find_question, {Act.DONE: "{who} reveals nobody", Act.DISTRICT: closing.find_text}),
    Ask.CANCEL: Words(
        "which published Directive leaves the game",
        lambda state, directive: f"{who(state)} cancels {Directive(directive).text}, which leaves the game",
    ),
    Ask.BREAK: Words("where a Guard breaks", closing.break_text),
    Ask.BREAK_KIND: Words(
        lambda state: f"which kind of Guard breaks in {the(int(state.breaking_in))}",
        {CoopAct.REGULAR: _break_regular, CoopAct.SPECIAL: _break_special},
    ),
    # Missions
    Ask.INTERACT: Words(
        lambda state: f"which Interaction to perform in {the(int(state.at[state.hero]))}", missions.INTERACTION
    ),
    Ask.DELIVER: Words("which Citizen with an Intel token to deliver", missions.delivery_text),
    Ask.SEND: Words(lambda state: f"which Guard to send away, {state.sends} at most", missions.SENDING),
    Ask.SEND_TO: Words("where the Guard goes", missions.sent_to_text),
    Ask.HIDE: Words(
        "where to hide the Hero token", lambda state, district: f"{who(state)} hides its Hero token in {the(district)}"
    ),
    Ask.BASE: Words("where the resistance is", missions.base_text),
}
"""By what is asked."""


def pending_text(state: Any) -> str:
    """Return what is still to come before the game goes on; empty if nothing is."""
    parts = [f"still to come: {rise_now(state, state.rise)}"] if state.rise else []
    for number, thing in (
        (state.finds - (state.ask == Ask.FIND), "Citizen to reveal"),
        (guards_to_break(state) - (state.ask in (Ask.BREAK, Ask.BREAK_KIND)), "Guard to break"),
        (state.returning, "arrested Citizen to come back"),
        (state.cancels, "Directive to cancel"),
        (state.retrieves, "Access card to take back"),
        (state.hides - (state.ask == Ask.HIDE), "Hero token to hide"),
    ):
        if number > 0:
            noun, _, rest = thing.partition(" to ")
            parts.append(f"{many(int(number), noun)} to {rest}")
    return listed(parts, "").replace(", ", "; ")
