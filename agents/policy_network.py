"""Networks that choose actions and tell values, with numpy alone: hidden layers, and a head for things of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np

Activation = Literal["tanh", "relu"]
Layers = tuple[tuple[np.ndarray, np.ndarray], ...]


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
class ValueHead:
    """Foretells what every seat's return will be at the end, from what the seat to move sees.

    Attributes:
        layers: Weights (float32, shape (inputs, outputs)) and biases (float32, shape (outputs,)) in order; outputs of
            the last layer are seats, that of the viewer first, then clockwise. Where there are fewer seats at a table
            than outputs, those that are left over mean nothing.
        source: Where the first layer begins: at the "observation", or at the policy's last "hidden" layer.
        span: Lowest and highest return that it has been taught, float32, shape (2,); no value lies outside.
    """

    layers: Layers
    source: Literal["observation", "hidden"]
    span: np.ndarray

    def check(self, inputs: int, hidden: int) -> None:
        """Raise ValueError unless it fits a network of so many inputs and last hidden numbers."""
        if self.source not in ("observation", "hidden"):
            raise ValueError(f"a value from {self.source!r}")
        _check_layers(self.layers)
        wanted, first = inputs if self.source == "observation" else hidden, self.layers[0][0].shape[0]
        if first != wanted:
            raise ValueError(f"the value looks at {first} numbers, not at {wanted}")
        if self.span.shape != (2,) or not np.isfinite(self.span).all() or self.span[0] >= self.span[1]:
            raise ValueError("span of the value must be two numbers, the lower one first")

    @property
    def seats(self) -> int:
        """Most seats that it tells the value of."""
        return int(self.layers[-1][0].shape[1])

    def values(self, signal: np.ndarray, activation: Activation) -> np.ndarray:
        """Return every seat's value, float32, shape (n, seats), from observations or last hidden numbers."""
        values = _through(self.layers, signal, activation)
        return np.clip(values, self.span[0], self.span[1], out=values)


@dataclass(frozen=True)
class PolicyNetwork:
    """A multi-layer perceptron from observations to logits.

    Attributes:
        layers: Weights (float32, shape (inputs, outputs)) and biases (float32, shape (outputs,)) in order.
        activation: What is applied after every layer but the last.
        entities: What more is said about things of one kind; None: nothing.
        value: What foretells the seats' returns; None: nothing does.
    """

    layers: Layers
    activation: Activation
    entities: EntityHead | None = None
    value: ValueHead | None = None

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return one preference an action, float32, shape (n, num_actions), from observations (n, observation_size)."""
        hidden = self.hidden(observations)
        weights, bias = self.layers[-1]
        logits = np.asarray(hidden @ weights + bias)
        if self.entities is not None:
            self.entities.add(observations, hidden, logits, self.activation)
        return logits

    def hidden(self, observations: np.ndarray) -> np.ndarray:
        """Return the last hidden layer, float32, shape (n, size); without one, the observations."""
        if len(self.layers) == 1:
            return observations
        return _activated(_through(self.layers[:-1], observations, self.activation), self.activation)

    def values(self, observations: np.ndarray) -> np.ndarray:
        """Return every seat's value, float32, shape (n, seats), the viewer's first; only with ``value``."""
        assert self.value is not None
        signal = observations if self.value.source == "observation" else self.hidden(observations)
        return self.value.values(signal, self.activation)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the network as named arrays, as :func:`network_of` reads them."""
        arrays = {"activation": np.array(self.activation)} | _named(self.layers)
        if self.entities is not None:
            arrays |= {f"entity_{field.name}": getattr(self.entities, field.name) for field in fields(EntityHead)}
        if self.value is not None:
            arrays |= {"value_source": np.array(self.value.source), "value_span": self.value.span}
            arrays |= _named(self.value.layers, "value_")
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
    no_numbers = {"activation", "entity_inputs", "entity_actions", "value_source"}
    wrong = [name for name, array in arrays.items() if name not in no_numbers and array.dtype != np.float32]
    if wrong:
        raise ValueError(f"{wrong[0]} must be of type float32")
    layers = _unnamed(arrays)
    _check_layers(layers)
    inputs, (hidden, outputs) = layers[0][0].shape[0], layers[-1][0].shape
    entities: EntityHead | None = None
    if any(name.startswith("entity_") for name in arrays):
        entities = EntityHead(**{field.name: arrays[f"entity_{field.name}"] for field in fields(EntityHead)})
        entities.check(inputs, hidden, outputs)
    value: ValueHead | None = None
    if any(name.startswith("value_") for name in arrays):
        source: Any = str(arrays["value_source"])
        value = ValueHead(_unnamed(arrays, "value_"), source, arrays["value_span"])
        value.check(inputs, hidden)
    return PolicyNetwork(layers, activation, entities, value)  # type: ignore[arg-type]


def _named(layers: Layers, prefix: str = "") -> dict[str, np.ndarray]:
    """Return layers as named arrays."""
    arrays = {}
    for i, (weights, bias) in enumerate(layers):
        arrays[f"{prefix}weights{i}"], arrays[f"{prefix}bias{i}"] = weights, bias
    return arrays


def _unnamed(arrays: Mapping[str, np.ndarray], prefix: str = "") -> Layers:
    """Return the layers of named arrays."""
    count = sum(name.startswith(f"{prefix}weights") for name in arrays)
    return tuple((arrays[f"{prefix}weights{i}"], arrays[f"{prefix}bias{i}"]) for i in range(count))


def _check_layers(layers: Layers) -> None:
    """Raise ValueError unless there are layers, each of which fits the next, of finite numbers."""
    if not layers:
        raise ValueError("no layers")
    for (weights, bias), following in zip(layers, [*layers[1:], None], strict=True):
        outputs = weights.shape[1] if weights.ndim == 2 else -1
        if bias.shape != (outputs,) or (following is not None and following[0].shape[:1] != (outputs,)):
            raise ValueError(f"a layer of shape {weights.shape} does not fit its neighbours")
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            raise ValueError("numbers that are not finite")


def _through(layers: Layers, signal: np.ndarray, activation: Activation) -> np.ndarray:
    """Return what layers make of a signal; after the last one no activation is applied."""
    for number, (weights, bias) in enumerate(layers):
        if number:
            signal = _activated(signal, activation)
        signal = signal @ weights
        signal += bias
    return signal


def _activated(signal: np.ndarray, activation: Activation) -> Any:
    """Apply an activation in place."""
    return np.maximum(signal, 0, out=signal) if activation == "relu" else np.tanh(signal, out=signal)
