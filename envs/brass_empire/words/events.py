"""What happens by itself in words, by kind of event."""

from __future__ import annotations

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.game import Setup
from ...table.named import texts
from ..rules.card_steps import Effect
from ..rules.state import CardType, Event
from .wording import kept_of, player

_IN_VAIN = {
    "gain": "its labor and construction are lost, as it is not the own turn",
    "draw": "there is no card to draw",
    "damage": "there is nothing to damage",
    "dismiss": "there is no card to dismiss",
    "discard": "nobody has a card to discard",
    "steal": "nobody has Brass to take",
    "acquire": "there is no card to acquire",
    "recover": "there is no card to take back",
}


def _name(setup: Setup, event: Telling) -> str:
    return setup.options.cards.kinds[event.thing].name


def _who(setup: Setup, event: Telling) -> str:
    return player(setup, event.who)


def _copies(setup: Setup, event: Telling) -> str:
    return f"{event.amount} {_name(setup, event)}"


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _turned_up(setup: Setup, event: Telling) -> str:
    row = "Labor Market" if setup.record[0]["type"][event.thing] == CardType.EMPLOYEE else "Design Department"
    return f"{_name(setup, event)} comes into the {row}"


def _gains(setup: Setup, event: Telling, resource: str) -> str:
    source = "" if event.thing == UNKNOWN else f" by {_name(setup, event)}"
    return f"{_who(setup, event)} gains {event.amount} {resource}{source}"


def _gains_brass(setup: Setup, event: Telling) -> str:
    if setup.options.mode != "battle":
        return _gains(setup, event, "Brass")
    if event.amount:
        return f"{_who(setup, event)} restores {event.amount} Brass"
    return (
        f"{_who(setup, event)} {'restores nothing any more' if event.other else 'has all its Brass and restores none'}"
    )


def _steals(setup: Setup, event: Telling) -> str:
    taken = f"{_who(setup, event)} takes {event.amount} Brass from {player(setup, event.thing)}"
    return taken + kept_of(event.amount, event.other)


def _damaged(setup: Setup, event: Telling) -> str:
    return f"{_name(setup, event)} of {_who(setup, event)} takes {event.amount} damage, {event.other} health left"


def _stance(event: Telling) -> str:
    does = "it attacks the Mining Platform" if event.thing else "its units mine"
    return f"the automaton has {event.amount} Brass, player_0 has {event.other}: {does}"


def _scores(setup: Setup, event: Telling) -> str:
    return f"{_who(setup, event)} has {event.amount} points: {event.other} Brass and cards worth the rest"


EVENTS: Sentences = {
    Event.RUNS: lambda setup, event: f"{_who(setup, event)} runs {setup.options.cards.corporations[event.thing]}",
    Event.BEGINS: lambda setup, event: f"{_who(setup, event)} is the first player",
    Event.TURNED_UP: _turned_up,
    Event.TURN: lambda setup, event: f"turn {event.amount}, that of {_who(setup, event)}, begins",
    Event.DRAWS: lambda setup, event: f"{_who(setup, event)} draws {_cards(event.amount)}",
    Event.DRAWN: lambda setup, event: f"{_who(setup, event)} has drawn {_copies(setup, event)}",
    Event.RESHUFFLES: lambda setup, event: (
        f"{_who(setup, event)} shuffles the discard to make a new deck of {_cards(event.amount)}"
    ),
    Event.DISCARDS: lambda setup, event: f"{_who(setup, event)} discards {_copies(setup, event)} from the hand",
    Event.BUILT: lambda setup, event: f"{_name(setup, event)} of {_who(setup, event)} is built",
    Event.GAINS_LABOR: lambda setup, event: _gains(setup, event, "labor"),
    Event.GAINS_CONSTRUCTION: lambda setup, event: _gains(setup, event, "construction"),
    Event.GAINS_BRASS: _gains_brass,
    Event.STEALS: _steals,
    Event.EXHAUSTED: "the Mining Pool is exhausted",
    Event.UNMET: lambda setup, event: (
        f"{_name(setup, event)} of {_who(setup, event)}: what it depends on is not the case"
    ),
    Event.IN_VAIN: lambda setup, event: (
        f"{_name(setup, event)} of {_who(setup, event)}: {_IN_VAIN[texts(Effect)[event.other]]}"
    ),
    Event.DAMAGED: _damaged,
    Event.DESTROYED: lambda setup, event: f"{_name(setup, event)} of {_who(setup, event)} is destroyed",
    Event.LOSES_BRASS: lambda setup, event: (
        f"the company of {_who(setup, event)} loses {event.amount} Brass, {event.other} left"
    ),
    Event.COMES_TO_NOTHING: lambda setup, event: (
        f"the attack of {_who(setup, event)} comes to nothing: one side has left play"
    ),
    Event.ELIMINATED: lambda setup, event: f"the company of {_who(setup, event)} is bankrupt and out of the game",
    Event.STANCE: _stance,
    Event.ATTACKS: lambda setup, event: f"the automaton attacks the Mining Platform with {_name(setup, event)}",
    Event.MINES: lambda setup, event: f"the automaton mines {event.amount} Brass with {_name(setup, event)}",
    Event.ACQUIRES: lambda setup, event: (
        f"the automaton, which has {event.amount} Brass, acquires {_name(setup, event)}"
    ),
    Event.SCORES: _scores,
    Event.WINS: lambda setup, event: "the automaton wins" if event.who == UNKNOWN else f"{_who(setup, event)} wins",
}
