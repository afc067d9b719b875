"""An agent that looks ahead: information-set tree search for any game on the table (see :mod:`.tree`)."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..envs.table.errors import OptionError
from ..envs.table.game import Setup
from .base import Agent, View
from .heuristics import load_heuristic
from .tree import NODE, simulate

SIMULATIONS = 1000
"""Simulations for a decision when neither their number nor a time is given."""

MOST_NODES = 1 << 24
"""A tree stops growing there (512 MiB); its simulations go on."""

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


class SearchAgent(Agent):
    """Single-observer information-set Monte-Carlo tree search for two to many seats, with or without teams."""

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        exploration: float = 0.7,
        rollouts: Literal["random", "heuristic"] = "random",
        epsilon: float = 0.1,
        widening: float | None = None,
        trust: float = 0.25,
        threads: int = 1,
    ) -> None:
        """Prepare a search.

        Args:
            setup: The game with its options.
            seed: Fixes the choices, unless a time limits the search.
            simulations: Most simulations for a decision.
            seconds: Most time for a decision at one table. With both limits the first one reached counts; with none
                there are 1,000 simulations.
            exploration: Weight of the confidence bound in the UCB formula, for returns scaled to 0 to 1.
            rollouts: How simulated games go on below the tree.
            epsilon: Probability of a random action in rollouts by the heuristic.
            widening: Most actions tried at a position, in square roots of its visits, the heuristic's choice first;
                None tries them all. Needs rollouts by the heuristic.
            trust: With widening, how much better than the heuristic's choice another action has to look, on a scale
                from 0 for the worst return to 1 for the best.
            threads: Threads to share many tables among; choices do not depend on it.

        Raises:
            OptionError: A value out of range, or rollouts by a heuristic that the game does not have.
        """
        super().__init__(setup, seed)
        self.simulations = SIMULATIONS if simulations is None and seconds is None else simulations
        self.seconds, self.exploration, self.threads = seconds, exploration, threads
        limits = [limit for limit in (self.simulations, seconds, threads) if limit is not None]
        if min(limits) <= 0:
            raise OptionError("search needs simulations >= 1, seconds > 0 and threads >= 1")
        # Loaded in any case: the stamp of the compiled search must not depend on who asked for the heuristic before.
        guided = load_heuristic(setup.game) and rollouts == "heuristic"
        if rollouts == "heuristic" and not guided:
            raise OptionError(f"{setup.game.title} has no heuristic, so search needs rollouts=random")
        if widening is not None and (not guided or widening <= 0):
            raise OptionError("search needs widening > 0 and rollouts=heuristic for it")
        if trust < 0:
            raise OptionError(f"search needs trust >= 0, not {trust}")
        self.epsilon = epsilon if guided else None
        self.widening, self.trust = widening, None if widening is None else trust
        # Where nothing is done in secret the tree is the same one without them, and smaller.
        self.sightings = "appearance" in setup.game.rules
        self._kernel = setup.game.kernel(simulate)

    def act(self, view: View) -> np.ndarray:
        """Return the most visited action at each table: int64, shape (n,). A forced action needs no search."""
        actions = view.masks.argmax(axis=1)
        open_rows = np.flatnonzero(np.count_nonzero(view.masks, axis=1) > 1)
        if open_rows.size:
            actions[open_rows] = self._analyse(view, open_rows).actions
        return actions

    def analyse(self, view: View) -> Analysis:
        """Search every table, also where only one action is legal, and return what was found."""
        return self._analyse(view, np.arange(len(view)))

    def _analyse(self, view: View, rows: np.ndarray) -> Analysis:
        roots = view.determinized(self.words)[rows]
        found = Analysis(
            np.zeros((rows.size, self.setup.num_actions), np.int64),
            np.full((rows.size, self.setup.num_actions), np.nan),
        )
        spans = np.array_split(np.arange(rows.size), min(self.threads, rows.size))
        if len(spans) == 1:
            self._search_rows(roots, spans[0], found)
            return found
        with ThreadPoolExecutor(len(spans)) as pool:
            for done in [pool.submit(self._search_rows, roots, span, found) for span in spans]:
                done.result()
        return found

    def _search_rows(self, roots: np.ndarray, rows: Iterable[int], found: Analysis) -> None:
        tree = _Tree(self)
        for row in rows:
            tree.search(roots[row : row + 1], found.visits[row], found.values[row])


class _Tree:
    """The memory of one search, used again for one table after the other."""

    def __init__(self, agent: SearchAgent) -> None:
        setup, game = agent.setup, agent.setup.game
        self.agent = agent
        self.nodes = np.zeros(1 + (1 + agent.sightings) * (agent.simulations or 4096), NODE)
        self.used = np.zeros(1, np.int64)
        self.work = np.zeros(1, game.state_dtype)
        self.path = np.zeros(setup.options.max_decisions, np.int64)
        self.mask = np.zeros(setup.num_actions, np.int8)
        self.rewards = np.zeros(game.max_seats, np.float32)
        self.span = np.zeros(2)

    def search(self, root: np.ndarray, visits: np.ndarray, values: np.ndarray) -> None:
        """Search from ``root`` (STATE, shape (1,)) and fill in one table's row of an :class:`Analysis`."""
        self.used[0] = 1
        self.nodes[0] = (0.0, 0, 0, -1, -1, -1, -1)
        self.span[:] = np.inf, -np.inf
        # The root's generator was forked for this table alone and is replaced in every simulation.
        words = root["rng"][0].copy()
        if self.agent.seconds is None:
            self._run(root, words, self.agent.simulations or SIMULATIONS)
        else:
            self._run_timed(root, words, self.agent.seconds)
        self._read(root, visits, values)

    def _run(self, root: np.ndarray, words: np.ndarray, count: int) -> None:
        agent = self.agent
        each = 1 + agent.sightings  # nodes that a simulation may add: an action, and a sighting above it
        self._reserve(int(self.used[0]) + each * count)
        scratch = (self.nodes, self.used, self.path, self.mask, self.rewards, self.span)
        weights = (agent.exploration, agent.epsilon)
        switches = (agent.sightings or None, agent.widening, agent.trust)
        agent._kernel(agent.setup.record, root, self.work, words, *scratch, *weights, *switches, count)

    def _run_timed(self, root: np.ndarray, words: np.ndarray, seconds: float) -> None:
        self._run(root, words, 0)  # compile before the clock starts
        start = time.perf_counter()
        left, done, chunk = self.agent.simulations, 0, _FIRST_CHUNK
        while True:
            chunk = chunk if left is None else min(chunk, left - done)
            self._run(root, words, chunk)
            done += chunk
            passed = time.perf_counter() - start
            if passed >= seconds or done == left:
                return
            chunk = max(1, int(done / passed * min(_CHUNK_SECONDS, seconds - passed)))

    def _reserve(self, count: int) -> None:
        """Make room for ``count`` nodes, as far as memory is allowed for."""
        if count > self.nodes.size:
            grown = np.zeros(min(max(count, 2 * self.nodes.size), MOST_NODES), NODE)
            if grown.size > self.nodes.size:
                grown[: self.nodes.size] = self.nodes
                self.nodes = grown

    def _read(self, root: np.ndarray, visits: np.ndarray, values: np.ndarray) -> None:
        number = self.nodes["child"][0]
        while number >= 0:
            node = self.nodes[number]
            if node["seat"] == root["seat"][0]:
                visits[node["action"]] = node["visits"]
                values[node["action"]] = node["total"] / node["visits"]
            number = node["next"]
