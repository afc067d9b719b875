"""Seats around the table: distances clockwise, the actions about them, and who holds which card."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int
from .state import Prepared, Role, State


@compiled(inline=True)
def clockwise(setup: Prepared, seat: Int, distance: Int) -> Int:
    """Return the seat ``distance`` seats to the left of ``seat``; a distance is 0 to the number of seats."""
    place = np.int64(seat) + np.int64(distance)
    return place - np.int64(setup.seats) if place >= setup.seats else place  # a division would take longer


@compiled(inline=True)
def distance(setup: Prepared, seat: Int, other: Int) -> Int:
    """Return how many seats to the left of ``seat`` the ``other`` one sits."""
    gap = np.int64(other) - np.int64(seat)
    return gap + np.int64(setup.seats) if gap < 0 else gap


@compiled(inline=True)
def about(block: Int, step: Int) -> Int:
    """Return the action of a block about the seat ``step`` seats to the left."""
    return block + step - 1


@compiled(inline=True)
def step_of(block: Int, action: Int) -> Int:
    """Return how many seats to the left the one sits that an action of a block is about."""
    return action - block + 1


@compiled(inline=True)
def role_at(state: State, seat: Int) -> Int:
    """Return the role that a seat's cards give it: no seat ever holds both special cards."""
    if state.dissident == seat:
        return Role.DISSIDENT
    if state.informer == seat:
        return Role.INFORMER
    return Role.COMRADE
