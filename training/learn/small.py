"""The network in torch that a policy's small copy is learned with, heads for things of one kind among it if wanted."""

from __future__ import annotations

import numpy as np
import torch as th
from torch import nn

from ...agents.entity_head import INTEGERS
from ...agents.policy_network import PolicyNetwork
from .arrays import array_of, weights_of
from .entities import Entities, EntityActions, Things, entity_heads
from .network import ACTIVATIONS, plain_layers


class SmallCopy(nn.Module):
    """A small network that sees, does and judges the same as a policy.

    Attributes:
        layers: From observations to the last hidden layer.
        entities: The layers of each head.
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
        self._activation, self._seen = network.activation, th.empty(0)
        activation, inputs, actions = ACTIVATIONS[network.activation], len(network.layers[0][0]), network.layers[-1][1]
        heads = network.entities if head_size else ()
        judged = [Things(*(getattr(head, name) for name in INTEGERS)) for head in heads]
        self.layers = plain_layers(inputs, sizes, activation)
        entities = [Entities(things, sizes[-1], head_size, activation) for things in judged]
        for one in entities:
            nn.init.zeros_(one.own.weight)  # what is never seen is to say nothing
        self.entities = nn.ModuleList(entities)
        self.last = EntityActions(actions.size, entities, sizes[-1], lambda: self._seen)

    def forward(self, observations: th.Tensor, masks: th.Tensor) -> th.Tensor:
        """Map observations, shape (n, size), to preferences for legal actions, shape (n, actions), others at -inf."""
        self._seen = observations
        hidden = self.layers(observations)
        logits: th.Tensor = self.last.all(hidden) + self.last.judged(hidden, masks)
        return logits.masked_fill(masks == 0, -th.inf)

    def network(self, ever_seen: np.ndarray) -> PolicyNetwork:
        """Return a copy of the weights; inputs that have never been seen, bool, shape (size,), say nothing."""
        linear = [part for part in [*self.layers, self.last.all] if isinstance(part, nn.Linear)]
        (weights, bias), *others = [(weights_of(part), array_of(part.bias)) for part in linear]
        layers, entities = ((weights * ever_seen[:, None], bias), *others), list(self.entities)
        return PolicyNetwork(layers, self._activation, entity_heads(entities, self.last))  # type: ignore[arg-type]
