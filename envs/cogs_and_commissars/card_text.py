"""Cards and leaders in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .state import CITIZENS, DECK_SIZE, HAND_SIZE, POINTS

if TYPE_CHECKING:
    from .cards import CardList, PlayCard, Power

CITIZEN_NAMES = {"proletariat": "Proletariat", "bourgeoisie": "Bourgeoisie", "commissar": "Commissar"}
TYPE_NAMES = {"propaganda": "Propaganda", "action": "Action", "blitz": "Blitz"}
_PLURALS = {"proletariat": "Proletariats", "bourgeoisie": "Bourgeoisies", "commissar": "Commissars"}
_WHO = {
    "target": "the target",
    "others": "each other player",
    "all": "every player",
    "richer": "each player with more points",
}
_AGAINST = {
    "any": "a card",
    "propaganda": "a Propaganda",
    "action": "an Action",
    "blitz": "a Blitz",
    "chosen type": "a card whose player has chosen a type of citizen",
}


def amount(count: int, thing: str, plural: str = "") -> str:
    """Return ``a card`` or ``2 cards``."""
    return f"a {thing}" if count == 1 else f"{count} {plural or thing + 's'}"


def citizens_text(citizen: str, count: int = 1) -> str:
    """Return ``a Commissar``, ``2 Proletariats``, or the chosen type in words."""
    if citizen == "chosen":
        return amount(count, "Citizen of the chosen type", "Citizens of the chosen type")
    return amount(count, CITIZEN_NAMES[citizen], _PLURALS[citizen])


def stars_text(stars: Sequence[str]) -> str:
    """Return what a card produces in words."""
    return " + ".join(CITIZEN_NAMES[star] for star in stars)


def step_text(step: Any, card: PlayCard) -> str:
    """Return one step in words, without a full stop."""
    text = _STEP_TEXTS[step.do](step, card)
    return f"if so, {text}" if step.if_done else text


def _one_of(card: PlayCard) -> str:
    """Return the citizen that a card with the target citizen is aimed at."""
    if len(card.citizens) == len(CITIZENS):
        return "Citizen"
    return " or ".join(CITIZEN_NAMES[citizen] for citizen in card.citizens)


def _taken(step: Any, card: PlayCard) -> str:
    if step.citizen == "chosen" and card.target == "citizen":
        return amount(step.count, _one_of(card), "Citizens of one type")
    return citizens_text(step.citizen, step.count)


def _remove(step: Any, card: PlayCard) -> str:
    what = _taken(step, card)
    beyond = ", of which it has more than you" if step.beyond else ""
    if step.who == "target":
        return f"the target sends {what}{beyond} to the Gulag"
    return f"{_WHO[step.who]} sends {what}{beyond} to the Gulag"


def _produce(step: Any, card: PlayCard) -> str:
    whose = "your deck" if step.deck == "self" else "the target's deck"
    cards = "the top card" if step.count == 1 else f"the top {step.count} cards"
    return f"turn over {cards} of {whose} and gain the Citizens they show"


def _discard(step: Any, card: PlayCard) -> str:
    return f"{_WHO[step.who]} discards {amount(step.count, 'card')} of its own choice"


_STEP_TEXTS = {
    "gain": lambda step, card: f"gain {citizens_text(step.citizen, step.count)}",
    "take": lambda step, card: f"take {_taken(step, card)} from {_WHO[step.who]}",
    "remove": _remove,
    "pay": lambda step, card: f"send {citizens_text(step.citizen, step.count)} of yours to the Gulag",
    "produce": _produce,
    "draw": lambda step, card: f"draw {amount(step.count, 'card')}",
    "discard": _discard,
    "retrieve": lambda step, card: f"take {amount(step.count, 'card')} of another title back from your discard",
    "actions": lambda step, card: f"you may play {amount(step.count, 'further Action')} this turn",
    "counter": lambda step, card: "counter it",
    "return": lambda step, card: "put it back into its owner's hand",
    "duplicate": lambda step, card: "it takes place twice",
    "retype": lambda step, card: "change that type",
    "look": lambda step, card: "look at the target's hand",
    "intercept": lambda step, card: "look at the target's hand and play a card out of it",
    "win": lambda step, card: "win the game",
}


def _needs_text(card: PlayCard) -> str:
    needs = card.needs
    parts = []
    if needs.points:
        parts.append(f"you have {needs.points} points")
    if needs.deck:
        parts.append(f"your deck has {needs.deck} cards")
    if needs.behind:
        parts.append("another player has more points")
    if needs.own_turn:
        parts.append("it is your turn")
    return "Only if " + " and ".join(parts) + "." if parts else ""


def _blitz_text(card: PlayCard) -> str:
    if card.blitz is None:
        return ""
    parts = []
    if card.blitz.sacrifice:
        own = [
            citizens_text(citizen, card.blitz.sacrifice.count(citizen))
            for citizen in dict.fromkeys(card.blitz.sacrifice)
        ]
        parts.append("by sending " + " and ".join(own) + " of yours to the Gulag first")
    if card.blitz.during:
        parts.append("while another player's Revolution is being played")
    how = " ".join(parts)
    return f"Also a Blitz {how}.".replace(" .", ".") if card.type == "action" else f"Costs: {how}."


def _target_text(card: PlayCard) -> str:
    whom = "a player with more points" if card.richer else "another player"
    if card.target == "card":
        return f"In response to {_AGAINST[card.against or 'any']}:"
    if card.target in ("player", "citizen"):
        return f"Choose {whom}:" if card.target == "player" else f"Choose a {_one_of(card)} of {whom}:"
    if card.target == "type":
        types = " or ".join(CITIZEN_NAMES[citizen] for citizen in card.citizens)
        return f"Choose a type ({types}):"
    return ""


def kind_text(card: PlayCard) -> str:
    """Return what a card does in a few sentences."""
    steps = "; ".join(step_text(step, card) for step in card.steps)
    target = _target_text(card)
    does = f"{target} {steps}." if target else f"{steps[0].upper()}{steps[1:]}."
    notes = [_needs_text(card), does, _blitz_text(card)]
    if card.sure_at:
        notes.append(f"Cannot be countered if you have {card.sure_at} points.")
    if card.protects:
        notes.append(
            "Neither this card nor any played after it in this turn can be countered by a card that counters any."
        )
    return " ".join(note for note in notes if note)


def power_text(power: Power) -> str:
    """Return what a leader changes in words."""
    parts = []
    if power.hand_size != HAND_SIZE or power.per_counter:
        more = f" and {power.per_counter} more for each Counter Propaganda in your discard" if power.per_counter else ""
        parts.append(f"Your hand size is {power.hand_size}{more}.")
    if power.start:
        own = [citizens_text(citizen, power.start.count(citizen)) for citizen in dict.fromkeys(power.start)]
        parts.append(f"You start with {' and '.join(own)} more.")
    if power.pair:
        parts.append(f"When both cards of your production show the same star, gain {citizens_text(power.pair)} more.")
    if power.propaganda_draws:
        parts.append(f"When your Propaganda takes a Citizen, draw {amount(power.propaganda_draws, 'card')}.")
    if power.revolution:
        parts.append(f"Your Revolution needs {amount(power.revolution, 'point')} fewer.")
    if power.shield:
        parts.append(
            f"Propaganda cannot take your last {amount(power.shield, CITIZEN_NAMES[CITIZENS[0]], 'Proletariats')}."
        )
    return " ".join(parts) or "Nothing."


def card_table(cards: CardList) -> tuple[list[str], list[list[str]]]:
    """Return the headers and rows of all cards and leaders."""
    headers = ["card", "kind", "stars", "what it does", "copies", "source"]
    rows = []
    for card in cards.card:
        copies = ", ".join(
            f"{faction.name} {faction.deck[card.name]}" for faction in cards.faction if card.name in faction.deck
        )
        if card.core:
            copies = "every deck " + str(next(f.deck[card.name] for f in cards.faction if card.name in f.deck))
        kind = TYPE_NAMES[card.type] + (" (core)" if card.core else "")
        rows.append([card.name, kind, stars_text(card.stars), kind_text(card), copies or "none", card.source])
    for faction in cards.faction:
        rows.append([faction.name, "Leader", "", power_text(faction.power), f"deck of {DECK_SIZE}", faction.source])
    return headers, rows


def points_text(citizen: int) -> str:
    """Return ``Commissar (3)``."""
    return f"{CITIZEN_NAMES[CITIZENS[citizen]]} ({POINTS[citizen]})"
