"""Cards and the steps of their programs in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from ...table.named import texts
from ..cards import Employee
from ..rules.card_steps import Trigger
from ..rules.effects import only_gains

if TYPE_CHECKING:
    from ..cards import CardList, Cost, Kind
    from ..rules.effects import AcquireStep, Condition, GainStep, Step

ROW_NAMES = {"labor": "the Labor Market", "design": "the Design Department", "labor or design": "either row"}
ANY_TIME = "also before another's attack or turn end"
"""What it means that a card may be used at any time."""
_PLACES = {"hand": "your hand", "discard": "your discard", "hand or discard": "your hand or discard"}
_HEADINGS = {"play": "Play", "built": "When built", "demolish": "Demolish", "destroyed": "When destroyed"}


def cost_text(cost: Cost) -> str:
    """Return a cost in words: ``2 labor + 1 construction``, or ``free``."""
    return _resources(cost.labor, cost.construction, 0, " + ") or "free"


def kind_text(kind: Kind, triggers: Collection[str] = texts(Trigger), chosen: bool = False) -> str:
    """Return what a card does, each program under its heading; nothing for a card without programs.

    With ``chosen`` even what buildings only give is used as their owner likes.
    """
    return " ".join(
        f"{_heading(kind, trigger, chosen)}: {program_text(program, kind.corporation)}"
        for trigger, program in kind.programs.items()
        if trigger in triggers
    )


def program_text(program: tuple[Step, ...], corporation: str | None = None) -> str:
    """Return a program in one sentence a step; conditions may speak of the card's corporation."""
    return " ".join(_sentence(step, corporation) for step in program)


def step_text(step: Step) -> str:
    """Return what a player is asked to decide as this step is carried out."""
    questions: dict[str, Callable[[Any], str]] = {
        "draw": lambda s: f"draw {_cards(s.count)}, or not",
        "damage": lambda s: f"choose a {s.target} to take {s.amount} damage",
        "dismiss": lambda s: f"choose a card in {_PLACES[s.source]} to dismiss",
        "choose": lambda s: "choose one: " + _options(s, None),
        "discard": lambda s: "choose a card in your hand to discard",
        "steal": lambda s: f"choose an opponent to take {s.brass} Brass from",
        "acquire": lambda s: f"choose {_bargain(s)} to acquire without paying",
        "recover": lambda s: "choose a card in your discard to take into your hand",
    }
    question = questions.get(step.do, _plain)(step)
    return f"{question}, or decline" if step.may and step.do != "draw" else question


def card_table(cards: CardList) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows: everything that a card file says of its cards."""
    headers = ["card", "type", "corporation", "cost", "attack/health", "value", "copies", "effect", "source"]
    rows = [
        [
            kind.name,
            kind.type,
            kind.corporation or "neutral",
            cost_text(kind.cost),
            "-" if isinstance(kind, Employee) else f"{kind.attack}/{kind.health}",
            str(kind.value),
            copies_text(cards, kind),
            kind_text(kind) or "-",
            kind.source,
        ]
        for kind in cards.kinds
    ]
    return headers, rows


def copies_text(cards: CardList, kind: Kind) -> str:
    """Return how many cards of a name there are in the central decks, the starting decks and the reserves."""
    reserves = sum(corporation.reserve.get(kind.name, 0) for corporation in cards.corporation)
    places = [
        (kind.copies, str(kind.copies)),
        (cards.start.deck.get(kind.name, 0), f"{cards.start.deck.get(kind.name)} in each starting deck"),
        (kind.name == cards.start.platform, "1 in play at the start"),
        (reserves, f"{reserves} in the reserve"),
    ]
    return ", ".join(text for number, text in places if number) or "0"


def _heading(kind: Kind, trigger: str, chosen: bool) -> str:
    if not chosen and trigger == "ability" and kind.type == "building" and only_gains(kind.programs[trigger]):
        return "At your turn start"
    if trigger == "ability":
        heading = "Instead of attacking or mining" if kind.type == "unit" else "Once a turn"
    else:
        heading = _HEADINGS[trigger]
    return heading + f" ({ANY_TIME})" * (kind.any_time and trigger in ("ability", "demolish"))


def _sentence(step: Step, corporation: str | None) -> str:
    text = _step(step, corporation)
    return text[0].upper() + text[1:] + "."


def _step(step: Step, corporation: str | None) -> str:
    """Return a step with what it depends on."""
    text = f"choose one: {_options(step, corporation)}" if step.do == "choose" else _plain(step)
    if step.may:
        text = f"you may {text}"
    if step.condition:
        text = f"if {_condition(step.condition, corporation)}, {text}"
    if step.if_done:
        text = f"if you did, {text}" if not step.condition else f"if you did and {text.removeprefix('if ')}"
    return text


def _plain(step: Any) -> str:
    wording: dict[str, Callable[[Any], str]] = {
        "gain": _gain,
        "draw": lambda s: f"draw {_cards(s.count)}",
        "damage": lambda s: f"deal {s.amount} damage to an opponent's {s.target}",
        "dismiss": lambda s: f"dismiss {_up_to(s)} from {_PLACES[s.source]}",
        "discard": lambda s: f"each opponent discards {_cards(s.count)}",
        "steal": lambda s: f"take {s.brass} Brass from an opponent",
        "acquire": lambda s: f"acquire {_bargain(s)} without paying",
        "recover": lambda s: f"take {_up_to(s)} from your discard into your hand",
    }
    return wording[step.do](step)


def _gain(step: GainStep) -> str:
    return "gain " + _resources(step.labor, step.construction, step.brass, " and ")


def _options(step: Any, corporation: str | None) -> str:
    options = (", then ".join(_step(part, corporation) for part in option.steps) for option in step.options)
    return "; or ".join(options).replace(", then if", ", then, if")


def _bargain(step: AcquireStep) -> str:
    return f"a card that costs {step.max_cost} or less (labor + construction) from {ROW_NAMES[step.row]}"


def _condition(condition: Condition, corporation: str | None) -> str:
    number = condition.at_least
    one = number == 1
    if condition.have == "allied":
        owner = corporation or "allied"
        if one:
            return f"you have another {owner} employee played this turn, unit or built building"
        return f"you have at least {number} other {owner} employees played this turn, units or built buildings"
    if condition.have in ("units", "buildings"):
        built, in_play = ("built ", "") if condition.have == "buildings" else ("", " in play")
        some = f"a {built}{condition.have[:-1]}" if one else f"at least {number} {built}{condition.have}"
        return f"you have {some}{in_play}"
    if condition.have == "played":
        return f"you have played {'a card' if one else f'at least {number} cards'} this turn"
    return "an opponent has more Brass" if one else f"at least {number} opponents have more Brass"


def _resources(labor: int, construction: int, brass: int, joined: str) -> str:
    amounts = ((labor, "labor"), (construction, "construction"), (brass, "Brass"))
    return joined.join(f"{amount} {name}" for amount, name in amounts if amount)


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _up_to(step: Any) -> str:
    return f"up to {step.count} cards" if step.may and step.count > 1 else _cards(step.count)
