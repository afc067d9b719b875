"""What has happened, in words."""

from __future__ import annotations

from collections.abc import Callable

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.game import Setup
from ...table.named import texts
from ...table.seats import seat_name
from ...table.views import many
from ..rules.state import Color, Event, Target, Zone

_GOES = dict(
    zip(
        Target,
        ("goes to the hand", "goes to the discard", "goes to the Clash", "goes on top of the deck",
         "goes to the bottom of the deck", "is wrecked", "goes to the hand", "goes to the discard"),
        strict=True,
    )
)  # fmt: skip
_TOP = {Zone.DECK_TOP: "the deck", Zone.HANGAR_TOP: "the Hangar deck"}


def _about_card(text: str) -> Callable[[Setup, Telling], str]:
    """Return a sentence about a seat, ``{who}``, and a card, ``{card}``: "a card" for who does not see which."""

    def sentence(setup: Setup, event: Telling) -> str:
        said = text.format(who=seat_name(event.who), card=_card(setup, event))
        return said[0].upper() + said[1:] if text.startswith("{card}") else said

    return sentence


def _card(setup: Setup, event: Telling) -> str:
    return "a card" if event.thing == UNKNOWN else setup.options.cards.cards[event.thing].label


def _moves(setup: Setup, event: Telling) -> str:
    top = f", the top card of {_TOP[Zone(event.other)]}," if event.other in _TOP else ""
    return f"{seat_name(event.who)}'s {_card(setup, event)}{top} {_GOES[Target(event.amount)]}"


def _nothing(setup: Setup, event: Telling) -> str:
    if event.other == Zone.DECK_TOP:
        return f"{seat_name(event.who)}'s deck is empty: nothing comes of it"
    if event.other == Zone.HANGAR_TOP:
        return "The Hangar deck is empty: nothing comes of it"
    return f"{_card(setup, event)} is no longer in {seat_name(event.who)}'s discard and stays where it is"


def _wreckage(event: Telling) -> str:
    last = "this turn is the last" if event.who == 1 else "after this turn player_1 has the last one"
    return f"The Wreckage card comes up and is set aside: {last}"


def _clash(event: Telling) -> str:
    if event.who == UNKNOWN:
        return f"Nobody wins the Clash: both have Power {event.amount} there"
    return f"{seat_name(event.who)} wins the Clash with Power {event.amount} to {event.other}: 5 points"


def _scores(event: Telling) -> str:
    color = texts(Color)[event.thing]
    return (
        f"{seat_name(event.who)} has {many(event.amount, 'point')}: "
        f"{event.other} for {color} in its deck, {event.amount - event.other} at the Clash"
    )


def _tie_break(event: Telling) -> str:
    return f"Points are equal: {seat_name(event.who)} has {many(event.amount, 'card')} at the Clash and in its deck"


EVENTS: Sentences = {
    Event.FIRST_CARD: _about_card("{who}'s first card goes to the Clash: {card}"),
    Event.TURN: lambda event: f"Turn {event.amount}: {seat_name(event.who)}",
    Event.DRAWS: _about_card("{who} draws {card}"),
    Event.DRAWS_FROM_HANGAR: _about_card("{who} draws {card} from the Hangar deck"),
    Event.LOOKS: _about_card("{who} looks at the Hangar deck and sees {card}"),
    Event.MOVES: _moves,
    Event.NOTHING: _nothing,
    Event.NO_HAND: _about_card("{who} has no card in hand for another Action"),
    Event.TURNS_UP: _about_card("{card} is turned up in the Hangar"),
    Event.WRECKS: _about_card("{card} has Power 1 and is wrecked from the Hangar"),
    Event.WRECKAGE: _wreckage,
    Event.CLASH: _clash,
    Event.SCORES: _scores,
    Event.TIE_BREAK: _tie_break,
    Event.WINS: lambda event: "The game is a draw" if event.who == UNKNOWN else f"{seat_name(event.who)} wins the game",
}
"""By kind of event, what has happened."""
