"""Where nothing is to be foretold any more for a learner whose game was cut off.

What a game that was cut off might have come to is what the learner's value says, but for those whose returns are final.
"""

from __future__ import annotations

import numpy as np

from ...measure.settled import settled_at
from .table_mix import TableMix


def are_settled(tables: TableMix, seats: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return at which of some tables whose game was cut off a seat's return is final: bool, shape (k,).

    Args:
        tables: The tables.
        seats: A seat for each of all tables, int64, shape (n,).
        rows: Numbers of tables whose game was cut off, int64, shape (k,).
    """
    found = np.zeros(rows.size, np.bool_)
    for kind, setup in enumerate(tables.setups):
        mine = tables.kinds[rows] == kind
        if mine.any():
            found[mine] = settled_at(setup, tables.states, rows[mine], seats)
    return found
