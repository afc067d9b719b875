"""Networks evaluated inside compiled code, one position at a time.

Observations are mostly zeros and few actions are legal. Here what multiplies a zero is skipped and only what is legal
is asked for, so that one position costs about as much as it does in a large batch of matrix products, and loops over
games can ask at any time, each time another network. Several networks of one shape lie in one array (:class:`Stack`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.errors import OptionError
from .entity_head import MOST_HEADS
from .inference_rows import activate, add_rows
from .inference_things import SIZE, SIZES_OF_HEAD, add_things, flat_head, head_sizes, things_named, where_seen
from .policy_network import Layers, PolicyNetwork

RELU, HEADS = 0, 1
LAYERS = HEADS + 1 + MOST_HEADS * SIZES_OF_HEAD
"""Places in ``Stack.shape``: whether activations are relu, how many entity heads there are, then the sizes of each of
them, with room for ``MOST_HEADS``; where the layers' sizes begin."""


class Stack(NamedTuple):
    """Networks of one shape, as arrays that compiled code takes.

    Attributes:
        weights: All numbers of each network, float32, shape (networks, numbers).
        shape: int64: RELU, HEADS, sizes of the entity heads, and from LAYERS on the sizes of all layers, observation
            first.
        inputs: Where an observation tells of each thing of the entity heads (:func:`.inference_things.where_seen`).
        thing_of: What each action names (:func:`.inference_things.things_named`).
    """

    weights: np.ndarray
    shape: np.ndarray
    inputs: np.ndarray
    thing_of: np.ndarray

    @property
    def scratch(self) -> np.ndarray:
        """Room for one evaluation, float32, shape (rows, widest layer): every thread needs its own."""
        of_heads = self.shape[HEADS + 1 : LAYERS].reshape(MOST_HEADS, SIZES_OF_HEAD)[:, SIZE]
        return np.zeros((5, max(int(self.shape[LAYERS:].max()), int(of_heads.max()))), np.float32)

    def fits(self, network: PolicyNetwork) -> bool:
        """Whether a network has the shape of these, and judges the same things."""
        if _shape(network) != tuple(self.shape.tolist()):
            return False
        inputs, thing_of = _things(network)
        return np.array_equal(inputs, self.inputs) and np.array_equal(thing_of, self.thing_of)

    def put(self, number: int, network: PolicyNetwork) -> None:
        """Replace one of the networks by another of the same shape."""
        self.weights[number] = _flat(network)


def stack(networks: Sequence[PolicyNetwork]) -> Stack:
    """Return networks as a stack.

    Raises:
        OptionError: They have not all one shape.
    """
    kinds = {_shape(network) for network in networks}
    if len(kinds) > 1:
        raise OptionError(f"networks of {len(kinds)} shapes cannot be evaluated together: {sorted(kinds)}")
    weights = np.stack([_flat(network) for network in networks])
    return Stack(weights, np.array(_shape(networks[0]), np.int64), *_things(networks[0]))


def _things(network: PolicyNetwork) -> tuple[np.ndarray, np.ndarray]:
    return where_seen(network.entities), things_named(network.entities, network.layers[-1][0].shape[1])


def _shape(network: PolicyNetwork) -> tuple[int, ...]:
    sizes = [weights.shape[0] for weights, _ in network.layers] + [network.layers[-1][0].shape[1]]
    if len(network.entities) > MOST_HEADS:
        raise OptionError(f"a network can have {MOST_HEADS} entity heads, not {len(network.entities)}")
    heads = [size for head in network.entities for size in head_sizes(head)]
    heads += [0] * (MOST_HEADS * SIZES_OF_HEAD - len(heads))
    return (int(network.activation == "relu"), len(network.entities), *heads, *sizes)


def _flat(network: PolicyNetwork) -> np.ndarray:
    return flat(network.layers, [array for head in network.entities for array in flat_head(head)])


def flat(layers: Layers, more: Sequence[np.ndarray] = ()) -> np.ndarray:
    """Return the numbers of layers as compiled code reads them: the last layer by outputs, then whatever follows."""
    *hidden, (weights, bias) = layers
    parts = [*(part for pair in hidden for part in pair), weights.T, bias, *more]
    return np.concatenate([np.ascontiguousarray(part, np.float32).ravel() for part in parts])


@compiled
def preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits):
    """Write the logits of the legal actions, those of one network, into ``logits``; leave the others alone.

    Args:
        weights: One row of ``Stack.weights``.
        shape: ``Stack.shape``.
        inputs: ``Stack.inputs``.
        thing_of: ``Stack.thing_of``.
        observation: What is seen, float32, shape (size,).
        mask: Legal actions, int8, shape (actions,).
        scratch: ``Stack.scratch``.
        logits: float32, shape (actions,).
    """
    at, source = last_hidden(weights, shape[LAYERS:], shape[RELU] != 0, observation, scratch[:2])
    count, outputs = shape[shape.size - 2], shape[shape.size - 1]
    legal_logits(weights[at:], weights[at + count * outputs :], source, count, mask, logits)
    if shape[HEADS] != 0:
        at += (count + 1) * outputs
        sizes = shape[HEADS + 1 :]
        add_things(weights, at, sizes, shape[RELU] != 0, inputs, thing_of, observation, source, count, mask,
                   scratch[2:], logits)  # fmt: skip


