"""The stack of effects and response windows that are waiting or being carried out, and the question that is out."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import has
from .card_steps import MAX_STEPS, NO_PROGRAM, Effect, Flag, Step, Trigger
from .state import NOBODY, Ask, Frame, FrameKind, Prepared, State

_BY_CARDS = sum(
    1 << ask
    for ask in (*(Ask.DAMAGE, Ask.DISMISS, Ask.OPTION, Ask.DISCARD), *(Ask.STEAL, Ask.ACQUIRE, Ask.RECOVER, Ask.DRAW))
)


@compiled
def put_question(state: State, question: Int, seat: Int) -> bool:
    """Ask a seat something; what this returns says that the game waits for an answer."""
    state.ask = question
    state.seat = seat
    return True


@compiled(inline=True)
def is_card_asking(state: State) -> bool:
    """Whether a step of a card asks: that on top of the stack."""
    return has(_BY_CARDS, state.ask)


@compiled(inline=True)
def asking_step(setup: Prepared, state: State) -> Step:
    return setup.steps[top(state).program, top(state).step]


@compiled(inline=True)
def may_decline(step: Step) -> bool:
    return has(step.bits, Flag.MAY)


@compiled
def push_frame(setup: Prepared, state: State, what: Int, seat: Int, card: Int, slot: Int, program: Int) -> None:
    """Put a record on top of the stack; a program that is done goes first, so that chains do not pile up."""
    if state.depth > 0 and is_finished(setup, top(state)):
        state.depth -= 1
    frame = state.frames[state.depth]
    frame.what, frame.seat, frame.card, frame.slot, frame.program = what, seat, card, slot, program
    frame.step, frame.left, frame.before = 0, 0, 0
    frame.begun, frame.done, frame.count, frame.cursor = 0, 0, 0, 0
    state.depth += 1


@compiled
def push_program(setup: Prepared, state: State, seat: Int, kind: Int, slot: Int, trigger: Int) -> bool:
    """Let a card do what it does on a trigger, if it does anything then; return whether it does.

    ``slot`` is where the card is in play, NOBODY for one that is not.
    """
    program = setup.program[kind, trigger]
    if program == NO_PROGRAM:
        return False
    push_steps(setup, state, seat, kind, slot, program, trigger == Trigger.DEMOLISH or trigger == Trigger.DESTROYED)
    return True


@compiled
def push_steps(setup: Prepared, state: State, seat: Int, kind: Int, slot: Int, program: Int, left: Int) -> None:
    """Let a card do what a program or an option of it says; ``left`` says that it has left play already."""
    push_frame(setup, state, FrameKind.PROGRAM, seat, kind, slot, program)
    top(state).left = left


@compiled
def open_window(setup: Prepared, state: State, seat: Int) -> None:
    """Let the others respond, clockwise from ``seat``, before what comes next."""
    if setup.windows:
        push_frame(setup, state, FrameKind.WINDOW, seat, 0, NOBODY, 0)


@compiled(inline=True)
def top(state: State) -> Frame:
    return state.frames[state.depth - 1]


@compiled(inline=True)
def is_finished(setup: Prepared, frame: Frame) -> bool:
    """Whether nothing is left to do of a program."""
    done = frame.step == MAX_STEPS or setup.steps[frame.program, frame.step].what == Effect.END
    return frame.what == FrameKind.PROGRAM and done


@compiled(inline=True)
def is_program_of(frame: Frame, seat: Int, slot: Int) -> bool:
    return frame.what == FrameKind.PROGRAM and frame.seat == seat and frame.slot == slot


@compiled
def is_running(state: State, seat: Int, slot: Int) -> bool:
    """Whether a program of a thing is being carried out, which may ask whether the thing has left play."""
    for i in range(state.depth):
        if is_program_of(state.frames[i], seat, slot):
            return True
    return False


@compiled
def mark_left(state: State, seat: Int, slot: Int) -> None:
    """Let the programs of a thing know that it has left play."""
    for i in range(state.depth):
        frame = state.frames[i]
        if is_program_of(frame, seat, slot):
            frame.slot, frame.left = NOBODY, 1


@compiled
def finish_step(frame: Frame) -> None:
    """Go on to the next step of a program, which may ask whether this one did anything."""
    frame.before = frame.done
    frame.step += 1
    frame.begun, frame.done, frame.count, frame.cursor = 0, 0, 0, 0
