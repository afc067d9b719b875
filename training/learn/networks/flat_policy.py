"""A learner's networks as one row of numbers, as compiled code reads them, and gradients back to its parameters."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
import torch as th
from torch import nn

from ....agents.inference.network import stack
from ....agents.policy.entity_head import INTEGERS, EntityHead
from .entities import EntityActions
from .network import Trunk
from .shape import Shape


class _Place(NamedTuple):
    """A parameter: where it stands, and whether the weights of an input, not of an output, stand side by side there."""

    parameter: th.Tensor
    by_input: bool
    begin: int
    end: int


class FlatPolicy:
    """The numbers of a policy and its value.

    Attributes:
        shape: What they are (:class:`.shape.Shape`).
        numbers: The numbers when they were gathered last.
        by_output: Weights of hidden layers from the second on, those of an output side by side.
    """

    def __init__(self, policy: Any) -> None:
        """Look at a :class:`.legal_policy.LegalPolicy`."""
        (*hidden, last), head = policy.choosing()
        shared = isinstance(policy.features_extractor, Trunk)
        own = [] if shared else [m for m in policy.mlp_extractor.value_net.modules() if isinstance(m, nn.Linear)]
        of_policy = [*_by_input(hidden), *_by_output(last), *(_heads(*head) if head is not None else ())]
        network = stack([policy.network()])
        sizes = [policy.value_net.in_features, policy.value_net.out_features]
        sizes = [*(layer.in_features for layer in own), *sizes]
        self._places = _places([*of_policy, *_by_input(own), *_by_output(policy.value_net)])
        count = self._places[len(of_policy)].begin
        value = np.array(sizes, np.int64)
        self.shape = Shape(network.shape, value, shared, count, network.inputs, network.thing_of)
        self._second = [layer.weight for layer in (*hidden[1:], *own[1:])]
        dtype = last.weight.detach().numpy().dtype
        self.numbers = np.empty(self._places[-1].end, dtype)
        self.by_output = np.empty(sum(weight.numel() for weight in self._second), dtype)

    def gather(self) -> None:
        """Take the parameters as they are now."""
        with th.no_grad():
            for parameter, by_input, begin, end in self._places:
                target = th.from_numpy(self.numbers[begin:end])
                target.view(parameter.shape[::-1] if by_input else parameter.shape).copy_(
                    parameter.t() if by_input else parameter
                )
            if self._second:
                th.cat([weight.reshape(-1) for weight in self._second], out=th.from_numpy(self.by_output))

    def spread(self, gradient: np.ndarray, with_value: bool = True) -> None:
        """Set the parameters' gradients from the gradient by all numbers; those of the value alone perhaps to none."""
        for parameter, by_input, begin, end in self._places:
            if begin >= self.shape.numbers and not with_value:
                parameter.grad = None
                continue
            part = th.from_numpy(gradient[begin:end])
            whole = part.view(parameter.shape[::-1]).t() if by_input else part.view(parameter.shape)
            parameter.grad = whole.contiguous() if by_input else whole.clone()


def _by_input(layers: Any) -> list[tuple[th.Tensor, bool]]:
    return [pair for layer in layers for pair in ((layer.weight, True), (layer.bias, False))]


def _by_output(layer: nn.Linear) -> list[tuple[th.Tensor, bool]]:
    return [(layer.weight, False), (layer.bias, False)]


def _heads(entities: Any, actions: EntityActions) -> list[tuple[th.Tensor, bool]]:
    """Return the parameters of entity heads in the order in which compiled code reads them."""
    found = []
    for one, score in zip(entities, actions.scores, strict=True):
        known: dict[str, tuple[Any, bool]] = {
            "own": (one.own.weight, True),
            "context": (one.context.weight, True),
            "bias": (one.bias, False),
            "second": (one.second.weight, True),
            "second_bias": (one.second.bias, False),
            "score": (score.weight, False),
        }
        found += [known[field.name] for field in fields(EntityHead) if field.name not in INTEGERS]
    return found


def _places(parameters: list[tuple[th.Tensor, bool]]) -> list[_Place]:
    """Return where each of some parameters stands, one after the other."""
    edges = np.cumsum([0, *(parameter.numel() for parameter, _ in parameters)]).tolist()
    return [
        _Place(*pair, *ends) for pair, ends in zip(parameters, zip(edges[:-1], edges[1:], strict=True), strict=True)
    ]
