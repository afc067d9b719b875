"""The learner's policy: sb3-contrib's for masked actions, with entity heads and the value of every seat where asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from ....agents.policy.network import PolicyNetwork
from ....envs.table.game import Setup
from ..config.sections import NetworkConfig
from .arrays import array_of, weights_of
from .entities import EntityActions, all_things, entity_heads, put_entity_heads
from .guarded_adam import GuardedAdam
from .kernels import act_many, kernel
from .legal_distribution import LegalDistribution
from .network import ACTIVATIONS, Trunk, TwoViews, two_views
from .seat_values import SeatValues
from .sparse import SparseLinear


class LegalPolicy(MaskableActorCriticPolicy):
    """sb3-contrib's policy for masked actions with a :class:`LegalDistribution`.

    With ``views``, which makes its hidden layers (:func:`.network.two_views`), the value sees more than the policy.
    With more ``seats`` than one the value is that of every seat, and what PPO knows of it the first one.
    """

    def __init__(
        self, *args: Any, views: Callable[[Any], TwoViews] | None = None, seats: int = 1, **kwargs: Any
    ) -> None:
        """Take the arguments of the class that this one is based on, and ``views`` and ``seats``."""
        self._views, self._seats = views, seats
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.action_dist = LegalDistribution(int(self.action_space.n))  # type: ignore[attr-defined]
        super()._build(lr_schedule)
        if self._seats > 1:
            self.value_net = SeatValues(self.value_net.in_features, self._seats)
            self.value_net.apply(partial(self.init_weights, gain=1))
            of_all: Any = self.optimizer_class  # the one that was made does not know the new layer
            self.optimizer = of_all(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
        if self._views is not None:
            return  # its layers are made for observations
        for first in (next(iter(net), None) for net in (self.mlp_extractor.policy_net, self.mlp_extractor.value_net)):
            if isinstance(first, nn.Linear) and first.in_features == self.observation_space.shape[0]:  # type: ignore[index]
                first.__class__ = SparseLinear

    def _build_mlp_extractor(self) -> None:
        if self._views is None:
            super()._build_mlp_extractor()
        else:
            self.mlp_extractor = self._views(self.observation_space)  # type: ignore[assignment]
        self.action_dist.trunk = self._trunk()  # type: ignore[attr-defined]

    def _trunk(self) -> Trunk | None:
        """Return the layers that end in features of things of one kind as well, or are shared with the value."""
        for layers in (self.features_extractor, self.mlp_extractor.policy_net):
            if isinstance(layers, Trunk):
                return layers
        return None

    def forward(
        self, obs: th.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
        """Return an action drawn at every row, values and logarithms of probabilities; base class's terms."""
        if action_masks is None or obs.device.type != "cpu":
            return super().forward(obs, deterministic, action_masks)
        to_policy, to_value = self.mlp_extractor(self.extract_features(obs))
        masks = np.ascontiguousarray(action_masks.reshape(len(obs), -1), np.int8)
        wanted = th.full((len(obs),), 1.0) if deterministic else th.rand(len(obs), dtype=th.float64)
        actions, log_probs = self._drawn(to_policy.detach(), masks, wanted.double().numpy())
        return actions, self.value_net(to_value), log_probs

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Return the distribution over actions at every row; base class's terms."""
        with self._told(action_masks):
            return super().get_distribution(obs, action_masks)

    def evaluate_actions(
        self, obs: th.Tensor, actions: th.Tensor, action_masks: th.Tensor | None = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor | None]:
        """Return values, logarithms of the probabilities of actions, and entropies; base class's terms."""
        with self._told(action_masks):
            return super().evaluate_actions(obs, actions, action_masks)

    @contextmanager
    def _told(self, masks: Any) -> Iterator[None]:
        """Tell the entity heads which actions are legal, so that they judge what these name alone."""
        last = self.action_net
        if isinstance(last, EntityActions):
            last.masks = masks
        try:
            yield
        finally:
            if isinstance(last, EntityActions):
                last.masks = None

    def _drawn(self, hidden: th.Tensor, masks: np.ndarray, wanted: np.ndarray) -> tuple[th.Tensor, th.Tensor]:
        actions, log_probs = np.zeros(len(masks), np.int64), th.zeros(len(masks), dtype=hidden.dtype)
        last: Any = self.action_net
        more = hidden.new_zeros(0, 0)
        if isinstance(last, EntityActions):
            last, more = last.all, last.judged(hidden, masks).detach()
        numbers = hidden.contiguous().numpy(), last.weight.detach().view(-1).numpy(), last.bias.detach().numpy()
        scratch = np.zeros(masks.shape[1], numbers[0].dtype)
        kernel(act_many)(*numbers, more.numpy(), masks, wanted, scratch, actions, log_probs.numpy())
        return th.from_numpy(actions), log_probs

    def network(self) -> PolicyNetwork:
        """Return a copy of the weights that choose actions, for playing without torch."""
        layers, head = self.choosing()
        name = "relu" if self.activation_fn is nn.ReLU else "tanh"
        arrays = [(weights_of(m), array_of(m.bias)) for m in layers]
        return PolicyNetwork(tuple(arrays), name, () if head is None else entity_heads(*head))  # type: ignore[arg-type]

    def choosing(self) -> tuple[list[nn.Linear], tuple[list[Any], EntityActions] | None]:
        """Return the layers that choose actions, and what has the heads for things, if there are any."""
        trunk, last = self._trunk(), self.action_net
        hidden = self.mlp_extractor.policy_net if trunk is None else trunk.layers
        head = None
        if trunk is not None and isinstance(last, EntityActions):
            head, last = (list(trunk.entities), last), last.all
        return [m for m in [*hidden.modules(), last] if isinstance(m, nn.Linear)], head

    def take_over(self, network: PolicyNetwork) -> None:
        """Set the weights that choose actions to those of a network of the same shape; the value keeps its own."""
        layers, head = self.choosing()
        with th.no_grad():
            for layer, (weights, bias) in zip(layers, network.layers, strict=True):
                layer.weight.copy_(th.from_numpy(np.ascontiguousarray(weights.T)))
                layer.bias.copy_(th.from_numpy(bias))
            if head is not None:
                put_entity_heads(*head, network.entities)


def policy_arguments(network: NetworkConfig, setup: Setup) -> dict[str, Any]:
    """Return the arguments for :class:`LegalPolicy` that make the configured network.

    Raises:
        OptionError: The game has no such things as the network is to choose among.
    """
    activation, layers = ACTIVATIONS[network.activation], network.layers
    arguments: dict[str, Any] = {"activation_fn": activation, "optimizer_class": GuardedAdam}
    # eps as sb3-contrib gives it to the Adam that this one replaces; fused does all parameters in one call
    arguments["optimizer_kwargs"] = {"eps": 1e-5, "fused": True}
    trunk: dict[str, Any] | None = None
    if network.shared and layers:
        trunk = {"layers": layers, "activation": activation}
        if network.entities:
            trunk |= {"entities": all_things(setup, network.entities), "entity_size": network.entity_size}
    if network.critic == "everything":
        views = partial(two_views, size=setup.layout.size, layers=layers, activation=activation, trunk=trunk)
        return arguments | {"views": views}
    if trunk is not None:
        return arguments | {"net_arch": [], "features_extractor_class": Trunk, "features_extractor_kwargs": trunk}
    return arguments | {"net_arch": {"pi": list(layers), "vf": list(layers)}}
