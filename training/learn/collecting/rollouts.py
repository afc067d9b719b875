"""What a learner keeps of the decisions of a round, to learn from them."""

from __future__ import annotations

import numpy as np
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from .recording import Recording

_KEPT = (
    "observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks", "others", "rewards",
    "episode_starts",
)  # fmt: skip
"""What a buffer keeps of decisions."""


class Rollouts(MaskableRolloutBuffer):
    """sb3-contrib's buffer with masks of one byte an action instead of four, and what others' values are to be.

    Attributes:
        others_told: Of how many seats besides the learner's own the value is learned.
    """

    others_told = 0

    def reset(self) -> None:
        """Begin anew."""
        super().reset()
        self.action_masks = np.ones((self.buffer_size, self.n_envs, self.mask_dims), np.int8)
        # Not a number teaches nothing: what a buffer is not told of is not learned to be zero
        self.others = np.full((self.buffer_size, self.n_envs, self.others_told), np.nan, np.float32)

    def columns(self) -> dict[str, np.ndarray]:
        """Return all that is kept before it is flattened, by name: arrays of shape (steps, tables, ...)."""
        return {name: getattr(self, name) for name in _KEPT}

    def take(self, own: Recording) -> None:
        """Begin anew with what has been recorded."""
        self.reset()
        self.observations, self.action_masks, self.actions = own.observations, own.masks, own.actions[:, :, None]
        self.values, self.log_probs, self.rewards = own.values, own.log_probs, own.rewards
        self.episode_starts, self.full = own.starts, True

    def put(self, columns: dict[str, np.ndarray], tables: np.ndarray) -> None:
        """Take over what another one kept of some tables."""
        for name in _KEPT:
            getattr(self, name)[:, tables] = columns[name]
