"""Who decides in compiled code, at each table as long as they may: opponents that are networks or the game's heuristic,
and the learner itself where its decisions are written down there.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ....agents.heuristics import choose, load_heuristic
from ....agents.inference.network import LAYERS, Stack, drawn, evaluator_of, log_total, preferences, preferred, stack
from ....agents.policy.network import PolicyNetwork
from ....agents.sides import Sides, side_now
from ....envs.table.compilation.compile import compiled
from ....envs.table.game import RUNNING
from ....envs.table.kernels import advance, look, redraw
from ....envs.table.random import fraction, pick_legal
from .recording import Recording, closed, decide, is_full, settle
from .table_mix import TableMix

PYTHON, RANDOM, LEARNER, HEURISTIC = -1, -2, -3, -4
"""In place of a network's number: an agent that is asked from Python, one that takes any legal action, the learner, one
that goes by the game's heuristic."""


class Seating(NamedTuple):
    """Who decides at every table.

    Attributes:
        learner: The learner's seat, int64, shape (tables,).
        players: By table, seat and the side that the seat is on: number of a network, PYTHON, RANDOM, LEARNER or
            HEURISTIC, int64, shape (tables, seats, sides).
        of_seat: How sides are told (:class:`~cogitable.agents.sides.Sides`).
        places: What shows them.
        there: Which ones that shows.
    """

    learner: np.ndarray
    players: np.ndarray
    of_seat: np.ndarray
    places: np.ndarray
    there: np.ndarray


class Pool(NamedTuple):
    """The networks among those who decide, with room for one thread.

    Attributes:
        networks: Networks of one shape.
        certain: For each whether its preferred action is taken instead of one drawn, bool.
        scratch: ``Stack.scratch``.
        logits: More scratch, float32, shape (actions,).
    """

    networks: Stack
    certain: np.ndarray
    scratch: np.ndarray
    logits: np.ndarray


class Shown(NamedTuple):
    """What is told of all tables.

    Attributes:
        rewards: What every seat earned by the last decision.
        over: Whether games have ended.
        observations: What the seat to move sees.
        masks: What it may do.
    """

    rewards: np.ndarray
    over: np.ndarray
    observations: np.ndarray
    masks: np.ndarray


def play_on(setup, states, rows, seating, pool, words, redrawn, own, own_scratch, earned, shown):
    """Entry point: on every row let networks decide until an agent in Python is to move, or the learner has enough.

    Args:
        setup: SETUP record, shape (1,).
        states: STATE records of all tables.
        rows: Tables to play on, int64.
        seating: Who decides (:class:`Seating`).
        pool: The networks (:class:`Pool`).
        words: A generator for every table, uint32, shape (tables, 4).
        redrawn: A STATE record, shape (1,), where the heuristic gets a position without what its seat cannot know;
            None compiles a loop without the heuristic.
        own: Where the learner's decisions are written down, and what takes them
            (:class:`~..collecting.recording.Recording`).
        own_scratch: Its ``scratch``.
        earned: What the learner's seat has earned at every table since its last decision, added to.
        shown: What is told of all tables (:class:`Shown`).
    """
    for place in range(rows.size):
        row = rows[place]
        state, learner = states[row], seating.learner[row]
        observation, mask, reward = shown.observations[row], shown.masks[row], shown.rewards[row]
        while state.over == 0:
            side = side_now(seating.of_seat, seating.places, seating.there, observation, state.seat)
            player = seating.players[row, state.seat, side]
            if player == PYTHON:
                break
            if player == LEARNER:
                settle(own, row, earned)
                if is_full(own, row):
                    break
                action = np.int64(decide(own, row, observation, mask, own_scratch, pool.logits, words[row]))
            elif player == RANDOM:
                action = pick_legal(words[row], mask)
            elif player == HEURISTIC:
                action = np.int64(-1)
                if redrawn is not None:
                    redrawn[0] = state
                    redraw(setup[0], redrawn[0], state.seat, words[row])
                    action = np.int64(choose(setup[0], redrawn[0], mask))
            else:
                action = chosen_by(pool, player, observation, mask, words[row])
            reward[:] = 0
            advance(setup[0], state, action, reward)
            earned[row] += reward[learner]
            shown.over[row] = state.over
            look(setup[0], state, state.seat, observation, mask)
        if state.over != 0:
            settle(own, row, earned)


@compiled
def chosen_by(pool, number, observation, mask, words):
    """Return what a network of the pool does."""
    logits = pool.logits
    preferences(evaluator_of(pool.networks, number, pool.scratch), observation, mask, logits)
    if pool.certain[number]:
        return preferred(logits, mask)
    return drawn(logits, mask, log_total(logits, mask), fraction(words))


