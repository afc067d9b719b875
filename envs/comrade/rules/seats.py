"""Seats around the table: sets of them as bits, distances clockwise, and who holds which card."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
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
    """Return the seat ``distance`` seats to the left of ``seat``; a distance is 0 to the number of seats."""
    place = np.int64(seat) + np.int64(distance)
    return place - np.int64(setup.seats) if place >= setup.seats else place  # a division would take longer


@compiled(inline=True)
def distance(setup, seat, other):
    """Return how many seats to the left of ``seat`` the ``other`` one sits."""
    gap = np.int64(other) - np.int64(seat)
    return gap + np.int64(setup.seats) if gap < 0 else gap


@compiled(inline=True)
def role_at(state, seat):
    """Return the role that a seat's cards give it: no seat ever holds both special cards."""
    if state.dissident == seat:
        return DISSIDENT
    if state.informer == seat:
        return INFORMER
    return COMRADE
