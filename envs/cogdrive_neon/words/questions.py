"""What the seat to move is asked, and what its answer says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...table import sets
from ...table.game import Setup
from ..rules.state import NUM_COLORS, OVERDRIVE_PROGRAM, Act, Color, Phase, Use
from .wording import OVERDRIVE_TEXT, task_text


def named(setup: Setup, state: Any, action: int) -> str:
    """Return the action's name, which says it all."""
    return setup.action_names[action]


@dataclass(frozen=True)
class Words:
    """How a phase is put into words.

    Attributes:
        asked: ``(setup, state)`` to what the seat to move is asked.
        answer: ``(setup, state, action)`` to what an answer says.
    """

    asked: Callable[[Setup, Any], str]
    answer: Callable[[Setup, Any, int], str] = named


def actions_left(state: Any) -> list[str]:
    """Return the names of the Actions not used so far this turn."""
    return [use.text for use in Use if not sets.has(state.used, use)]


def _overdrive(setup: Setup, state: Any) -> tuple[str, str]:
    """Return the colour in question and what its Overdrive does."""
    color = Color(setup.options.cards.cards[state.card].color).text
    return color, OVERDRIVE_TEXT[color]


def _asks_overdrive(when: str) -> Callable[[Setup, Any], str]:
    def asked(setup: Setup, state: Any) -> str:
        color, text = _overdrive(setup, state)
        return f"use the {color} Overdrive {when}: {text}?"

    return asked


def _answers_overdrive(setup: Setup, state: Any, action: int) -> str:
    color, text = _overdrive(setup, state)
    return f"use the {color} Overdrive: {text}" if action == Act.USE else named(setup, state, action)


def _asks_step(setup: Setup, state: Any) -> str:
    frame = state.frames[state.depth - 1]
    cards = setup.options.cards
    step = cards.step(int(frame.program), int(frame.step))
    text = f"{_program_name(setup, frame)}: {task_text((step,))}"
    if step.do == "exchange" and frame.first >= 0:
        return f"{text} Give up {cards.cards[frame.first].label} for which one?"
    return text + (f" ({frame.moved} of {step.count} done)" if getattr(step, "count", 1) > 1 and frame.moved else "")


def _program_name(setup: Setup, frame: Any) -> str:
    """Return what a running step belongs to: a card's Task, an Overdrive or a Recruit."""
    if frame.program < OVERDRIVE_PROGRAM:
        return f"Task of {setup.options.cards.cards[frame.card].label}"
    overdrive = frame.program - OVERDRIVE_PROGRAM
    return f"{Color(overdrive).text} Overdrive" if overdrive < NUM_COLORS else "Recruit"


WORDS = {
    Phase.ACTION: Words(lambda setup, state: f"discard a card for your {' or '.join(actions_left(state))}"),
    Phase.BEFORE: Words(_asks_overdrive("before the Action (you may still use it afterwards)"), _answers_overdrive),
    Phase.CHOICE: Words(_asks_step),
    Phase.AFTER: Words(_asks_overdrive("now"), _answers_overdrive),
    Phase.PLAY: Words(lambda setup, state: "play a card to the Clash, or none"),
    Phase.DRAW: Words(lambda setup, state: "draw up to 4, or shuffle deck and discard together and draw up to 3"),
}


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is being asked."""
    return WORDS[Phase(state.phase)].asked(setup, state)


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return what an answer says; nothing of it is hidden from anybody."""
    return WORDS[Phase(state.phase)].answer(setup, state, action)