class Networks:
    """The networks of a pool by their numbers, ready for compiled code.

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

    def players_of(self, place: int, players: np.ndarray) -> np.ndarray:
        """Return ``players``, those whose networks are not in a stack as PYTHON: for this stack somebody else's."""
        elsewhere = (players >= 0) & (self._stack_of[np.maximum(players, 0)] != place)
        return np.where(elsewhere, PYTHON, players)


def no_networks() -> Stack:
    """Return a stack that holds no network, where the learner alone decides in compiled code."""
    nothing = np.zeros(0, np.int64)
    return Stack(np.zeros((1, 1), np.float32), np.zeros(LAYERS + 1, np.int64), nothing, np.zeros((0, 3), np.int64))


def one_side(seats: int) -> Sides:
    """Return how sides are told where nobody asks for them: all seats are on one."""
    nothing = np.zeros(0, np.int64)
    return Sides(("",), np.zeros(seats, np.int64), nothing, nothing)


class Loops:
    """Plays on at the tables of a mix in compiled code, shared out among threads."""

    def __init__(self, tables: TableMix, threads: int, sides: Sequence[Sides] = ()) -> None:
        """Prepare ``threads`` threads, one of them the caller's own; ``sides`` tells those of each set-up's seats."""
        self.tables, self.threads = tables, threads
        self.sides = tuple(sides) or tuple(one_side(setup.num_seats) for setup in tables.setups)
        for setup in tables.setups:  # the compiled loop must not depend on who has asked for the heuristic before
            load_heuristic(setup.game)
        self._closed = closed(tables.count, tables.observations.shape[1], tables.masks.shape[1])
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def movers(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the seat to move on every row, and its side, both int64, shape (rows,)."""
        seats, found = self.tables.states["seat"][rows].astype(np.int64), np.zeros(rows.size, np.int64)
        if len(self.sides[0].names) > 1:
            for kind, sides in enumerate(self.sides):
                mine = np.flatnonzero(self.tables.kinds[rows] == kind)
                found[mine] = sides.now(self.tables.observations[rows[mine]], seats[mine])
        return seats, found

    def play_on(
        self,
        networks: Networks,
        rows: np.ndarray,
        learner: np.ndarray,
        players: np.ndarray,
        words: np.ndarray,
        earned: np.ndarray,
        own: Recording | None = None,
    ) -> np.ndarray:
        """Let networks decide on the given tables; see :func:`play_on`. Without a recording the learner stops at once.

        Returns:
            Those of the tables at which an agent in Python is to move.
        """
        about = (learner, words, earned, own or self._closed)
        stacks = networks.stacks or ([no_networks()] if own is not None else [])
        while True:
            for place, networks_of_shape in enumerate(stacks):
                mine = networks.players_of(place, players)
                self._share_out(networks_of_shape, networks.certain, rows, mine, *about)
            rows = rows[self.tables.over[rows] == RUNNING]
            moving = players[rows, *self.movers(rows)]
            rows, moving = rows[moving != LEARNER], moving[moving != LEARNER]
            if not stacks or (moving == PYTHON).all():
                return rows

    def _share_out(self, networks: Stack, certain: np.ndarray, rows: np.ndarray, *about: Any) -> None:
        running = []
        for kind in range(len(self.tables.setups)):
            mine = rows[self.tables.kinds[rows] == kind]
            for part in (mine[start :: self.threads] for start in range(self.threads)):
                if part.size:
                    running.append(partial(self._play, networks, certain, kind, part, *about))
        others = [self._pool.submit(play) for play in running[1:]] if self._pool is not None else []
        for play in running[: len(running) - len(others)]:
            play()
        for other in others:
            other.result()

    def _play(self, networks: Stack, certain: np.ndarray, kind: int, rows: np.ndarray, *about: Any) -> None:
        players, learner, words, earned, own = about
        redrawn = np.zeros(1, self.tables.states.dtype) if (players == HEURISTIC).any() else None
        tables, setup, (_, *told) = self.tables, self.tables.setups[kind], self.sides[kind]
        pool = Pool(networks, certain, networks.scratch, np.zeros(setup.num_actions, np.float32))
        setup.game.kernel(play_on)(
            setup.record, tables.states, rows, Seating(learner, players, *told), pool, words, redrawn, own, own.scratch,
            earned, Shown(tables.rewards, tables.over, tables.observations, tables.masks),
        )  # fmt: skip

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
