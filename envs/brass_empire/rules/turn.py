"""The course of a turn, from flipping the buildings to drawing five cards, and of the game from turn to turn."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.game import RUNNING
from .automaton import automaton_acquires, automaton_starts, automaton_units
from .combat import fight
from .gains import gain_brass
from .programs import put_question, run_program
from .scoring import finish
from .seats import clockwise, is_gone
from .stack import open_window, push_program, top
from .state import (
    ABILITY,
    ASK_MENU,
    AUTOMATON,
    AUTOMATON_START,
    AUTOMATON_UNITS,
    END,
    FACE_UP,
    FIGHT,
    FRESH,
    HAND_SIZE,
    MAX_STEPS,
    MAX_THINGS,
    MENU,
    ON_BUILT,
    READY,
    SOLITAIRE,
    START,
    TURN_END,
    WINDOW,
)
from .things import close_gaps, is_face_up
from .uses import run_window
from .zones import discard_everything, draw


@compiled
def settle(setup, state):
    """Go on until a seat has to be asked or the game is over."""
    while state.over == RUNNING:
        asked = run_top(setup, state) if state.depth > 0 else advance(setup, state)
        if asked:
            return


@compiled
def run_top(setup, state):
    """Go on with what is on top of the stack; return whether a question is out."""
    frame = top(state)
    if is_gone(state, frame.seat):  # nobody is left to carry it out
        state.depth -= 1
        return False
    if frame.what == WINDOW:
        return run_window(setup, state, frame)
    return run_program(setup, state, frame)


@compiled
def advance(setup, state):
    """Go on with the turn when nothing is on the stack; return whether a question is out."""
    phase = state.phase
    if phase == START:
        start_turn(setup, state)
    elif phase == MENU:
        if not is_gone(state, state.player):
            return put_question(state, ASK_MENU, state.player)
        state.phase = TURN_END
    elif phase == FIGHT:
        fight(setup, state)
        state.phase = AUTOMATON_UNITS if setup.mode == SOLITAIRE and state.player == AUTOMATON else MENU
    elif phase == TURN_END:
        end_turn(setup, state)
    elif phase == AUTOMATON_START:
        automaton_starts(setup, state)
    elif phase == AUTOMATON_UNITS:
        automaton_units(setup, state)
    else:
        automaton_acquires(setup, state)
        close_turn(setup, state)
    return False


@compiled
def begin_turn(setup, state, seat):
    """Turn a seat's buildings over; everything it has in play may be used again."""
    state.player = seat
    state.turn += 1
    state.labor, state.construction, state.played = 0, 0, 0
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        if thing.status == 0 or (thing.kind == setup.platform and not is_face_up(thing)):
            continue  # the Mining Platform is not rebuilt by itself
        thing.status |= READY if is_face_up(thing) else FACE_UP | READY | FRESH
    state.phase = START
    state.cursor = 0


@compiled
def start_turn(setup, state):
    """Resolve what the new buildings do when they are built, in their order; then use those that only gain."""
    while state.cursor < MAX_THINGS:
        thing = state.things[state.player, state.cursor]
        state.cursor += 1
        if thing.status & FRESH != 0:
            thing.status &= ~FRESH
            if push_program(setup, state, state.player, thing.kind, state.cursor - 1, ON_BUILT):
                return
    for slot in range(MAX_THINGS):
        thing = state.things[state.player, slot]
        if is_face_up(thing) and setup.by_itself[thing.kind] and state.over == RUNNING:
            thing.status &= ~READY
            take_income(setup, state, setup.program[thing.kind, ABILITY])
    state.phase = MENU


@compiled
def take_income(setup, state, program):
    """Gain what a program gains that does nothing else."""
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == END or state.over != RUNNING:
            return
        state.labor += step.amount
        state.construction += step.construction
        if step.brass > 0:
            gain_brass(setup, state, state.player, step.brass)


@compiled
def close_turn(setup, state):
    """The player is done; the others may respond before the turn ends."""
    state.phase = TURN_END
    open_window(setup, state, state.player)


@compiled
def end_turn(setup, state):
    """Discard what was played and what is left in hand, draw five cards, pass the turn on."""
    has_hand = setup.mode != SOLITAIRE or state.player != AUTOMATON
    if has_hand and not is_gone(state, state.player):
        discard_everything(setup, state, state.player)
        draw(setup, state, state.player, HAND_SIZE)
        close_gaps(state, state.player)
    next_turn(setup, state)


@compiled
def next_turn(setup, state):
    """Pass the turn on; when the pool is exhausted, the game ends with the round."""
    state.labor, state.construction = 0, 0
    seat = clockwise(setup, state.player, 1)
    while is_gone(state, seat):
        seat = clockwise(setup, seat, 1)
    if state.ending and seat == state.first:
        finish(setup, state)
    elif setup.mode == SOLITAIRE and seat == AUTOMATON:
        state.player = AUTOMATON
        state.turn += 1
        state.phase = AUTOMATON_START
    else:
        begin_turn(setup, state, seat)
