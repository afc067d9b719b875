"""Cards, Tasks and actions in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..rules.state import ACT_DECLINE, ACT_DRAW, ACT_SHUFFLE, ACT_TASK, ACT_USE, CARDS, COLORS, PLAY

if TYPE_CHECKING:
    from ...table.game import Setup
    from ..cards import CardList, ExchangeStep, MoveStep, Step

_FROM = {
    "hand": "from your hand",
    "discard": "from your discard",
    "hangar": "from the Hangar",
    "clash": "from your side of the Clash",
    "rival clash": "from the rival's side of the Clash",
    "any clash": "from either side of the Clash",
    "rival hand": "of the rival's choice from the rival's hand",
    "rival discard": "from the rival's discard",
}
_TO = {
    "hand": "to your hand",
    "discard": "to your discard",
    "deck top": "to the top of your deck",
    "deck bottom": "to the bottom of your deck",
    "owner hand": "to its owner's hand",
    "owner discard": "to its owner's discard",
}
_ZONE = {
    "hand": "your hand",
    "discard": "your discard",
    "hangar": "the Hangar",
    "clash": "your side of the Clash",
    "rival clash": "the rival's side of the Clash",
    "rival discard": "the rival's discard",
}
OVERDRIVE_TEXT = {
    "yellow": "put a card from your discard on top of your deck",
    "gray": "exchange a card from your hand for one in the Hangar",
    "pink": "play the top card of your deck to the Clash",
    "blue": "take a card from your discard into your hand",
}


def task_text(task: tuple[Step, ...]) -> str:
    """Return a Task in one sentence a step."""
    return " ".join(_sentence(step) for step in task)


def _sentence(step: Step) -> str:
    wording: dict[str, Callable[[Any], str]] = {
        "move": _move,
        "exchange": _exchange,
        "look": lambda s: f"look at the top {_many(s.count)} of the Hangar deck",
        "overdrive": lambda s: "use the Overdrive of this card's colour",
        "repeat": lambda s: "use the Task of another card in your discard",
    }
    text = wording[step.do](step)
    if step.may:
        text = f"you may {text}"
    if step.if_done:
        text = f"if you did, {text}"
    return text[0].upper() + text[1:] + "."


def _move(step: MoveStep) -> str:
    if step.target == "hand" and step.source in ("deck", "hangar deck"):
        return f"draw {_a(step.count)}" + (" from the Hangar deck" if step.source == "hangar deck" else "")
    if step.source == "this":
        what = "this card"
    elif step.source in ("deck", "hangar deck"):
        what = f"the top {_many(step.count)} of {'your' if step.source == 'deck' else 'the Hangar'} deck"
    else:
        what = f"{_which(step)} {_FROM[step.source]}"
    if step.target == "wreck":
        return f"wreck {what}"
    if step.target == "clash":
        return f"play {what} to the Clash"
    return f"move {what} {_TO[step.target]}"


def _which(step: MoveStep) -> str:
    if step.count == 1:
        words = ["another card" if step.other else "a card"]
    else:
        words = ["up to" if step.may else "", str(step.count), "other cards" if step.other else "cards"]
    if step.max_power:
        words.append("of Power 1" if step.max_power == 1 else f"of Power {step.max_power} or less")
    if step.one_color and step.count > 1:
        words.append("of one colour")
    return " ".join(filter(None, words))


def _exchange(step: ExchangeStep) -> str:
    return f"exchange a card in {_ZONE[step.a]} for one in {_ZONE[step.b]}"


def _a(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _many(count: int) -> str:
    return "card" if count == 1 else f"{count} cards"


def action_names(cards: CardList) -> list[str]:
    """Return the names of the 148 actions."""
    names = [card.label for card in cards.cards]
    return [
        *(f"recruit with {name}" for name in names),
        *(f"task of {name}" for name in names),
        *(f"choose {name}" for name in names),
        "decline",
        "use",
        "draw up to 4",
        "shuffle and draw up to 3",
    ]


def overdrive_action(color: int) -> str:
    """Return what using a colour's Overdrive means."""
    return f"use the {COLORS[color]} Overdrive: {OVERDRIVE_TEXT[COLORS[color]]}"


def card_of(action: int) -> int:
    """Return the card an action names, -1 if it names none."""
    return action % CARDS if action < ACT_DECLINE else -1


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the CogDrive that an action spends and what for, None if it spends none."""
    card = card_of(action)
    if card < 0 or (action >= ACT_TASK + CARDS and state.phase != PLAY):
        return None
    drive = setup.options.cards.cards[card].cogdrive
    use = "recruit" if action < ACT_TASK else "task" if action < ACT_TASK + CARDS else "Clash"
    return setup.options.cards.cogdrive[drive].name, use


ACTION_GROUPS = (
    (f"0 to {CARDS - 1}", "discard the card for a Recruit"),
    (f"{ACT_TASK} to {ACT_TASK + CARDS - 1}", "discard the card and use its Task"),
    (f"{ACT_TASK + CARDS} to {ACT_DECLINE - 1}", "choose the card: for the present step, or to play it to the Clash"),
    (str(ACT_DECLINE), "decline: no, no more, or no card to the Clash"),
    (str(ACT_USE), "use: the Overdrive, or an optional step that asks yes or no"),
    (str(ACT_DRAW), "draw up to 4 cards"),
    (str(ACT_SHUFFLE), "shuffle deck and discard together, draw up to 3 cards"),
)
"""Action numbers and what they mean, for the documentation."""
