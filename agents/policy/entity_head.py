"""A head of a network that judges things of one kind (cards, Districts, slots of a board) by the same weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

MOST_HEADS = 4
"""Heads that a network can have."""

INTEGERS = ("inputs", "levels", "actions")
"""What is no weight among the attributes of a head."""


@dataclass(frozen=True)
class EntityHead:
    """Gives each of some things of one kind (entities) preferences with the same weights, from what is seen of it.

    A thing's numbers and the last hidden layer go through two layers of its own; what comes out is added to the
    preferences for the actions that name the thing. Weights shared among equals: Zaheer and others, *Deep Sets* (2017).
    A number that says which of several kinds the thing is chooses a row of weights instead of multiplying one.

    Attributes:
        inputs: Where an observation tells of each thing, int64, shape (things, numbers).
        levels: For a number that is a whole number of so many parts of 1, such as the number of a card in 128ths, how
            many; 0 for one that is a quantity. int64, shape (numbers,).
        actions: The actions that name each thing, one from each block, int64, shape (things, blocks); -1: none.
        own: Weights of a thing's numbers, float32, shape (rows, size): a row for each quantity, ``levels + 1`` for
            others.
        context: Weights of the last hidden layer, float32, shape (last hidden layer, size).
        bias: What tells things apart that are seen alike, float32, shape (things, size).
        second: Weights of the second layer, float32, shape (size, size).
        second_bias: Bias of the second layer, float32, shape (size,).
        score: Weights of the preferences, float32, shape (blocks, size).
    """

    inputs: np.ndarray
    levels: np.ndarray
    actions: np.ndarray
    own: np.ndarray
    context: np.ndarray
    bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    score: np.ndarray

    @cached_property
    def rows(self) -> np.ndarray:
        """First row of ``own`` that belongs to each number, int64, shape (numbers,)."""
        return first_rows(self.levels)

    def judges(self, things: Any) -> bool:
        """Whether it judges the things whose ``inputs``, ``levels`` and ``actions`` another head, or a game, has."""
        return all(np.array_equal(getattr(self, name), getattr(things, name)) for name in INTEGERS)

    def check(self, inputs: int, hidden: int, outputs: int) -> None:
        """Raise ValueError unless it fits a network of so many inputs, last hidden numbers and outputs."""
        for name in ("inputs", "bias", "actions"):
            if getattr(self, name).ndim != 2:
                raise ValueError(f"{name} of the entity head must have two dimensions")
        (things, numbers), size, blocks = self.inputs.shape, self.bias.shape[1], self.actions.shape[1]
        self._check_integers("levels", 0, 1 << 16)
        shapes = {
            "levels": (numbers,),
            "actions": (things, blocks),
            "own": (int(np.sum(row_counts(self.levels))), size),
            "context": (hidden, size),
            "bias": (things, size),
            "second": (size, size),
            "second_bias": (size,),
            "score": (blocks, size),
        }
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(f"{name} of the entity head has shape {array.shape}, not {shape}")
            if not np.isfinite(array).all():
                raise ValueError("numbers that are not finite")
        self._check_integers("inputs", 0, inputs)
        self._check_integers("actions", -1, outputs)
        named = self.actions[self.actions >= 0]
        if np.unique(named).size < named.size:
            raise ValueError("actions of the entity head name two things each")

    def _check_integers(self, name: str, least: int, most: int) -> None:
        array = getattr(self, name)
        if array.dtype.kind not in "iu" or array.min(initial=0) < least or array.max(initial=0) >= most:
            raise ValueError(f"{name} of the entity head must be integers from {least} to {most - 1}")

    def add(self, observations: np.ndarray, hidden: np.ndarray, logits: np.ndarray, relu: bool) -> None:
        """Add its preferences to logits, float32, shape (n, actions)."""
        signal = self._seen(observations)
        signal += (hidden @ self.context)[:, None]
        signal = activated(signal + self.bias, relu)
        signal = activated(signal @ self.second + self.second_bias, relu)
        named = self.actions >= 0
        logits[:, self.actions[named]] += (signal @ self.score.T)[:, named]

    def _seen(self, observations: np.ndarray) -> np.ndarray:
        """Return what the first layer makes of the things' own numbers, float32, shape (n, things, size)."""
        numbers, plain = observations[:, self.inputs], self.levels == 0
        signal = numbers[..., plain] @ self.own[self.rows[plain]]
        for number in np.flatnonzero(~plain).tolist():
            levels = int(self.levels[number])
            level = np.clip(np.floor(numbers[..., number] * levels + 0.5), 0, levels).astype(np.int64)
            signal += self.own[self.rows[number] + level]
        return np.asarray(signal)


def row_counts(levels: np.ndarray) -> np.ndarray:
    """Return how many rows of weights each number has, int64, shape (numbers,)."""
    return np.where(levels > 0, levels + 1, 1)


def first_rows(levels: np.ndarray) -> np.ndarray:
    """Return the first row of weights that belongs to each number, int64, shape (numbers,)."""
    return np.concatenate([[0], np.cumsum(row_counts(levels))[:-1]]).astype(np.int64)[: levels.size]


def named_heads(heads: Sequence[EntityHead]) -> dict[str, np.ndarray]:
    """Return heads as named arrays: those of the first begin with ``entity_``, of the second ``entity1_`` and so on."""
    prefixes = [f"entity{number or ''}_" for number in range(len(heads))]
    return {
        prefix + field.name: getattr(head, field.name)
        for prefix, head in zip(prefixes, heads, strict=True)
        for field in fields(EntityHead)
    }


def heads_of(arrays: Mapping[str, np.ndarray]) -> tuple[EntityHead, ...]:
    """Return the heads of named arrays.

    Raises:
        KeyError: An array is missing.
    """
    count = sum(name.endswith("_own") and name.startswith("entity") for name in arrays)
    if count == 0 and any(name.startswith("entity") for name in arrays):
        raise KeyError("entity_own")
    return tuple(_head_of(arrays, f"entity{number or ''}_") for number in range(count))


def _head_of(arrays: Mapping[str, np.ndarray], prefix: str) -> EntityHead:
    """Return one head; in files of before heads could name a thing by several actions, some arrays are simpler."""
    found = {field.name: arrays[prefix + field.name] for field in fields(EntityHead) if field.name != "levels"}
    inputs, levels = found["inputs"], arrays.get(f"{prefix}levels")
    found["levels"] = np.zeros(inputs.shape[-1:], np.int64) if levels is None else levels
    if levels is None and found["actions"].ndim == 1 and found["score"].ndim == 1:
        found |= {"actions": found["actions"][:, None], "score": found["score"][None]}
    return EntityHead(**found)


def is_of_integers(name: str) -> bool:
    """Whether a named array of a head is one of integers."""
    return name.startswith("entity") and name.partition("_")[2] in INTEGERS


def activated(signal: np.ndarray, relu: bool) -> Any:
    """Apply the activation in place."""
    return np.maximum(signal, 0, out=signal) if relu else np.tanh(signal, out=signal)
