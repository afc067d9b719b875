"""What agents that look ahead in a tree have in common: budgets, many tables, threads, and what they tell."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from ..envs.table.errors import OptionError
from ..envs.table.game import Setup
from .base import Agent, View

SIMULATIONS = 1000
"""Simulations for a decision when neither their number nor a time is given."""

MOST_SIMULATIONS = 10**9
"""More than a decision can wait for."""

MOST_HORIZON = 4096
"""Most decisions that a playout with a horizon goes on for."""

_FIRST_CHUNK, _CHUNK_SECONDS = 32, 0.02


@dataclass(frozen=True)
class Analysis:
    """What a search found at n tables.

    Attributes:
        visits: Simulations through each action, int64, shape (n, num_actions).
        values: Mean return of the seat to move after each action, float64, shape (n, num_actions); NaN if unvisited.
    """

    visits: np.ndarray
    values: np.ndarray

    @property
    def simulations(self) -> np.ndarray:
        """Simulations run at each table, int64, shape (n,)."""
        return self.visits.sum(axis=1)

    @property
    def actions(self) -> np.ndarray:
        """The most visited action at each table, the better one among equals: int64, shape (n,)."""
        values = np.where(self.visits > 0, self.values, -np.inf)
        most = self.visits == self.visits.max(axis=1, keepdims=True)
        return np.where(most, values, -np.inf).argmax(axis=1)


Found = TypeVar("Found", bound=Analysis)


class Tree(ABC, Generic[Found]):
    """The memory of one search, used again for one table after the other."""

    def __init__(self, agent: LookaheadAgent) -> None:
        """Prepare scratch for an agent's searches."""
        setup, game = agent.setup, agent.setup.game
        self.budget = agent
        self.work = np.zeros(1, game.state_dtype)
        self.mask = np.zeros(setup.num_actions, np.int8)
        self.rewards = np.zeros(game.max_seats, np.float32)

    @abstractmethod
    def clear(self) -> None:
        """Forget the search before."""

    @abstractmethod
    def run(self, root: np.ndarray, words: np.ndarray, count: int) -> None:
        """Run ``count`` simulations more from ``root`` (STATE, shape (1,)); ``words`` is the search's generator."""

    @abstractmethod
    def read(self, root: np.ndarray, found: Found, row: int) -> None:
        """Fill in one table's row of what has been found."""

    def grow(self, root: np.ndarray) -> None:
        """Search from ``root`` as long as the budget allows."""
        self.clear()
        # The root's generator was forked for this table alone and is replaced in every simulation.
        words = root["rng"][0].copy()
        if self.budget.seconds is None:
            self.run(root, words, self.budget.simulations or SIMULATIONS)
        else:
            self._run_timed(root, words, self.budget.seconds)

    def _run_timed(self, root: np.ndarray, words: np.ndarray, seconds: float) -> None:
        self.run(root, words, 0)  # compile before the clock starts
        start = time.perf_counter()
        left, done, chunk = self.budget.simulations, 0, _FIRST_CHUNK
        while True:
            chunk = chunk if left is None else min(chunk, left - done)
            self.run(root, words, chunk)
            done += chunk
            passed = time.perf_counter() - start
            if passed >= seconds or done == left:
                return
            chunk = max(1, int(done / passed * min(_CHUNK_SECONDS, seconds - passed)))


class LookaheadAgent(Agent, Generic[Found]):
    """Searches from redrawn positions and takes the action that it tried most."""

    def __init__(
        self, setup: Setup, seed: int | None, simulations: int | None, seconds: float | None, threads: int
    ) -> None:
        """Take a budget.

        Args:
            setup: The game with its options.
            seed: Fixes the choices, unless a time limits the search.
            simulations: Most simulations for a decision.
            seconds: Most time for a decision at one table. With both limits the first one reached counts; with none
                there are 1,000 simulations.
            threads: Threads to share many tables among; choices do not depend on it.

        Raises:
            OptionError: A value out of range.
        """
        super().__init__(setup, seed)
        self.simulations = SIMULATIONS if simulations is None and seconds is None else simulations
        self.seconds, self.threads = seconds, threads
        limits = [limit for limit in (self.simulations, seconds, threads) if limit is not None]
        if min(limits) <= 0:
            raise OptionError("search needs simulations >= 1, seconds > 0 and threads >= 1")

    @abstractmethod
    def new_tree(self) -> Tree[Found]:
        """Return memory for the searches of one thread."""

    @abstractmethod
    def nothing(self, count: int) -> Found:
        """Return what has been found at so many tables before the search."""

    def act(self, view: View) -> np.ndarray:
        """Return the most visited action at each table: int64, shape (n,). A forced action needs no search."""
        return self.choose(view)[0]

    def choose(self, view: View) -> tuple[np.ndarray, np.ndarray]:
        """Return what :meth:`act` does, and the share of simulations that tried each action.

        Returns:
            Actions, int64, shape (n,), and shares, float32, shape (n, num_actions).
        """
        actions, shares = view.masks.argmax(axis=1), view.masks.astype(np.float32)
        open_rows = np.flatnonzero(np.count_nonzero(view.masks, axis=1) > 1)
        if open_rows.size:
            found = self._search(view, open_rows)
            actions[open_rows], shares[open_rows] = found.actions, found.visits / found.simulations[:, None]
        return actions, shares

    def analyse(self, view: View) -> Found:
        """Search every table, also where only one action is legal, and return what was found."""
        return self.find(view)

    def find(self, view: View) -> Found:
        """Return what :meth:`analyse` does, as far as it does not take longer to tell it than to find it."""
        return self._search(view, np.arange(len(view)))

    def _search(self, view: View, rows: np.ndarray) -> Found:
        roots, found = view.determinized(self.words)[rows], self.nothing(rows.size)
        spans = np.array_split(np.arange(rows.size), min(self.threads, rows.size))
        if len(spans) == 1:
            self._search_rows(view, rows, roots, spans[0], found)
            return found
        with ThreadPoolExecutor(len(spans)) as pool:
            for done in [pool.submit(self._search_rows, view, rows, roots, span, found) for span in spans]:
                done.result()
        return found

    def _search_rows(
        self, view: View, rows: np.ndarray, roots: np.ndarray, places: Iterable[int], found: Found
    ) -> None:
        tree = self.new_tree()
        for place in places:
            root = self.imagine(view, int(rows[place]), roots[place : place + 1])
            tree.grow(root)
            tree.read(root, found, place)

    def imagine(self, view: View, row: int, root: np.ndarray) -> np.ndarray:
        """Return what a table is searched from, STATE, shape (k,): a redrawn position, to be redrawn again.

        Args:
            view: The tables.
            row: The table's place among them.
            root: The position redrawn, STATE, shape (1,), with a generator of its own.
        """
        return root
