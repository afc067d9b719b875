"""The stack of effects and response windows that are waiting or being carried out."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .state import DEMOLISH, END, MAX_STEPS, NO_PROGRAM, NOBODY, ON_DESTROYED, PROGRAM, WINDOW


@compiled
def push_frame(setup, state, what, seat, card, slot, program):
    """Put a record on top of the stack; a program that is done goes first, so that chains do not pile up."""
    if state.depth > 0 and is_finished(setup, top(state)):
        state.depth -= 1
    frame = state.frames[state.depth]
    frame.what, frame.seat, frame.card, frame.slot, frame.program = what, seat, card, slot, program
    frame.step, frame.left, frame.before = 0, 0, 0
    frame.begun, frame.done, frame.count, frame.cursor = 0, 0, 0, 0
    state.depth += 1


@compiled
def push_program(setup, state, seat, kind, slot, trigger):
    """Let a card do what it does on a trigger, if it does anything then; return whether it does.

    ``slot`` is where the card is in play, NOBODY for one that is not.
    """
    program = setup.program[kind, trigger]
    if program == NO_PROGRAM:
        return False
    push_frame(setup, state, PROGRAM, seat, kind, slot, program)
    top(state).left = trigger == DEMOLISH or trigger == ON_DESTROYED
    return True


@compiled
def open_window(setup, state, seat):
    """Let the others respond, clockwise from ``seat``, before what comes next."""
    if setup.windows:
        push_frame(setup, state, WINDOW, seat, 0, NOBODY, 0)


@compiled(inline=True)
def top(state):
    """Return the record on top of the stack."""
    return state.frames[state.depth - 1]


@compiled(inline=True)
def is_finished(setup, frame):
    """Whether nothing is left to do of a program."""
    done = frame.step == MAX_STEPS or setup.steps[frame.program, frame.step].what == END
    return frame.what == PROGRAM and done


@compiled
def mark_left(state, seat, slot):
    """Let the programs of a thing know that it has left play."""
    for i in range(state.depth):
        frame = state.frames[i]
        if frame.what == PROGRAM and frame.seat == seat and frame.slot == slot:
            frame.slot, frame.left = NOBODY, 1


@compiled
def finish_step(frame):
    """Go on to the next step of a program, which may ask whether this one did anything."""
    frame.before = frame.done
    frame.step += 1
    frame.begun, frame.done, frame.count, frame.cursor = 0, 0, 0, 0
