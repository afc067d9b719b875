"""Citizens: their limited supply in the Gulag, everybody's own, and the points that they are worth."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Int
from .box import POINTS
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
    return gain(state, seat, citizen, lose(state, other, citizen, count))
