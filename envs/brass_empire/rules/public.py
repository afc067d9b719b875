"""What else lies open: what is attacked, what waits on the stack, where the turn stands, slots by card, cards by seat.

These parts stand behind the others of an observation and have numbers where a place for each card would be too much.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Part
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import has
from .actions import slots_of
from .card_steps import MAX_PROGRAMS, MAX_STEPS, NO_PROGRAM
from .combat import is_announced
from .seats import slots
from .state import MAX_DEPTH, MAX_KINDS, MAX_THINGS, NOBODY, Acting, FrameKind, Phase, Prepared, State, Status, Zone


class FrameColumn(IntEnum):
    """Columns of the part "stack"."""

    WINDOW = 0
    CARD = 1
    AWAY = 2
    SLOT = 3
    PROGRAM = 4
    STEP = 5
    COUNT = 6
    CURSOR = 7
    BEFORE = 8
    DONE = 9
    BEGUN = 10
    LEFT = 11


class CourseColumn(IntEnum):
    """Columns of the part "course" behind those for the phase."""

    CURSOR = 0
    HOSTILE = 1
    ACTING = 2


_FRAME, _COURSE, _PHASES = len(FrameColumn), len(CourseColumn), len(Phase)
_STACK = 8  # effects on the stack that are shown; deeper ones occur in no game yet


MOST_OF_A_KIND = 100
"""Cards of one kind that can lie in one place: the bound of the state's counts."""
_MOST_OF_FRAME = {
    FrameColumn.PROGRAM: (MAX_PROGRAMS + 1) / 16,
    FrameColumn.STEP: MAX_STEPS / 4,
    FrameColumn.COUNT: 100 / 4,
}
STACK_SIZE = MAX_DEPTH * _FRAME
"""How many numbers the whole stack takes."""


def public_parts(places: int, kinds: tuple[str, ...]) -> list[Part]:
    """Return the parts, with room for so many places."""
    others = tuple(f"seat {away}" for away in range(1, places))
    count, seats, most = len(kinds), ("own", *others), MOST_OF_A_KIND
    return [
        Part("attacked company", (places,), "by seat, own first: 1 for the company that an attack goes to", seats),
        Part(
            "course",
            (_PHASES + _COURSE,),
            "what the turn is doing, one of " + ", ".join(phase.name.lower() for phase in Phase)
            + "; slots that the turn start or the automaton has been past (in 32nds); 1 if the automaton attacks; 1 if "
            "a unit has acted in this turn, and a half more if the player has gone back from a question of it",
            most=1.5,
        ),
        _stack_part("stack", _STACK, "the effects and windows under way, the latest first"),
        Part(
            "kinds",
            (places, MAX_THINGS),
            "by seat and slot: number of the card in play, from 1, in 128ths",
            seats,
            things=slots_of(places),
            levels=128,
        ),
        Part("just built", (MAX_THINGS,), "1 for a slot of the player whose building has yet to do what it does then"),
        Part("own known hand", (count,), "cards that the others know to be in the own hand", kinds, most=most),
        Part("others' played", (count,), "employees that another seat has played in its turn", kinds, most=most),
        Part("trash", (count,), "cards out of the game", kinds, most=most),
        Part(
            "others' reserve",
            (places - 1, count),
            "by other seat, clockwise: cards left in its reserve",
            others,
            most=most,
        ),
    ]  # fmt: skip


def stack_part() -> Part:
    """Return the part with all of the stack, for what tells everything."""
    return _stack_part("whole stack", MAX_DEPTH, "all effects and windows under way, the latest first")


def _stack_part(name: str, room: int, what: str) -> Part:
    most = tuple(_MOST_OF_FRAME.get(column, 1.0) for column in FrameColumn)
    return Part(name, (room, _FRAME), _stack_text(what), least=(-1.0,) + (0.0,) * (_FRAME - 1), most=most)


def _stack_text(what: str) -> str:
    return (
        f"{what}: 1 for a window and -1 for a card; number of the card, from 1 (in 128ths); whose (in eighths, "
        "clockwise); its slot (in 32nds); program (in 16ths), step (in fours), how often it has been done (in fours), "
        "seats it has been past (in eighths); whether the step before did something, this one has, it has begun, the "
        "card has left play"
    )


