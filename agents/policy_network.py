"""Networks that choose actions, computed with numpy alone: hidden layers, and a head for things of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np

Activation = Literal["tanh", "relu"]


@dataclass(frozen=True)
class EntityHead:
    """Gives each of some things of one kind (entities) a preference with the same weights, from what is seen of it.

    A thing's numbers and the last hidden layer go through two layers of its own; what comes out is added to the
    preference for the action that names the thing. Weights shared among equals: Zaheer and others, *Deep Sets* (2017).

    Attributes:
        inputs: Where an observation tells of each thing, int64, shape (things, numbers).
        actions: The action that names each thing, int64, shape (things,).
        own: Weights of a thing's numbers, float32, shape (numbers, hidden).
        context: Weights of the last hidden layer, float32, shape (last hidden layer, hidden).
        bias: What tells things apart that are seen alike, float32, shape (things, hidden).
        second: Weights of the second layer, float32, shape (hidden, hidden).
        second_bias: Bias of the second layer, float32, shape (hidden,).
        score: Weights of the preference, float32, shape (hidden,).
    """

    inputs: np.ndarray
    actions: np.ndarray
    own: np.ndarray
    context: np.ndarray
    bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    score: np.ndarray

    def check(self, inputs: int, hidden: int, outputs: int) -> None:
        """Raise ValueError unless it fits a network of so many inputs, last hidden numbers and outputs."""
        if self.inputs.ndim != 2 or self.bias.ndim != 2:
            raise ValueError("inputs and bias of the entity head must have two dimensions")
        (things, numbers), size = self.inputs.shape, self.bias.shape[1]
        shapes = {
            "actions": (things,),
            "own": (numbers, size),
            "context": (hidden, size),
            "bias": (things, size),
            "second": (size, size),
            "second_bias": (size,),
            "score": (size,),
        }
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(f"{name} of the entity head has shape {array.shape}, not {shape}")
            if not np.isfinite(array).all():
                raise ValueError("numbers that are not finite")
        for name, most in (("inputs", inputs), ("actions", outputs)):
            array = getattr(self, name)
            if array.dtype.kind not in "iu" or array.min(initial=0) < 0 or array.max(initial=0) >= most:
                raise ValueError(f"{name} of the entity head must be integers from 0 to {most - 1}")

    def add(self, observations: np.ndarray, hidden: np.ndarray, logits: np.ndarray, activation: Activation) -> None:
        """Add its preferences to logits, float32, shape (n, actions)."""
        signal = observations[:, self.inputs] @ self.own
        signal += (hidden @ self.context)[:, None]
        signal = _activated(signal + self.bias, activation)
        signal = _activated(signal @ self.second + self.second_bias, activation)
        logits[:, self.actions] += signal @ self.score


@dataclass(frozen=True)
class PolicyNetwork:
    """A multi-layer perceptron from observations to logits.

    Attributes:
        layers: Weights (float32, shape (inputs, outputs)) and biases (float32, shape (outputs,)) in order.
        activation: What follows every layer but the last.
        entities: What adds to the preferences for things of one kind, if anything does.
    """

    layers: tuple[tuple[np.ndarray, np.ndarray], ...]
    activation: Activation
    entities: EntityHead | None = None

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return one preference an action, float32, shape (n, num_actions), from observations (n, observation_size)."""
        signal = observations
        for weights, bias in self.layers[:-1]:
            signal = signal @ weights
            signal += bias
            signal = _activated(signal, self.activation)
        weights, bias = self.layers[-1]
        logits = np.asarray(signal @ weights + bias)
        if self.entities is not None:
            self.entities.add(observations, signal, logits, self.activation)
        return logits

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the network as named arrays, as :func:`network_of` reads them."""
        arrays = {"activation": np.array(self.activation)}
        for i, (weights, bias) in enumerate(self.layers):
            arrays[f"weights{i}"], arrays[f"bias{i}"] = weights, bias
        if self.entities is not None:
            arrays |= {f"entity_{field.name}": getattr(self.entities, field.name) for field in fields(EntityHead)}
        return arrays


def network_of(arrays: Mapping[str, np.ndarray]) -> PolicyNetwork:
    """Return the network of named arrays.

    Raises:
        ValueError: They do not fit together, or there are numbers that are not finite.
        KeyError: One is missing.
    """
    activation = str(arrays["activation"])
    if activation not in ("tanh", "relu"):
        raise ValueError(f"activation {activation!r}")
    count = sum(name.startswith("weights") for name in arrays)
    layers = tuple((arrays[f"weights{i}"], arrays[f"bias{i}"]) for i in range(count))
    if not layers:
        raise ValueError("no layers")
    no_numbers = {"activation", "entity_inputs", "entity_actions"}
    wrong = [name for name, array in arrays.items() if name not in no_numbers and array.dtype != np.float32]
    if wrong:
        raise ValueError(f"{wrong[0]} must be of type float32")
    for (weights, bias), following in zip(layers, [*layers[1:], None], strict=True):
        outputs = weights.shape[1] if weights.ndim == 2 else -1
        if bias.shape != (outputs,) or (following is not None and following[0].shape[0] != outputs):
            raise ValueError(f"a layer of shape {weights.shape} does not fit its neighbours")
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            raise ValueError("numbers that are not finite")
    entities: EntityHead | None = None
    if any(name.startswith("entity_") for name in arrays):
        entities = EntityHead(**{field.name: arrays[f"entity_{field.name}"] for field in fields(EntityHead)})
        entities.check(layers[0][0].shape[0], *layers[-1][0].shape)
    return PolicyNetwork(layers, activation, entities)  # type: ignore[arg-type]


def _activated(signal: np.ndarray, activation: Activation) -> Any:
    """Apply an activation in place."""
    return np.maximum(signal, 0, out=signal) if activation == "relu" else np.tanh(signal, out=signal)
