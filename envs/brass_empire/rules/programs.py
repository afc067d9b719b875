"""Carrying out what cards do, step by step, up to the next question."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .conditions import holds
from .gains import gain_brass, lose_brass
from .seats import clockwise, is_opponent
from .stack import finish_step, is_finished
from .state import (
    ACQUIRE,
    ASK_ACQUIRE,
    ASK_DAMAGE,
    ASK_DISCARD,
    ASK_DISMISS,
    ASK_DRAW,
    ASK_OPTION,
    ASK_RECOVER,
    ASK_STEAL,
    AUTOMATON,
    BATTLE,
    BATTLE_BRASS,
    CHOOSE,
    DAMAGE,
    DISCARD,
    DISCARD_STEP,
    DISMISS,
    DRAW,
    FROM_DISCARD,
    FROM_HAND,
    GAIN,
    HAND,
    IF_DONE,
    MAX_THINGS,
    MAY,
    NOBODY,
    RECOVER,
    ROW_PLACES,
    SOLITAIRE,
    STEAL,
)
from .things import is_face_up
from .zones import draw


@compiled
def put_question(state, question, seat):
    """Ask a seat something; what this returns says that the game waits for an answer."""
    state.ask = question
    state.seat = seat
    return True


@compiled
def run_program(setup, state, frame):
    """Carry out the next step of the program on top of the stack; return whether a question is out."""
    if is_finished(setup, frame):
        state.depth -= 1
        return False
    step = setup.steps[frame.program, frame.step]
    if not frame.begun:
        if (step.bits & IF_DONE != 0 and not frame.before) or not holds(setup, state, frame, step):
            finish_step(frame)
            return False
        frame.begun = 1
    if carry_out(setup, state, frame, step):
        return True
    finish_step(frame)
    return False


@compiled
def carry_out(setup, state, frame, step):
    """Do what a step does, as far as nothing has to be asked; return whether a question is out."""
    what = step.what
    if what == GAIN:
        gain(setup, state, frame, step)
    elif what == DRAW:
        if step.bits & MAY != 0:
            return put_question(state, ASK_DRAW, frame.seat)
        frame.done = draw(setup, state, frame.seat, step.amount) > 0
    elif what == DAMAGE:
        return has_hits(setup, state, frame.seat, step) and put_question(state, ASK_DAMAGE, frame.seat)
    elif what == DISMISS:
        more = frame.count < step.amount and can_dismiss(state, frame.seat, step)
        return more and put_question(state, ASK_DISMISS, frame.seat)
    elif what == CHOOSE:
        return put_question(state, ASK_OPTION, frame.seat)
    elif what == DISCARD_STEP:
        return next_discard(setup, state, frame, step)
    elif what == STEAL:
        return steal_or_ask(setup, state, frame, step)
    elif what == ACQUIRE:
        return has_acquisitions(setup, state, step) and put_question(state, ASK_ACQUIRE, frame.seat)
    elif what == RECOVER:
        more = frame.count < step.amount and state.amounts[frame.seat, DISCARD] > 0
        return more and put_question(state, ASK_RECOVER, frame.seat)
    return False


@compiled
def gain(setup, state, frame, step):
    """Gain resources; labor and construction are lost on a seat whose turn it is not."""
    if frame.seat == state.player:
        state.labor += step.amount
        state.construction += step.construction
    if step.brass > 0:
        gain_brass(setup, state, frame.seat, step.brass)
    frame.done = 1


@compiled
def may_be_hit(setup, thing, step):
    """Whether a step's damage may go to a thing."""
    return is_face_up(thing) and (step.among >> setup.type[thing.kind]) & 1 != 0


@compiled
def has_hits(setup, state, seat, step):
    """Whether an opponent has anything in play that a step may damage."""
    for other in range(setup.places):
        if is_opponent(setup, state, seat, other):
            for slot in range(MAX_THINGS):
                if may_be_hit(setup, state.things[other, slot], step):
                    return True
    return False


@compiled
def can_dismiss(state, seat, step):
    """Whether a seat has a card where a step dismisses from."""
    in_hand = step.among & FROM_HAND != 0 and state.amounts[seat, HAND] > 0
    return in_hand or (step.among & FROM_DISCARD != 0 and state.amounts[seat, DISCARD] > 0)


@compiled
def next_discard(setup, state, frame, step):
    """Ask the next opponent that must discard, clockwise; False after the last one."""
    for cursor in range(max(1, frame.cursor), setup.places):
        other = clockwise(setup, frame.seat, cursor)
        if frame.cursor != cursor:
            frame.cursor, frame.count = cursor, 0
        plays = not (setup.mode == SOLITAIRE and other == AUTOMATON)
        more = frame.count < step.amount and state.amounts[other, HAND] > 0
        if plays and more and is_opponent(setup, state, frame.seat, other):
            return put_question(state, ASK_DISCARD, other)
    return False


@compiled
def steal_or_ask(setup, state, frame, step):
    """Take Brass; a question only where there is a choice."""
    number, only = 0, NOBODY
    for other in range(setup.places):
        if is_opponent(setup, state, frame.seat, other) and state.brass[other] > 0:
            number, only = number + 1, other
    if number > 1 or (number == 1 and step.bits & MAY != 0):
        return put_question(state, ASK_STEAL, frame.seat)
    if number == 1:
        steal(setup, state, frame, only, step.brass)
    return False


@compiled
def steal(setup, state, frame, other, amount):
    """Take Brass from an opponent."""
    taken = lose_brass(setup, state, other, amount)
    total = state.brass[frame.seat] + taken
    state.brass[frame.seat] = min(BATTLE_BRASS, total) if setup.mode == BATTLE else total
    frame.done = 1


@compiled
def may_acquire(setup, state, row, place, step):
    """Whether a step may acquire the card at a place of a row."""
    kind = state.rows[row, place]
    cheap = kind != NOBODY and setup.labor[kind] + setup.construction[kind] <= step.amount
    return cheap and (step.among >> row) & 1 != 0


@compiled
def has_acquisitions(setup, state, step):
    """Whether there is any card that a step may acquire."""
    for row in range(2):
        for place in range(ROW_PLACES):
            if may_acquire(setup, state, row, place, step):
                return True
    return False
