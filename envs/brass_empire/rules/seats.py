"""Places around the table: what actions name, teams, slots in use."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.seats import clockwise
from ...table.sets import has
from .actions import Act
from .state import MAX_THINGS, Prepared, State


@compiled(inline=True)
def is_gone(state: State, seat: Int) -> bool:
    """Whether a seat has been eliminated."""
    return has(state.gone, seat)


@compiled(inline=True)
def is_automaton(setup: Prepared, seat: Int) -> bool:
    """Whether a place is the automaton's, which is no seat."""
    return seat >= setup.seats


@compiled
def named_seat(setup: Prepared, state: State, action: Int) -> Int:
    """Return the seat that an action of ``Act.SEAT`` names."""
    return clockwise(setup.places, state.seat, action - Act.SEAT + 1)


@compiled
def named_thing(setup: Prepared, state: State, action: Int) -> tuple[Int, Int]:
    """Return the seat and the slot that an action of ``Act.THING`` names."""
    number = action - Act.THING
    return clockwise(setup.places, state.seat, number // MAX_THINGS + 1), number % MAX_THINGS


@compiled(inline=True)
def side_of(setup: Prepared, seat: Int) -> Int:
    """Return the team of a place; teammates sit across from one another."""
    return np.int64(seat) % np.int64(setup.sides)


@compiled(inline=True)
def is_opponent(setup: Prepared, state: State, seat: Int, other: Int) -> bool:
    """Whether ``other`` plays against ``seat`` and is still in the game."""
    return side_of(setup, seat) != side_of(setup, other) and not is_gone(state, other)


@compiled(inline=True)
def slots(state: State, seat: Int) -> Int:
    """Return how many of a seat's slots have to be looked at; there is nothing in any of the others."""
    return np.int64(state.reach[seat])


@compiled(inline=True)
def teammate(setup: Prepared, seat: Int) -> Int:
    return clockwise(setup.places, seat, setup.sides)
