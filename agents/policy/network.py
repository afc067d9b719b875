"""Networks that choose actions and tell values, with numpy alone: hidden layers, and heads for things of one kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any, Literal

import numpy as np
from threadpoolctl import ThreadpoolController

from .entity_head import EntityHead, activated, heads_of, is_of_integers, named_heads

Activation = Literal["tanh", "relu"]
Layers = tuple[tuple[np.ndarray, np.ndarray], ...]

_QUICK = "quick_"  # begins the names of the small copy's arrays

# Positions come in tens or hundreds, networks are small: threads gain nothing, and on a machine that is busy those that
# wait for each other took 25 times as long.
_BLAS = ThreadpoolController().select(user_api="blas")
_ALONE = RLock()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Have matrix products computed by one thread, and threads of the process compute them one after the other.

    The number of BLAS's threads belongs to the process: of two that set it at once each would take down what the other
    has set as the number to set back.
    """
    with _ALONE, _BLAS.limit(limits=1):
        yield


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
        entities: What more is said about things of one kind, a head for each kind.
        value: What foretells the seats' returns; None: nothing does.
        quick: A small copy that does nearly the same in a fraction of the time, for playouts; None: there is none.
    """

    layers: Layers
    activation: Activation
    entities: tuple[EntityHead, ...] = ()
    value: ValueHead | None = None
    quick: PolicyNetwork | None = None

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Return one preference an action, float32, shape (n, num_actions), from observations (n, observation_size)."""
        with _one_thread():
            hidden = self.hidden(observations)
            weights, bias = self.layers[-1]
            logits = np.asarray(hidden @ weights + bias)
            for head in self.entities:
                head.add(observations, hidden, logits, self.activation == "relu")
        return logits

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return how likely it takes each action, float32, shape (n, num_actions): the softmax of the legal logits."""
        shares = self.logits(observations)
        shares[masks == 0] = -np.inf
        np.exp(shares - shares.max(axis=1, keepdims=True), out=shares)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    def hidden(self, observations: np.ndarray) -> np.ndarray:
        """Return the last hidden layer, float32, shape (n, size); without one, the observations."""
        if len(self.layers) == 1:
            return observations
        return activated(_through(self.layers[:-1], observations, self.activation), self.activation == "relu")

    def values(self, observations: np.ndarray) -> np.ndarray:
        """Return every seat's value, float32, shape (n, seats), the viewer's first; only with ``value``."""
        assert self.value is not None
        signal = observations if self.value.source == "observation" else self.hidden(observations)
        return self.value.values(signal, self.activation)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the network as named arrays, as :func:`network_of` reads them."""
        arrays = {"activation": np.array(self.activation)} | _named(self.layers)
        arrays |= named_heads(self.entities)
        if self.value is not None:
            arrays |= {"value_source": np.array(self.value.source), "value_span": self.value.span}
            arrays |= _named(self.value.layers, "value_")
        if self.quick is not None:
            arrays |= {_QUICK + name: array for name, array in self.quick.arrays().items()}
        return arrays


def draw(shares: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return an action a row, drawn in proportion to shares: int64, shape (n,), from shape (n, num_actions)."""
    passed = np.cumsum(shares, axis=1)
    return (passed > (generator.random(len(shares)) * passed[:, -1])[:, None]).argmax(axis=1)


def network_of(arrays: Mapping[str, np.ndarray]) -> PolicyNetwork:
    """Return the network of named arrays.

    Raises:
        ValueError: They do not fit together, or there are numbers that are not finite.
        KeyError: One is missing.
    """
    small = {name.removeprefix(_QUICK): array for name, array in arrays.items() if name.startswith(_QUICK)}
    arrays = {name: array for name, array in arrays.items() if not name.startswith(_QUICK)}
    activation = str(arrays["activation"])
    if activation not in ("tanh", "relu"):
        raise ValueError(f"activation {activation!r}")
    words = ("activation", "value_source")
    numbers = {name: array for name, array in arrays.items() if name not in words and not is_of_integers(name)}
    wrong = [name for name, array in numbers.items() if array.dtype != np.float32]
    if wrong:
        raise ValueError(f"{wrong[0]} must be of type float32")
    layers = _unnamed(arrays)
    _check_layers(layers)
    inputs, (hidden, outputs) = layers[0][0].shape[0], layers[-1][0].shape
    entities = heads_of(arrays)
    for head in entities:
        head.check(inputs, hidden, outputs)
    named = np.concatenate([np.empty(0, np.int64), *(head.actions[head.actions >= 0] for head in entities)])
    if np.unique(named).size < named.size:
        raise ValueError("two entity heads name the same action")
    value: ValueHead | None = None
    if any(name.startswith("value_") for name in arrays):
        source: Any = str(arrays["value_source"])
        value = ValueHead(_unnamed(arrays, "value_"), source, arrays["value_span"])
        value.check(inputs, hidden)
    quick = network_of(small) if small else None
    if quick is not None and (quick.layers[0][0].shape[0], quick.layers[-1][0].shape[1]) != (inputs, outputs):
        raise ValueError("the small copy sees or does something else")
    return PolicyNetwork(layers, activation, entities, value, quick)  # type: ignore[arg-type]


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
    with _one_thread():
        for number, (weights, bias) in enumerate(layers):
            if number:
                signal = activated(signal, activation == "relu")
            signal = signal @ weights
            signal += bias
    return signal
