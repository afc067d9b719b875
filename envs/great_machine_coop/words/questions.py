"""What is asked, what an answer says, and what is still to come, in words."""

from __future__ import annotations

from typing import Any

from ...city.words.asking import Words
from ...city.words.questions import SHARED_WORDS, pay_question, route_question
from ...city.words.terms import listed, the
from ...great_machine.rules.state import ASK_ACTION, ASK_CANCEL, ASK_FIND, ASK_PAY, ASK_PLEDGE, ASK_ROUTE, TRACK_END
from ...table.game import Setup
from ...table.views import many
from ..rules.state import (
    ASK_BASE,
    ASK_BREAK,
    ASK_BREAK_KIND,
    ASK_DELIVER,
    ASK_EVADE,
    ASK_HIDE,
    ASK_INTERACT,
    ASK_RALLY,
    ASK_SEND,
    ASK_SEND_TO,
    ASK_TURN,
)
from . import actions, closing, missions
from .closing import pledge_price, purpose_text


def _pledge_question(setup: Setup, state: Any) -> str:
    price = pledge_price(setup, state)
    so_far = price - int(state.amount)
    return f"how much to pledge to {purpose_text(setup, state)}; {so_far} of {price} Trust so far"


def _find_question(state: Any) -> str:
    return "where to reveal a Citizen" + (" instead of raising Discontent" if state.slot == TRACK_END else "")


WORDS: dict[int, Words] = {
    **SHARED_WORDS,
    # A Hero's turn
    ASK_TURN: Words("which Hero goes next; the order is free in this round", actions.turn_text),
    ASK_ROUTE: Words(route_question, actions.route_text),
    ASK_ACTION: Words("which Action to take", actions.action_text),
    ASK_PAY: Words(pay_question, actions.pay_text),
    ASK_EVADE: Words("whether to discard a Hero token so as not to be detained", actions.evasion_text),
    ASK_RALLY: Words(
        lambda state: f"whether to discard Hero tokens for the Riot in {the(int(state.tile))}", actions.rally_text
    ),
    # City Events
    ASK_PLEDGE: Words(_pledge_question, closing.pledge_text),
    ASK_FIND: Words(_find_question, closing.find_text),
    ASK_CANCEL: Words("which published Directive leaves the game", closing.cancel_text),
    ASK_BREAK: Words("where a Guard breaks", closing.break_text),
    ASK_BREAK_KIND: Words(
        lambda state: f"which kind of Guard breaks in {the(int(state.tile))}", closing.break_kind_text
    ),
    # Missions
    ASK_INTERACT: Words(
        lambda state: f"which Interaction to perform in {the(int(state.at[state.hero]))}", missions.interaction_text
    ),
    ASK_DELIVER: Words("which Citizen with an Intel token to deliver", missions.delivery_text),
    ASK_SEND: Words(lambda state: f"which Guard to send away, {state.sends} at most", missions.sent_text),
    ASK_SEND_TO: Words("where the Guard goes", missions.sent_to_text),
    ASK_HIDE: Words("where to hide the Hero token", missions.hiding_text),
    ASK_BASE: Words("where the resistance is", missions.base_text),
}
"""By what is asked."""


def pending_text(state: Any) -> str:
    """Return what is still to come before the game goes on; empty if nothing is."""
    parts = [f"Discontent still rises by {state.rise}"] if state.rise else []
    for number, thing in (
        (state.finds - (state.ask == ASK_FIND), "Citizen to reveal"),
        (state.breaks - (state.ask in (ASK_BREAK, ASK_BREAK_KIND)), "Guard to break"),
        (state.returning, "arrested Citizen to come back"),
        (state.cancels, "Directive to cancel"),
        (state.retrieves, "Access card to take back"),
        (state.hides - (state.ask == ASK_HIDE), "Hero token to hide"),
    ):
        if number > 0:
            noun, _, rest = thing.partition(" to ")
            parts.append(f"{many(int(number), noun)} to {rest}")
    return listed(parts, "").replace(", ", "; ")
