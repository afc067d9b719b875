"""The course of a turn with the windows between its steps, and of the stack with a window for every card on it."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import RUNNING
from .playing import can_play_any
from .production import produce_for_turn
from .programs import put_question, resolve, still_holds
from .seats import clockwise
from .stack import pop, top
from .state import (
    A_CARD,
    A_CITIZEN,
    A_PLAYER,
    ACTION_STEP,
    AFTER_ACTION,
    AFTER_DRAW,
    AFTER_PRODUCTION,
    AFTER_PROPAGANDA,
    ASK_ACTION,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_HAND,
    ASK_PROPAGANDA,
    ASK_SEAT,
    ASK_TYPE,
    ASK_WINDOW,
    CHOOSING,
    CORES,
    DISCARD,
    DISCARD_DRAW,
    HAND,
    NOBODY,
    PRODUCTION,
    PROPAGANDA_STEP,
    RESOLVING,
    WAITING,
)
from .targets import settle_target
from .zones import draw

_COUNTER_PROPAGANDA = CORES.index("counter propaganda")


@compiled
def settle(setup, state):
    """Go on until a seat has to be asked or the game is over."""
    while state.over == RUNNING:
        asked = run_stack(setup, state) if state.depth > 0 else advance(setup, state)
        if asked:
            return


@compiled
def run_stack(setup, state):
    """Go on with the card on top of the stack; return whether a question is out."""
    record = top(state)
    if record.stage == CHOOSING:
        if settle_target(setup, state, record):
            return put_question(state, question_of(setup, record), record.player)
        record.stage = WAITING
        state.cursor = 0
    elif record.dead:
        pop(state)
    elif record.stage == WAITING:
        if ask_next(setup, state):
            return True
        if still_holds(setup, state, record):
            record.stage = RESOLVING
        else:
            pop(state)
    else:
        return resolve(setup, state)
    return False


@compiled
def question_of(setup, record):
    """Return what the player of a card still has to choose for it."""
    target = setup.target[record.kind]
    if target == A_PLAYER:
        return ASK_SEAT
    if target == A_CITIZEN:
        return ASK_CITIZEN
    return ASK_CARD if target == A_CARD and record.card == NOBODY else ASK_TYPE


@compiled
def ask_next(setup, state):
    """Ask the next seat, clockwise from the player, whether it plays something; False when all have passed in a row."""
    while state.cursor < setup.seats:
        seat = clockwise(setup, state.player, state.cursor)
        if setup.ask_all or can_play_any(setup, state, seat):
            return put_question(state, ASK_WINDOW, seat)
        state.cursor += 1
    return False


@compiled
def advance(setup, state):
    """Go on with the turn when nothing is on the stack; return whether a question is out."""
    phase = state.phase
    if phase == PRODUCTION:
        produce_for_turn(setup, state)
        enter(state, AFTER_PRODUCTION, 0)
    elif phase == DISCARD_DRAW:
        return discard_or_draw(setup, state)
    elif phase == PROPAGANDA_STEP or phase == ACTION_STEP:
        if setup.ask_all or can_play_any(setup, state, state.player):
            return put_question(state, ASK_PROPAGANDA if phase == PROPAGANDA_STEP else ASK_ACTION, state.player)
        leave_step(state)
    elif ask_next(setup, state):
        return True
    elif phase == AFTER_PRODUCTION:
        begin_discards(setup, state)
    elif phase == AFTER_DRAW:
        enter(state, PROPAGANDA_STEP, 0)
    elif phase == AFTER_PROPAGANDA:
        enter(state, ACTION_STEP, 0)
    else:
        begin_turn(setup, state, clockwise(setup, state.player, 1))
    return False


@compiled(inline=True)
def enter(state, phase, cursor):
    """Go on to the next part of the turn; in a window the first ``cursor`` seats have passed already."""
    state.phase = phase
    state.cursor = cursor


@compiled
def leave_step(state):
    """The player is done with the Propaganda or the Action step: only the others are asked before what comes next."""
    enter(state, AFTER_PROPAGANDA if state.phase == PROPAGANDA_STEP else AFTER_ACTION, 1)


@compiled
def begin_turn(setup, state, seat):
    """Begin a seat's turn."""
    state.player = seat
    state.turn += 1
    state.acted, state.extra, state.silenced = 0, 0, 0
    for other in range(setup.seats):
        state.plays[other] = 0
    enter(state, PRODUCTION, 0)


@compiled
def begin_discards(setup, state):
    """Measure the hand size, before anything is drawn."""
    player = state.player
    faction = state.faction[player]
    counters = np.int64(0)
    if setup.per_counter[faction] > 0:
        for kind in range(setup.kinds):
            if setup.core[kind] == _COUNTER_PROPAGANDA:
                counters += state.zones[player, DISCARD, kind]
    state.limit = setup.hand_size[faction] + counters * setup.per_counter[faction]
    enter(state, DISCARD_DRAW, 0)


@compiled
def discard_or_draw(setup, state):
    """Ask the player what to discard; return whether there is anything to ask."""
    if setup.ask_all or state.amounts[state.player, HAND] > 0:
        return put_question(state, ASK_HAND, state.player)
    draw_up(setup, state)
    return False


@compiled
def draw_up(setup, state):
    """Draw up to the hand size; the player will be asked in the next step, so that only the others are asked before."""
    player = state.player
    draw(setup, state, player, np.int64(state.limit) - np.int64(state.amounts[player, HAND]))
    enter(state, AFTER_DRAW, 1)
