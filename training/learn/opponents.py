"""Opponents that are networks decide in compiled code, each table as long as no other seat is to move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from ...agents.inference import Stack, drawn, log_total, preferences, preferred, stack
from ...agents.policy_network import PolicyNetwork
from ...envs.table.game import RUNNING, Setup
from ...envs.table.kernels import advance, look
from ...envs.table.random import fraction, pick_legal
from .table_mix import TableMix

PYTHON, RANDOM = -1, -2
"""In place of a network's number: an agent that is asked from Python, and one that takes any legal action."""


def play_on(setup, states, rows, learner, players, stack_weights, shape, inputs, thing_of, certain, words, scratch,
            logits, earned, rewards, over, observations, masks):  # fmt: skip
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
        certain: For each network whether its preferred action is taken instead of one drawn, bool.
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
                if certain[player]:
                    action = preferred(logits, mask)
                else:
                    action = drawn(logits, mask, log_total(logits, mask), fraction(words[row]))
            rewards[row, :] = 0
            advance(setup[0], state, action, rewards[row])
            earned[row] += rewards[row, seat]
            over[row] = state.over
            look(setup[0], state, state.seat, observations[row], mask)


class Networks:
    """The networks of a pool by the numbers of its opponents, ready for compiled code.

    Attributes:
        stacks: The networks, a stack for each shape; each has a place for every number.
        certain: Whether the network of a number always takes its preferred action, bool, shape (room,).
    """

    def __init__(self, room: int) -> None:
        """Make room for numbers below ``room``."""
        self.stacks: list[Stack] = []
        self.certain = np.zeros(room, np.bool_)
        self._stack_of = np.full(room, -1, np.int64)

    def put(self, number: int, network: PolicyNetwork, certain: bool = False) -> None:
        """Let a number be a network, which draws its actions or is ``certain`` of them."""
        fitting = [place for place, one in enumerate(self.stacks) if one.fits(network)]
        if not fitting:
            self.stacks.append(stack([network] * self.certain.size))
        place = fitting[0] if fitting else len(self.stacks) - 1
        self.stacks[place].put(number, network)
        self._stack_of[number], self.certain[number] = place, certain

    def numbers(self) -> np.ndarray:
        """Return the numbers that are networks."""
        return np.flatnonzero(self._stack_of >= 0)

    def players_of(self, place: int, players: np.ndarray) -> np.ndarray:
        """Return ``players``, those whose networks are not in a stack as PYTHON: for this stack somebody else's."""
        elsewhere = (players >= 0) & (self._stack_of[np.maximum(players, 0)] != place)
        return np.where(elsewhere, PYTHON, players)


class Loops:
    """Plays on at the tables of a mix in compiled code, shared out among threads."""

    def __init__(self, tables: TableMix, threads: int) -> None:
        """Prepare ``threads`` threads; one is the caller's own."""
        self.tables, self.threads = tables, threads
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def play_on(
        self,
        networks: Networks,
        rows: np.ndarray,
        learner: np.ndarray,
        players: np.ndarray,
        words: np.ndarray,
        earned: np.ndarray,
    ) -> np.ndarray:
        """Let networks decide on the given tables; see :func:`play_on`.

        Returns:
            Those of the tables at which an agent in Python is to move.
        """
        about = (learner, words, earned)
        while True:
            for place, networks_of_shape in enumerate(networks.stacks):
                mine = networks.players_of(place, players)
                self._share_out(networks_of_shape, networks.certain, rows, mine, *about)
            seats = self.tables.states["seat"][rows]
            waiting = (self.tables.over[rows] == RUNNING) & (seats != learner[rows])
            rows, seats = rows[waiting], seats[waiting]
            if not networks.stacks or (players[rows, seats] == PYTHON).all():
                return rows

    def _share_out(self, networks: Stack, certain: np.ndarray, rows: np.ndarray, *about: np.ndarray) -> None:
        running = []
        for kind, setup in enumerate(self.tables.setups):
            mine = rows[self.tables.kinds[rows] == kind]
            for part in (mine[start :: self.threads] for start in range(self.threads)):
                if part.size:
                    running.append(partial(self._play, networks, certain, setup, part, *about))
        others = [self._pool.submit(play) for play in running[1:]] if self._pool is not None else []
        for play in running[: len(running) - len(others)]:
            play()
        for other in others:
            other.result()

    def _play(self, networks: Stack, certain: np.ndarray, setup: Setup, rows: np.ndarray, *about: np.ndarray) -> None:
        players, learner, words, earned = about
        tables = self.tables
        setup.game.kernel(play_on)(
            setup.record, tables.states, rows, learner, players, *networks, certain, words, networks.scratch,
            np.zeros(setup.num_actions, np.float32), earned, tables.rewards, tables.over, tables.observations,
            tables.masks,
        )  # fmt: skip

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
