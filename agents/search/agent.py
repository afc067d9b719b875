"""An agent that looks ahead: information-set tree search for any game on the table (see ``search/tree.py``)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from ..heuristics import load_heuristic
from .lookahead import Analysis, LookaheadAgent, Tree
from .options import EPSILON, EXPLORATION, TRUST, check_search_object
from .tree import NODE, SearchTree, simulate

MOST_NODES = 1 << 24
"""A tree stops growing there (512 MiB); its simulations go on."""


class SearchAgent(LookaheadAgent[Analysis]):
    """Single-observer information-set Monte-Carlo tree search for two to many seats, with or without teams."""

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        exploration: float = EXPLORATION,
        rollouts: Literal["random", "heuristic"] = "random",
        epsilon: float = EPSILON,
        widening: float | None = None,
        trust: float = TRUST,
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
            OptionError: A value out of range, one that does nothing beside the others, or rollouts by a heuristic that
                the game does not have.
        """
        check_search_object(
            simulations=simulations, seconds=seconds, exploration=exploration, rollouts=rollouts, epsilon=epsilon,
            widening=widening, trust=trust, threads=threads,
        )  # fmt: skip
        super().__init__(setup, seed, simulations, seconds, threads)
        self.exploration = float(exploration)  # an int would compile another search
        # Loaded in any case: the stamp of the compiled search must not depend on who asked for the heuristic before.
        guided = load_heuristic(setup.game) and rollouts == "heuristic"
        if rollouts == "heuristic" and not guided:
            raise OptionError(f"{setup.game.title} has no heuristic, so search needs rollouts=random")
        self.epsilon = float(epsilon) if guided else None
        self.widening = None if widening is None else float(widening)
        self.trust = None if widening is None else float(trust)
        # Where nothing is done in secret the tree is the same one without them, and smaller.
        self.sightings = "appearance" in setup.game.rules
        self._kernel = setup.game.kernel(simulate)

    def new_tree(self) -> _Tree:
        """Return memory for the searches of one thread."""
        return _Tree(self)

    def nothing(self, count: int) -> Analysis:
        """Return what has been found at so many tables before the search."""
        shape = count, self.setup.num_actions
        return Analysis(np.zeros(shape, np.int64), np.full(shape, np.nan))


class _Tree(Tree[Analysis]):
    """The memory of one search, used again for one table after the other."""

    def __init__(self, agent: SearchAgent) -> None:
        super().__init__(agent)
        self.agent = agent
        self.mask = np.zeros(agent.setup.num_actions, np.int8)
        self.arrays = SearchTree(
            nodes=np.zeros(min(1 + (1 + agent.sightings) * (agent.simulations or 4096), MOST_NODES), NODE),
            used=np.zeros(1, np.int64),
            span=np.zeros(2),
            path=np.zeros(agent.setup.options.max_decisions, np.int64),
        )

    @property
    def bytes_used(self) -> int:
        """Memory that the tree has grown to."""
        return self.arrays.nodes.nbytes

    def clear(self) -> None:
        """Forget the search before."""
        self.arrays.used[0] = 1
        self.arrays.nodes[0] = (0.0, 0, 0, -1, -1, -1, -1)
        self.arrays.span[:] = np.inf, -np.inf

    def run(self, root: np.ndarray, words: np.ndarray, count: int) -> None:
        """Run ``count`` simulations more from ``root`` (STATE, shape (1,))."""
        agent = self.agent
        each = 1 + agent.sightings  # nodes that a simulation may add: an action, and a sighting above it
        self._reserve(int(self.arrays.used[0]) + each * count)
        agent._kernel(
            agent.setup.record, root, self.work, words, self.arrays, self.mask, self.rewards, agent.exploration,
            agent.epsilon, agent.sightings or None, agent.widening, agent.trust, count,
        )  # fmt: skip

    def _reserve(self, count: int) -> None:
        """Make room for ``count`` nodes, as far as memory is allowed for."""
        nodes = self.arrays.nodes
        if count > nodes.size:
            grown = np.zeros(min(max(count, 2 * nodes.size), MOST_NODES), NODE)
            if grown.size > nodes.size:
                grown[: nodes.size] = nodes
                self.arrays = self.arrays._replace(nodes=grown)

    def read(self, root: np.ndarray, found: Analysis, row: int, telling: bool) -> None:
        """Fill in one table's row of what has been found."""
        number = self.arrays.nodes["child"][0]
        while number >= 0:
            node = self.arrays.nodes[number]
            if node["seat"] == root["seat"][0]:
                found.visits[row, node["action"]] = node["visits"]
                found.values[row, node["action"]] = node["total"] / node["visits"]
            number = node["next"]
