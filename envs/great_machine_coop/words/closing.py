"""What a City Event lets Heroes choose, in words: Trust that they pledge, and what a Breakthrough brings."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NUM_DIRECTIVES, Act, Directive, Status
from ...city.words.heroes import who
from ...city.words.terms import members, number_in, the
from ...table.game import Setup
from ...table.views import many
from ..cards import EventCard
from ..rules.state import FIRST_EVENT, CoopAct, Purpose
from .card_text import gain_text


def event_of(setup: Setup, state: Any) -> EventCard:
    """Return the City Event of the round, which has one."""
    return setup.options.cards.event[int(state.event) - FIRST_EVENT]


def purpose_text(setup: Setup, state: Any) -> str:
    """Return what Trust is pledged for."""
    if state.pledge_for == Purpose.PROTOCOL:
        return "prevent the Security Protocol"
    if state.pledge_for == Purpose.BREAKTHROUGH:
        return f"break through ({gain_text(event_of(setup, state).gain)})"
    return "stop the Master Plan"


def pledge_price(setup: Setup, state: Any) -> int:
    """Return how much Trust all have to pledge together."""
    event = event_of(setup, state)
    if state.pledge_for == Purpose.PROTOCOL:
        return event.prevent.trust
    return event.need.number if state.pledge_for == Purpose.BREAKTHROUGH else event.stops.number


def pledge_text(setup: Setup, state: Any, action: int) -> str:
    """Return what a Hero pledges."""
    given, price = action - Act.AMOUNT, pledge_price(setup, state)
    then = price - int(state.to_pledge) + given
    if not given:
        return f"{who(state)} pledges nothing ({then} of {price} Trust so far)"
    return f"{who(state)} pledges {given} of {state.trust[state.hero]} Trust ({then} of {price} then)"


# Breakthroughs, and what else is done anywhere


def find_text(state: Any, action: int) -> str:
    """Return where a Citizen is revealed."""
    district = action - Act.DISTRICT
    hidden = number_in(state, district, Status.UNIDENTIFIED)
    return f"{who(state)} reveals a Citizen in {the(district)} (free; {hidden} unidentified)"


def cancel_text(state: Any, action: int) -> str:
    """Return which published Directive leaves the game."""
    return f"{who(state)} cancels {Directive(action - Act.DIRECTIVE).text}, which leaves the game"


def break_text(state: Any, action: int) -> str:
    """Return where a Guard breaks."""
    district = action - Act.DISTRICT
    specials = int(state.specials[district])
    kinds = f", {specials} of them special" if specials else ""
    return f"{who(state)} breaks a Guard in {the(district)} ({many(int(state.guards[district]), 'Guard')} there{kinds})"


def break_kind_text(state: Any, action: int) -> str:
    """Return which kind of Guard breaks."""
    at = the(int(state.breaking_in))
    if action == CoopAct.SPECIAL:
        return f"{who(state)} breaks a special Guard in {at}, which leaves the city"
    return f"{who(state)} breaks a regular Guard in {at}, which can be repaired"


def hand_of(state: Any, knower: int | None) -> list[int]:
    """Return the Directive in the Machine's hand as far as it is known: none or one."""
    return members(int(state.hand), NUM_DIRECTIVES) if knower is None or state.hand_known else []
