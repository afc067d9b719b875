"""What compiled loops look at in a position, for who has to decide there."""

from __future__ import annotations

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.rules import legal_actions, observe
from ..envs.table.sets import has


@compiled
def only_action(mask):
    """Return the legal action if there is just one, -1 if there are several."""
    found = np.int64(-1)
    for action in range(mask.size):
        if mask[action] != 0:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(action)
    return found


@compiled
def forced(setup, state, mask):
    """Write what is legal into ``mask``, and return the action if there is just one, -1 if there are several."""
    mask[:] = 0
    legal_actions(setup, state, mask)
    return only_action(mask)


@compiled
def see(setup, state, seat, observation):
    """Write what a seat sees of a position."""
    observation[:] = 0
    observe(setup, state, seat, observation)


@compiled
def has_left(state, seat):
    """Return whether a seat has left the game, so that its returns are final."""
    return has(state.gone, seat)
