"""The stack of effects and response windows that are waiting or being carried out."""

from __future__ import annotations

from ..table.compile import compiled
from .state import DEMOLISH, NO_PROGRAM, ON_DESTROYED, PROGRAM, WINDOW


@compiled
def push_frame(state, what, seat, card, program):
    """Put a record on top of the stack."""
    frame = state.frames[state.depth]
    frame.what, frame.seat, frame.card, frame.program = what, seat, card, program
    frame.step, frame.left, frame.before = 0, 0, 0
    frame.begun, frame.done, frame.count, frame.cursor = 0, 0, 0, 0
    state.depth += 1


@compiled
def push_program(setup, state, seat, kind, trigger):
    """Let a card do what it does on a trigger, if it does anything then; return whether it does."""
    program = setup.program[kind, trigger]
    if program == NO_PROGRAM:
        return False
    push_frame(state, PROGRAM, seat, kind, program)
    top(state).left = trigger == DEMOLISH or trigger == ON_DESTROYED
    return True


@compiled
def open_window(setup, state, seat):
    """Let the others respond, clockwise from ``seat``, before what comes next."""
    if setup.windows:
        push_frame(state, WINDOW, seat, 0, 0)


@compiled(inline=True)
def top(state):
    """Return the record on top of the stack."""
    return state.frames[state.depth - 1]


@compiled
def finish_step(frame):
    """Go on to the next step of a program, which may ask whether this one did anything."""
    frame.before = frame.done
    frame.step += 1
    frame.begun, frame.done, frame.count, frame.cursor = 0, 0, 0, 0
