"""Opponents that are networks decide in compiled code, each table as long as no other seat is to move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from ...agents.inference import Stack, draw, preferences, stack
from ...agents.policy_network import PolicyNetwork
from ...envs.table.game import Setup
from ...envs.table.kernels import advance, look
from ...envs.table.random import pick_legal
from .table_mix import TableMix

PYTHON, RANDOM = -1, -2
"""In place of a network's number: an agent that is asked from Python, and one that takes any legal action."""


def play_on(setup, states, rows, learner, players, stack_weights, shape, inputs, thing_of, words, scratch, logits,
            earned, rewards, over, observations, masks):  # fmt: skip
    """Entry point: on every row let networks decide until the learner, or an agent in Python, is to move.

    Args:
        setup: SETUP record, shape (1,).
        states: STATE records of all tables; so are the last five.
        rows: Tables to play on, int64.
        learner: The learner's seat at every table, int64.
        players: Number of the network at every table and seat, PYTHON or RANDOM, int64, shape (tables, seats).
        stack_weights: The networks (:class:`~cogitable.agents.inference.Stack`), as are the next three.
        shape: Their shape.
        inputs: What their heads look at.
        thing_of: What actions name.
        words: A generator for every table, uint32, shape (tables, 4).
        scratch: ``Stack.scratch``.
        logits: More scratch, float32, shape (actions,).
        earned: What the learner's seat has earned since its last decision, added to.
        rewards: What every seat earned by the last decision.
        over: Whether games have ended.
        observations: What the seat to move sees.
        masks: What it may do.
    """
    for place in range(rows.size):
        row = rows[place]
        state, seat, mask = states[row], learner[row], masks[row]
        while state.over == 0 and state.seat != seat:
            player = players[row, state.seat]
            if player == PYTHON:
                break
            if player == RANDOM:
                action = pick_legal(words[row], mask)
            else:
                preferences(stack_weights[player], shape, inputs, thing_of, observations[row], mask, scratch, logits)
                action = draw(logits, mask, words[row])
            rewards[row, :] = 0
            advance(setup[0], state, action, rewards[row])
            earned[row] += rewards[row, seat]
            over[row] = state.over
            look(setup[0], state, state.seat, observations[row], mask)


class Networks:
    """The networks of a pool by the numbers of its opponents, ready for compiled code.

    Attributes:
        stack: The networks; None as long as there are none.
    """

    def __init__(self, room: int) -> None:
        """Make room for numbers below ``room``."""
        self.room = room
        self.stack: Stack | None = None

    def put(self, number: int, network: PolicyNetwork) -> None:
        """Let a number be a network; all have one shape, that of the last one if it is another."""
        if self.stack is None or not self.stack.fits(network):
            self.stack = stack([network] * self.room)
        self.stack.put(number, network)


class Loops:
    """Plays on at the tables of a mix in compiled code, shared out among threads."""

    def __init__(self, tables: TableMix, threads: int) -> None:
        """Prepare ``threads`` threads; one is the caller's own."""
        self.tables, self.threads = tables, threads
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def play_on(
        self,
        networks: Stack,
        rows: np.ndarray,
        learner: np.ndarray,
        players: np.ndarray,
        words: np.ndarray,
        earned: np.ndarray,
    ) -> None:
        """Let networks decide on the given tables; see :func:`play_on`."""
        running = []
        for kind, setup in enumerate(self.tables.setups):
            mine = rows[self.tables.kinds[rows] == kind]
            for part in (mine[start :: self.threads] for start in range(self.threads)):
                if part.size:
                    running.append(partial(self._play, networks, setup, part, learner, players, words, earned))
        others = [self._pool.submit(play) for play in running[1:]] if self._pool is not None else []
        for play in running[: len(running) - len(others)]:
            play()
        for other in others:
            other.result()

    def _play(self, networks: Stack, setup: Setup, rows: np.ndarray, *about: np.ndarray) -> None:
        learner, players, words, earned = about
        tables = self.tables
        setup.game.kernel(play_on)(
            setup.record, tables.states, rows, learner, players, *networks, words, networks.scratch,
            np.zeros(setup.num_actions, np.float32), earned, tables.rewards, tables.over, tables.observations,
            tables.masks,
        )  # fmt: skip

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
