"""What happens by itself, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from ...table.events import UNKNOWN, Sentences, Telling
from ...table.game import Setup
from ...table.seats import seat_name
from ...table.views import many
from ..rules.box import NO_TYPE, Citizen
from ..rules.card_steps import Do
from ..rules.events import Event, cards_of, citizens_in
from ..rules.state import NOBODY, Phase
from .card_text import amount, citizens_text
from .wording import card_name


def _about(text: str) -> Callable[[Telling], str]:
    """Return a sentence with the names of those whom it is about."""

    def say(event: Telling) -> str:
        seats = {name: seat_name(getattr(event, name)) for name in ("who", "other", "thing")}
        return text.format(**seats, amount=event.amount)

    return say


def joined(parts: Iterable[str]) -> str:
    """Return parts as a list in a sentence."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _named(setup: Setup, event: Telling) -> str:
    """Return the cards that an event names: ``2 Propaganda and Doublethink``."""
    counts = Counter(cards_of(event.thing, event.amount, event.other))
    cards = [(card_name(setup, kind), copies) for kind, copies in counts.items()]
    return joined(f"{copies} {name}" if copies > 1 else name for name, copies in cards)


def _citizens(event: Telling) -> str:
    return citizens_text(Citizen(event.thing).text, event.amount)


def _on_stack(setup: Setup, event: Telling) -> str:
    """Return a card on the stack by its number from below and its player."""
    return f"{card_name(setup, event.thing)} #{event.amount} of {seat_name(event.who)}"


# Before the first turn


def _faction(setup: Setup, event: Telling) -> str:
    return f"{seat_name(event.who)} plays {setup.options.cards.factions[event.thing]}"


def _kept(setup: Setup, event: Telling) -> str:
    return f"{seat_name(event.who)} keeps the last card, {card_name(setup, event.thing)}"


# Turns

_STEPS = {
    Phase.DISCARD_DRAW: "{} comes to discard and draw, up to {}",
    Phase.PROPAGANDA: "{} comes to its Propaganda step",
    Phase.AFTER_PROPAGANDA: "{} is done with Propaganda",
    Phase.ACTION: "{} comes to its Action step",
    Phase.AFTER_ACTION: "{} is done with Actions",
}


def _step(setup: Setup, event: Telling) -> str:
    return _STEPS[Phase(event.thing)].format(seat_name(event.who), many(event.amount, "card"))


def _turned_over(setup: Setup, event: Telling) -> str:
    """Tell a card that is produced with, what it gives, and what it would have given."""
    whose = "" if event.other == event.who else f" of {seat_name(event.other)}"
    text = f"{seat_name(event.who)} turns over {card_name(setup, event.thing)}{whose}"
    gained, stars = citizens_in(event.amount), setup.record[0]["stars"][event.thing]
    got = [citizens_text(citizen.text, gained[citizen]) for citizen in Citizen if gained[citizen]]
    lacking = [citizen.text.capitalize() for citizen in Citizen if gained[citizen] < stars[citizen]]
    text += f" and gains {joined(got)}" if got else ""
    return text + (f"; the Gulag has no {joined(lacking)} left" if lacking else "")


def _nothing_there(setup: Setup, event: Telling) -> str:
    whose = "its own" if event.other == event.who else f"those of {seat_name(event.other)}"
    return f"{seat_name(event.who)} turns over nothing: deck and discard, {whose}, are empty"


def _pair(setup: Setup, event: Telling) -> str:
    return f"{_gained(setup, event)} as its leader's power"


# Cards and citizens


def _drawn(setup: Setup, event: Telling) -> str:
    return f"{seat_name(event.who)} draws {many(event.amount, 'card')}"


def _gained(setup: Setup, event: Telling) -> str:
    if not event.amount:
        return f"{seat_name(event.who)} gains nothing: the Gulag has no {Citizen(event.thing).text.capitalize()} left"
    return f"{seat_name(event.who)} gains {_citizens(event)}"


def _discarded(setup: Setup, event: Telling) -> str:
    copies = f"{event.amount} " if event.amount > 1 else ""
    return f"{seat_name(event.who)} discards {copies}{card_name(setup, event.thing)}, having no choice"


# Cards that are played


def _aimed(setup: Setup, event: Telling) -> str:
    """Tell at what a card is aimed that can be aimed at nothing else; -1 is no type, and no seat."""
    card = f"{card_name(setup, event.thing)} of {seat_name(event.who)}"
    chosen = citizens_text(Citizen(event.amount).text) if event.amount != UNKNOWN else ""
    if event.other == NOBODY:
        return f"{card} can only be for {Citizen(event.amount).text.capitalize()}"
    return f"{card} can only be aimed at {f'{chosen} of ' if chosen else ''}{seat_name(event.other)}"


