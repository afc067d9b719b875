"""Networks evaluated inside compiled code, one position at a time.

Observations are mostly zeros and few actions are legal. Here what multiplies a zero is skipped and only what is legal
is asked for, so that one position costs about as much as it does in a large batch of matrix products, and loops over
games can ask at any time, each time another network. Several networks of one shape lie in one array (:class:`Stack`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.errors import OptionError
from ..policy.entity_head import MOST_HEADS
from ..policy.network import Layers, PolicyNetwork
from .rows import MANY, activate, add_rows
from .things import (
    HEADS,
    LAYERS,
    RELU,
    SIZE,
    SIZES_OF_HEAD,
    add_things,
    flat_head,
    head_sizes,
    things_named,
    where_seen,
)


class Evaluator(NamedTuple):
    """One network and room to evaluate it, for one thread.

    Attributes:
        weights: One row of ``Stack.weights``; then follows the rest of the stack.
        shape: ``Stack.shape``.
        inputs: ``Stack.inputs``.
        thing_of: ``Stack.thing_of``.
        scratch: ``Stack.scratch``.
    """

    weights: np.ndarray
    shape: np.ndarray
    inputs: np.ndarray
    thing_of: np.ndarray
    scratch: np.ndarray


class Stack(NamedTuple):
    """Networks of one shape, as arrays that compiled code takes.

    Attributes:
        weights: All numbers of each network, float32, shape (networks, numbers).
        shape: int64: RELU, HEADS, sizes of the entity heads, and from LAYERS on the sizes of all layers, observation
            first.
        inputs: Where an observation tells of each thing of the entity heads (:func:`.things.where_seen`).
        thing_of: What each action names (:func:`.things.things_named`).
    """

    weights: np.ndarray
    shape: np.ndarray
    inputs: np.ndarray
    thing_of: np.ndarray

    @property
    def scratch(self) -> np.ndarray:
        """Room for one evaluation, float32, shape (rows, widest layer): every thread needs its own."""
        return room_for(self.shape)

    def evaluator(self, number: int = 0, widest: int = 0) -> Evaluator:
        """Return one of the networks with room of its own, for layers of up to ``widest`` numbers if others need it."""
        room = self.scratch
        if room.shape[1] < widest:
            room = np.zeros((room.shape[0], widest), np.float32)
        return Evaluator(self.weights[number], self.shape, self.inputs, self.thing_of, room)

    def fits(self, network: PolicyNetwork) -> bool:
        """Whether a network has the shape of these, and judges the same things."""
        if _shape(network) != tuple(self.shape.tolist()):
            return False
        inputs, thing_of = _things(network)
        return np.array_equal(inputs, self.inputs) and np.array_equal(thing_of, self.thing_of)

    def put(self, number: int, network: PolicyNetwork) -> None:
        """Replace one of the networks by another of the same shape."""
        self.weights[number] = _flat(network)


def room_for(shape: np.ndarray, more: Sequence[int] = ()) -> np.ndarray:
    """Return room for one evaluation of a network: two rows for its layers, three for its entity heads.

    Args:
        shape: As ``Stack.shape``.
        more: Sizes of other layers that are evaluated in the same room.

    Returns:
        Zeros, float32, shape (5, widest): compiled code writes into it without looking how wide it is.
    """
    of_heads = shape[HEADS + 1 : LAYERS].reshape(MOST_HEADS, SIZES_OF_HEAD)[:, SIZE]
    return np.zeros((5, max([1, *shape[LAYERS:].tolist(), *of_heads.tolist(), *more])), np.float32)


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
def evaluator_of(networks, number, scratch):
    """Return one network of a :class:`Stack`, to be evaluated in ``scratch``."""
    return Evaluator(networks.weights[number], networks.shape, networks.inputs, networks.thing_of, scratch)


@compiled
def preferences(evaluator, observation, mask, logits):
    """Write the logits of the legal actions into ``logits``; leave the others alone.

    Args:
        evaluator: The network (:class:`Evaluator`).
        observation: What is seen, float32, shape (size,).
        mask: Legal actions, int8, shape (actions,).
        logits: float32, shape (actions,).
    """
    shape = evaluator.shape
    at, source = last_hidden(evaluator.weights, shape[LAYERS:], shape[RELU] != 0, observation, evaluator.scratch[:2])
    prefer_by(evaluator, at, source, observation, mask, logits)


@compiled
def prefer_by(evaluator, at, hidden, observation, mask, logits):
    """Write the logits of the legal actions, given the last hidden layer and where the weights behind it begin."""
    weights, shape = evaluator.weights, evaluator.shape
    count, outputs = shape[shape.size - 2], shape[shape.size - 1]
    legal_logits(weights[at:], weights[at + count * outputs :], hidden, count, mask, logits)
    if shape[HEADS] != 0:
        add_things(evaluator, at + (count + 1) * outputs, observation, hidden, count, mask, logits)


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
    return hidden_from(0, np.int64(0), weights, sizes, relu, source, rows)


@compiled
def hidden_from(first, at, weights, sizes, relu, source, rows):
    """Evaluate the hidden layers from layer ``first`` on, whose weights begin at ``at``; as :func:`last_hidden`."""
    for layer in range(first, sizes.size - 2):
        target = rows[layer & 1]
        count, outputs = sizes[layer], sizes[layer + 1]
        dense(weights[at:], weights[at + count * outputs :], source, count, target, outputs)
        activate(target, outputs, relu)
        at += (count + 1) * outputs
        source = target
    return at, source


@compiled
def hidden_row(evaluator):
    """Return the row of its scratch that has the last hidden layer of what was asked last, -1 if it has none."""
    layers = evaluator.shape.size - LAYERS
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
    action = next_legal(mask, 0)
    while action < mask.size:
        logits[action] = bias[action] + dot(weights, action * count, source, count)
        action = next_legal(mask, action + 1)


@compiled
def next_legal(mask, action):
    """Return the first legal action from this one on, ``mask.size`` or more if there is none."""
    while action < mask.size:
        if action % MANY == 0 and legal_among(mask[action : action + MANY]) == 0:
            action += MANY
        elif mask[action] == 0:
            action += 1
        else:
            break
    return action


@compiled
def legal_among(mask):
    """Return how many actions of a part of a mask are legal: none, mostly."""
    found = 0
    for action in range(mask.size):
        found += mask[action] != 0
    return found


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
def list_legal(mask, places):
    """Write the legal actions into ``places``, int64, and return how many they are."""
    count, action = 0, next_legal(mask, 0)
    while action < mask.size:
        places[count] = action
        count += 1
        action = next_legal(mask, action + 1)
    return count


@compiled
def draw_among(legal, logits, wanted):
    """Return an action drawn by its probability, the softmax of the legal logits, which are lost.

    Args:
        legal: The legal actions, int64, shape (n,).
        logits: Shape (actions,).
        wanted: A uniform number from 0 to below 1.
    """
    highest, total = np.float64(-np.inf), 0.0
    for place in range(legal.size):
        highest = max(highest, np.float64(logits[legal[place]]))
    for place in range(legal.size):
        logits[legal[place]] = np.exp(np.float64(logits[legal[place]]) - highest)
        total += logits[legal[place]]
    left, chosen = wanted * total, np.int64(-1)
    for place in range(legal.size):
        chosen = legal[place]
        left -= logits[chosen]
        if left < 0:
            break
    return chosen


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


def evaluate_many(setup, states, networks, numbers, observations, masks, scratch, logits):
    """Entry point: write the legal actions' logits at every row, by network ``numbers[row]`` of a :class:`Stack`."""
    for row in range(numbers.size):
        evaluator = evaluator_of(networks, numbers[row], scratch)
        preferences(evaluator, observations[row], masks[row], logits[row])
