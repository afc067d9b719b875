"""What a City Event lets Heroes choose, in words: Trust that they pledge, and what a Breakthrough brings."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NOBODY, NUM_DIRECTIVES, Phase, Status
from ...city.words.asking import who
from ...city.words.terms import members, number_in, rise_now, the
from ...table.game import Setup
from ...table.views import many
from ..cards import EventCard
from ..rules.state import FIRST_EVENT, ClosingStep, Gain, Purpose
from .card_text import gain_text


def event_of(setup: Setup, state: Any) -> EventCard:
    """Return the City Event of the round, which has one."""
    return setup.options.cards.event[int(state.event) - FIRST_EVENT]


def reveals_by_breakthrough(setup: Setup, state: Any) -> bool:
    """Whether it is the Breakthrough of the round that reveals Citizens now."""
    now = state.phase == Phase.CLOSING and state.step == ClosingStep.BREAKTHROUGH + 1  # the step to be taken next
    return bool(now and state.event != NOBODY and event_of(setup, state).gain.what == Gain.REVEAL.text)


def _brings(event: EventCard, state: Any) -> str:
    """Return what a Breakthrough brings as things stand."""
    rises = event.gain.what == Gain.DISCONTENT.text
    return rise_now(state, event.gain.number) if rises else gain_text(event.gain)


def pledge_terms(setup: Setup, state: Any) -> tuple[str, int]:
    """Return what Trust is pledged for, and how much all have to pledge together."""
    event = event_of(setup, state)
    return {
        Purpose.PROTOCOL: ("prevent the Security Protocol", event.prevent.trust),
        Purpose.BREAKTHROUGH: (f"break through ({_brings(event, state)})", event.need.number),
        Purpose.PLAN: ("stop the Master Plan", event.stops.number),
    }[Purpose(state.pledge_for)]


def pledge_text(setup: Setup, state: Any, amount: int) -> str:
    """Return what a Hero pledges."""
    given, price = amount, pledge_terms(setup, state)[1]
    then = price - int(state.to_pledge) + given
    if not given:
        return f"{who(state)} pledges nothing ({then} of {price} Trust so far)"
    return f"{who(state)} pledges {given} of {state.trust[state.hero]} Trust ({then} of {price} then)"


# Breakthroughs, and what else is done anywhere


def find_text(state: Any, district: int) -> str:
    """Return where a Citizen is revealed."""
    hidden = number_in(state, district, Status.UNIDENTIFIED)
    return f"{who(state)} reveals a Citizen in {the(district)} (free; {hidden} unidentified)"


def break_text(state: Any, district: int) -> str:
    """Return where a Guard breaks."""
    specials = int(state.specials[district])
    kinds = f", {specials} of them special" if specials else ""
    return f"{who(state)} breaks a Guard in {the(district)} ({many(int(state.guards[district]), 'Guard')} there{kinds})"


def hand_of(state: Any, knower: int | None) -> list[int]:
    """Return the Directive in the Machine's hand as far as it is known: none or one."""
    return members(int(state.hand), NUM_DIRECTIVES) if knower is None or state.hand_known else []
