"""Every question in words, and what an answer says; who may know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...table.actions import Reference
from ...table.game import RUNNING, Setup
from ...table.seats import seat_after, seat_name
from ...table.sets import has
from ...table.views import many
from ..rules.actions import Act, ByKind
from ..rules.box import DRAFT_CARDS, Citizen
from ..rules.stack import live_below
from ..rules.state import NOBODY, Ask, Order, Phase, Zone
from . import card_text
from .facts import PHASE_TEXTS
from .wording import card_name, stack_name

Told = Callable[[Setup, Any], str]


def _always(text: str) -> Told:
    return lambda setup, state: text


def _named(text: str) -> Callable[[Setup, Any, Reference], str]:
    return lambda setup, state, answer: text.format(_name(setup, answer))


_nothing = _always("play nothing")


@dataclass(frozen=True)
class Words:
    """A question in words.

    Attributes:
        asked: What the seat to move is asked, and by which card.
        answer: What an answer says, given what its action refers to.
        passing: What it says to pass.
    """

    asked: Told
    answer: Callable[[Setup, Any, Reference], str]
    passing: Told = _nothing


# Before the game


def _faction(setup: Setup, state: Any, answer: Reference) -> str:
    faction = setup.options.cards.faction[answer.thing("faction")]
    return f"play {faction.name}" + (f": {card_text.power_text(faction.power)}" if setup.options.leaders else "")


def _draft(setup: Setup, state: Any) -> str:
    left = seat_name(seat_after(setup.num_seats, int(state.seat), 1))
    return f"keep a card of the pack, the others go to {left} (pick {int(state.passes) + 1} of {DRAFT_CARDS})"


def _keep(setup: Setup, state: Any, answer: Reference) -> str:
    card = setup.options.cards.card[answer.thing("card")]
    return f"keep {card.name}: {card_text.kind_text(card)}"


# The own hand


def _hand(setup: Setup, state: Any) -> str:
    held, limit = int(state.amounts[int(state.seat), Zone.HAND]), int(state.limit)
    if held > limit:
        return f"discard down to your hand size of {limit} ({many(held - limit, 'card')} more, or any number)"
    return f"discard any number of cards, then draw up to {limit}"


def _draw(setup: Setup, state: Any) -> str:
    more = int(state.limit) - int(state.amounts[int(state.seat), Zone.HAND])
    return (
        f"discard no more and draw {card_text.amount(more, 'card')}" if more > 0 else "discard no more and draw nothing"
    )


_BEFORE = {
    Phase.AFTER_PRODUCTION: "before {} discards and draws",
    Phase.AFTER_DRAW: "before the Propaganda step of {}",
    Phase.AFTER_PROPAGANDA: "before the Action step of {}",
    Phase.AFTER_ACTION: "before the turn of {} ends",
    Phase.BEFORE_PRODUCTION: "before {} produces",
    Phase.AFTER_DISCARDS: "before {} draws",
    Phase.PROPAGANDA: "before {} goes on with its Propaganda step",
    Phase.ACTION: "before {} goes on with its Action step",
}


def _window(setup: Setup, state: Any) -> str:
    depth = int(state.depth)
    if depth:
        return f"respond to {stack_name(setup, state, depth - 1)}, or play nothing"
    when = _BEFORE[Phase(state.phase)].format(seat_name(int(state.player)))
    return f"play a card {when}, or nothing"


def _play(setup: Setup, state: Any, answer: Reference) -> str:
    """Tell that a card is played: how, against which one, at what cost, and what it does."""
    card, depth, use = setup.options.cards.card[answer.thing("card")], int(state.depth), answer.block.name
    parts = [f"play {card.name}"]
    if use == ByKind.TAKE.name:
        depth -= 1  # the card that looks into the hand goes before this one comes
        parts.append(f"out of the hand of {seat_name(int(state.stack[depth].seat))}")
    if use == ByKind.BLITZ.name:
        parts.append("as a Blitz")
    cost = card_text.sacrifice_text(card) if use == ByKind.BLITZ.name or card.type == "blitz" else ""
    if cost:
        parts.append(f"for {cost}")
    if card.target != "card":
        return f"{' '.join(parts)}: {card_text.does_text(card)}"
    place = int(live_below(state, depth))
    return f"{' '.join(parts)} against {stack_name(setup, state, place)}: {card_text.response_text(card)}"


# What a card is aimed at


def _top(state: Any) -> Any:
    return state.stack[int(state.depth) - 1]


def _asking(setup: Setup, state: Any) -> str:
    """Return the name of the card that asks."""
    return card_name(setup, int(_top(state).kind))


def _choose(what: str) -> Told:
    return lambda setup, state: f"{_asking(setup, state)}: choose {what}"


def _type(setup: Setup, state: Any) -> str:
    other = int(_top(state).card)
    if other == NOBODY:
        return f"{_asking(setup, state)}: choose a type of citizen"
    return f"{_asking(setup, state)}: choose another type of citizen for {stack_name(setup, state, other)}"


def _choose_type(setup: Setup, state: Any, answer: Reference) -> str:
    chosen, other = card_text.CITIZEN_NAMES[Citizen(answer.thing("type")).text], int(_top(state).card)
    if other == NOBODY:
        return f"choose {chosen} for {_asking(setup, state)}"
    return f"choose {chosen} instead for {stack_name(setup, state, other)}"


def _aim_at_seat(setup: Setup, state: Any, answer: Reference) -> str:
    return f"aim {_asking(setup, state)} at {_whom(setup, state, answer)}"


def _aim_at_citizen(setup: Setup, state: Any, answer: Reference) -> str:
    citizen = card_text.citizens_text(Citizen(answer.thing("type")).text)
    return f"aim {_asking(setup, state)} at {citizen} of {_whom(setup, state, answer)}"


def _aim_at_card(setup: Setup, state: Any, answer: Reference) -> str:
    return f"aim the duplicate {_asking(setup, state)} at {stack_name(setup, state, answer.thing('place') or 0)}"


def _whom(setup: Setup, state: Any, answer: Reference) -> str:
    return seat_name(seat_after(setup.num_seats, int(state.seat), answer.thing("seat") or 0))


# What a card asks while it resolves


def _times(setup: Setup, state: Any) -> str:
    record = _top(state)
    count = setup.options.cards.card[int(record.kind)].steps[int(record.step)].count
    return f" ({int(record.count) + 1} of {count})" if count > 1 else ""


def _discard_for_card(setup: Setup, state: Any) -> str:
    whose = seat_name(int(_top(state).player))
    return f"{_asking(setup, state)} of {whose}: discard a card{_times(setup, state)}"


def _retrieve(setup: Setup, state: Any) -> str:
    return f"{_asking(setup, state)}: take a card of your discard into your hand{_times(setup, state)}"


def _intercept(setup: Setup, state: Any) -> str:
    return f"{_asking(setup, state)}: play a card out of the hand of {seat_name(int(_top(state).seat))}"


def _name(setup: Setup, answer: Reference) -> str:
    return card_name(setup, answer.thing("card") or 0)


def _order(state: Any, answer: Reference) -> str:
    order = Order(answer.thing("window"))
    asked = "be asked again" if has(state.orders[int(state.seat)], order) else "not be asked any more"
    return f"{asked} where {order.text}"


WORDS = {
    Ask.FACTION: Words(_always("choose your faction"), _faction),
    Ask.DRAFT: Words(_draft, _keep),
    Ask.HAND: Words(_hand, _named("discard {}"), _draw),
    Ask.PROPAGANDA: Words(
        _always("your Propaganda step: play Propaganda or any Blitz, or end it"),
        _play,
        _always("end the Propaganda step"),
    ),
    Ask.ACTION: Words(
        _always("your Action step: play an Action or any Blitz, or end it"), _play, _always("end the Action step")
    ),
    Ask.WINDOW: Words(_window, _play),
    Ask.SEAT: Words(_choose("a player"), _aim_at_seat),
    Ask.CITIZEN: Words(_choose("a citizen"), _aim_at_citizen),
    Ask.TYPE: Words(_type, _choose_type),
    Ask.CARD: Words(_choose("a card that the duplicate is aimed at"), _aim_at_card),
    Ask.DISCARD: Words(_discard_for_card, _named("discard {}")),
    Ask.RETRIEVE: Words(_retrieve, _named("take back {}")),
    Ask.INTERCEPT: Words(_intercept, _play),
}


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it, as far as ``seat`` may know it.

    What a seat keeps in a draft is hidden; that it was asked for a card and played none, or does not want to be asked,
    is no event at all: these are told to itself alone.
    """
    words, own = WORDS[Ask(state.ask)], seat in (None, int(state.seat))
    if action == Act.PASS:
        return words.passing(setup, state) if own or state.ask == Ask.HAND else ""
    answer = setup.actions.references[action]
    if answer.thing("window") is not None:
        return _order(state, answer) if own else ""
    if state.ask == Ask.DRAFT and not own:
        return "keep a card of the pack"
    return words.answer(setup, state, answer)


