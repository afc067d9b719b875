"""The running mean of a learner's weights: what is measured and kept, while the learner goes on from where it is.

What a batch teaches is mostly luck of its games, so that weights wander about what they tend to. Their mean plays
better than most of them (Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992; Izmailov
and others, "Averaging weights leads to wider optima and better generalization", 2018).
"""

from __future__ import annotations

from ....agents.policy.mean import mean_network
from ....agents.policy.network import PolicyNetwork


class Average:
    """The mean of networks of one shape; later ones count more from some number on.

    Attributes:
        rounds: Networks that count; of more the older ones fade, exponentially.
        network: Their mean, without a value.
    """

    def __init__(self, rounds: int, network: PolicyNetwork) -> None:
        """Begin with a network."""
        self.rounds, self.network = rounds, network

    def take(self, network: PolicyNetwork, number: int) -> None:
        """Take in a network, the one after ``number`` others."""
        share = max(1 / self.rounds, 1 / (number + 1))
        self.network = mean_network([self.network, network], [1 - share, share])
