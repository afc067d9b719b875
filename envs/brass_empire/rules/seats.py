"""Places around the table: sets of them as bits, distances clockwise, teams."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled


@compiled(inline=True)
def flag(seat):
    """Return the set of one seat."""
    return np.int64(1) << np.int64(seat)


@compiled(inline=True)
def is_gone(state, seat):
    """Whether a seat has been eliminated."""
    return (np.int64(state.gone) >> np.int64(seat)) & 1 != 0


@compiled(inline=True)
def clockwise(setup, seat, distance):
    """Return the place ``distance`` places to the left of ``seat``; a distance is 0 to the number of places."""
    place = np.int64(seat) + np.int64(distance)
    return place - np.int64(setup.places) if place >= setup.places else place


@compiled(inline=True)
def distance(setup, seat, other):
    """Return how many places to the left of ``seat`` the ``other`` one sits."""
    gap = np.int64(other) - np.int64(seat)
    return gap + np.int64(setup.places) if gap < 0 else gap


@compiled(inline=True)
def side_of(setup, seat):
    """Return the team of a place; teammates sit across from one another."""
    return np.int64(seat) % np.int64(setup.sides)


@compiled(inline=True)
def is_opponent(setup, state, seat, other):
    """Whether ``other`` plays against ``seat`` and is still in the game."""
    return side_of(setup, seat) != side_of(setup, other) and not is_gone(state, other)


@compiled(inline=True)
def teammate(setup, seat):
    """Return the other seat of a team of two."""
    return clockwise(setup, seat, setup.sides)
