"""A pass over decisions in compiled code: through the networks, a loss, and its gradient back through them.

Every row goes through all layers while it is near the processor, products with what is zero are left out, and only
legal actions are asked about. The tests hold what comes out to MaskablePPO's own update in double precision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....agents.inference.network import HEADS, LAYERS, RELU
from ....envs.table.compilation.compile import compiled
from ..networks.judging import Judged, judge, judge_back, room_for_things
from ..networks.layers import TILE, add_scaled, backward, clear, forward, load, product, spread
from ..networks.shape import Shape

LOSS, ENTROPY, CLIPPED, DIVERGENCE, VALUE, AGREED = range(6)
"""Places in ``sums``: what is reported of a batch, added up over its rows. PPO has all but the last, copying the loss,
the value's error and in how many rows the likeliest action is the one that was taken."""


class Scratch(NamedTuple):
    """Room for one tile of rows; every thread needs its own.

    Attributes:
        places: What is not zero in each layer, int32, shape (layers + 1, TILE, widest).
        values: Of the same shape.
        counts: int64, shape (layers + 1, TILE).
        top: What the last layer gets, shape (TILE, widest).
        to_top: The gradient by that.
        below: Of the same shape.
        by_column: Room for sorting what is not zero by columns.
        seen: A row of zeros as long as an observation.
        logits: Logits of legal actions, then the gradient by them.
        probs: Their probabilities, float64.
        judged: What heads said.
    """

    places: np.ndarray
    values: np.ndarray
    counts: np.ndarray
    top: np.ndarray
    to_top: np.ndarray
    below: np.ndarray
    by_column: tuple[np.ndarray, np.ndarray, np.ndarray]
    seen: np.ndarray
    logits: np.ndarray
    probs: np.ndarray
    judged: Judged


def room(shape: Shape, observed: int, most: int, legal: int, dtype: np.dtype) -> Scratch:
    """Return scratch for networks of a shape.

    Args:
        shape: Their shape.
        observed: Numbers in an observation.
        most: How many of them are not zero, at most.
        legal: How many actions are legal, at most.
        dtype: Of all numbers.
    """
    layers = shape.policy[LAYERS:-1].tolist(), shape.value[:-1].tolist()
    hidden = max([0, *layers[0][1:], *layers[1][1:]])
    widest, kept = max(hidden, layers[0][-1], layers[1][-1]), max(hidden, most, 1)
    count = max(map(len, layers))
    heads = room_for_things(shape.policy[HEADS + 1 : LAYERS], int(shape.policy[HEADS]), legal, dtype)
    inputs = max(layers[0] + layers[1])
    by_column = np.zeros(inputs + 2, np.int64), np.zeros(TILE * kept, np.int64), np.zeros(TILE * kept, dtype)
    return Scratch(
        places=np.zeros((count, TILE, kept), np.int32),
        values=np.zeros((count, TILE, kept), dtype),
        counts=np.zeros((count, TILE), np.int64),
        top=np.zeros((TILE, widest), dtype),
        to_top=np.zeros((TILE, widest), dtype),
        below=np.zeros((TILE, widest), dtype),
        by_column=by_column,
        seen=np.zeros(observed, dtype),
        logits=np.zeros(legal, dtype),
        probs=np.zeros(legal, np.float64),
        judged=heads,
    )


