"""The value for every seat that a learner's searches ask, in torch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch as th
from torch import nn

from ....agents.policy.network import PolicyNetwork, ValueHead
from ....envs.table.game import Setup
from ..config.sections import ExpertConfig
from ..config.training_config import TrainingConfig
from .rounds import layers_of
from .value import learn_once, value_module


class Foretelling(nn.Module):
    """The value for every seat that searches ask: layers and an optimizer of its own, beside the policy's.

    Attributes:
        source: What it looks at, the "observation" or the policy's last "hidden" layer.
        span: Lowest and highest return that it has been taught, shape (2,).
        taught: Whether it knows anything yet, shape (1,).
        optimizer: What learns it.
    """

    span: th.Tensor
    taught: th.Tensor

    def __init__(self, network: PolicyNetwork, setups: Sequence[Setup], config: ExpertConfig) -> None:
        super().__init__()
        seats = max(setup.num_seats for setup in setups)
        self.source = config.value_source
        self.layers = value_module(network, setups[0], config.value_layers, self.source, seats)
        self.register_buffer("span", th.tensor([-1.0, 1.0]))
        self.register_buffer("taught", th.zeros(1))
        self.optimizer = th.optim.Adam(self.layers.parameters(), lr=config.value_learning_rate)

    def head(self) -> ValueHead:
        """Return it as policy files hold it."""
        return ValueHead(layers_of(self.layers), self.source, self.span.numpy().copy())

    def take_over(self, head: ValueHead) -> bool:
        """Take a value's numbers, if it is of this shape; return whether it is."""
        own = [part for part in self.layers if isinstance(part, nn.Linear)]
        shapes = [weights.shape[::-1] for weights, _ in head.layers]
        if head.source != self.source or shapes != [tuple(part.weight.shape) for part in own]:
            return False
        with th.no_grad():
            for part, (weights, bias) in zip(own, head.layers, strict=True):
                part.weight.copy_(th.from_numpy(np.ascontiguousarray(weights.T)))
                part.bias.copy_(th.from_numpy(bias))
            self.span.copy_(th.from_numpy(head.span))
            self.taught.fill_(1)
        return True

    def learn(self, seen: np.ndarray, goals: np.ndarray, batch_size: int) -> float:
        """Go once through positions, as :func:`..teaching.value.learn_once` does.

        Args:
            seen: What it looks at, float32, shape (k, inputs).
            goals: float32, shape (k, seats), NaN where there is no such seat.
            batch_size: Positions in a gradient step.
        """
        return learn_once(self.layers, self.optimizer, seen, goals, batch_size)


def foretelling(config: TrainingConfig, setups: Sequence[Setup], network: PolicyNetwork) -> Foretelling | None:
    """Return a fresh value for the searches of a run; None where nothing is searched."""
    return None if config.expert.every is None else Foretelling(network, setups, config.expert)
