"""The learner's networks in torch: hidden layers that policy and value share, and a head for things of one kind."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from ...agents.policy_network import EntityHead, PolicyNetwork
from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from .sparse import SparseLinear

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}


def entity_places(setup: Setup, part: str) -> tuple[np.ndarray, np.ndarray]:
    """Return where a game's observation tells of each of some things, and which action names each of them.

    Args:
        setup: The game with its options.
        part: Part of the observation whose first or last axis lists the things; their names must be names of actions.

    Returns:
        Places, int64, shape (things, numbers), and actions, int64, shape (things,); see
        :class:`~cogitable.agents.policy_network.EntityHead`.

    Raises:
        OptionError: There is no such part, or what it lists are not actions.
    """
    numbers = {name: number for number, name in enumerate(setup.action_names)}
    listed = {
        p.name: names
        for p in setup.layout.parts
        for names in (p.across, p.labels)
        if names and set(names) <= set(numbers)
    }
    if part not in listed:
        raise OptionError(
            f"option 'network.entities' is {part!r}; parts of an observation of {setup.game.title} that list what "
            f"actions name: {', '.join(listed) or 'none'}"
        )
    actions = np.array([numbers[name] for name in listed[part]], np.int64)
    return setup.layout.about(listed[part]), actions


class Trunk(BaseFeaturesExtractor):
    """Hidden layers that policy and value share.

    With entities the features are the last hidden layer and, behind it, what the head's own layers make of each thing.

    Attributes:
        hidden: Size of the last hidden layer.
        entities: The head's own layers, if it has a head.
    """

    def __init__(
        self,
        observation_space: Any,
        layers: tuple[int, ...],
        activation: type[nn.Module],
        entities: tuple[np.ndarray, np.ndarray] | None = None,
        entity_size: int = 0,
    ) -> None:
        things = 0 if entities is None else len(entities[1])
        super().__init__(observation_space, layers[-1] + things * entity_size)
        self.hidden = layers[-1]
        self.layers = plain_layers(observation_space.shape[0], layers, activation)
        self.entities = None if entities is None else Entities(*entities, layers[-1], entity_size, activation)

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Map observations, shape (n, size), to features, shape (n, features_dim)."""
        hidden = self.layers(observations)
        if self.entities is None:
            return hidden
        return th.cat([hidden, self.entities(observations, hidden).flatten(1)], dim=1)


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


class Entities(nn.Module):
    """The two layers through which each thing's numbers go, with the same weights."""

    def __init__(
        self, inputs: np.ndarray, actions: np.ndarray, hidden: int, size: int, activation: type[nn.Module]
    ) -> None:
        super().__init__()
        self.inputs, self.actions = th.from_numpy(inputs), th.from_numpy(actions)
        self.own = nn.Linear(inputs.shape[1], size, bias=False)
        self.context = nn.Linear(hidden, size, bias=False)
        self.bias = nn.Parameter(th.zeros(len(actions), size))
        self.second = nn.Linear(size, size)
        self.activation = activation()

    def forward(self, observations: th.Tensor, hidden: th.Tensor) -> th.Tensor:
        """Map observations and the last hidden layer to features of every thing, shape (n, things, size)."""
        seen = self.own(observations[:, self.inputs]) + self.context(hidden)[:, None] + self.bias
        return self.activation(self.second(self.activation(seen)))


class EntityActions(nn.Module):
    """Preferences from a trunk's features: of all actions from the hidden layer, more for those that name things."""

    def __init__(self, hidden: int, actions: int, entities: Entities) -> None:
        super().__init__()
        self.hidden, self.places, self.things = hidden, entities.actions, len(entities.actions)
        self.all = nn.Linear(hidden, actions)
        self.score = nn.Linear(entities.second.out_features, 1, bias=False)

    def forward(self, features: th.Tensor) -> th.Tensor:
        """Map features, shape (n, features_dim), to preferences, shape (n, actions)."""
        scores = self.score(features[:, self.hidden :].unflatten(1, (self.things, -1))).squeeze(2)
        return self.all(features[:, : self.hidden]).index_add(1, self.places, scores)


class TorchNetwork(PolicyNetwork):
    """A network that computes with torch, whose threads a run controls, and not with numpy's own beside them."""

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return one preference an action, float32, shape (n, num_actions), from observations (n, observation_size)."""
        activation = th.relu_ if self.activation == "relu" else th.tanh_
        with th.inference_mode():
            seen = signal = th.from_numpy(observations)
            for weights, bias in self.layers[:-1]:
                signal = activation(th.addmm(th.from_numpy(bias), signal, th.from_numpy(weights)))
            weights, bias = self.layers[-1]
            logits = th.addmm(th.from_numpy(bias), signal, th.from_numpy(weights))
            if self.entities is not None:
                head = {name: th.from_numpy(array) for name, array in vars(self.entities).items()}
                own = seen[:, head["inputs"]] @ head["own"]
                own = activation(own.add_((signal @ head["context"])[:, None]).add_(head["bias"]))
                own = activation((own @ head["second"]).add_(head["second_bias"]))
                logits.index_add_(1, head["actions"], own @ head["score"])
            return logits.numpy()


def entity_head(trunk: Trunk, actions: EntityActions) -> EntityHead:
    """Return a copy of the weights that a trunk and its preferences add for things of one kind."""
    entities = trunk.entities
    assert entities is not None
    return EntityHead(
        inputs=entities.inputs.numpy().copy(),
        actions=entities.actions.numpy().copy(),
        own=weights_of(entities.own),
        context=weights_of(entities.context),
        bias=array_of(entities.bias),
        second=weights_of(entities.second),
        second_bias=array_of(entities.second.bias),
        score=array_of(actions.score.weight)[0],
    )


def put_entity_head(trunk: Trunk, actions: EntityActions, head: EntityHead) -> None:
    """Set the weights that :func:`entity_head` returns."""
    entities = trunk.entities
    assert entities is not None
    for parameter, array in (
        (entities.own.weight, head.own.T),
        (entities.context.weight, head.context.T),
        (entities.bias, head.bias),
        (entities.second.weight, head.second.T),
        (entities.second.bias, head.second_bias),
        (actions.score.weight, head.score[None]),
    ):
        with th.no_grad():
            parameter.copy_(th.from_numpy(np.ascontiguousarray(array)))


def weights_of(layer: nn.Linear) -> np.ndarray:
    """Return a copy of a layer's weights, float32, shape (inputs, outputs)."""
    return array_of(layer.weight).T.copy()


def array_of(parameter: th.Tensor) -> np.ndarray:
    """Return a copy of a parameter."""
    return parameter.detach().cpu().numpy().copy()
