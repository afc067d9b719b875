"""What happens by itself, in words."""

from __future__ import annotations

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.seats import seat_name
from ...table.sets import members_of
from ...table.views import many
from ..rules.state import Event, Fault, Role, Word
from .wording import card, names

_FAULTS = {
    Fault.DISSIDENT_VOTED: "the dissident voted",
    Fault.INFORMER_VOTED: "the informer voted",
    Fault.WRONG_WORD: "not all chose the right word",
}


def _dealt(event: Telling, seat: int | None) -> str:
    if event.who != UNKNOWN:
        return f"{seat_name(event.who)} is dealt {card(event.thing)}"
    return f"{'everybody else' if seat is None else seat_name(seat)} is dealt {card(Role.COMRADE)}"


def _count(event: Telling) -> str:
    votes = f"{event.amount or 'none'} of {event.other} votes {'is' if event.amount == 1 else 'are'} for the party"
    return f"{votes}: {'there is no committee' if event.amount else 'the voters meet in committee'}"


def _new_word(event: Telling) -> str:
    word = "" if event.thing == UNKNOWN else f": {Word(event.thing).text}"
    return f"{seat_name(event.who)} draws a new word{word}"


def _gave(event: Telling) -> str:
    what = "a card" if event.thing == UNKNOWN else card(event.thing)
    return f"{seat_name(event.who)} gives {seat_name(event.other)} {what}"


def _second_pass(event: Telling) -> str:
    pairs = members_of(event.amount)
    hold = "holds two cards and passes" if len(pairs) == 1 else "hold two cards and pass"
    return f"the second pass begins: {names(event.amount)} {hold} one on"


EVENTS: Sentences = {
    Event.DEALT: _dealt,
    Event.TURN: lambda event: f"turn {event.amount} begins: {seat_name(event.who)} is chairman",
    Event.COUNT: _count,
    Event.CHOSE: lambda event: (
        f"{seat_name(event.who)} has chosen {Word(event.thing).text} and shows {card(event.other)}"
    ),
    Event.DISSIDENT_SHOWN: lambda event: (
        f"{seat_name(event.who)} shows the dissident: the word is {Word(event.thing).text}"
    ),
    Event.LOST: lambda event: (
        f"the case is lost: {', '.join(_FAULTS[Fault(fault)] for fault in members_of(event.amount))}"
    ),
    Event.NEW_WORD: _new_word,
    Event.FREEDOM_WINS: lambda event: f"the case is won: everybody wins but {seat_name(event.who)}, the informer",
    Event.LOOKED: lambda event: f"{seat_name(event.who)} sees {card(event.thing)} at {seat_name(event.other)}",
    Event.READ: lambda event: f"{seat_name(event.who)} reads the word: {Word(event.thing).text}",
    Event.GAVE: _gave,
    Event.PASSED_OVER: lambda event: f"passed over for holding two cards by now: {names(event.amount)}",
    Event.SECOND_PASS: _second_pass,
    Event.INFORMER_FINDS: lambda event: (
        f"{seat_name(event.who)}, the informer, finds the dissident at {seat_name(event.other)} and wins"
    ),
    Event.INFORMER_IS_GIVEN: lambda event: (
        f"{seat_name(event.other)} has given the dissident to {seat_name(event.who)}, the informer, who wins"
    ),
    Event.CUT_OFF: lambda event: f"the game is cut off after {many(event.amount, 'turn')}: nobody wins",
}
"""By kind of event: what has happened, for a seat (None perceives everything)."""
