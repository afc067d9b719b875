"""The course of a turn, from flipping the buildings to drawing five cards, and of the game from turn to turn."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.game import RUNNING
from ...table.records import Int
from ...table.seats import clockwise
from ...table.sets import add, has, remove
from .automaton import automaton_acquires, automaton_starts, automaton_units
from .card_steps import MAX_STEPS, Effect, Trigger
from .combat import fight
from .gains import gain_brass, gain_resources
from .programs import run_program
from .scoring import finish, goes_on
from .seats import is_automaton, is_gone, slots
from .stack import open_window, push_program, put_question, top
from .state import MAX_THINGS, Ask, Event, FrameKind, Phase, Prepared, State, Status
from .things import close_gaps, is_face_up
from .uses import run_window
from .zones import discard_everything, draw_hand


@compiled
def settle(setup: Prepared, state: State) -> None:
    """Go on until a seat has to be asked or the game is over."""
    while goes_on(setup, state):
        asked = run_top(setup, state) if state.depth > 0 else advance(setup, state)
        if asked:
            return
    if state.over == RUNNING:
        finish(setup, state)


@compiled
def run_top(setup: Prepared, state: State) -> Int:
    """Go on with what is on top of the stack; return whether a question is out."""
    frame = top(state)
    if is_gone(state, frame.seat):  # nobody is left to carry it out
        state.depth -= 1
        return False
    if frame.what == FrameKind.WINDOW:
        return run_window(setup, state, frame)
    return run_program(setup, state, frame)


@compiled
def advance(setup: Prepared, state: State) -> Int:
    """Go on with the turn when nothing is on the stack; return whether a question is out."""
    phase = state.phase
    if phase == Phase.START:
        start_turn(setup, state)
    elif phase == Phase.MENU:
        if not is_gone(state, state.player):
            return put_question(state, Ask.MENU, state.player)
        state.phase = Phase.TURN_END
    elif phase == Phase.FIGHT:
        fight(setup, state)
        state.phase = Phase.AUTOMATON_UNITS if is_automaton(setup, state.player) else Phase.MENU
    elif phase == Phase.TURN_END:
        end_turn(setup, state)
    elif phase == Phase.AUTOMATON_START:
        automaton_starts(setup, state)
    elif phase == Phase.AUTOMATON_UNITS:
        automaton_units(setup, state)
    else:
        automaton_acquires(setup, state)
        close_turn(setup, state)
    return False


@compiled
def begin_turn(setup: Prepared, state: State, seat: Int) -> None:
    """Turn a seat's buildings over; everything it has in play may be used again."""
    open_turn(state, seat)
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        if thing.status == 0 or (thing.kind == setup.platform and not is_face_up(thing)):
            continue  # the Mining Platform is not rebuilt by itself
        if not is_face_up(thing):
            thing.status = add(add(thing.status, Status.FACE_UP), Status.FRESH)
            tell(state, Event.BUILT, seat, thing.kind)
        thing.status = add(thing.status, Status.READY)
    state.phase = Phase.START
    state.cursor = 0


@compiled
def open_turn(state: State, seat: Int) -> None:
    """It is a seat's turn, in which nothing has been done yet."""
    state.player = seat
    state.turn += 1
    tell(state, Event.TURN, seat, amount=state.turn)
    state.labor, state.construction, state.played, state.acting = 0, 0, 0, 0


@compiled
def start_turn(setup: Prepared, state: State) -> None:
    """Resolve what the new buildings do when they are built, in their order; then use those that only gain."""
    while state.cursor < slots(state, state.player):
        thing = state.things[state.player, state.cursor]
        state.cursor += 1
        if has(thing.status, Status.FRESH):
            thing.status = remove(thing.status, Status.FRESH)
            if push_program(setup, state, state.player, thing.kind, state.cursor - 1, Trigger.BUILT):
                return
    state.cursor = MAX_THINGS
    for slot in range(slots(state, state.player)):
        thing = state.things[state.player, slot]
        if is_face_up(thing) and setup.by_itself[thing.kind] and goes_on(setup, state):
            thing.status = remove(thing.status, Status.READY)
            take_income(setup, state, thing.kind)
    state.phase = Phase.MENU


@compiled
def take_income(setup: Prepared, state: State, kind: Int) -> None:
    """Gain what a building gains whose ability does nothing else."""
    program = setup.program[kind, Trigger.ABILITY]
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END or not goes_on(setup, state):
            return
        gain_resources(state, step, kind)
        if step.brass > 0:
            gain_brass(setup, state, state.player, step.brass, kind)


@compiled
def close_turn(setup: Prepared, state: State) -> None:
    """The player is done; the others may respond before the turn ends."""
    state.phase = Phase.TURN_END
    open_window(setup, state, state.player)


@compiled
def end_turn(setup: Prepared, state: State) -> None:
    """Discard what was played and what is left in hand, draw five cards, pass the turn on."""
    if not is_automaton(setup, state.player) and not is_gone(state, state.player):
        discard_everything(setup, state, state.player)
        draw_hand(setup, state, state.player)
        close_gaps(state, state.player)
    next_turn(setup, state)


@compiled
def next_turn(setup: Prepared, state: State) -> None:
    """Pass the turn on; when the pool is exhausted, the game ends with the round."""
    state.labor, state.construction = 0, 0
    seat = clockwise(setup.places, state.player, 1)
    while is_gone(state, seat):
        seat = clockwise(setup.places, seat, 1)
    if state.ending and seat == state.first:
        finish(setup, state)
    elif is_automaton(setup, seat):
        open_turn(state, seat)
        state.phase = Phase.AUTOMATON_START
    else:
        begin_turn(setup, state, seat)
