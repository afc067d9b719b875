"""What agents that look ahead in a tree have in common: budgets, many tables, threads, and what they tell."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from ...envs.table.counts import check_count
from ...envs.table.game import Setup
from ..base import Agent, View
from .options import SIMULATIONS

_CHUNK_SECONDS = 0.02
_KEPT = 1 << 24  # bytes; a tree that has used more memory is made anew for the next decision


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

    @property
    def shares(self) -> np.ndarray:
        """What who copies the search is to learn: each action's share of the simulations, float32, like ``visits``."""
        return (self.visits / self.simulations[:, None]).astype(np.float32)

    def tried(self, row: int) -> list[int]:
        """Return the actions that were tried at a table: the most visited first, the better one among equals."""
        found = np.flatnonzero(self.visits[row])
        return found[np.lexsort((-self.values[row, found], -self.visits[row, found]))].tolist()


Found = TypeVar("Found", bound=Analysis)


class Tree(ABC, Generic[Found]):
    """The memory of one search, used again for one table after the other."""

    def __init__(self, agent: LookaheadAgent) -> None:
        """Prepare scratch for an agent's searches."""
        game = agent.setup.game
        self.budget = agent
        self.work = np.zeros(1, game.state_dtype)
        self.rewards = np.zeros(game.max_seats, np.float32)

    @property
    @abstractmethod
    def bytes_used(self) -> int:
        """Memory that goes on being used if the tree is kept."""

    @property
    def settled(self) -> bool:
        """Whether there is nothing left to find out."""
        return False

    @abstractmethod
    def clear(self) -> None:
        """Forget the search before."""

    @abstractmethod
    def run(self, root: np.ndarray, words: np.ndarray, count: int) -> None:
        """Run ``count`` simulations more from ``root`` (STATE, shape (1,)); ``words`` is the search's generator."""

    @abstractmethod
    def read(self, root: np.ndarray, found: Found, row: int, telling: bool) -> None:
        """Fill in one table's row of what has been found, with what takes longer to tell if that is wanted."""

    def grow(self, root: np.ndarray, start: float) -> None:
        """Search from ``root`` as long as the budget allows: time counts from ``start``, by ``time.perf_counter``."""
        self.clear()
        # The root's generator was forked for this table alone and is replaced in every simulation.
        words = root["rng"][0].copy()
        if self.budget.seconds is None:
            self.run(root, words, self.budget.simulations or SIMULATIONS)
        else:
            self._run_timed(root, words, start + self.budget.seconds)

    def _run_timed(self, root: np.ndarray, words: np.ndarray, end: float) -> None:
        begin = time.perf_counter()
        left, done, chunk = self.budget.simulations, 0, 1
        while True:
            self.run(root, words, chunk)
            done += chunk
            now = time.perf_counter()
            if now >= end or done == left or self.settled:
                return
            chunk = max(1, int(done / (now - begin) * min(_CHUNK_SECONDS, end - now)))
            chunk = chunk if left is None else min(chunk, left - done)


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
            seconds: Most time for a decision at one table, of which one simulation is made at least. With both limits
                the first one reached counts; with none there are 1,000 simulations.
            threads: Threads to share many tables among; choices do not depend on it.
        """
        super().__init__(setup, seed)
        simulations = None if simulations is None else check_count(simulations, "simulations")
        self.simulations = SIMULATIONS if simulations is None and seconds is None else simulations
        self.seconds, self.threads = seconds, check_count(threads, "threads")
        self._trees: list[Tree[Found]] = []  # those that no thread uses
        self._compiled = seconds is None  # nobody looks at a clock

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
        """Return what :meth:`act` does, and the share of simulations that tried each action, all where none was needed.

        Returns:
            Actions, int64, shape (n,), and shares, float32, shape (n, num_actions).
        """
        actions, shares = view.masks.argmax(axis=1), view.masks.astype(np.float32)
        open_rows = np.flatnonzero(np.count_nonzero(view.masks, axis=1) > 1)
        known = self.at_once(view, open_rows)
        clear, open_rows = open_rows[known >= 0], open_rows[known < 0]
        actions[clear], shares[clear] = known[known >= 0], 0.0
        shares[clear, actions[clear]] = 1.0
        if open_rows.size:
            found = self._search(view, open_rows)
            actions[open_rows], shares[open_rows] = found.actions, found.shares
        return actions, shares

    def at_once(self, view: View, rows: np.ndarray) -> np.ndarray:
        """Return the actions at tables ``rows`` that need no search, -1 where one is needed: int64, shape (k,)."""
        return np.full(rows.size, -1)

    def analyse(self, view: View) -> Found:
        """Search every table, also where only one action is legal, and return what was found."""
        return self._search(view, np.arange(len(view)), telling=True)

    def find(self, view: View) -> Found:
        """Return what :meth:`analyse` does, as far as it does not take longer to tell it than to find it."""
        return self._search(view, np.arange(len(view)))

    def _search(self, view: View, rows: np.ndarray, telling: bool = False) -> Found:
        roots, found = view.determinized(self.words)[rows], self.nothing(rows.size)
        spans = np.array_split(np.arange(rows.size), min(self.threads, rows.size))
        if not self._compiled:
            self._compile(view, int(rows[0]), roots[:1])
        if len(spans) == 1:
            self._search_rows(view, rows, roots, spans[0], found, telling)
            return found
        with ThreadPoolExecutor(len(spans)) as pool:
            for done in [pool.submit(self._search_rows, view, rows, roots, span, found, telling) for span in spans]:
                done.result()
        return found

    def _search_rows(
        self, view: View, rows: np.ndarray, roots: np.ndarray, places: Iterable[int], found: Found, telling: bool
    ) -> None:
        try:
            tree = self._trees.pop()
        except IndexError:  # not asked before: another thread may take the last one meanwhile
            tree = self.new_tree()
        for place in places:
            start = time.perf_counter()
            root = self.imagine(view, int(rows[place]), roots[place : place + 1])
            tree.grow(root, start)
            tree.read(root, found, place, telling)
        if tree.bytes_used <= _KEPT:
            self._trees.append(tree)

    def _compile(self, view: View, row: int, root: np.ndarray) -> None:
        """Have compiled what a decision needs, before a clock counts the time."""
        root = self.imagine(view, row, root)
        self.new_tree().run(root, root["rng"][0].copy(), 0)
        self._compiled = True

    def imagine(self, view: View, row: int, root: np.ndarray) -> np.ndarray:
        """Return what a table is searched from, STATE, shape (k,): a redrawn position, to be redrawn again.

        Args:
            view: The tables.
            row: The table's place among them.
            root: The position redrawn, STATE, shape (1,), with a generator of its own.
        """
        return root
