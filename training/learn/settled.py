"""Whose returns are final at tables whose game was cut off: nothing is to be foretold for them any more.

What a game that was cut off might have come to is what the learner's value says. But a seat that had left it has what
it got, and some games pay those who are left when they are cut off, as Brass Empire's battles do.
"""

from __future__ import annotations

import numpy as np

from ...envs.table.game import RUNNING, TRUNCATED
from ...envs.table.rules import returns
from ...envs.table.sets import has
from .table_mix import TableMix


def are_settled(tables: TableMix, seats: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return at which of some tables whose game was cut off a seat has left it, or been paid for the end: bool, (k,).

    Args:
        tables: The tables.
        seats: A seat for each of all tables, int64, shape (n,).
        rows: Numbers of tables whose game was cut off, int64, shape (k,).
    """
    found, paid = np.zeros(rows.size, np.bool_), np.zeros(int(tables.num_seats.max()), np.float32)
    for kind, setup in enumerate(tables.setups):
        places = np.flatnonzero(tables.kinds[rows] == kind)
        if places.size:
            kernel = setup.game.kernel(settled_some)
            kernel(setup.record, tables.states, rows[places], seats, paid[: setup.num_seats], places, found)
    return found


def settled_some(setup, states, rows, seats, paid, places, found):
    """Entry point of :func:`are_settled`: write into ``found[places]``; ``paid`` is scratch, one number a seat."""
    for i in range(rows.size):
        state, seat = states[rows[i]], seats[rows[i]]
        settled = has(state.gone, seat)
        if not settled:
            paid[:] = 0
            state.over = RUNNING
            returns(setup[0], state, paid)
            state.over = TRUNCATED
            settled = paid[seat] != state.paid[seat]
        found[places[i]] = settled
