"""Players, things in play and programs of cards in words, made from the card file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...table.named import texts
from ..rules.card_steps import Trigger
from .card_text import program_text

if TYPE_CHECKING:
    from ...table.game import Setup


def clockwise(setup: Setup, seat: int, away: int) -> int:
    """Return the place ``away`` places to the left of a seat."""
    return (seat + away) % int(setup.record[0]["places"])


def player(setup: Setup, seat: int) -> str:
    """Return the name of a place at the table."""
    return "the automaton" if seat >= setup.num_seats else f"player_{seat}"


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
    kind = setup.options.cards.kinds[int(frame.card)]
    return _program_of(setup, int(frame.card), int(frame.program), kind.programs)[int(frame.step)]


def _program_of(setup: Setup, card: int, wanted: int, programs: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return a card's program by its number in the SETUP record: one of its own or an option of one of its choices."""
    record = setup.record[0]
    for trigger, program in programs.items():
        number = int(record["program"][card, texts(Trigger).index(trigger)])
        if number == wanted:
            return program
        for place, step in enumerate(program):
            option = wanted - int(record["steps"][number, place]["program"])
            if step.do == "choose" and 0 <= option < len(step.options):
                return step.options[option].steps
    raise AssertionError(f"no card {card} has program {wanted}")


def plainly(program: tuple[Any, ...], corporation: str | None) -> str:
    """Return a program as a part of a sentence."""
    text = program_text(program, corporation).removesuffix(".")
    return text[0].lower() + text[1:]
