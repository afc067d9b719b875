"""The learner's networks in torch: hidden layers that policy and value share, with what heads for things need."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from .entities import Entities, Things
from .sparse import SparseLinear

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}


class Trunk(BaseFeaturesExtractor):
    """Hidden layers that policy and value share.

    With entities their layers are here too, so that they begin with weights like the others.

    Attributes:
        hidden: Size of the last hidden layer.
        entities: The layers of each head for things of one kind.
        seen: The observations last mapped, until the heads have taken them: they look at these too.
    """

    def __init__(
        self,
        observation_space: Any,
        layers: tuple[int, ...],
        activation: type[nn.Module],
        entities: tuple[Things, ...] = (),
        entity_size: int = 0,
    ) -> None:
        super().__init__(observation_space, layers[-1])
        self.hidden = layers[-1]
        self.seen: th.Tensor | None = None
        self.layers = plain_layers(observation_space.shape[0], layers, activation)
        self.entities = nn.ModuleList(Entities(things, layers[-1], entity_size, activation) for things in entities)

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Map observations, shape (n, size), to the last hidden layer, shape (n, hidden)."""
        if len(self.entities):
            self.seen = observations
        hidden: th.Tensor = self.layers(observations)
        return hidden

    def taken(self) -> th.Tensor:
        """Hand over the observations last mapped."""
        assert self.seen is not None, "entity heads are asked before the layers that they look at"
        seen, self.seen = self.seen, None
        return seen


class TwoViews(nn.Module):
    """Hidden layers of a policy that sees the first numbers only and of a value that sees them all.

    It stands in place of stable-baselines3's ``MlpExtractor``, whose names it has.

    Attributes:
        policy_net: The policy's layers, a :class:`Trunk` or ``nn.Sequential``.
        value_net: The value's layers.
        latent_dim_pi: Numbers that the policy's layers return.
        latent_dim_vf: Numbers that the value's layers return.
    """

    def __init__(self, size: int, policy_net: nn.Module, value_net: nn.Module, dims: tuple[int, int]) -> None:
        super().__init__()
        self.size, self.policy_net, self.value_net = size, policy_net, value_net
        self.latent_dim_pi, self.latent_dim_vf = dims

    def forward(self, seen: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        """Map what is seen, shape (n, size and more), to the policy's and the value's hidden numbers."""
        return self.forward_actor(seen), self.forward_critic(seen)

    def forward_actor(self, seen: th.Tensor) -> th.Tensor:
        """Return the policy's hidden numbers."""
        found: th.Tensor = self.policy_net(seen[:, : self.size].contiguous())
        return found

    def forward_critic(self, seen: th.Tensor) -> th.Tensor:
        """Return the value's hidden numbers."""
        found: th.Tensor = self.value_net(seen)
        return found


def two_views(
    space: Any, size: int, layers: tuple[int, ...], activation: type[nn.Module], trunk: dict[str, Any] | None = None
) -> TwoViews:
    """Return layers for a policy that sees the first ``size`` numbers and a value that sees all of ``space``.

    Args:
        space: Space of all that is seen.
        size: Numbers that the policy sees.
        layers: Sizes of the hidden layers, of the policy and of the value.
        activation: What follows every layer.
        trunk: Arguments of a :class:`Trunk` for the policy; None for plain layers.
    """
    own = type(space)(-np.inf, np.inf, (size,), space.dtype)
    policy_net = plain_layers(size, layers, activation) if trunk is None else Trunk(own, **trunk)
    value_net = plain_layers(space.shape[0], layers, activation)
    hidden = policy_net.features_dim if isinstance(policy_net, Trunk) else (size, *layers)[-1]
    return TwoViews(size, policy_net, value_net, (hidden, (space.shape[0], *layers)[-1]))


def plain_layers(inputs: int, layers: tuple[int, ...], activation: type[nn.Module]) -> nn.Sequential:
    """Return hidden layers one after the other, the first for inputs that are mostly zeros."""
    stack: list[nn.Module] = []
    for number, (count, outputs) in enumerate(pairwise((inputs, *layers))):
        stack += [(nn.Linear if number else SparseLinear)(count, outputs), activation()]
    return nn.Sequential(*stack)
