"""What happens by itself, in words."""

from __future__ import annotations

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.game import Setup
from ...table.views import many
from ..rules.state import Event, Fault, Role, Word
from .wording import card, names, player, seats_in

_FAULTS = {
    Fault.DISSIDENT_VOTED: "the dissident voted",
    Fault.INFORMER_VOTED: "the informer voted",
    Fault.WRONG_WORD: "not all chose the right word",
}


def _dealt(setup: Setup, event: Telling, seat: int | None) -> str:
    if event.who != UNKNOWN:
        return f"{player(event.who)} is dealt {card(event.thing)}"
    return f"{'everybody else' if seat is None else player(seat)} is dealt {card(Role.COMRADE)}"


def _turn(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"turn {event.amount} begins: {player(event.who)} is chairman"


def _count(setup: Setup, event: Telling, seat: int | None) -> str:
    votes = f"{event.amount or 'none'} of {event.other} votes {'is' if event.amount == 1 else 'are'} for the party"
    return f"{votes}: {'there is no committee' if event.amount else 'the voters meet in committee'}"


def _chose(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{player(event.who)} has chosen {Word(event.thing).text} and shows {card(event.other)}"


def _dissident_shown(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{player(event.who)} shows the dissident: the word is {Word(event.thing).text}"


def _lost(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the case is lost: {', '.join(_FAULTS[Fault(fault)] for fault in seats_in(event.amount))}"


def _new_word(setup: Setup, event: Telling, seat: int | None) -> str:
    word = "" if event.thing == UNKNOWN else f": {Word(event.thing).text}"
    return f"{player(event.who)} draws a new word{word}"


def _freedom_wins(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the case is won: everybody wins but {player(event.who)}, the informer"


def _looked(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{player(event.who)} sees {card(event.thing)} at {player(event.other)}"


def _read(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{player(event.who)} reads the word: {Word(event.thing).text}"


def _gave(setup: Setup, event: Telling, seat: int | None) -> str:
    what = "a card" if event.thing == UNKNOWN else card(event.thing)
    return f"{player(event.who)} gives {player(event.other)} {what}"


def _passed_over(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"passed over for holding two cards by now: {names(event.amount)}"


def _second_pass(setup: Setup, event: Telling, seat: int | None) -> str:
    pairs = seats_in(event.amount)
    hold = "holds two cards and passes" if len(pairs) == 1 else "hold two cards and pass"
    return f"the second pass begins: {names(event.amount)} {hold} one on"


def _informer_finds(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{player(event.who)}, the informer, finds the dissident at {player(event.other)} and wins"


def _informer_is_given(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{player(event.other)} has given the dissident to {player(event.who)}, the informer, who wins"


def _cut_off(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the game is cut off after {many(event.amount, 'turn')}: nobody wins"


EVENTS: Sentences = {
    Event.DEALT: _dealt,
    Event.TURN: _turn,
    Event.COUNT: _count,
    Event.CHOSE: _chose,
    Event.DISSIDENT_SHOWN: _dissident_shown,
    Event.LOST: _lost,
    Event.NEW_WORD: _new_word,
    Event.FREEDOM_WINS: _freedom_wins,
    Event.LOOKED: _looked,
    Event.READ: _read,
    Event.GAVE: _gave,
    Event.PASSED_OVER: _passed_over,
    Event.SECOND_PASS: _second_pass,
    Event.INFORMER_FINDS: _informer_finds,
    Event.INFORMER_IS_GIVEN: _informer_is_given,
    Event.CUT_OFF: _cut_off,
}
"""By kind of event: what has happened, for a seat (None perceives everything)."""
