"""Using things in play: mining, abilities, demolition, and responses in other seats' turns."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .gains import gain_brass
from .programs import put_question
from .seats import clockwise, is_opponent
from .stack import push_program
from .state import (
    ABILITY,
    ASK_WINDOW,
    AUTOMATON,
    BATTLE,
    DEMOLISH,
    MAX_THINGS,
    NO_PROGRAM,
    NOBODY,
    ON_DESTROYED,
    READY,
    SOLITAIRE,
    UNIT,
)
from .things import is_face_up, is_ready, leave_play


@compiled
def can_act(setup, state, seat, slot):
    """Whether a unit may attack or mine: dispatched in an earlier turn, not used in this one, with attack power."""
    thing = state.things[seat, slot]
    return is_ready(thing) and setup.type[thing.kind] == UNIT and setup.attack[thing.kind] > 0


@compiled
def can_mine(setup, state, seat, slot):
    """Whether a unit may mine; nobody mines in battle mode."""
    return setup.mode != BATTLE and can_act(setup, state, seat, slot)


@compiled
def can_use(setup, state, seat, slot):
    """Whether a thing's ability may be used; those that only gain are used at the turn start by themselves."""
    thing = state.things[seat, slot]
    return is_ready(thing) and setup.program[thing.kind, ABILITY] != NO_PROGRAM and not setup.by_itself[thing.kind]


@compiled
def can_demolish(setup, state, seat, slot):
    """Whether a building may be demolished for its effect."""
    thing = state.things[seat, slot]
    return is_face_up(thing) and setup.program[thing.kind, DEMOLISH] != NO_PROGRAM


@compiled
def mine(setup, state, slot):
    """Mine with a unit: Brass equal to its attack power."""
    thing = state.things[state.player, slot]
    thing.status &= ~READY
    gain_brass(setup, state, state.player, setup.attack[thing.kind])


@compiled
def use(setup, state, seat, slot):
    """Use the ability of a thing."""
    thing = state.things[seat, slot]
    thing.status &= ~READY
    push_program(setup, state, seat, thing.kind, slot, ABILITY)


@compiled
def demolish(setup, state, seat, slot):
    """Destroy an own building for its effect; nobody gains Brass for it, and its end counts as a destruction."""
    from_play = state.things[seat, slot].kind
    leave_play(setup, state, seat, slot)
    push_program(setup, state, seat, from_play, NOBODY, ON_DESTROYED)
    push_program(setup, state, seat, from_play, NOBODY, DEMOLISH)


@compiled
def can_respond(setup, state, seat):
    """Whether a seat has something face up that it may use at any time."""
    if setup.mode == SOLITAIRE and seat == AUTOMATON:
        return False
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        usable = can_use(setup, state, seat, slot) or can_demolish(setup, state, seat, slot)
        if usable and setup.any_time[thing.kind]:
            return True
    return False


@compiled
def run_window(setup, state, frame):
    """Ask the next seat, clockwise, that may respond; return whether a question is out."""
    frame.cursor = max(1, frame.cursor)
    while frame.cursor < setup.places:
        seat = clockwise(setup, frame.seat, frame.cursor)
        if can_respond(setup, state, seat):
            return put_question(state, ASK_WINDOW, seat)
        frame.cursor += 1
    state.depth -= 1
    return False


@compiled
def has_targets(setup, state, seat):
    """Whether an opponent has anything that may be attacked; in battle mode the companies themselves may be."""
    for other in range(setup.places):
        if is_opponent(setup, state, seat, other):
            if setup.mode == BATTLE:
                return True
            for slot in range(MAX_THINGS):
                if is_face_up(state.things[other, slot]):
                    return True
    return False
