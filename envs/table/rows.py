"""Decisions on some tables while the others stand still, as between two of a learner's decisions."""

from __future__ import annotations

import numpy as np

from .errors import IllegalActionError
from .kernels import advance, look
from .tables import Tables, as_actions, explain_illegal


def step_rows(tables: Tables, rows: np.ndarray, actions: np.ndarray) -> None:
    """Take one decision on each of the given tables; refresh their observations, masks, rewards and ends.

    Games that end stay ended until they are dealt anew.

    Args:
        tables: The tables.
        rows: Numbers of tables whose games are running, int64, shape (k,), none twice.
        actions: One legal action for each of them, integers, shape (k,).

    Raises:
        IllegalActionError: An action is not legal; nothing has been changed then.
    """
    actions = as_actions(actions, rows.size)
    kernel = tables.setup.game.kernel(step_some)
    arrays = (tables.rewards, tables.over, tables.observations, tables.masks)
    wrong = kernel(tables.setup.record, tables.states, rows, actions, *arrays)
    if wrong >= 0:
        row = rows[wrong]
        raise IllegalActionError(explain_illegal(tables.setup, tables.masks[row], actions[wrong], f"table {row}: "))


def step_some(setup, states, rows, actions, rewards, over, observations, masks):
    """Entry point of :func:`step_rows`: return the place of the first illegal action, -1 when all was carried out."""
    for i in range(rows.size):
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or masks[rows[i], action] == 0:
            return i
    for i in range(rows.size):
        row = rows[i]
        state = states[row]
        rewards[row, :] = 0
        advance(setup[0], state, actions[i], rewards[row])
        over[row] = state.over
        look(setup[0], state, state.seat, observations[row], masks[row])
    return -1
