"""What happens by itself in both games, in words: each game adds what it tells alone or says otherwise."""

from __future__ import annotations

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.seats import seat_name
from ...table.views import many
from ..rules.news import End, News, unpacked_place, unpacked_types
from ..rules.state import NUM_DIRECTIVES, PLAN_END, RIOTS_TO_WIN, CitizenType, Directive, Hero
from .facts import stage_name
from .terms import ROMAN, card_of, listed, members, one, rise_text, the, the_first, trust


def hero(event: Telling) -> str:
    """Return the Hero that an event is about."""
    return Hero(event.other).text


def type_of(event: Telling) -> str:
    """Return the type of the Citizen that an event is about, with its article."""
    return one(CitizenType(event.thing).text)


def places(districts: int) -> str:
    """Return a set of Districts."""
    return listed(the(district) for district in members(districts))


def plan(event: Telling, why: str) -> str:
    """Return that the Master Plan advances, and why."""
    return f"The Master Plan advances to {ROMAN[event.amount]} of {ROMAN[PLAN_END]}: {why}"


def plan_stays(event: Telling, why: str) -> str:
    """Return that the Master Plan stays where it is, and why."""
    return f"The Master Plan stays at {ROMAN[event.amount]}: {why}"


def _lies(event: Telling) -> str:
    x, y, upright = unpacked_place(event.amount)
    return f"{the_first(event.thing)} lies in column {x + 1}, row {y + 1}, {'upright' if upright else 'lying'}"


def _cast(event: Telling) -> str:
    card = "an Access card" if event.thing == UNKNOWN else card_of(event.thing)
    return f"{seat_name(event.who)} plays {hero(event)}, who has forfeited {card}"


def _in_luck(event: Telling) -> str:
    lost = f", loses {event.amount} Trust" if event.amount else ""
    return f"{hero(event)} cannot pay{lost}, rolls the Escape die"


def _die(amount: int) -> str:
    return f"The Assault die shows {f'{amount} Trust' if amount else 'the shield'}"


def _rolls_first(event: Telling) -> str:
    if event.thing:
        return f"{_die(event.amount)}: the Guard breaks for {event.other} Trust"
    return f"{_die(event.amount)}: the attack fails" + (f", for want of {event.other} Trust" if event.amount else "")


def _turned_up(event: Telling) -> str:
    shown = [many(number, CitizenType(kind).text) for kind, number in enumerate(unpacked_types(event.amount)) if number]
    return f"Turned face up in {the(event.thing)}: {listed(shown, 'nobody, all are revealed')}"


def _riot(event: Telling, outcome: str) -> str:
    ours = many(event.amount, "active Citizen")
    return f"The Riot in {the(event.thing)}, {ours} against {event.other}, {outcome}"


def _riot_won(event: Telling) -> str:
    helped = " with the help of Hero tokens" if event.amount <= event.other else ""
    return _riot(event, f"succeeds{helped}: all Guards there break")


def _paid_together(event: Telling) -> str:
    if event.thing:
        return f"The Heroes pay {event.amount} Trust together"
    if not event.amount:
        return "No Trust is pledged: nothing is paid"
    return f"{event.amount} Trust pledged is too little: nothing is paid"


def _wins(event: Telling) -> str:
    if event.amount == End.RIOTS:
        return f"{RIOTS_TO_WIN} Riots have been won: the Heroes win"
    how = "The Master Plan is complete" if event.amount == End.PLAN else "A Hero has lost the last Access card"
    return f"{how}: the Great Machine wins"


def directives(cards: int) -> str:
    """Return a set of Directives."""
    return listed(Directive(number).text for number in members(cards, NUM_DIRECTIVES))


SHARED_EVENTS: Sentences = {
    News.LIES: _lies,
    News.CAST: _cast,
    News.TRUST: lambda event: f"{hero(event)} gains {event.amount} Trust",
    News.GOES: lambda event: f"{hero(event)} goes to {the(event.thing)} ({trust(event.amount)})",
    News.ESCAPES: lambda event: f"{_in_luck(event)} and gets to {the(event.thing)}",
    News.CAUGHT: lambda event: f"{_in_luck(event)} and is caught: it ends up detained in {the(event.thing)}",
    News.ATTACK: lambda event: f"{_die(event.amount)}: {'the Guard breaks' if event.thing else 'the attack fails'}",
    News.ROLLS_FIRST: _rolls_first,
    News.FOUND: lambda event: f"The Citizen in {the(event.other)} is {type_of(event)}",
    News.RELEASED: lambda event: f"The arrested Citizen is {type_of(event)}",
    News.TURNED_UP: _turned_up,
    News.ARRESTED: lambda event: f"{CitizenType(event.thing).text} arrested in {the(event.other)}",
    News.RIOT_WON: _riot_won,
    News.RIOT_LOST: lambda event: _riot(event, "fails"),
    News.RISES: lambda event: rise_text(event.amount, event.thing),
    News.REACHES: lambda event: f"Discontent reaches {stage_name(event.amount)}",
    News.PAID_TOGETHER: _paid_together,
    News.WINS: _wins,
    News.FORFEITS: lambda event: f"{hero(event)} forfeits {card_of(event.thing)}",
}
"""By kind of event."""