@compiled
def write_public(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write what else lies open; return where the next part starts."""
    if is_announced(state) and state.target == NOBODY:
        out[at + distance(setup.places, seat, state.target_seat)] = 1.0
    at += np.int64(setup.shown)
    out[at + state.phase] = 1.0
    if state.phase != Phase.MENU:
        out[at + _PHASES + CourseColumn.CURSOR] = np.float32(state.cursor / 32)
        out[at + _PHASES + CourseColumn.HOSTILE] = np.float32(state.hostile)
    out[at + _PHASES + CourseColumn.ACTING] = (
        np.float32(has(state.acting, Acting.UNIT)) + np.float32(has(state.acting, Acting.WENT_BACK)) / 2
    )
    at = write_stack(setup, state, seat, out, at + _PHASES + _COURSE, _STACK)
    at = write_slots(setup, state, seat, out, at)
    return write_open_cards(setup, state, seat, out, at)


@compiled
def write_stack(setup: Prepared, state: State, seat: Int, out: Array, at: Int, room: Int) -> Int:
    """Write what lies on the stack, the latest first; return where the next part starts."""
    for below in range(min(np.int64(state.depth), np.int64(room))):
        frame, start = state.frames[state.depth - 1 - below], at + below * _FRAME
        if frame.what == FrameKind.WINDOW:
            out[start + FrameColumn.WINDOW] = 1.0
        else:
            out[start + FrameColumn.WINDOW] = -1.0
            out[start + FrameColumn.CARD] = np.float32((frame.card + 1) / MAX_KINDS)
            out[start + FrameColumn.PROGRAM] = np.float32((frame.program - first_program(setup, frame.card) + 1) / 16)
        out[start + FrameColumn.AWAY] = np.float32(distance(setup.places, seat, frame.seat) * 0.125)
        out[start + FrameColumn.SLOT] = np.float32((frame.slot + 1) / 32)
        out[start + FrameColumn.STEP] = np.float32(frame.step * 0.25)
        out[start + FrameColumn.COUNT] = np.float32(frame.count * 0.25)
        out[start + FrameColumn.CURSOR] = np.float32(frame.cursor * 0.125)
        out[start + FrameColumn.BEFORE] = np.float32(frame.before)
        out[start + FrameColumn.DONE] = np.float32(frame.done)
        out[start + FrameColumn.BEGUN] = np.float32(frame.begun)
        out[start + FrameColumn.LEFT] = np.float32(frame.left)
    return at + room * _FRAME


@compiled
def first_program(setup: Prepared, kind: Int) -> Int:
    """Return the first program of a card."""
    first = np.int64(0)
    for trigger in range(setup.program.shape[1]):
        program = np.int64(setup.program[kind, trigger])
        if program != NO_PROGRAM and (first == 0 or program < first):
            first = program
    return first


@compiled
def write_slots(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write which card lies in which slot, and what has just been built; return where the next part starts."""
    built = at + np.int64(setup.shown) * MAX_THINGS
    for away in range(setup.places):
        other = clockwise(setup.places, seat, away)
        for slot in range(slots(state, other)):
            thing = state.things[other, slot]
            if thing.status != 0:
                out[at + away * MAX_THINGS + slot] = np.float32((thing.kind + 1) / MAX_KINDS)
                if has(thing.status, Status.FRESH):
                    out[built + slot] = 1.0
    return built + MAX_THINGS


@compiled
def write_open_cards(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write cards by kind that lie open; return where the next part starts."""
    kinds = np.int64(setup.kinds)
    reserves = at + 3 * kinds
    player = np.int64(state.player)
    for kind in range(kinds):
        out[at + kind] = np.float32(state.zones[seat, Zone.KNOWN, kind])
        if player != seat:
            out[at + kinds + kind] = np.float32(state.zones[player, Zone.PLAYED, kind])
        out[at + 2 * kinds + kind] = np.float32(state.trash[kind])
    for away in range(1, setup.places):
        other = clockwise(setup.places, seat, away)
        if state.amounts[other, Zone.RESERVE] > 0:
            for kind in range(kinds):
                out[reserves + (away - 1) * kinds + kind] = np.float32(state.zones[other, Zone.RESERVE, kind])
    return reserves + (np.int64(setup.shown) - 1) * kinds
