"""Decisions of a round as compiled code learns from them: what is not zero in observations, and legal actions alone.

Nine tenths of an observation are zeros and a dozen of hundreds of actions are legal. They are looked for once a round,
instead of at every pass over a decision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....envs.table.compilation.compile import compiled
from ..networks.kernels import kernel

_ROWS = 256  # looked through at a time


class Rows(NamedTuple):
    """Rows of which little is not zero.

    Attributes:
        begins: Where the numbers of each row begin, int64, shape (n,).
        ends: Where they end.
        places: In which column each number stands, int32, columns of a row in order.
        values: The numbers.
    """

    begins: np.ndarray
    ends: np.ndarray
    places: np.ndarray
    values: np.ndarray

    @property
    def most(self) -> int:
        """Most numbers in a row."""
        return int((self.ends - self.begins).max(initial=0))


class Decisions(NamedTuple):
    """Decisions to learn from.

    Attributes:
        seen: Observations.
        legal: Legal actions; their numbers say how much of each was wanted, where that is to be copied.
        actions: What was done, int64, shape (n,).
        log_probs: Logarithms of its probabilities then, shape (n,).
        goals: What the value is to be, that of other seats behind the learner's own, shape (n, seats); NaN: unknown.
    """

    seen: Rows
    legal: Rows
    actions: np.ndarray
    log_probs: np.ndarray
    goals: np.ndarray


def decisions_of(buffer: object) -> Decisions:
    """Return what a buffer holds (:class:`~..collecting.rollouts.Rollouts`), table by table."""
    told = {name: getattr(buffer, name) for name in ("actions", "log_probs", "returns", "others")}
    steps, tables = told["returns"].shape
    actions, log_probs = (told[name].reshape(steps, tables).T.ravel() for name in ("actions", "log_probs"))
    goals = np.concatenate([told["returns"][:, :, None], told["others"]], axis=2).swapaxes(0, 1)
    order = np.arange(steps * tables).reshape(steps, tables).T.ravel()
    seen, legal = (sparse_rows(getattr(buffer, name), order) for name in ("observations", "action_masks"))
    return Decisions(seen, legal, actions.astype(np.int64), log_probs, goals.reshape(steps * tables, -1))


def sparse_rows(dense: np.ndarray, order: np.ndarray | slice = slice(None)) -> Rows:
    """Return what is not zero in the rows of an array, whose last axis is columns, in an order of these rows."""
    dense = dense.reshape(-1, dense.shape[-1])
    most = min(_ROWS, len(dense)) * dense.shape[1] + 1
    places, values, edges = np.empty(most, np.int32), np.empty(most, dense.dtype), np.zeros(len(dense) + 1, np.int64)
    found = []
    for first in range(0, len(dense), _ROWS):
        part = edges[first : first + _ROWS + 1]
        kernel(compress)(dense[first : first + _ROWS], part, places, values)
        count = part[-1] - part[0]
        found.append((places[:count].copy(), values[:count].copy()))
    return Rows(edges[:-1][order], edges[1:][order], *map(np.concatenate, zip(*found, strict=True)))


def compress(dense, edges, places, values):
    """Entry point: write the columns and numbers of all that is not zero, and where rows end.

    Args:
        dense: Shape (n, columns).
        edges: The first one is where the first row begins, the others get where each row ends, int64, shape (n + 1,).
        places: int32, written from the beginning on, longer than there are numbers.
        values: As long.
    """
    for row in range(dense.shape[0]):
        edges[row + 1] = edges[0] + compress_row(dense[row], edges[row] - edges[0], places, values)


@compiled
def compress_row(dense, at, places, values):
    """Write what is not zero in one row from ``at`` on, and something behind it; return where that is.

    A number is written in any case and counts if it is not zero: there is nothing for the processor to guess.
    """
    for column in range(dense.size):
        places[at] = column
        values[at] = dense[column]
        at += dense[column] != 0
    return at
