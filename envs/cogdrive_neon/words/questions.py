"""What the seat to move is asked, and what its answer says; both are for everybody to hear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...table import sets
from ...table.game import Setup
from ...table.seats import seat_name
from ..rules.state import NUM_COLORS, OFFERED_PROGRAM, OVERDRIVE_PROGRAM, Act, Color, Phase, Pile, Use
from .wording import OVERDRIVE_TEXT, deed, known_of, task_text, victim_text


def named(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return the action's name, which says it all."""
    return setup.action_names[action]


@dataclass(frozen=True)
class Words:
    """How a phase is put into words.

    Attributes:
        asked: ``(setup, state, seat)`` to what the seat to move is asked, as a seat hears it.
        answer: ``(setup, state, action, seat)`` to what an answer says to a seat, None for one that sees everything.
    """

    asked: Callable[[Setup, Any, int | None], str]
    answer: Callable[[Setup, Any, int, int | None], str] = named


def actions_left(state: Any) -> list[str]:
    """Return the names of the Actions not used so far this turn."""
    return [use.text for use in Use if not sets.has(state.used, use)]


def running_step(setup: Setup, state: Any) -> tuple[Any, Any]:
    """Return the frame of the step that is asking, and the step itself."""
    frame = state.frames[state.depth - 1]
    return frame, setup.options.cards.step(int(frame.program), int(frame.step))


def repeats(setup: Setup, state: Any) -> bool:
    """Whether the seat to move is asked whose Task to use."""
    return state.phase == Phase.CHOICE and running_step(setup, state)[1].do == "repeat"


def _label(setup: Setup, card: int) -> str:
    return setup.options.cards.cards[card].label


def _overdrive(setup: Setup, card: int) -> tuple[str, str]:
    """Return the colour of a card and what its Overdrive does."""
    color = Color(setup.options.cards.cards[card].color).text
    return color, OVERDRIVE_TEXT[color]


def _asks_overdrive(when: str) -> Callable[[Setup, Any, int | None], str]:
    def asked(setup: Setup, state: Any, seat: int | None) -> str:
        color, text = _overdrive(setup, state.card)
        return f"use the {color} Overdrive {when}: {text}?"

    return asked


def _answers_overdrive(refusal: str) -> Callable[[Setup, Any, int, int | None], str]:
    def answer(setup: Setup, state: Any, action: int, seat: int | None) -> str:
        color, text = _overdrive(setup, state.card)
        return f"use the {color} Overdrive: {text}" if action == Act.USE else refusal.format(color)

    return answer


def _asks_step(setup: Setup, state: Any, seat: int | None) -> str:
    frame, step = running_step(setup, state)
    if state.seat != state.player:
        text = victim_text(step, int(state.player))
        return f"{seat_name(state.player)} uses the {_program_name(setup, state)}: {text}{_done(frame, step)}"
    text = f"{_program_name(setup, state)}: {task_text((step,))}"
    if step.do == "exchange" and frame.first >= 0:
        text += f" Give up {_label(setup, frame.first)} for which one?"
    if step.do == "move" and step.source == "hangar deck":
        text += _on_top(setup, state, seat)
    return text + _done(frame, step)


def _done(frame: Any, step: Any) -> str:
    return f" ({frame.moved} of {step.count} done)" if getattr(step, "count", 1) > 1 and frame.moved else ""


def _on_top(setup: Setup, state: Any, seat: int | None) -> str:
    """Return what a seat, else the one to move, knows of the top of the Hangar deck, as far as it is worth saying."""
    if state.above == 0 and not state.wreckage:
        return " The Wreckage card is on top: it is set aside, and the card below it taken."
    top = int(state.piles[Pile.HANGAR, state.sizes[Pile.HANGAR] - 1])
    knows = known_of(state.located, int(state.seat) if seat is None else seat) >> top & 1
    return f" It is {_label(setup, top)}." if knows else ""


def _program_name(setup: Setup, state: Any) -> str:
    """Return what the running step belongs to: a card's Task, an Overdrive or a Recruit."""
    frame = state.frames[state.depth - 1]
    if frame.program < OVERDRIVE_PROGRAM:
        name = f"Task of {_label(setup, frame.card)}"
        user = state.frames[state.depth - 2] if state.depth > 1 else frame
        return name if user.card == frame.card else f"{name}, used by {_label(setup, user.card)}"
    if frame.program >= OFFERED_PROGRAM:
        color = Color(frame.program - OFFERED_PROGRAM).text
        return f"{color} Overdrive, by the Task of {_label(setup, frame.card)}"
    overdrive = frame.program - OVERDRIVE_PROGRAM
    return f"{Color(overdrive).text} Overdrive" if overdrive < NUM_COLORS else "Recruit"


def _answers_step(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    frame, step = running_step(setup, state)
    if action == Act.DECLINE:
        refusal = "no more" if frame.moved else "no: do without it"
        return f"{refusal} ({_program_name(setup, state)})"
    if action == Act.USE:
        return _answers_yes(setup, state, seat)
    card = action - Act.CHOOSE
    label = _label(setup, card)
    if step.do == "repeat":
        drive = setup.options.cards.cogdrive[setup.options.cards.cards[card].cogdrive]
        return f"use the Task of {label}: {task_text(drive.task)}"
    if step.do == "exchange":
        return f"give up {label}" if frame.first < 0 else f"take {label} for {_label(setup, frame.first)}"
    if OVERDRIVE_PROGRAM + NUM_COLORS <= frame.program < OFFERED_PROGRAM:
        return f"recruit {label}"
    return deed(step, label)


def _answers_yes(setup: Setup, state: Any, seat: int | None) -> str:
    """Return what a step does that asks yes or no."""
    frame, step = running_step(setup, state)
    if step.source == "this":
        return deed(step, _label(setup, frame.card))
    pile, name = (state.player, "the top card of the deck")
    if step.source == "hangar deck":
        pile, name = Pile.HANGAR, "the top card of the Hangar deck"
        if state.above == 0 and not state.wreckage:
            return deed(step, "the first card below the Wreckage card")
    top = int(state.piles[pile, state.sizes[pile] - 1])
    known = known_of(state.located, seat) >> top & 1
    return deed(step, f"{name}, {_label(setup, top)}" if known else name)


def _answers_play(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    if action == Act.DECLINE:
        return "play no card to the Clash"
    return f"play {_label(setup, action - Act.CHOOSE)} to the Clash"


WORDS = {
    Phase.ACTION: Words(lambda setup, state, seat: f"discard a card for your {' or '.join(actions_left(state))}"),
    Phase.BEFORE: Words(
        _asks_overdrive("before the Action (you may still use it afterwards)"),
        _answers_overdrive("not before the Action"),
    ),
    Phase.CHOICE: Words(_asks_step, _answers_step),
    Phase.AFTER: Words(_asks_overdrive("now"), _answers_overdrive("do not use the {} Overdrive")),
    Phase.PLAY: Words(lambda setup, state, seat: "play a card to the Clash, or none", _answers_play),
    Phase.DRAW: Words(lambda setup, state, seat: "draw up to 4, or shuffle deck and discard together and draw up to 3"),
}


def question(setup: Setup, state: Any, seat: int | None = None) -> str:
    """Return what the seat to move is asked."""
    return WORDS[Phase(state.phase)].asked(setup, state, seat)


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return what an answer says."""
    return WORDS[Phase(state.phase)].answer(setup, state, action, seat)
