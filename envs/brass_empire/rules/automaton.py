"""The automaton of the solitaire game: its income, its units, its acquisitions."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Int
from ...table.sets import one
from .combat import announce
from .gains import gain_brass, take_brass
from .market import take_from_row
from .scoring import goes_on
from .state import AUTOMATON, MAX_THINGS, NOBODY, ROW_PLACES, CardType, Event, Phase, Prepared, Row, State, Status
from .things import close_gaps, count_of_type, free_slot, is_face_up, put_into_play
from .zones import acquire

RICH = 7
"""Brass from which the automaton acquires a design card as well."""


@compiled
def automaton_starts(setup: Prepared, state: State) -> None:
    """Take the income; decide once for the turn whether to attack or to mine."""
    gain_brass(setup, state, AUTOMATON, 1 + count_of_type(setup, state, AUTOMATON, CardType.BUILDING), NOBODY)
    state.hostile = state.brass[0] > state.brass[AUTOMATON]
    if goes_on(setup, state) and count_of_type(setup, state, AUTOMATON, CardType.UNIT) > 0:
        attacks = state.hostile and is_face_up(state.things[0, 0])
        tell(state, Event.STANCE, AUTOMATON, attacks, state.brass[AUTOMATON], state.brass[0])
    state.cursor = 0
    state.phase = Phase.AUTOMATON_UNITS


@compiled
def automaton_units(setup: Prepared, state: State) -> None:
    """Use the next unit, in the order in which they were acquired; after the last one, acquire cards."""
    while state.cursor < MAX_THINGS and goes_on(setup, state):
        slot = state.cursor
        state.cursor += 1
        thing = state.things[AUTOMATON, slot]
        if is_face_up(thing) and setup.type[thing.kind] == CardType.UNIT and setup.attack[thing.kind] > 0:
            if state.hostile and is_face_up(state.things[0, 0]):
                tell(state, Event.ATTACKS, AUTOMATON, thing.kind)
                announce(setup, state, slot, 0, 0)
                return
            tell(state, Event.MINES, AUTOMATON, thing.kind, setup.attack[thing.kind])
            take_brass(setup, state, AUTOMATON, setup.attack[thing.kind])
    state.phase = Phase.AUTOMATON_ACQUIRES


@compiled
def automaton_acquires(setup: Prepared, state: State) -> None:
    """Take the rightmost employee, and from 7 Brass on the rightmost design card as well."""
    rich = state.brass[AUTOMATON] >= RICH
    take_last(setup, state, Row.LABOR)
    if rich:
        take_last(setup, state, Row.DESIGN)


@compiled
def take_last(setup: Prepared, state: State, row: Int) -> None:
    """Take the rightmost card of a row: employees are kept for the score, design cards are in play at once."""
    if state.rows[row, ROW_PLACES - 1] == NOBODY:
        return
    tell(state, Event.ACQUIRES, AUTOMATON, state.rows[row, ROW_PLACES - 1], state.brass[AUTOMATON])
    kind = take_from_row(setup, state, row, ROW_PLACES - 1)
    close_gaps(state, AUTOMATON)
    if row == Row.DESIGN and free_slot(state, AUTOMATON) != NOBODY:
        put_into_play(setup, state, AUTOMATON, kind, one(Status.FACE_UP))
        state.worth[AUTOMATON] += setup.value[kind]
    else:
        acquire(setup, state, AUTOMATON, kind)
