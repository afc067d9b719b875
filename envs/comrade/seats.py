"""Seats around the table: sets of them as bits, distances clockwise, and who holds which card."""

from __future__ import annotations

import numpy as np

from ..table.compile import compiled
from .state import COMRADE, DISSIDENT, INFORMER


@compiled(inline=True)
def flag(seat):
    """Return the set of one seat."""
    return np.int64(1) << np.int64(seat)


@compiled(inline=True)
def among(seats, seat):
    """Whether a set of seats holds a seat."""
    return (np.int64(seats) >> np.int64(seat)) & 1 != 0


@compiled(inline=True)
def clockwise(setup, seat, distance):
    """Return the seat that sits ``distance`` seats to the left of ``seat``."""
    return (np.int64(seat) + np.int64(distance)) % np.int64(setup.seats)


@compiled(inline=True)
def distance(setup, seat, other):
    """Return how many seats to the left of ``seat`` the ``other`` one sits."""
    return (np.int64(other) - np.int64(seat)) % np.int64(setup.seats)


@compiled(inline=True)
def role_at(state, seat):
    """Return the role that a seat's cards give it: no seat ever holds both special cards."""
    if state.dissident == seat:
        return DISSIDENT
    if state.informer == seat:
        return INFORMER
    return COMRADE