def learn(numbers, by_output, shape, decisions, order, advantages, surrogate, value_weight, count, scratch, gradient,
          sums):  # fmt: skip
    """Entry point: the gradient of PPO's loss, or of one that copies, by all numbers of a learner's networks.

    PPO's is the mean over ``count`` rows of the clipped surrogate, less a weight times the entropy, and
    ``value_weight`` times the squared error of the value (Schulman and others, Proximal Policy Optimization
    Algorithms, 2017). What is copied is how much of each action was wanted: the loss is the cross entropy.

    Args:
        numbers: All numbers of the networks (:class:`~..networks.shape.Shape`).
        by_output: Weights of the policy's hidden layers from the second on, those of an output side by side, then
            those of the value's.
        shape: What they are.
        decisions: A round's decisions (:class:`~.decisions.Decisions`).
        order: Which of them to learn from, int64.
        advantages: The advantage of each of these.
        surrogate: How far a ratio of probabilities is rewarded, and the weight of the entropy; None compiles a pass
            that copies, where the numbers of ``decisions.legal`` say how much of each action was wanted.
        value_weight: Weight of the value's error.
        count: Rows of the whole batch.
        scratch: :class:`Scratch`.
        gradient: Gets the gradient by ``numbers``, added to.
        sums: What is reported, float64, shape (6,), added to.
    """
    relu, sizes = shape.policy[RELU] != 0, shape.policy[LAYERS : shape.policy.size - 1]
    back = np.int64(0)
    for layer in range(1, sizes.size - 1):
        back += sizes[layer] * sizes[layer + 1]
    for first in range(0, order.size, TILE):
        tile = order[first : first + TILE]
        rows = tile.size
        _to_top(numbers, sizes, relu, decisions.seen, tile, scratch)
        for row in range(rows):
            _choose(numbers, shape, decisions, tile[row], row, advantages[first + row], surrogate, count, scratch,
                    gradient, sums)  # fmt: skip
        if shape.shared:
            _foretell(numbers, shape, decisions.goals, tile, 2 * value_weight / count, scratch, gradient, sums)
        _from_top(numbers, by_output, sizes, relu, rows, scratch, gradient)
        if not shape.shared:
            own, parts = shape.value[: shape.value.size - 1], numbers[shape.numbers :]
            _to_top(parts, own, relu, decisions.seen, tile, scratch)
            _foretell(numbers, shape, decisions.goals, tile, 2 * value_weight / count, scratch, gradient, sums)
            _from_top(parts, by_output[back:], own, relu, rows, scratch, gradient[shape.numbers :])


@compiled
def _to_top(numbers, sizes, relu, seen, tile, scratch):
    """Take a tile up to what its last layer gets."""
    load(seen, tile, sizes[0], scratch.places[0], scratch.values[0], scratch.counts[0])
    scratch.to_top[:] = 0
    if sizes.size == 1:  # the observation itself
        scratch.top[:] = 0
        for row in range(tile.size):
            spread(scratch.places[0, row], scratch.values[0, row], scratch.counts[0, row], scratch.top[row])
    else:
        forward(numbers, sizes, relu, tile.size, scratch.places, scratch.values, scratch.counts, scratch.top)


@compiled
def _from_top(numbers, by_output, sizes, relu, rows, scratch, gradient):
    """Take the gradient back from there."""
    backward(by_output, sizes, relu, rows, scratch.places, scratch.values, scratch.counts, scratch.to_top,
             scratch.below, scratch.by_column, gradient)  # fmt: skip


@compiled
def _choose(numbers, shape, decisions, decision, row, advantage, surrogate, count, scratch, gradient, sums):
    """Add the gradient by what chooses one action: by the last layer, by heads, and by what these get."""
    policy, relu = shape.policy, shape.policy[RELU] != 0
    inputs, actions = policy[policy.size - 2], policy[policy.size - 1]
    at = np.int64(0)
    for layer in range(LAYERS, policy.size - 2):
        at += (policy[layer] + 1) * policy[layer + 1]
    bias, heads = at + inputs * actions, at + (inputs + 1) * actions
    begin, end = decisions.legal.begins[decision], decisions.legal.ends[decision]
    legal, action = decisions.legal.places[begin:end], decisions.actions[decision]
    logits, top, to_top = scratch.logits[: legal.size], scratch.top[row], scratch.to_top[row]
    for k in range(legal.size):
        logits[k] = numbers[bias + legal[k]] + product(numbers, at + legal[k] * inputs, top, inputs)
    places, values, filled = scratch.places[0, row], scratch.values[0, row], scratch.counts[0, row]
    used = 0
    if policy[HEADS] != 0:
        spread(places, values, filled, scratch.seen)
        used = judge(numbers, heads, policy[HEADS + 1 :], relu, shape.inputs, shape.thing_of, scratch.seen, top, inputs,
                     legal, logits, scratch.judged)  # fmt: skip
    if surrogate is None:
        _copy(logits, scratch.probs, legal, action, decisions.legal.values[begin:end], count, sums)
    else:
        _improve(logits, scratch.probs, legal, action, decisions.log_probs[decision], advantage, surrogate, count, sums)
    for k in range(legal.size):
        _push(numbers, at + legal[k] * inputs, bias + legal[k], logits[k], top, inputs, to_top, gradient)
    if policy[HEADS] != 0:
        judge_back(numbers, heads, policy[HEADS + 1 :], relu, shape.inputs, shape.thing_of, scratch.seen, top, inputs,
                   legal, logits, used, scratch.judged, to_top, gradient)  # fmt: skip
        clear(places, filled, scratch.seen)


