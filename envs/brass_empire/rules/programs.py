"""Carrying out what cards do, step by step, up to the next question; ``steps.py`` has what each effect does."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.questions import switch
from ...table.sets import has
from . import steps
from .card_steps import Effect, Flag
from .conditions import holds
from .stack import finish_step, is_finished
from .state import Event, Frame, Prepared, State

carry_out = switch(
    "carry_out",
    ("setup", "state", "frame", "step"),
    {
        Effect.GAIN: steps.gain,
        Effect.DRAW: steps.begin_draw,
        Effect.DAMAGE: steps.begin_damage,
        Effect.DISMISS: steps.begin_dismissal,
        Effect.CHOOSE: steps.begin_choice,
        Effect.DISCARD: steps.begin_discard,
        Effect.STEAL: steps.begin_theft,
        Effect.ACQUIRE: steps.begin_acquisition,
        Effect.RECOVER: steps.begin_recovery,
    },
    on="step.what",
)
"""Do what a step does, as far as nothing has to be asked; return whether a question is out."""


@compiled
def run_program(setup: Prepared, state: State, frame: Frame) -> bool:
    """Carry out the next step of the program on top of the stack; return whether a question is out."""
    if is_finished(setup, frame):
        state.depth -= 1
        return False
    step = setup.steps[frame.program, frame.step]
    if not frame.begun:
        if has(step.bits, Flag.IF_DONE) and not frame.before:
            finish_step(frame)
            return False
        if not holds(setup, state, frame, step):
            tell(state, Event.UNMET, frame.seat, frame.card)
            finish_step(frame)
            return False
        frame.begun = 1
    if carry_out(setup, state, frame, step):
        return True
    if not frame.done:
        tell(state, Event.IN_VAIN, frame.seat, frame.card, other=step.what)
    finish_step(frame)
    return False
