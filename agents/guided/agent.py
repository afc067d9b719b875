"""An agent that looks ahead with a policy and its value (see :mod:`~cogitable.agents.guided.tree`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from ...envs.table.random import WORDS
from ..base import View
from ..beliefs.weighing import PARTICLES, RECALL, Beliefs
from ..heuristics import load_heuristic
from ..inference.network import Stack, stack
from ..inference.sums import new_sums
from ..inference.value import check_value, values_of
from ..policy.agent import policy_network
from ..policy.network import PolicyNetwork
from ..search.lookahead import Analysis, LookaheadAgent, Tree
from ..search.options import EPSILON, GUIDED_EXPLORATION, SHARE, check_search_object
from .adviser import new_adviser
from .line import continue_guided
from .race import CHOSEN, ENDED, MOST_RACED, NEXT, Race
from .root import PAIRED, SCENARIOS, Scenarios
from .simulation import Playouts, simulate_guided
from .tree import EDGE, NODE, NODES, GuidedTree, Puct

MOST_NODES, MOST_EDGES = 1 << 22, 1 << 25
"""A tree stops growing there (128 and 768 MiB); its simulations go on."""

UNVISITED = 0.05
SOFTNESS = 2.0
"""How much less an untried action is taken to be worth, and by how much preferences are softened: a policy that has
learned to win is surer of itself than a search should be."""

STRANGERS = 0.5
"""With ``others=mixed``, in what share of the scenarios other teams play by the heuristic."""

_SHIPPED = "policy"
_SPREAD = 1.0  # as in search/tree.py: a factor from 0.5 to 1.5
_LONGEST = 16  # decisions that a likely continuation tells
_A_FEW = 64  # nodes that a simulation may add where all seats search


class Line(NamedTuple):
    """How a game may go on from a redrawn position: what the searching seat cannot know is guessed in it.

    Attributes:
        decisions: Seat and action of every decision.
        states: The position before each of them, STATE records.
    """

    decisions: list[tuple[int, int]]
    states: np.ndarray


@dataclass(frozen=True)
class GuidedAnalysis(Analysis):
    """What a search with a network found at n tables.

    Values are corrected by what chance is known to have added to the mean returns (see :mod:`.root`).

    Attributes:
        priors: What share the policy would give each action, float32, shape (n, num_actions).
        returns: Mean return of every seat after each action, as it came out, float64, shape (n, num_actions,
            max_seats); NaN if unvisited.
        lines: For each table the likely continuation by each visited action, which it begins with.
        raced: What came out ahead of a race of first actions, int64, shape (n,); -1 where there was none.
    """

    priors: np.ndarray
    returns: np.ndarray
    lines: list[dict[int, Line]]
    raced: np.ndarray

    @property
    def actions(self) -> np.ndarray:
        """What is to be done at each table: what came out ahead, or was visited most: int64, shape (n,)."""
        return np.where(self.raced < 0, super().actions, self.raced)

    @property
    def shares(self) -> np.ndarray:
        """What who copies the search is to learn: how often actions were tried; of a race what came out ahead."""
        ahead = np.arange(self.visits.shape[1]) == self.raced[:, None]
        return np.where(self.raced[:, None] < 0, super().shares, ahead).astype(np.float32)

    def tried(self, row: int) -> list[int]:
        """Return the actions that were tried at a table: what is to be done first, then the most visited."""
        chosen, found = int(self.raced[row]), super().tried(row)
        return sorted(found, key=lambda action: action != chosen)


class GuidedAgent(LookaheadAgent[GuidedAnalysis]):
    """PUCT with a policy's preferences and its value instead of playouts, for any number of seats and teams."""

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        network: str | PolicyNetwork = _SHIPPED,
        simulations: int | None = None,
        seconds: float | None = None,
        exploration: float = GUIDED_EXPLORATION,
        certain: float = 1.0,
        root: Literal["puct", "race"] = "puct",
        others: Literal["policy", "mixed", "search"] = "policy",
        beliefs: Literal["uniform", "policy"] = "uniform",
        particles: int = PARTICLES,
        recall: int = RECALL,
        rollouts: Literal["heuristic", "policy", "quick"] | None = None,
        share: float | None = None,
        epsilon: float = EPSILON,
        horizon: int | None = None,
        threads: int = 1,
    ) -> None:
        """Load a policy and prepare a search.

        Args:
            setup: The game with its options.
            seed: Fixes the choices, unless a time limits the search.
            network: A policy file with a value; "policy" for the one shipped with the game; or a network in memory.
            simulations: Most simulations for a decision.
            seconds: Most time for a decision at a table (:class:`~cogitable.agents.search.lookahead.LookaheadAgent`).
            exploration: Weight of the policy's preferences, for returns scaled to 0 to 1.
            certain: An action that the policy would draw with more than this probability is taken at once.
            root: Whether first actions are tried by PUCT, as the policy prefers them, or in a race: all in the same
                scenarios until they are behind. Where only one is left the search ends.
            others: Whether the other seats draw their actions from the policy, or search too; or draw, but other teams
                play by the heuristic in half of the scenarios.
            beliefs: Whether positions are redrawn evenly among what is possible, or by how likely the policy would
                have led to them, where the view tells what has been perceived.
            particles: With beliefs from the policy, how many positions are held possible.
            recall: With beliefs from the policy, how many decisions of others are looked back on.
            rollouts: Who plays on from new decisions: the heuristic, the policy, or its quick copy, which does nearly
                the same; None: nobody, the value alone counts.
            share: With rollouts, what they weigh beside the value, from 0 to 1; None: a half, or 1 with a horizon.
            epsilon: Probability of a random action in rollouts by the heuristic.
            horizon: With rollouts, how many decisions of the searching seat they go on for, where the value is asked;
                None: to the end of the game.
            threads: Threads to share many tables among; choices do not depend on it.

        Raises:
            OptionError: A value out of range, or one that does nothing beside the others; play by a heuristic that
                the game does not have; or there is no such file, it does not fit the game, or it has no value.
            SaveFileError: The file is damaged or not a policy.
        """
        check_search_object(
            network=network, simulations=simulations, seconds=seconds, exploration=exploration, certain=certain,
            root=root, others=others, beliefs=beliefs, particles=particles, recall=recall, rollouts=rollouts,
            share=share, epsilon=epsilon, horizon=horizon, threads=threads,
        )  # fmt: skip
        super().__init__(setup, seed, simulations, seconds, threads)
        self.network = policy_network(setup, network) if isinstance(network, str) else network
        where = network if isinstance(network, str) else "the network"
        check_value(setup, self.network, f"search with network={where}")
        spread = _SPREAD if "appearance" in setup.game.rules else 0.0  # what is done unseen calls for mixed play
        self.others = spread if others == "search" else None
        self.stack, self.value = stack([self.network]), values_of(self.network)
        self.player = _quick(self.network, where) if rollouts == "quick" else None
        self.certain, self.raced = certain, MOST_RACED if root == "race" else 0
        self.exploration = float(exploration)  # an int would compile another search
        self.unvisited, self.softness = UNVISITED, SOFTNESS
        # Loaded in any case: what is compiled must not depend on who asked for the heuristic before.
        heuristic = load_heuristic(setup.game)
        self.strangers = _strangers(setup, heuristic, others)
        self.share, self.epsilon, self.horizon = _playouts(setup, heuristic, rollouts, share, epsilon, horizon)
        self.kernel = setup.game.kernel(simulate_guided)
        self.beliefs = Beliefs(setup, self.stack, particles, recall) if beliefs == "policy" else None
        self.recalls = self.beliefs is not None

    @property
    def puct(self) -> Puct:
        """What weighs actions against one another."""
        low, high = self.value.span
        return Puct(self.exploration, self.unvisited, self.softness, float(low), 1.0 / float(high - low))

    def at_once(self, view: View, rows: np.ndarray) -> np.ndarray:
        """Return what the policy is certain of, -1 elsewhere: int64, shape (k,)."""
        if self.certain == 1.0:
            return super().at_once(view, rows)
        shares = self.network.probabilities(view.observations[rows], view.masks[rows])
        return np.where(shares.max(axis=1) > self.certain, shares.argmax(axis=1), -1)

    def new_tree(self) -> _Tree:
        """Return memory for the searches of one thread."""
        return _Tree(self)

    def imagine(self, view: View, row: int, root: np.ndarray) -> np.ndarray:
        """Return a redrawn position, or where beliefs are wanted and the past tells anything those held possible."""
        past = None if self.beliefs is None else view.recollection(row, self.beliefs.recall)
        if self.beliefs is None or past is None:
            return root
        found = self.beliefs.draw(past, root, root["rng"][0].copy())
        return root if found is None else found

    def nothing(self, count: int) -> GuidedAnalysis:
        """Return what has been found at so many tables before the search."""
        shape = count, self.setup.num_actions
        return GuidedAnalysis(
            np.zeros(shape, np.int64),
            np.full(shape, np.nan),
            np.zeros(shape, np.float32),
            np.full((*shape, self.setup.game.max_seats), np.nan),
            [{} for _ in range(count)],
            np.full(count, -1),
        )


