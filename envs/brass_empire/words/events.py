"""What happens by itself in words, by kind of event."""

from __future__ import annotations

from collections.abc import Callable

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.game import Setup
from ...table.named import texts
from ..rules.card_steps import Effect
from ..rules.state import CardType, Event
from .wording import player

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


def _runs(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} runs {setup.options.cards.corporations[event.thing]}"


def _begins(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} is the first player"


def _turned_up(setup: Setup, event: Telling, seat: int | None) -> str:
    row = "Labor Market" if setup.record[0]["type"][event.thing] == CardType.EMPLOYEE else "Design Department"
    return f"{_name(setup, event)} comes into the {row}"


def _turn(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"turn {event.amount}, that of {_who(setup, event)}, begins"


def _draws(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} draws {_cards(event.amount)}"


def _drawn(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} has drawn {_copies(setup, event)}"


def _reshuffles(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} shuffles the discard to make a new deck of {_cards(event.amount)}"


def _discards(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} discards {_copies(setup, event)} from the hand"


def _built(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_name(setup, event)} of {_who(setup, event)} is built"


def _gains(resource: str) -> Callable[[Setup, Telling, int | None], str]:
    def tell(setup: Setup, event: Telling, seat: int | None) -> str:
        source = "" if event.thing == UNKNOWN else f" by {_name(setup, event)}"
        return f"{_who(setup, event)} gains {event.amount} {resource}{source}"

    return tell


def _gains_brass(setup: Setup, event: Telling, seat: int | None) -> str:
    if setup.options.mode != "battle":
        return _gains("Brass")(setup, event, seat)
    restored = f"restores {event.amount} Brass" if event.amount else "has all its Brass and restores none"
    return f"{_who(setup, event)} {restored}"


def _steals(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} takes {event.amount} Brass from {player(setup, event.thing)}"


def _exhausted(setup: Setup, event: Telling, seat: int | None) -> str:
    return "the Mining Pool is exhausted"


def _unmet(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_name(setup, event)} of {_who(setup, event)}: what it depends on is not the case"


def _in_vain(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_name(setup, event)} of {_who(setup, event)}: {_IN_VAIN[texts(Effect)[event.other]]}"


def _damaged(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_name(setup, event)} of {_who(setup, event)} takes {event.amount} damage, {event.other} health left"


def _destroyed(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_name(setup, event)} of {_who(setup, event)} is destroyed"


def _loses_brass(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the company of {_who(setup, event)} loses {event.amount} Brass, {event.other} left"


def _comes_to_nothing(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the attack of {_who(setup, event)} comes to nothing: one side has left play"


def _eliminated(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the company of {_who(setup, event)} is bankrupt and out of the game"


def _stance(setup: Setup, event: Telling, seat: int | None) -> str:
    does = "it attacks the Mining Platform" if event.thing else "its units mine"
    return f"the automaton has {event.amount} Brass, player_0 has {event.other}: {does}"


def _attacks(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the automaton attacks the Mining Platform with {_name(setup, event)}"


def _mines(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the automaton mines {event.amount} Brass with {_name(setup, event)}"


def _acquires(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the automaton, which has {event.amount} Brass, acquires {_name(setup, event)}"


def _scores(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{_who(setup, event)} has {event.amount} points: {event.other} Brass and cards worth the rest"


def _wins(setup: Setup, event: Telling, seat: int | None) -> str:
    return "the automaton wins" if event.who == UNKNOWN else f"{_who(setup, event)} wins"


EVENTS: Sentences = {
    Event.RUNS: _runs,
    Event.BEGINS: _begins,
    Event.TURNED_UP: _turned_up,
    Event.TURN: _turn,
    Event.DRAWS: _draws,
    Event.DRAWN: _drawn,
    Event.RESHUFFLES: _reshuffles,
    Event.DISCARDS: _discards,
    Event.BUILT: _built,
    Event.GAINS_LABOR: _gains("labor"),
    Event.GAINS_CONSTRUCTION: _gains("construction"),
    Event.GAINS_BRASS: _gains_brass,
    Event.STEALS: _steals,
    Event.EXHAUSTED: _exhausted,
    Event.UNMET: _unmet,
    Event.IN_VAIN: _in_vain,
    Event.DAMAGED: _damaged,
    Event.DESTROYED: _destroyed,
    Event.LOSES_BRASS: _loses_brass,
    Event.COMES_TO_NOTHING: _comes_to_nothing,
    Event.ELIMINATED: _eliminated,
    Event.STANCE: _stance,
    Event.ATTACKS: _attacks,
    Event.MINES: _mines,
    Event.ACQUIRES: _acquires,
    Event.SCORES: _scores,
    Event.WINS: _wins,
}
