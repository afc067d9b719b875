"""What seats see in given positions, without a table at which games would be dealt first."""

from __future__ import annotations

import numpy as np

from cogitable.envs.table import Setup, kernels


def told(setup: Setup, states: np.ndarray, seats: int | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return observations and masks of a seat, or of one for each state: one row a state."""
    count = len(states)
    own = np.zeros(count, setup.game.state_dtype)  # given ones may be views, for which code would be compiled anew
    own[:] = states
    observations, masks = (
        np.zeros((count, setup.layout.size), np.float32),
        np.zeros((count, setup.num_actions), np.int8),
    )
    each = np.broadcast_to(np.asarray(seats, np.int64), count).copy()
    setup.game.kernel(kernels.observe_many)(setup.record, own, each, observations, masks, 0, count)
    return observations, masks
