"""Players, things in play and programs of cards in words, made from the card file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...table.seats import seat_after, seat_name
from ..rules.card_steps import NO_PROGRAM, Trigger
from .card_text import program_text

if TYPE_CHECKING:
    from ...table.game import Setup


def clockwise(setup: Setup, seat: int, away: int) -> int:
    return seat_after(int(setup.record[0]["places"]), seat, away)


def player(setup: Setup, seat: int) -> str:
    return "the automaton" if seat >= setup.num_seats else seat_name(seat)


def thing_text(setup: Setup, state: Any, seat: int, slot: int) -> str:
    """Return a thing in play: its name, its slot, its attack and the health that it has left."""
    thing = state.things[seat, slot]
    return f"{setup.options.cards.kinds[int(thing.kind)].name} #{slot + 1} ({strength_text(setup, thing)})"


def strength_text(setup: Setup, thing: Any) -> str:
    """Return attack and health left of a thing, and what its health was if it has wounds: ``2/1 of 3``."""
    kind, wounds = int(thing["kind"]), int(thing["wounds"])
    attack, health = int(setup.record[0]["attack"][kind]), int(setup.record[0]["health"][kind])
    return f"{attack}/{health - wounds}" + (f" of {health}" if wounds else "")


def step_being_asked(setup: Setup, state: Any) -> Any:
    """Return the step of a card that asks, as the card file has it."""
    frame = state.frames[int(state.depth) - 1]
    programs = setup.record[0]["program"][int(frame.card)]
    kind, first = setup.options.cards.kinds[int(frame.card)], int(programs[programs != NO_PROGRAM].min())
    return list(kind.sequences)[int(frame.program) - first][int(frame.step)]


def is_of_a_destroyed_card(setup: Setup, state: Any) -> bool:
    """Whether what asks happens by itself, because a card has been destroyed, and is no use of it."""
    frame = state.frames[int(state.depth) - 1]
    programs = setup.record[0]["program"][int(frame.card)]
    first = programs[Trigger.DESTROYED]  # numbered last, with the options of its choices behind it
    return first != NO_PROGRAM and int(frame.program) >= first


def plainly(program: tuple[Any, ...], corporation: str | None) -> str:
    """Return a program as a part of a sentence."""
    text = program_text(program, corporation).removesuffix(".")
    return text[0].lower() + text[1:]


def kept_of(taken: int, kept: int) -> str:
    """Tell what a company has of Brass that it takes, where that is not all; as the end of a sentence."""
    return "" if kept == taken else f", and restores {kept or 'none'}"