_TAKEN = {Ask.DRAFT: "draft", Ask.RETRIEVE: "retrieve", Ask.INTERCEPT: "intercept"}


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the card that an action spends or gets, and how; for the balance report."""
    answer = setup.actions.references[action]
    if answer.thing("card") is None:
        return None
    return _name(setup, answer), _TAKEN.get(Ask(state.ask), answer.block.name.lower())


# Who may know of it


def asked(state: Any, viewer: int | None) -> int | None:
    """Return who is being asked, as far as a viewer may know it; None if it may not.

    That somebody is asked for a response tells that it holds one, so this is told to itself alone. Whose step of the
    turn it is and whose card has to be aimed or carried out lies open.
    """
    if state.over != RUNNING:
        return None
    seat = int(state.seat)
    return seat if viewer in (None, seat) or state.ask != Ask.WINDOW else None


def foot_text(setup: Setup, state: Any, viewer: int | None) -> str:
    """Return what goes on now: what the viewer is asked, what others have to do, or that others may respond."""
    seat = asked(state, viewer)
    if seat is None:
        return "others are deciding whether to play a card"
    return f"{seat_name(seat)}: {question(setup, state)}" if viewer in (None, seat) else others_task(setup, state)


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is asked, and by which card."""
    return WORDS[Ask(state.ask)].asked(setup, state)


def others_task(setup: Setup, state: Any) -> str:
    """Return in which step, or with which card, another seat is busy; nothing of what it could do."""
    name, depth = seat_name(int(state.seat)), int(state.depth)
    if depth:
        return f"{name} has to choose for {stack_name(setup, state, depth - 1)}"
    if state.phase == Phase.PREPARING:
        return f"{name} is {'choosing a faction' if state.ask == Ask.FACTION else 'drafting'}"
    return f"{name} is in its {PHASE_TEXTS[Phase(state.phase)]}"