def _put_back(setup: Setup, event: Telling) -> str:
    card = _on_stack(setup, event)
    return (
        f"{card} is stopped" if event.other == NOBODY else f"{card} goes back to the hand of {seat_name(event.other)}"
    )


def _on_stack_it(text: str) -> Callable[[Setup, Telling], str]:
    return lambda setup, event: f"{_on_stack(setup, event)} {text}"


def _retyped(setup: Setup, event: Telling) -> str:
    return f"{_on_stack(setup, event)} is now for {Citizen(event.other).text.capitalize()}"


def _nothing(setup: Setup, event: Telling) -> str:
    """Tell that a step of a card does nothing."""
    citizen = Citizen(event.other).text.capitalize() if event.other != NO_TYPE else "citizen"
    aimed = seat_name(event.amount) if event.amount != NOBODY else ""
    text = (_NOTHING_AIMED if aimed else {}).get(Do(event.thing)) or _NOTHING[Do(event.thing)]
    return text.format(who=seat_name(event.who), aimed=aimed, citizen=citizen)


_GONE = "nothing is left of the card that {who} has responded to"
_NOTHING = {
    Do.GAIN: "{who} gains nothing",
    Do.TAKE: "{who} takes no {citizen} from anybody",
    Do.REMOVE: "nobody loses a {citizen}",
    Do.PAY: "{who} sends no {citizen} to the Gulag",
    Do.DRAW: "{who} draws no card",
    Do.DISCARD: "nobody discards a card",
    Do.RETRIEVE: "{who} takes back no card",
    Do.ACTIONS: "{who} may play no further Action: it is not its turn",
    Do.RETYPE: "the type of the card that {who} has responded to stays what it is",
    **dict.fromkeys((Do.COUNTER, Do.RETURN, Do.DUPLICATE), _GONE),
}
_NOTHING_AIMED = {
    Do.TAKE: "{who} takes no {citizen} from {aimed}",
    Do.REMOVE: "{aimed} loses no {citizen}",
    Do.DISCARD: "{aimed} discards no card",
}
"""Of steps that concern the seat that a card is aimed at."""


EVENTS: Sentences = {
    Event.FACTION: _faction,
    Event.BUILT: lambda setup, event: f"the deck of {seat_name(event.who)} has {_named(setup, event)}",
    Event.PACK: lambda setup, event: f"in the pack in front of {seat_name(event.who)}: {_named(setup, event)}",
    Event.KEPT: lambda setup, event: f"{seat_name(event.who)} keeps the last card, {card_name(setup, event.thing)}",
    Event.FIRST: _about("{who} is the first player"),
    Event.TURN: _about("turn {amount}, that of {who}"),
    Event.STEP: _step,
    Event.TURNED_OVER: _turned_over,
    Event.NOTHING_THERE: _nothing_there,
    Event.PAIR: _pair,
    Event.RESHUFFLED: lambda setup, event: (
        f"{seat_name(event.who)} shuffles its discard, {many(event.amount, 'card')}, for a new deck"
    ),
    Event.DRAWN: _drawn,
    Event.CARDS_DRAWN: lambda setup, event: f"namely {_named(setup, event)}",
    Event.DISCARDED: _discarded,
    Event.GAINED: _gained,
    Event.LOST: lambda setup, event: f"{seat_name(event.who)} loses {_citizens(event)} to the Gulag",
    Event.TAKEN: lambda setup, event: f"{seat_name(event.who)} takes {_citizens(event)} from {seat_name(event.other)}",
    Event.AIMED: _aimed,
    Event.AIMED_AT_CARD: lambda setup, event: (
        f"the duplicate {card_name(setup, event.thing)} of {seat_name(event.who)} can only be aimed "
        f"at card #{event.amount}"
    ),
    Event.TAKES_EFFECT: _on_stack_it("takes effect"),
    Event.FAILS: _on_stack_it("comes to nothing"),
    Event.COUNTERED: _on_stack_it("is countered"),
    Event.PUT_BACK: _put_back,
    Event.DOUBLED: _on_stack_it("takes place once more: a duplicate is put on the stack"),
    Event.RETYPED: _retyped,
    Event.MORE_ACTIONS: lambda setup, event: (
        f"{seat_name(event.who)} may play {amount(event.amount, 'further Action')} this turn"
    ),
    Event.LOOKS: _about("{who} looks at the hand of {thing}"),
    Event.HAND_SEEN: lambda setup, event: f"the hand of {seat_name(event.who)} has {_named(setup, event)}",
    Event.NOTHING_TO_PLAY: _about("{who} finds no card to play in the hand of {thing}"),
    Event.WON: _about("{who} wins with {amount} points"),
    Event.NOTHING: _nothing,
}
