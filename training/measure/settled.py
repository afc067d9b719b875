"""Whose returns are final in games that were cut off.

A seat that had left its game has what it got, and some games pay those who are left when they are cut off, as Brass
Empire's battles do. What anybody else might have come to nobody knows.
"""

from __future__ import annotations

import numpy as np

from ...envs.table.game import RUNNING, TRUNCATED, Setup
from ...envs.table.rules import returns
from ...envs.table.sets import has


def settled_at(setup: Setup, states: np.ndarray, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return at which of some tables whose game was cut off a seat has left it, or been paid for the end: bool, (k,).

    Args:
        setup: What is played there.
        states: Records of all tables, shape (n,).
        rows: Numbers of tables whose game was cut off, int64, shape (k,).
        seats: A seat for each of all tables, int64, shape (n,).
    """
    found, paid = np.zeros(rows.size, np.bool_), np.zeros(setup.num_seats, np.float32)
    kernel = setup.game.kernel(settled_some)
    kernel(setup.record, states, rows, seats, paid, found)
    return found


def settled_some(setup, states, rows, seats, paid, found):
    """Entry point of :func:`settled_at`: write into ``found``; ``paid`` is scratch, one number a seat."""
    for i in range(rows.size):
        state, seat = states[rows[i]], seats[rows[i]]
        settled = has(state.gone, seat)
        if not settled:
            paid[:] = 0
            state.over = RUNNING
            returns(setup[0], state, paid)
            state.over = TRUNCATED
            settled = paid[seat] != state.paid[seat]
        found[i] = settled
