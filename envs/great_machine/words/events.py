"""What happens by itself, in words."""

from __future__ import annotations

from ...city.rules.news import News
from ...city.rules.state import Cause, Directive, District, Event
from ...city.words.events import SHARED_EVENTS, directives, hero, places, plan, plan_stays
from ...city.words.terms import card_of, rise_text, the
from ...table.events import Sentences, Telling
from ...table.views import many
from ..rules.news import MachineNews
from .card_text import EVENT_TEXT
from .facts import event_level

_CAUSES = {
    Cause.DETAINMENT: "a detained Hero goes on",
    Cause.RIOT: "a Riot has failed",
    Cause.PROVOKING: "the Machine has paid for Provoke",
}


def _round(event: Telling) -> str:
    name = Event(event.thing).text
    level = event_level(event.thing)
    return f"Round {event.amount} begins. City Event: {name}{f' ({level})' if level else ''}. {EVENT_TEXT[name][0]}"


def _plan(event: Telling) -> str:
    if event.thing != Cause.EVENT:
        return plan(event, _CAUSES[Cause(event.thing)])
    name = Event(event.other).text
    condition = EVENT_TEXT[name][1].removesuffix(".")
    return plan(event, name if condition == "always" else f"{condition} ({name})")


def _plan_stays(event: Telling) -> str:
    name = Event(event.other).text
    return plan_stays(event, f"it does not hold that {EVENT_TEXT[name][1].removesuffix('.')} ({name})")


def _raided(event: Telling) -> str:
    told = f"The Raid in {the(event.thing)} is successful"
    return f"{told}: {hero(event)} is detained" if event.amount else f"{told}; {hero(event)} was caught before"


def _raids_failed(event: Telling) -> str:
    number = len([0 for district in District if event.amount >> district & 1])
    told = f"{'The Raid' if number == 1 else 'The Raids'} in {places(event.amount)} failed"
    return f"{told}: {rise_text(event.other, event.thing)}" if event.other else told


EVENTS: Sentences = {
    **SHARED_EVENTS,
    News.ROUND: _round,
    News.TURN: lambda event: f"{hero(event)} shows {card_of(event.thing)}",
    News.PLAN: _plan,
    News.PLAN_STAYS: _plan_stays,
    MachineNews.TILE: lambda event: f"The District drawn is {the(event.thing)}",
    MachineNews.BONDS: lambda event: f"The Machine gains {many(event.amount, 'Bond')}",
    MachineNews.DRAWN: lambda event: f"The Directive drawn is {Directive(event.thing).text}",
    MachineNews.HAND: lambda event: f"The Machine has in hand: {directives(event.amount)}",
    MachineNews.RAIDED: _raided,
    MachineNews.RAIDS_FAILED: _raids_failed,
}
"""By kind of event."""
