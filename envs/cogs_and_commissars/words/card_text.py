"""Cards and leaders in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..rules.box import DECK_SIZE, POINTS, Citizen
from ..rules.effects import concerns_hand
from ..rules.state import HAND_SIZE

if TYPE_CHECKING:
    from ..cards import CardList, PlayCard, Power

CITIZEN_NAMES = {"proletariat": "Proletariat", "bourgeoisie": "Bourgeoisie", "commissar": "Commissar"}
TYPE_NAMES = {"propaganda": "Propaganda", "action": "Action", "blitz": "Blitz"}
_PLURALS = {"proletariat": "Proletariats", "bourgeoisie": "Bourgeoisies", "commissar": "Commissars"}
_WHO = {
    "target": "that player",
    "others": "each other player",
    "all": "every player, you included,",
    "richer": "each player with more points",
}
AGAINST = {
    "any": "a card",
    "propaganda": "a Propaganda",
    "action": "an Action",
    "blitz": "a Blitz",
    "chosen type": "a card for which a type of Citizen was chosen",
}
DONE = {
    "gain": "if you gained any",
    "take": "if you took any",
    "remove": "if any went",
    "pay": "if you did",
    "produce": "if any were turned over",
    "draw": "if any were drawn",
    "discard": "if any were discarded",
    "retrieve": "if you took any",
}
"""What a step that depends on the one before it asks, by that one; the other steps are always carried out."""


def amount(count: int, thing: str, plural: str = "") -> str:
    """Return ``a card``, ``an Action`` or ``2 cards``."""
    if count == 1:
        return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"
    return f"{count} {plural or thing + 's'}"


def citizens_text(citizen: str, count: int = 1) -> str:
    """Return ``a Commissar``, ``2 Proletariats``, or the chosen type in words."""
    if citizen == "chosen":
        return amount(count, "Citizen of that type", "Citizens of that type")
    return amount(count, CITIZEN_NAMES[citizen], _PLURALS[citizen])


def stars_text(stars: Sequence[str]) -> str:
    """Return what a card produces in words."""
    return " + ".join(CITIZEN_NAMES[star] for star in stars)


def points_text(citizen: int) -> str:
    """Return ``Commissar (3)``."""
    return f"{CITIZEN_NAMES[Citizen(citizen).text]} ({POINTS[citizen]})"


def use_text(card: PlayCard) -> str:
    """Return when a card is played: ``Propaganda``, ``Action``, ``Blitz`` or ``Action/Blitz``."""
    return TYPE_NAMES[card.type] + ("/Blitz" if card.type == "action" and card.is_blitz else "")


def kind_text(card: PlayCard) -> str:
    """Return what a card does in a few sentences."""
    sure = f"Cannot be countered if you have at least {card.sure_at} points when you play it." if card.sure_at else ""
    return " ".join(filter(None, [_needs_text(card), does_text(card), _blitz_text(card), sure]))


def does_text(card: PlayCard) -> str:
    """Return what happens when a card resolves, without what it needs, what it costs, and what stops it."""
    if card.target == "card":
        return f"In response to {AGAINST[card.against or 'any']}: {response_text(card)}"
    merged = _aimed_step(card)
    return _sentences(card, merged or _target_text(card), 1 if merged else 0)


def response_text(card: PlayCard) -> str:
    """Return what happens to the card that a response is played against, as a part of a sentence."""
    text = _sentences(card, "", 0)
    return f"{text[0].lower()}{text[1:]}"


def _sentences(card: PlayCard, first: str, told: int) -> str:
    """Return the steps of a card from a number on as sentences, after another one."""
    steps, texts = card.steps, [step_text(step, card) for step in card.steps]
    sentences = [first]
    for number in range(told, len(steps)):
        condition = DONE.get(steps[number - 1].do, "") if steps[number].if_done else ""
        sentences.append(f"{condition}, {texts[number]}" if condition else texts[number])
    if card.protects:
        sentences.append(
            "it and all cards after it this turn are protected: only a card against Propaganda alone stops one of them"
        )
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in sentences if text)


# Steps


def step_text(step: Any, card: PlayCard) -> str:
    """Return one step in words to the player of its card, without a full stop."""
    if getattr(step, "citizen", "") == "chosen" and len(card.citizens) == 1:
        step = step.model_copy(update={"citizen": card.citizens[0]})
    return _STEP_TEXTS[step.do](step)


def _remove(step: Any) -> str:
    who, what = _WHO[step.who], citizens_text(step.citizen, step.count)
    if not step.beyond:
        return f"{who} sends {what} to the Gulag"
    more = f"with more {_plural_of(step.citizen)} than you"
    up_to = "one" if step.count == 1 else f"up to {step.count}"
    return f"{who} {more} sends {up_to} of them to the Gulag, down to your number"


def _plural_of(citizen: str) -> str:
    return "Citizens of that type" if citizen == "chosen" else _PLURALS[citizen]


def _produce(step: Any) -> str:
    whose = "your deck" if step.deck == "self" else "that player's deck"
    if step.count == 1:
        return f"turn over the top card of {whose} and gain what it shows"
    return f"turn over the top {step.count} cards of {whose} and gain what they show"


_STEP_TEXTS = {
    "gain": lambda step: f"gain {citizens_text(step.citizen, step.count)}",
    "take": lambda step: f"take {citizens_text(step.citizen, step.count)} from {_WHO[step.who]}",
    "remove": _remove,
    "pay": lambda step: f"send {citizens_text(step.citizen, step.count)} of yours to the Gulag",
    "produce": _produce,
    "draw": lambda step: f"draw {amount(step.count, 'card')}",
    "discard": lambda step: f"{_WHO[step.who]} discards {amount(step.count, 'card')} of their choice",
    "retrieve": lambda step: f"take {amount(step.count, 'card')} of another title from your discard into your hand",
    "actions": lambda step: f"you may play {amount(step.count, 'further Action')} this turn",
    "counter": lambda step: "counter it",
    "return": lambda step: "put it back into the hand that it came from",
    "duplicate": lambda step: "it takes place once more, aimed anew by its player",
    "retype": lambda step: "choose another type for it, which its player could have chosen",
    "look": lambda step: "look at that player's hand",
    "intercept": lambda step: "look at that player's hand and play a card out of it",
    "win": lambda step: "you win the game",
}


# Targets, needs and costs


def _whom(card: PlayCard) -> str:
    """Return whom a card can be aimed at; what is about a hand needs one that is not empty."""
    whom = "a player with more points than you" if card.richer else "another player"
    if not concerns_hand(card.steps):
        return whom
    return f"{whom} and with cards in hand" if card.richer else f"{whom} with cards in hand"


def _one_of(card: PlayCard) -> str:
    """Return the citizen that a card with the target citizen is aimed at."""
    if len(card.citizens) == len(Citizen):
        return "Citizen"
    return " or ".join(CITIZEN_NAMES[citizen] for citizen in card.citizens)


def _aimed_step(card: PlayCard) -> str:
    """Return the first step together with the citizen that it is aimed at; empty if it is about something else."""
    step: Any = card.steps[0]
    about = card.target == "citizen" and step.do in ("take", "remove") and step.who == "target"
    if not about or step.citizen != "chosen" or getattr(step, "beyond", False):
        return ""
    if len(card.citizens) == 1:
        what = citizens_text(card.citizens[0], step.count)
    else:
        what = amount(step.count, _one_of(card), "Citizens of one type")
    return f"take {what} from {_whom(card)}" if step.do == "take" else f"send {what} of {_whom(card)} to the Gulag"


def _target_text(card: PlayCard) -> str:
    if card.target == "player":
        return f"choose {_whom(card)}"
    if card.target == "citizen":
        return f"choose {amount(1, _one_of(card))} of {_whom(card)}"
    if card.target == "type":
        types = {1: "", len(Citizen): "choose a type of Citizen"}
        return types.get(len(card.citizens), f"choose a type: {_one_of(card)}")
    return ""


def _needs_text(card: PlayCard) -> str:
    needs = card.needs
    parts = []
    if needs.points:
        parts.append(f"with at least {amount(needs.points, 'point')}")
    if needs.deck:
        parts.append(f"with at least {amount(needs.deck, 'card')} in your deck")
    if needs.behind:
        parts.append("while another player has more points")
    if needs.own_turn:
        parts.append("on your turn")
    return "Only " + " and ".join(parts) + "." if parts else ""


def _blitz_text(card: PlayCard) -> str:
    if card.blitz is None:
        return ""
    when = "while another player's Revolution is being played" if card.blitz.during else ""
    cost = sacrifice_text(card)
    if card.type == "action":
        return f"Also a Blitz {' '.join(filter(None, [when, cost and f'at the cost of {cost}']))}".rstrip() + "."
    parts = [f"Only {when}." if when else "", f"Costs {cost}." if cost else ""]
    return " ".join(filter(None, parts))


def sacrifice_text(card: PlayCard) -> str:
    """Return what playing a card as a Blitz costs: ``2 Proletariats of yours``; empty for nothing."""
    if card.blitz is None or not card.blitz.sacrifice:
        return ""
    return f"{_listed(card.blitz.sacrifice)} of yours"


def _listed(citizens: Sequence[str]) -> str:
    return " and ".join(citizens_text(citizen, citizens.count(citizen)) for citizen in dict.fromkeys(citizens))


# Leaders


def power_text(power: Power) -> str:
    """Return what a leader changes in words."""
    parts = []
    if power.hand_size != HAND_SIZE or power.per_counter:
        more = f", and {power.per_counter} more for each Counter Propaganda in the own discard"
        parts.append(f"Hand size {power.hand_size}{more if power.per_counter else ''}.")
    if power.start:
        parts.append(f"Starts with {_listed(power.start)} as well.")
    if power.pair:
        parts.append(f"Gains {citizens_text(power.pair)} when both cards of the turn's production show the same star.")
    if power.propaganda_draws:
        parts.append(f"Draws {amount(power.propaganda_draws, 'card')} when an own Propaganda has taken somebody.")
    if power.revolution:
        parts.append(f"A Revolution that it plays needs {amount(power.revolution, 'point')} less.")
    if power.shield:
        last = CITIZEN_NAMES[Citizen(0).text] if power.shield == 1 else citizens_text(Citizen(0).text, power.shield)
        parts.append(f"Propaganda cannot take the last {last}.")
    return " ".join(parts) or "No power."


def card_table(cards: CardList) -> tuple[list[str], list[list[str]]]:
    headers = ["card", "kind", "stars", "what it does", "copies", "source"]
    rows = []
    for card in cards.card:
        copies = ", ".join(
            f"{faction.name} {faction.deck[card.name]}" for faction in cards.faction if card.name in faction.deck
        )
        if card.core and all(card.name in faction.deck for faction in cards.faction):
            copies = f"every deck {cards.faction[0].deck[card.name]}"
        kind = use_text(card) + (" (core)" if card.core else "")
        kind += f", titled {card.title}" if card.shared_title != card.name else ""
        rows.append([card.name, kind, stars_text(card.stars), kind_text(card), copies or "none", card.source])
    for faction in cards.faction:
        rows.append([faction.name, "Leader", "-", power_text(faction.power), f"deck of {DECK_SIZE}", faction.source])
    return headers, rows
