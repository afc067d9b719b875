"""Entity heads (:mod:`~cogitable.agents.policy.entity_head`) in compiled code, for things that legal actions name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.records import Int
from ..policy.entity_head import INTEGERS, MOST_HEADS, EntityHead
from .rows import activate, add_row, add_rows

THINGS, NUMBERS, ROWS, SIZE, BLOCKS = range(5)
SIZES_OF_HEAD = BLOCKS + 1
"""Places among the sizes of a head: things, numbers about each, rows of their weights, units, blocks of actions."""

HEAD, THING, BLOCK = range(3)
"""Columns of ``thing_of``."""

RELU, HEADS = 0, 1
LAYERS = HEADS + 1 + MOST_HEADS * SIZES_OF_HEAD
"""Places in ``Stack.shape``: whether activations are relu, how many entity heads there are, then the sizes of each of
them, with room for ``MOST_HEADS``; where the layers' sizes begin."""


class Places(NamedTuple):
    """Where the parts of a head's weights begin, and where the observation tells of its things.

    Attributes:
        numbers: What a thing's numbers weigh in the first layer.
        context: What the last hidden layer weighs there.
        own: What each thing has of its own there, bias included.
        second: The second layer, then its bias.
        scores: What the second layer's units weigh in the logits, by block of actions.
        about: In what :func:`where_seen` gives.
    """

    numbers: Int
    context: Int
    own: Int
    second: Int
    scores: Int
    about: Int


def head_sizes(head: EntityHead) -> tuple[int, ...]:
    """Return the sizes of a head, in the order of their places."""
    (things, numbers), (rows, size) = head.inputs.shape, head.own.shape
    return things, numbers, rows, size, head.actions.shape[1]


def where_seen(heads: Sequence[EntityHead]) -> np.ndarray:
    """Return, of each head in turn, the levels of its numbers and their places in an observation: int64, flat."""
    parts = [part for head in heads for part in (head.levels, head.inputs.ravel())]
    return np.concatenate([np.empty(0, np.int64), *parts]).astype(np.int64)


def things_named(heads: Sequence[EntityHead], actions: int) -> np.ndarray:
    """Return the head, the thing and the block that each action names; the head is -1 if it names nothing.

    Returns:
        int64, shape (actions, 3).
    """
    found = np.full((actions, 3), -1, np.int64)
    for number, head in enumerate(heads):
        things, blocks = np.nonzero(head.actions >= 0)
        found[head.actions[things, blocks]] = np.stack([np.full(things.size, number), things, blocks], axis=1)
    return found


def flat_head(head: EntityHead) -> list[np.ndarray]:
    """Return a head's weights in the order in which compiled code reads them."""
    names = [field.name for field in fields(EntityHead) if field.name not in INTEGERS]
    return [getattr(head, name) for name in names]


@compiled
def add_things(evaluator, at, observation, hidden, count, mask, logits):
    """Add what the entity heads say of the things that legal actions name.

    Args:
        evaluator: The network (:class:`~.network.Evaluator`); the first two rows of its scratch are left
            alone.
        at: Where the weights of the heads begin.
        observation: What is seen, float32, shape (size,).
        hidden: The last hidden layer, from shape (count,) on.
        count: Its size.
        mask: Legal actions, int8, shape (actions,).
        logits: float32, shape (actions,).
    """
    weights, inputs, thing_of = evaluator.weights, evaluator.inputs, evaluator.thing_of
    sizes, relu = evaluator.shape[HEADS + 1 :], evaluator.shape[RELU] != 0
    shared, own, second = evaluator.scratch[2], evaluator.scratch[3], evaluator.scratch[4]
    nowhere = np.int64(0)
    head, of, places = np.int64(-1), sizes, Places(nowhere, nowhere, nowhere, nowhere, nowhere, nowhere)
    for action in range(mask.size):
        if mask[action] == 0 or thing_of[action, HEAD] < 0:
            continue
        if head != thing_of[action, HEAD]:
            head = thing_of[action, HEAD]
            of, places = sizes[head * SIZES_OF_HEAD :], places_of(at, sizes, head, count)
            _share(weights, places.context, of[SIZE], hidden, count, shared)
        thing, size = thing_of[action, THING], of[SIZE]
        for o in range(size):
            own[o] = shared[o] + weights[places.own + thing * size + o]
        add_numbers(weights, places.numbers, of, inputs, places.about, thing, observation, own)
        activate(own, size, relu)
        for o in range(size):
            second[o] = weights[places.second + size * size + o]
        add_rows(weights, places.second, own, size, second, size)
        activate(second, size, relu)
        score = places.scores + thing_of[action, BLOCK] * size
        for o in range(size):
            logits[action] += second[o] * weights[score + o]


@compiled
def places_of(at, sizes, head, count):
    """Return where a head's parts begin; the first head begins at ``at``, the last hidden layer has ``count`` units."""
    first, about = np.int64(at), np.int64(0)
    for before in range(head):
        of = sizes[before * SIZES_OF_HEAD :]
        first += (of[ROWS] + count + of[THINGS] + of[SIZE] + 1 + of[BLOCKS]) * of[SIZE]
        about += (of[THINGS] + 1) * of[NUMBERS]
    of = sizes[head * SIZES_OF_HEAD :]
    size = of[SIZE]
    context = first + of[ROWS] * size
    own = context + count * size
    second = own + of[THINGS] * size
    return Places(first, context, own, second, second + (size + 1) * size, about)


@compiled
def _share(weights, at, size, hidden, count, shared):
    """Write what the last hidden layer says to all things."""
    for o in range(size):
        shared[o] = np.float32(0)
    add_rows(weights, at, hidden, count, shared, size)


@compiled
def add_numbers(weights, at, of, inputs, about, thing, observation, own):
    """Add what a thing's own numbers say."""
    numbers, size, row = of[NUMBERS], of[SIZE], at
    places = about + numbers * (thing + 1)
    for number in range(numbers):
        x, levels = observation[inputs[places + number]], inputs[about + number]
        if levels > 0:
            add_row(weights, row + level_of(x, levels) * size, np.float32(1), own, size)
            row += (levels + 1) * size
        else:
            if x != 0:
                add_row(weights, row, x, own, size)
            row += size


@compiled
def level_of(x, levels):
    """Return which of several kinds a number says that something is."""
    return min(max(np.int64(np.floor(x * np.float32(levels) + np.float32(0.5))), 0), levels)