@compiled
def _weigh(logits, probs):
    """Write probabilities; return the logarithm of what logits have to be less by to be those of probabilities."""
    highest, total = -np.inf, 0.0
    for k in range(logits.size):
        highest = max(highest, np.float64(logits[k]))
    for k in range(logits.size):
        total += np.exp(np.float64(logits[k]) - highest)
    total = highest + np.log(total)
    for k in range(logits.size):
        probs[k] = np.exp(np.float64(logits[k]) - total)
    return total


@compiled
def _improve(logits, probs, legal, action, old, advantage, surrogate, count, sums):
    """Replace the logits of legal actions by the gradient of PPO's loss by them, and add to what is reported."""
    total = _weigh(logits, probs)
    clip, entropy_weight = surrogate
    entropy, chosen = 0.0, 0
    for k in range(legal.size):
        entropy -= probs[k] * (np.float64(logits[k]) - total)
        if legal[k] == action:
            chosen = k
    change = np.float64(logits[chosen]) - total - np.float64(old)
    ratio = np.exp(change)
    bounded = min(max(ratio, 1.0 - clip), 1.0 + clip)
    plain, clipped = np.float64(advantage) * ratio, np.float64(advantage) * bounded
    push = -plain / count if plain < clipped or ratio == bounded else 0.0
    for k in range(legal.size):
        log_prob = np.float64(logits[k]) - total
        logits[k] = probs[k] * (entropy_weight / count * (log_prob + entropy) - push)
    logits[chosen] += push
    sums[LOSS] -= min(plain, clipped)
    sums[ENTROPY] += entropy
    sums[CLIPPED] += abs(ratio - 1.0) > clip
    sums[DIVERGENCE] += ratio - 1.0 - change


@compiled
def _copy(logits, probs, legal, action, wanted, count, sums):
    """Replace the logits of legal actions by the gradient of the cross entropy, and add to what is reported."""
    total = _weigh(logits, probs)
    likeliest, whole = 0, 0.0
    for k in range(legal.size):
        whole += wanted[k]
        if logits[k] > logits[likeliest]:
            likeliest = k
    sums[AGREED] += legal[likeliest] == action
    for k in range(legal.size):
        sums[LOSS] -= wanted[k] * (np.float64(logits[k]) - total)
        logits[k] = (probs[k] * whole - wanted[k]) / count


@compiled
def _foretell(numbers, shape, goals, tile, weight, scratch, gradient, sums):
    """Add the gradient of the value's error, by its last layer and by what that gets.

    What the values of other seats miss counts as much together as what the learner's own does.
    """
    sizes, at = shape.value, np.int64(shape.numbers)
    for layer in range(sizes.size - 2):
        at += (sizes[layer] + 1) * sizes[layer + 1]
    inputs, seats = sizes[sizes.size - 2], sizes[sizes.size - 1]
    bias = at + inputs * seats
    for row in range(tile.size):
        goal, top, others = goals[tile[row]], scratch.top[row], 0
        for seat in range(1, seats):
            others += not np.isnan(goal[seat])
        for seat in range(seats):
            if np.isnan(goal[seat]):
                continue
            own = at + seat * inputs
            error = np.float64(numbers[bias + seat] + product(numbers, own, top, inputs)) - goal[seat]
            if seat == 0:
                sums[VALUE] += error * error
            scratch.logits[0] = error * weight / (1 if seat == 0 else others)
            _push(numbers, own, bias + seat, scratch.logits[0], top, inputs, scratch.to_top[row], gradient)


@compiled
def _push(numbers, own, bias, push, top, count, to_top, gradient):
    """Add the gradient by one output of a last layer: by its weights and its bias, and by what it gets."""
    gradient[bias] += push
    add_scaled(numbers, own, push, to_top, count)
    add_scaled(top, 0, push, gradient[own:], count)
