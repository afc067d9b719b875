"""Entity heads forwards and backwards in compiled code, for one row at a time.

They (:mod:`~cogitable.agents.policy.entity_head`) are asked for the things alone that legal actions name. Weights lie
as in :mod:`~cogitable.agents.inference.things`, whose first layer this is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....agents.inference.things import (
    BLOCK,
    HEAD,
    NUMBERS,
    SIZE,
    SIZES_OF_HEAD,
    THING,
    THINGS,
    add_numbers,
    level_of,
    places_of,
)
from ....envs.table.compilation.compile import compiled
from .layers import add, add_scaled, copy, product


class Judged(NamedTuple):
    """Scratch of the heads, and what they said of one row's things.

    Attributes:
        slot_of: Slot of each thing of each head, -1 if it has none, int64, shape (heads, most things).
        things: Head and thing in each slot, int64, shape (legal actions, 2).
        first: What comes out of the first layer, shape (legal actions, widest head).
        second: Of the second one.
        delta: The gradient by that.
        below: The gradient by what comes out of the first one, shape (widest head,).
        shared: What the last hidden layer says to all things of a head, then the gradient by it, shape (heads, widest).
    """

    slot_of: np.ndarray
    things: np.ndarray
    first: np.ndarray
    second: np.ndarray
    delta: np.ndarray
    below: np.ndarray
    shared: np.ndarray


def room_for_things(sizes: np.ndarray, heads: int, legal: int, dtype: np.dtype) -> Judged:
    """Return scratch for heads of some sizes and rows of at most so many legal actions."""
    of = sizes[: heads * SIZES_OF_HEAD].reshape(heads, SIZES_OF_HEAD)
    widest, things = int(of[:, SIZE].max(initial=0)), int(of[:, THINGS].max(initial=0))
    return Judged(
        slot_of=np.full((heads, things), -1, np.int64),
        things=np.zeros((legal, 2), np.int64),
        first=np.zeros((legal, widest), dtype),
        second=np.zeros((legal, widest), dtype),
        delta=np.zeros((legal, widest), dtype),
        below=np.zeros(widest, dtype),
        shared=np.zeros((heads, widest), dtype),
    )


@compiled
def judge(weights, at, sizes, relu, inputs, thing_of, seen, top, count, legal, logits, judged):
    """Add what heads say of things to the logits of legal actions; return how many things they judged.

    Args:
        weights: All numbers of a network.
        at: Where those of the heads begin.
        sizes: Sizes of the heads.
        relu: Whether activations are relu.
        inputs: Where an observation tells of things.
        thing_of: What each action names.
        seen: The observation.
        top: The last hidden layer.
        count: Its size.
        legal: Legal actions.
        logits: Their logits, added to.
        judged: Gets what is needed on the way back.
    """
    used = 0
    judged.shared[:] = 0
    for head in range(judged.shared.shape[0]):
        begun = False
        places = places_of(at, sizes, head, count)
        of = sizes[head * SIZES_OF_HEAD :]
        size = of[SIZE]
        for k in range(legal.size):
            if thing_of[legal[k], HEAD] != head:
                continue
            if not begun:
                begun = True
                for i in range(count):
                    if top[i] != 0:
                        add_scaled(weights, places.context + i * size, top[i], judged.shared[head], size)
            thing = thing_of[legal[k], THING]
            slot = judged.slot_of[head, thing]
            if slot < 0:
                slot = used
                used += 1
                judged.slot_of[head, thing] = slot
                judged.things[slot, 0], judged.things[slot, 1] = head, thing
                _look(weights, places, of, relu, inputs, thing, seen, judged, slot)
            logits[k] += product(weights, places.scores + thing_of[legal[k], BLOCK] * size, judged.second[slot], size)
    return used


@compiled
def _look(weights, places, of, relu, inputs, thing, seen, judged, slot):
    """Take one thing through both layers of its head."""
    size, own, second = of[SIZE], judged.first[slot], judged.second[slot]
    copy(judged.shared[judged.things[slot, 0]], own, size)
    add(weights[places.own + thing * size :], own, size)
    add_numbers(weights, places.numbers, of, inputs, places.about, thing, seen, own)
    _bend(own, size, relu)
    copy(weights[places.second + size * size :], second, size)
    for i in range(size):
        if own[i] != 0:
            add_scaled(weights, places.second + i * size, own[i], second, size)
    _bend(second, size, relu)


@compiled
def _bend(signal, count, relu):
    for o in range(count):
        if not relu:
            signal[o] = np.tanh(signal[o])
        elif signal[o] < 0:
            signal[o] = 0


@compiled
def judge_back(
    weights, at, sizes, relu, inputs, thing_of, seen, top, count, legal, to_logits, used, judged, to_top, gradient
):
    """Take the gradient by logits back through the heads.

    Args:
        weights: As in :func:`judge`, and so are the next nine.
        at: Where the numbers of the heads begin.
        sizes: Sizes of the heads.
        relu: Whether activations are relu.
        inputs: Where an observation tells of things.
        thing_of: What each action names.
        seen: The observation.
        top: The last hidden layer.
        count: Its size.
        legal: Legal actions.
        to_logits: The gradient by the logits of legal actions.
        used: How many things were judged.
        judged: What was kept; ready for the next row afterwards.
        to_top: Gets the gradient by the last hidden layer, added to.
        gradient: Gets that by ``weights``, added to.
    """
    if used == 0:
        return
    judged.delta[:used] = 0
    judged.shared[:] = 0
    for k in range(legal.size):
        head = thing_of[legal[k], HEAD]
        if head >= 0:
            of = sizes[head * SIZES_OF_HEAD :]
            size, slot = of[SIZE], judged.slot_of[head, thing_of[legal[k], THING]]
            score = places_of(at, sizes, head, count).scores + thing_of[legal[k], BLOCK] * size
            add_scaled(weights, score, to_logits[k], judged.delta[slot], size)
            add_scaled(judged.second[slot], 0, to_logits[k], gradient[score:], size)
    for slot in range(used):
        head, thing = judged.things[slot, 0], judged.things[slot, 1]
        judged.slot_of[head, thing] = -1
        of, places = sizes[head * SIZES_OF_HEAD :], places_of(at, sizes, head, count)
        _look_back(weights, places, of, relu, inputs, thing, seen, judged, slot, gradient)
        add(judged.below, judged.shared[head], of[SIZE])
    for head in range(judged.shared.shape[0]):
        size, context = sizes[head * SIZES_OF_HEAD + SIZE], places_of(at, sizes, head, count).context
        for i in range(count):
            if top[i] != 0 or not relu:
                to_top[i] += product(weights, context + i * size, judged.shared[head], size)
                add_scaled(judged.shared[head], 0, top[i], gradient[context + i * size :], size)


@compiled
def _look_back(weights, places, of, relu, inputs, thing, seen, judged, slot, gradient):
    """Take the gradient by what was said of one thing back; ``judged.below`` gets that by the first layer."""
    size, own, second, delta = of[SIZE], judged.first[slot], judged.second[slot], judged.delta[slot]
    _unbend(second, delta, size, relu)
    add(delta, gradient[places.second + size * size :], size)
    for i in range(size):
        judged.below[i] = product(weights, places.second + i * size, delta, size)
        if own[i] != 0:
            add_scaled(delta, 0, own[i], gradient[places.second + i * size :], size)
    _unbend(own, judged.below, size, relu)
    add(judged.below, gradient[places.own + thing * size :], size)
    row = places.numbers
    for number in range(of[NUMBERS]):
        x, levels = seen[inputs[places.about + of[NUMBERS] * (thing + 1) + number]], inputs[places.about + number]
        if levels > 0:
            add(judged.below, gradient[row + level_of(x, levels) * size :], size)
            row += (levels + 1) * size
        else:
            if x != 0:
                add_scaled(judged.below, 0, x, gradient[row:], size)
            row += size


@compiled
def _unbend(signal, delta, count, relu):
    """Make the gradient by what came out of an activation that by what went in."""
    for o in range(count):
        if relu:
            if signal[o] == 0:
                delta[o] = 0
        else:
            delta[o] *= 1 - signal[o] * signal[o]
