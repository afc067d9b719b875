"""Cards, Tasks and actions in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...table.actions import Actions, of
from ...table.game import Setup
from ...table.named import texts
from ...table.views import PUBLIC
from ..cards import CardList, ExchangeStep, MoveStep, Step
from ..options import CogDriveNeonOptions
from ..rules.state import NUM_COLORS, Act, Color, Phase

_ZONE = {
    "hand": "your hand",
    "discard": "your discard",
    "hangar": "the Hangar",
    "clash": "your side of the Clash",
    "rival clash": "the rival's side of the Clash",
    "rival discard": "the rival's discard",
}
_FROM = {zone: f"from {name}" for zone, name in _ZONE.items()} | {
    "any clash": "from either side of the Clash",
    "rival hand": "of the rival's choice from the rival's hand",
}
_TO = {
    "hand": "to your hand",
    "discard": "to your discard",
    "deck top": "to the top of your deck",
    "deck bottom": "to the bottom of your deck",
    "owner hand": "to its owner's hand",
    "owner discard": "to its owner's discard",
}
_TO_OWNERS = {"owner hand": "to their owners' hands", "owner discard": "to their owners' discards"}
OVERDRIVE_TEXT = {
    "yellow": "put a card from the discard on top of the deck",
    "gray": "exchange a card from hand for one in the Hangar",
    "pink": "play the top card of the deck to the Clash",
    "blue": "take a card from the discard into hand",
}


def known_of(sets: Any, seat: int | None) -> int:
    """Return the set of cards that ``seat`` knows of, out of one set for each seat; None knows of all."""
    if seat is None:
        return -1
    return int(sets[0]) & int(sets[1]) if seat == PUBLIC else int(sets[seat])


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


def _exchange(step: ExchangeStep) -> str:
    if step.count == 1:
        return f"exchange a card in {_ZONE[step.a]} for one in {_ZONE[step.b]}"
    many = f"{'up to ' if step.may else ''}{step.count}"
    return f"exchange {many} cards in {_ZONE[step.a]} for as many in {_ZONE[step.b]}, one by one"


def _move(step: MoveStep) -> str:
    if step.target == "hand" and step.source in ("deck", "hangar deck"):
        drawn = "a card" if step.count == 1 else _many(step.count)
        return f"draw {drawn}" + (" from the Hangar deck" if step.source == "hangar deck" else "")
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
    to = _TO if step.count == 1 else _TO | _TO_OWNERS
    return f"move {what} {to[step.target]}"


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


_VICTIM_TO = {
    "hand": "give player_{} ",
    "discard": "give up for player_{}'s discard ",
    "clash": "give up for player_{}'s side of the Clash ",
    "deck top": "give up for the top of player_{}'s deck ",
    "deck bottom": "give up for the bottom of player_{}'s deck ",
    "wreck": "wreck ",
    "owner hand": "show ",
    "owner discard": "discard ",
}


def victim_text(step: MoveStep, player: int) -> str:
    """Return a step that takes a card from a rival's hand, as the rival is asked: what it is to do."""
    return f"{_VICTIM_TO[step.target].format(player)}{_which(step)} from your hand"


_DEEDS = {
    "hand": "take {} into hand",
    "discard": "discard {}",
    "clash": "play {} to the Clash",
    "deck top": "put {} on top of the deck",
    "deck bottom": "put {} at the bottom of the deck",
    "wreck": "wreck {}",
    "owner hand": "return {} to its owner's hand",
    "owner discard": "move {} to its owner's discard",
}


def deed(step: MoveStep, card: str) -> str:
    """Return what it is to move a card as a step does."""
    if step.source == "rival hand":
        return f"{_GIVES_UP.get(step.target, 'give up')} {card}"
    return _DEEDS[step.target].format(f"{card} {_OUT_OF[step.source]}" if step.source in _OUT_OF else card)


_GIVES_UP = {"owner discard": "discard", "owner hand": "show", "wreck": "wreck"}
_OUT_OF = {
    "discard": "from the discard",
    "hangar": "from the Hangar",
    "clash": "from the Clash",
    "rival clash": "from the rival's side of the Clash",
    "any clash": "from the Clash",
    "rival discard": "from the rival's discard",
}


def _many(count: int) -> str:
    return "card" if count == 1 else f"{count} cards"


def actions(options: CogDriveNeonOptions) -> Actions:
    """Return the 148 actions."""
    cards = of("card", [card.label for card in options.cards.cards])
    return Actions([replace(block, of=cards) if block.axes else block for block in Act.blocks()])


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the CogDrive that an action spends and what for, None if it spends none."""
    reference = setup.actions.references[action]
    card = reference.thing("card")
    if card is None or (reference.block.name == Act.CHOOSE.name and state.phase != Phase.PLAY):
        return None
    drive = setup.options.cards.cards[card].cogdrive
    use = {"RECRUIT": "recruit", "TASK": "task", "CHOOSE": "Clash"}[reference.block.name]
    return setup.options.cards.cogdrive[drive].name, use


def card_table(cards: CardList) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows: a CogDrive, the Power of its card in each colour, its Task, its source."""
    rows = []
    for number, drive in enumerate(cards.cogdrive):
        powers = [
            " ".join(str(c.power) for c in cards.cards if c.cogdrive == number and c.color == color) or "-"
            for color in range(NUM_COLORS)
        ]
        rows.append([drive.name, *powers, task_text(drive.task), drive.source])
    return ["CogDrive", *texts(Color), "Task", "source"], rows
