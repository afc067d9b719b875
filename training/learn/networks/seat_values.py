"""A critic that tells every seat's value and not its own alone.

At a table of four the learner's own return is one number of four that the network's layers might learn from. The others
stand behind it, clockwise; advantages do not use them, so what PPO does is the same but for what shared layers learn.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch as th
from torch import nn

from ....envs.table.game import Setup
from ..config.sections import NetworkConfig


class SeatValues(nn.Linear):
    """A last layer that tells every seat's value, that of the seat that sees first; called, it tells that one alone."""

    def forward(self, hidden: th.Tensor) -> th.Tensor:
        """Return the value of the seat that sees, shape (n, 1)."""
        return self.every(hidden)[:, :1]

    def every(self, hidden: th.Tensor) -> th.Tensor:
        """Return the value of every seat, clockwise from the one that sees, shape (n, seats)."""
        return super().forward(hidden)


def seats_told(network: NetworkConfig, setups: Sequence[Setup]) -> dict[str, int]:
    """Return what tells :class:`~.legal_policy.LegalPolicy` how many seats' values are learned."""
    return {} if network.values == "mover" else {"seats": max(setup.num_seats for setup in setups)}
