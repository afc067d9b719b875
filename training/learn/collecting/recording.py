"""A learner's decisions taken and written down in compiled code, at every table as many as a round has.

The loop over the tables (:func:`.opponents.play_on`) goes through the learner's decisions as through its
opponents', so that Python is asked at the ends of games only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....agents.inference.network import (
    LAYERS,
    RELU,
    Evaluator,
    dot,
    drawn,
    hidden_row,
    last_hidden,
    log_total,
    preferences,
    room_for,
)
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import fraction
from ..networks.shape import Shape


class Recording(NamedTuple):
    """A round of decisions, and the networks that take them.

    Attributes:
        numbers: All numbers of the learner's networks, float32.
        shape: What they are.
        observations: What was seen, float32, shape (steps, tables, size).
        masks: Legal actions, int8, shape (steps, tables, actions).
        actions: What was done, int64, shape (steps, tables).
        log_probs: Logarithm of its probability, float32.
        values: What was foretold, float32.
        rewards: What was earned until the next decision, or the end of the game, float32.
        starts: Whether a decision was the first of an episode, float32.
        filled: Decisions taken at each table, int64, shape (tables,).
        pending: Whether what the last one earned is not written down yet, bool.
        fresh: Whether the next one is the first of an episode, bool.
    """

    numbers: np.ndarray
    shape: Shape
    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    log_probs: np.ndarray
    values: np.ndarray
    rewards: np.ndarray
    starts: np.ndarray
    filled: np.ndarray
    pending: np.ndarray
    fresh: np.ndarray

    @property
    def scratch(self) -> np.ndarray:
        """Room for one evaluation: every thread needs its own."""
        return room_for(self.shape.policy, self.shape.value.tolist())


def recording(
    steps: int, tables: int, size: int, actions: int, numbers: np.ndarray, shape: Shape, starts: np.ndarray
) -> Recording:
    """Return room for ``steps`` decisions at every table; ``starts`` tells where episodes begin."""
    of_steps = steps, tables
    return Recording(
        numbers=numbers,
        shape=shape,
        observations=np.zeros((*of_steps, size), np.float32),
        masks=np.zeros((*of_steps, actions), np.int8),
        actions=np.zeros(of_steps, np.int64),
        log_probs=np.zeros(of_steps, np.float32),
        values=np.zeros(of_steps, np.float32),
        rewards=np.zeros(of_steps, np.float32),
        starts=np.zeros(of_steps, np.float32),
        filled=np.zeros(tables, np.int64),
        pending=np.zeros(tables, np.bool_),
        fresh=starts.astype(np.bool_),
    )


def closed(tables: int, size: int, actions: int) -> Recording:
    """Return a recording that is full: whoever plays by it stops where the learner is to move."""
    nothing = np.zeros(0, np.int64)
    shape = Shape(np.zeros(LAYERS + 2, np.int64), nothing, False, 0, nothing, np.zeros((0, 3), np.int64))
    return recording(0, tables, size, actions, np.zeros(0, np.float32), shape, np.zeros(tables))


@compiled
def is_full(own, row):
    """Whether all decisions of a round have been taken at a table."""
    return own.filled[row] == own.observations.shape[0]


@compiled
def settle(own, row, earned):
    """Write down what the last decision at a table has earned, if that is not done."""
    if own.pending[row]:
        own.rewards[own.filled[row] - 1, row] = earned[row]
        earned[row] = 0
        own.pending[row] = False


@compiled
def decide(own, row, observation, mask, scratch, logits, words):
    """Draw the learner's action at a table, write everything down and return the action."""
    shape, step = own.shape, own.filled[row]
    evaluator = Evaluator(own.numbers, shape.policy, shape.inputs, shape.thing_of, scratch)
    preferences(evaluator, observation, mask, logits)
    total = log_total(logits, mask)
    action = drawn(logits, mask, total, fraction(words))
    own.actions[step, row] = action
    own.log_probs[step, row] = np.float64(logits[action]) - total
    own.values[step, row] = _value(own, evaluator, observation)
    own.starts[step, row] = own.fresh[row]
    seen, legal = own.observations[step, row], own.masks[step, row]
    for i in range(observation.size):
        seen[i] = observation[i]
    for i in range(mask.size):
        legal[i] = mask[i]
    own.fresh[row], own.pending[row], own.filled[row] = False, True, step + 1
    return action


@compiled
def _value(own, evaluator, observation):
    """Return the learner's value; its preferences have just been asked for at the same observation."""
    shape = own.shape
    numbers, sizes = own.numbers[shape.numbers :], shape.value
    at, source = np.int64(0), observation
    if shape.shared:
        source = evaluator.scratch[hidden_row(evaluator)]
    else:
        at, source = last_hidden(numbers, sizes, shape.policy[RELU] != 0, observation, evaluator.scratch[:2])
    inputs, outputs = sizes[sizes.size - 2], sizes[sizes.size - 1]
    return numbers[at + inputs * outputs] + dot(numbers, at, source, inputs)
