"""Citizens: their limited supply in the Gulag, everybody's own, and the points that they are worth."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Int
from .box import POINTS
from .events import Event
from .state import State


@compiled
def gain(state: State, seat: Int, citizen: Int, count: Int) -> Int:
    """Take citizens of one type from the Gulag as far as it has any; return how many."""
    gained = min(count, state.gulag[citizen])
    state.gulag[citizen] -= gained
    state.citizens[seat, citizen] += gained
    state.points[seat] += gained * POINTS[citizen]
    return gained


@compiled
def lose(state: State, seat: Int, citizen: Int, count: Int) -> Int:
    """Send citizens of one type to the Gulag as far as the seat has any; return how many."""
    lost = min(count, state.citizens[seat, citizen])
    state.citizens[seat, citizen] -= lost
    state.gulag[citizen] += lost
    state.points[seat] -= lost * POINTS[citizen]
    return lost


@compiled
def take_from(state: State, seat: Int, other: Int, citizen: Int, count: Int) -> Int:
    """Take citizens of one type from another seat as far as it has any; return how many."""
    taken = gain(state, seat, citizen, lose(state, other, citizen, count))
    tell(state, Event.TAKEN, seat, citizen, taken, other)
    return taken


@compiled
def receive(state: State, seat: Int, citizen: Int, count: Int) -> Int:
    """Take citizens of one type from the Gulag for what a card does, as far as it has any; return how many."""
    gained = gain(state, seat, citizen, count)
    tell(state, Event.GAINED, seat, citizen, gained)
    return gained


@compiled
def pay(state: State, seat: Int, citizen: Int, count: Int) -> Int:
    """Send citizens of one type to the Gulag for a card, as far as the seat has any; return how many."""
    lost = lose(state, seat, citizen, count)
    if lost > 0:
        tell(state, Event.LOST, seat, citizen, lost)
    return lost