class _Tree(Tree[GuidedAnalysis]):
    """The memory of one search, used again for one table after the other; what is not touched costs nothing."""

    def __init__(self, agent: GuidedAgent) -> None:
        super().__init__(agent)
        setup, self.agent = agent.setup, agent
        assert agent.network.value is not None
        room, actions, seats = _room(agent), setup.num_actions, setup.game.max_seats
        self.arrays = GuidedTree(
            nodes=np.zeros(room, NODE),
            edges=np.zeros(max(actions, min(room * actions, MOST_EDGES)), EDGE),
            heads=np.zeros(1 << int(room).bit_length(), np.int32),
            used=np.zeros(2, np.int64),
            totals=np.zeros((actions, seats)),
            trail=np.zeros((setup.options.max_decisions, 3), np.int64),
            chains=np.zeros((seats, 2), np.uint32),
        )
        self.scenarios = Scenarios(
            lots=np.zeros((2, WORDS), np.uint32),
            sums=np.zeros((actions, 1 + min(SCENARIOS, agent.simulations or SCENARIOS))),
            paired=np.zeros(1, PAIRED),
            luck=np.zeros(actions),
            strangers=agent.strangers,
            teams=np.array(setup.teams, np.int64),
        )
        self.race = Race(agent.raced, np.zeros(actions, np.int64), np.zeros(4, np.int64))
        self.adviser = new_adviser(setup, agent.stack, agent.value, agent.network.value.seats)
        player = self.adviser.evaluator if agent.player is None else agent.player.evaluator()
        sums = new_sums(player, setup.num_seats)
        self.playouts = Playouts(agent.share, agent.horizon, np.zeros(seats, np.float32), player, sums)

    @property
    def bytes_used(self) -> int:
        """Memory that the search before has touched."""
        nodes, edges = self.arrays.used.tolist()
        return nodes * NODE.itemsize + edges * EDGE.itemsize

    def clear(self) -> None:
        """Forget the search before."""
        tree = self.arrays
        keys = tree.nodes["key0"][: tree.used[NODES]].astype(np.int64)
        tree.heads[keys & (tree.heads.size - 1)] = 0
        tree.used[:], tree.totals[:] = 0, 0.0
        self.race.counts[:] = 0
        self.adviser.sums.forget()
        self.playouts.sums.forget()

    @property
    def settled(self) -> bool:
        """Whether a race has nothing left to find out."""
        return bool(self.race.counts[NEXT] == ENDED)

    def run(self, root: np.ndarray, words: np.ndarray, count: int) -> None:
        """Run ``count`` simulations more from ``root``: a position, or several that are held possible."""
        agent = self.agent
        agent.kernel(
            agent.setup.record, root, self.work, words, self.arrays, self.scenarios, self.race, self.adviser,
            agent.puct, agent.others, self.playouts, agent.epsilon, self.rewards, count,
        )  # fmt: skip

    def read(self, root: np.ndarray, found: GuidedAnalysis, row: int, telling: bool) -> None:
        """Fill in one table's row of what has been found, with continuations if they are wanted."""
        root_node = self.arrays.nodes[0]
        edges = self.arrays.edges[root_node["first"] :][: root_node["edges"]]
        actions = edges["action"]
        found.visits[row, actions] = edges["visits"]
        hard = edges["prior"].astype(np.float64) ** self.agent.softness
        found.priors[row, actions] = hard / hard.sum()
        if self.race.most:
            found.raced[row] = actions[self.race.counts[CHOSEN]]
        tried = actions[edges["visits"] > 0]
        found.returns[row, tried] = self.arrays.totals[tried] / found.visits[row, tried, None]
        luck = self.scenarios.luck[: len(edges)][edges["visits"] > 0]
        found.values[row, tried] = found.returns[row, tried, root["seat"][0]] - luck
        if telling:
            found.lines[row].update((action, self._line(root, action)) for action in tried.tolist())

    def _line(self, root: np.ndarray, action: int) -> Line:
        """Return the likely continuation by an action."""
        agent, line, states = self.agent, np.zeros((_LONGEST, 2), np.int64), np.zeros(_LONGEST, root.dtype)
        words = root["rng"][0].copy()  # all continuations in the same redrawn position
        count = agent.setup.game.kernel(continue_guided)(
            agent.setup.record, root, self.work, words, self.arrays, self.adviser, agent.others, action, line, states
        )
        return Line([(int(seat), int(done)) for seat, done in line[:count]], states[:count])