@compiled
def last_hidden(weights, sizes, relu, source, rows):
    """Evaluate the hidden layers; return where in ``weights`` the last layer begins, and what it is given.

    Args:
        weights: Numbers of all layers, as :func:`flat` gives them.
        sizes: Sizes of all layers, inputs first.
        relu: Whether activations are relu.
        source: From shape (inputs,) on.
        rows: Room for two layers, shape (2, widest layer).
    """
    at = np.int64(0)
    for layer in range(sizes.size - 2):
        target = rows[layer & 1]
        count, outputs = sizes[layer], sizes[layer + 1]
        dense(weights[at:], weights[at + count * outputs :], source, count, target, outputs)
        activate(target, outputs, relu)
        at += (count + 1) * outputs
        source = target
    return at, source


@compiled
def hidden_row(shape):
    """Return the row of scratch where :func:`preferences` have just written the last hidden layer, -1 without one."""
    layers = shape.size - LAYERS
    return (layers - 3) & 1 if layers > 2 else -1


@compiled
def dense(weights, bias, source, count, target, outputs):
    """Write ``source @ weights + bias`` of a layer, skipping zeros.

    Args:
        weights: From shape (count * outputs,) on, those of an input side by side.
        bias: From shape (outputs,) on.
        source: From shape (count,) on.
        count: Inputs.
        target: From shape (outputs,) on.
        outputs: Outputs.
    """
    for o in range(outputs):
        target[o] = bias[o]
    add_rows(weights, 0, source, count, target, outputs)


@compiled
def legal_logits(weights, bias, source, count, mask, logits):
    """Write what the last layer makes of ``source`` for legal actions; its weights are those of an action together."""
    for action in range(mask.size):
        if mask[action] != 0:
            logits[action] = bias[action] + dot(weights, action * count, source, count)


@compiled
def dot(weights, row, source, count):
    """Return the product of one row of weights and ``source``; eight sums side by side, as processors like it."""
    w = weights[row : row + count]
    s0, s1, s2, s3 = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
    s4, s5, s6, s7 = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
    whole = count // 8 * 8
    for i in range(0, whole, 8):
        s0 += w[i] * source[i]
        s1 += w[i + 1] * source[i + 1]
        s2 += w[i + 2] * source[i + 2]
        s3 += w[i + 3] * source[i + 3]
        s4 += w[i + 4] * source[i + 4]
        s5 += w[i + 5] * source[i + 5]
        s6 += w[i + 6] * source[i + 6]
        s7 += w[i + 7] * source[i + 7]
    total = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
    for i in range(whole, count):
        total += w[i] * source[i]
    return total


@compiled
def log_total(logits, mask):
    """Return the logarithm of the sum of the exponentials of the legal logits."""
    highest = -np.inf
    for action in range(mask.size):
        if mask[action] != 0:
            highest = max(highest, np.float64(logits[action]))
    total = 0.0
    for action in range(mask.size):
        if mask[action] != 0:
            total += np.exp(np.float64(logits[action]) - highest)
    return highest + np.log(total)


@compiled
def drawn(logits, mask, total, wanted):
    """Return a legal action drawn by its probability, the softmax of the legal logits.

    Args:
        logits: Shape (actions,).
        mask: Legal actions, shape (actions,).
        total: Their :func:`log_total`.
        wanted: A uniform number from 0 to below 1.
    """
    chosen, passed = np.int64(-1), 0.0
    for action in range(mask.size):
        if mask[action] != 0:
            chosen = np.int64(action)
            passed += np.exp(np.float64(logits[action]) - total)
            if passed > wanted:
                break
    return chosen


@compiled
def preferred(logits, mask):
    """Return the legal action with the highest logit, the first of equals."""
    chosen = np.int64(-1)
    for action in range(mask.size):
        if mask[action] != 0 and (chosen < 0 or logits[action] > logits[chosen]):
            chosen = np.int64(action)
    return chosen


def evaluate_many(setup, states, stack_weights, numbers, shape, inputs, thing_of, observations, masks, scratch, logits):
    """Entry point: write the legal actions' logits at every row, by the network ``numbers[row]`` of a stack."""
    for row in range(numbers.size):
        weights = stack_weights[numbers[row]]
        preferences(weights, shape, inputs, thing_of, observations[row], masks[row], scratch, logits[row])
