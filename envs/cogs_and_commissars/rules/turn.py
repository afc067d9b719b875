"""The course of a turn with the windows between its steps, and of the stack with a window for every card on it."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.game import RUNNING
from ...table.records import Int
from ...table.seats import clockwise
from .box import Core
from .events import Event
from .orders import does_not_want_to_be_asked
from .playing import can_play_any
from .production import produce_for_turn
from .programs import put_question, resolve, still_holds
from .stack import pop, top
from .state import NOBODY, Ask, Phase, Played, Prepared, Stage, State, Target, Zone
from .targets import settle_target
from .zones import draw


@compiled
def settle(setup: Prepared, state: State) -> None:
    """Go on until a seat has to be asked or the game is over."""
    while state.over == RUNNING:
        asked = run_stack(setup, state) if state.depth > 0 else advance(setup, state)
        if asked:
            return


@compiled
def run_stack(setup: Prepared, state: State) -> bool:
    """Go on with the card on top of the stack; return whether a question is out."""
    record = top(state)
    if record.stage == Stage.CHOOSING:
        if settle_target(setup, state, record):
            return put_question(state, question_of(setup, record), record.player)
        record.stage = Stage.WAITING
        state.cursor = 0
    elif record.dead:
        pop(state)
    elif record.stage == Stage.WAITING:
        if ask_next(setup, state):
            return True
        if still_holds(setup, state, record):
            record.stage = Stage.RESOLVING
            tell(state, Event.TAKES_EFFECT, record.player, record.kind, state.depth)
        else:
            tell(state, Event.FAILS, record.player, record.kind, state.depth)
            pop(state)
    else:
        return resolve(setup, state)
    return False


@compiled
def question_of(setup: Prepared, record: Played) -> Int:
    """Return what the player of a card still has to choose for it."""
    target = setup.target[record.kind]
    if target == Target.PLAYER:
        return Ask.SEAT
    if target == Target.CITIZEN:
        return Ask.CITIZEN
    return Ask.CARD if target == Target.CARD and record.card == NOBODY else Ask.TYPE


@compiled
def ask_next(setup: Prepared, state: State) -> bool:
    """Ask the next seat, clockwise from the player, whether it plays something; False when all have passed in a row."""
    while state.cursor < setup.seats:
        seat = clockwise(setup.seats, state.player, state.cursor)
        wanted = not does_not_want_to_be_asked(setup, state, seat)
        if wanted and (setup.ask_all or can_play_any(setup, state, seat)):
            return put_question(state, Ask.WINDOW, seat)
        state.cursor += 1
    return False


@compiled
def advance(setup: Prepared, state: State) -> bool:
    """Go on with the turn when nothing is on the stack; return whether a question is out."""
    phase = state.phase
    if phase == Phase.PRODUCTION:
        produce_for_turn(setup, state)
        enter(state, Phase.AFTER_PRODUCTION, 0)
    elif phase == Phase.DISCARD_DRAW:
        return ask_discards(setup, state)
    elif phase == Phase.PROPAGANDA or phase == Phase.ACTION:
        return go_on_with_step(setup, state)
    elif ask_next(setup, state):
        return True
    elif phase == Phase.BEFORE_PRODUCTION:
        enter(state, Phase.PRODUCTION, 0)
    elif phase == Phase.AFTER_PRODUCTION:
        begin_discards(setup, state)
    elif phase == Phase.AFTER_DISCARDS:
        leave_window_after_discards(setup, state)
    elif phase == Phase.AFTER_DRAW:
        enter_step(setup, state, Phase.PROPAGANDA)
    elif phase == Phase.AFTER_PROPAGANDA:
        enter_step(setup, state, Phase.ACTION)
    else:
        begin_turn(setup, state, clockwise(setup.seats, state.player, 1))
    return False


@compiled(inline=True)
def enter(state: State, phase: Int, cursor: Int) -> None:
    """Go on to the next part of the turn; in a window the first ``cursor`` seats have passed already."""
    state.phase = phase
    state.cursor = cursor


@compiled
def enter_step(setup: Prepared, state: State, phase: Int) -> None:
    """The player comes to the Propaganda or the Action step, in which it may have nothing to play.

    With windows inside steps this one comes after a window, in which all have passed.
    """
    enter(state, phase, setup.seats if setup.inside else 0)
    tell(state, Event.STEP, state.player, phase)


@compiled
def go_on_with_step(setup: Prepared, state: State) -> bool:
    """Ask the player for a card of its step; with windows inside steps all are asked for a Blitz after each card."""
    if setup.inside and ask_next(setup, state):
        return True
    if setup.ask_all or can_play_any(setup, state, state.player):
        return put_question(state, Ask.PROPAGANDA if state.phase == Phase.PROPAGANDA else Ask.ACTION, state.player)
    leave_step(state)
    return False


@compiled
def leave_step(state: State) -> None:
    """The player is done with the Propaganda or the Action step: only the others are asked before what comes next."""
    enter(state, Phase.AFTER_PROPAGANDA if state.phase == Phase.PROPAGANDA else Phase.AFTER_ACTION, 1)
    tell(state, Event.STEP, state.player, state.phase)


@compiled
def begin_turn(setup: Prepared, state: State, seat: Int) -> None:
    state.player = seat
    state.turn += 1
    state.acted, state.extra, state.silenced = 0, 0, 0
    for other in range(setup.seats):
        state.plays[other], state.ordered[other] = 0, 0
    tell(state, Event.TURN, seat, amount=state.turn)
    enter(state, Phase.BEFORE_PRODUCTION if setup.inside else Phase.PRODUCTION, 0)


@compiled
def begin_discards(setup: Prepared, state: State) -> None:
    """Measure the hand size, before anything is drawn."""
    player = state.player
    faction = state.faction[player]
    counters = np.int64(0)
    if setup.per_counter[faction] > 0:
        for kind in range(setup.kinds):
            if setup.core[kind] == Core.COUNTER_PROPAGANDA:
                counters += state.zones[player, Zone.DISCARD, kind]
    state.limit = setup.hand_size[faction] + counters * setup.per_counter[faction]
    enter_discards(state)


@compiled
def enter_discards(state: State) -> None:
    """The player comes to discarding before it draws."""
    enter(state, Phase.DISCARD_DRAW, 0)
    tell(state, Event.STEP, state.player, np.int64(Phase.DISCARD_DRAW), state.limit)


@compiled
def ask_discards(setup: Prepared, state: State) -> bool:
    """Ask the player what to discard; return whether there is anything to ask."""
    if setup.ask_all or state.amounts[state.player, Zone.HAND] > 0:
        return put_question(state, Ask.HAND, state.player)
    leave_discards(setup, state)
    return False


@compiled
def leave_discards(setup: Prepared, state: State) -> None:
    """The player has done with discarding: it draws, at once or after a window."""
    if setup.inside:
        enter(state, Phase.AFTER_DISCARDS, 0)
    else:
        draw_up(setup, state)


@compiled
def leave_window_after_discards(setup: Prepared, state: State) -> None:
    """The player draws, unless it has drawn so much in the window that it has to discard once more."""
    if state.amounts[state.player, Zone.HAND] > state.limit:
        enter_discards(state)
    else:
        draw_up(setup, state)


@compiled
def draw_up(setup: Prepared, state: State) -> None:
    """Draw up to the hand size; the player will be asked in the next step, so that only the others are asked before."""
    player = state.player
    draw(setup, state, player, np.int64(state.limit) - np.int64(state.amounts[player, Zone.HAND]))
    enter(state, Phase.AFTER_DRAW, 1)