def _quick(network: PolicyNetwork, where: str) -> Stack:
    """Return a policy's small copy, for playouts.

    Raises:
        OptionError: It has none.
    """
    if network.quick is None:
        raise OptionError(
            f"rollouts=quick: network={where} has no quick copy; `cogitable quicken` teaches it one, or take "
            "rollouts=policy"
        )
    return stack([network.quick])


def _strangers(setup: Setup, heuristic: bool, others: str) -> float:
    """Return in what share of the scenarios other teams play by the heuristic."""
    if others != "mixed":
        return 0.0
    if not heuristic:
        raise OptionError(f"{setup.game.title} has no heuristic, so search needs others=policy or others=search")
    if len(set(setup.teams)) == 1:
        raise OptionError("others=mixed is about seats of other teams, of which there are none here")
    return STRANGERS


def _playouts(
    setup: Setup, heuristic: bool, rollouts: str | None, share: float | None, epsilon: float, horizon: int | None
) -> tuple[float, float | None, int]:
    """Return share, epsilon and horizon as simulations take them."""
    share = (SHARE if horizon is None else 1.0) if share is None else share
    if rollouts == "heuristic" and not heuristic:
        raise OptionError(f"{setup.game.title} has no heuristic, so search needs rollouts=policy, or none")
    randomly = float(epsilon) if rollouts == "heuristic" else -1.0
    return float(share) if rollouts else 0.0, randomly if heuristic else None, -1 if horizon is None else horizon


def _room(agent: GuidedAgent) -> int:
    """Return how many nodes a tree may have."""
    if agent.simulations is None:
        return MOST_NODES
    return min(1 + agent.simulations * (1 if agent.others is None else _A_FEW), MOST_NODES)
