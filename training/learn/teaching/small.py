"""The network in torch that a policy's small copy is learned with, heads for things of one kind among it if wanted."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as th
from gymnasium.spaces import Box
from torch import nn

from ....agents.policy.entity_head import INTEGERS
from ....agents.policy.network import PolicyNetwork
from ..networks.entities import EntityActions, Things, entity_heads
from ..networks.network import ACTIVATIONS, Trunk
from .rounds import layers_of


class SmallCopy(nn.Module):
    """A small network that sees, does and judges the same as a policy.

    Attributes:
        trunk: From observations to the last hidden layer, and the layers of each head.
        last: From the last hidden layer, and the heads, to preferences.
    """

    def __init__(self, network: PolicyNetwork, sizes: tuple[int, ...], head_size: int) -> None:
        """Begin with fresh weights of a copy of ``network``.

        Args:
            network: The policy.
            sizes: Sizes of the hidden layers.
            head_size: Size of a head's two layers; 0: no heads.
        """
        super().__init__()
        inputs, actions = len(network.layers[0][0]), network.layers[-1][1].size
        heads = network.entities if head_size else ()
        judged = tuple(Things(*(getattr(head, name) for name in INTEGERS)) for head in heads)
        seen = Box(-np.inf, np.inf, (inputs,), np.float32)
        self.trunk = Trunk(seen, sizes, ACTIVATIONS[network.activation], judged, head_size)
        entities: Any = list(self.trunk.entities)
        for one in entities:
            nn.init.zeros_(one.own.weight)  # what is never seen is to say nothing
        self.last = EntityActions(actions, entities, self.trunk.hidden, self.trunk.taken)
        self._activation, self._entities = network.activation, entities

    def forward(self, observations: th.Tensor, masks: th.Tensor) -> th.Tensor:
        """Map observations, shape (n, size), to preferences for legal actions, shape (n, actions), others at -inf."""
        hidden = self.trunk(observations)
        logits: th.Tensor = self.last.all(hidden)
        if self._entities:
            logits = logits + self.last.judged(hidden, masks)
        return logits.masked_fill(masks == 0, -th.inf)

    def network(self, ever_seen: np.ndarray) -> PolicyNetwork:
        """Return a copy of the weights; inputs that have never been seen, bool, shape (size,), say nothing."""
        (weights, bias), *others = layers_of([*self.trunk.layers, self.last.all])
        layers = ((weights * ever_seen[:, None], bias), *others)
        return PolicyNetwork(layers, self._activation, entity_heads(self._entities, self.last))
