"""A head start: the learner first copies the choices of an agent (behavioural cloning; Pomerleau 1989).

Where nobody gains by being the only one to co-operate, self-play from nothing stays where nobody does. A learner that
begins as a copy of an agent that co-operates does not have to find that out by chance. It learns the agent's choices in
every seat of games that the agent plays against itself, and what they returned; to see more than the agent's own games
some actions are random instead. What is copied is always what the agent would have done.

A copy that is not perfect comes into positions that the agent never does. With ``own_share`` some tables are played by
the learner as it is now, so that it learns what the agent would do there too (DAgger; Ross, Gordon and Bagnell 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from ....agents.base import Agent
from ....agents.factory import make_agent
from ....agents.search.lookahead import LookaheadAgent
from ....envs.table.errors import OptionError
from ....envs.table.game import RUNNING, TRUNCATED, Setup
from ..collecting.everything import Everything
from ..collecting.sides import LearnedSides
from ..collecting.table_mix import TableMix
from ..config.sections import ImitationConfig
from .copying import copy_once, wanted_of
from .learner import Learner

_STEPS = 128  # decisions at every table between two rounds of learning


@dataclass
class Demonstrations:
    """Decisions of an agent.

    Attributes:
        observations: float32, shape (k, size).
        masks: Legal actions, int8, shape (k, num_actions).
        actions: What the agent chose, int64, shape (k,).
        values: Discounted return of the seat from there, float32, shape (k,), in games that go on up to what was
            foretold at its last decision; NaN where neither is known.
        shares: How often it tried each action, as shares, float32, shape (k, num_actions); None if it does not tell.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    shares: np.ndarray | None = None

    def part(self, rows: np.ndarray) -> Demonstrations:
        """Return some of the decisions."""
        shares = None if self.shares is None else self.shares[rows]
        return Demonstrations(self.observations[rows], self.masks[rows], self.actions[rows], self.values[rows], shares)


def demonstrators(setups: Sequence[Setup], config: ImitationConfig) -> list[Agent]:
    """Return the agent that is copied, for every set-up.

    Raises:
        OptionError: It cannot play the game, or does not look ahead where that is asked of it.
    """
    assert config.agent is not None
    agents: list[Agent] = [make_agent(config.agent, setup, seed=0) for setup in setups]
    if config.soft and not all(isinstance(agent, LookaheadAgent) for agent in agents):
        raise OptionError(f"imitation.soft: {config.agent} does not look ahead, so it has no shares to learn")
    return agents


class Demonstrator:
    """Lets an agent play all seats of many tables and writes down what it does."""

    def __init__(
        self,
        setups: Sequence[Setup],
        config: ImitationConfig,
        tables: int,
        gamma: float,
        seed: int,
        policy: MaskableActorCriticPolicy,
        sides: LearnedSides | None = None,
        everything: Everything | None = None,
        foretell: Callable[[np.ndarray], np.ndarray] | None = None,
    ) -> None:
        """Deal; ``seed`` fixes all that is drawn. With ``sides`` only decisions on these are kept.

        With ``everything`` this stands behind the observations, for a critic that sees it. ``foretell`` returns the
        learner's values, shape (k,), of what is learned from, shape (k, size): what a game is taken to be worth that
        goes on when a round ends. Without it nothing is known of such games.

        Raises:
            OptionError: The agent cannot play the game.
        """
        deals, choices, *own = np.random.SeedSequence(seed).spawn(2 + len(setups))
        self.tables = TableMix(setups, tables, int(deals.generate_state(1)[0]))
        self.agents = demonstrators(setups, config)
        for agent, child in zip(self.agents, own, strict=True):
            agent.reseed(child)
        self.soft = config.soft
        self.generator = np.random.default_rng(choices)
        self.epsilon, self.gamma, self.sides = config.epsilon, gamma, sides
        self.everything, self.foretell = everything, foretell
        self.policy, self.own = policy, np.flatnonzero(np.random.default_rng(seed).random(tables) < config.own_share)
        seats = self.tables.setups[0].game.max_seats
        self._open: list[list[list[tuple[int, float]]]] = [[[] for _ in range(seats)] for _ in range(tables)]

    def collect(self, steps: int) -> Demonstrations:
        """Play ``steps`` decisions at every table."""
        tables, count = self.tables, self.tables.count
        rows = np.arange(count)
        found = Demonstrations(
            np.empty((steps * count, self._seen().shape[1]), np.float32),
            np.empty((steps * count, tables.masks.shape[1]), np.int8),
            np.empty(steps * count, np.int64),
            np.full(steps * count, np.nan, np.float32),
            np.zeros((steps * count, tables.masks.shape[1]), np.float32) if self.soft else None,
        )
        kept = np.ones(steps * count, np.bool_)
        for seats in self._open:
            for places in seats:
                places.clear()  # what came before this round's first decision is not among its decisions
        for step in range(steps):
            first = step * count
            actions = self._choose(rows, None if found.shares is None else found.shares[first : first + count])
            found.observations[first : first + count] = self._seen()
            found.masks[first : first + count] = tables.masks
            found.actions[first : first + count] = actions
            learned = self._is_learned()
            kept[first : first + count] = learned
            paid = tables.states["paid"]
            for row, seat in enumerate(tables.states["seat"].tolist()):
                if learned[row]:  # as in self-play, values are discounted from one learned decision to the next
                    self._open[row][seat].append((first + row, float(paid[row, seat])))
            tables.step(rows, self._play(actions, learned))
            ended = np.flatnonzero(tables.over != RUNNING)
            if ended.size:
                self._close(ended, found.values)
                tables.deal(ended)
        if self.foretell is not None:
            self._foretell(self.foretell, found)
        return found if kept.all() else found.part(kept)

    def _seen(self) -> np.ndarray:
        """Return what is learned from: observations, and behind them what else a critic sees."""
        tables = self.tables
        if self.everything is None:
            return tables.observations
        more = np.empty((tables.count, self.everything.size), np.float32)
        self.everything.write(tables, tables.states["seat"].astype(np.int64), more)
        return np.concatenate([tables.observations, more], axis=1)

    def _is_learned(self) -> np.ndarray:
        """Return at which tables the seat to move is on a side that is learned: bool, shape (n,)."""
        kept = np.ones(self.tables.count, np.bool_)
        if self.sides is not None:
            for kind, sides in enumerate(self.sides.of):
                mine = self.tables.kinds == kind
                seats = self.tables.states["seat"][mine]
                kept[mine] = self.sides.learned[sides.now(self.tables.observations[mine], seats)]
        return kept

    def _choose(self, rows: np.ndarray, shares: np.ndarray | None) -> np.ndarray:
        """Return what the agent does at every table; with ``shares`` write there how often it tried each action."""
        actions = np.empty(rows.size, np.int64)
        for kind, agent in enumerate(self.agents):
            mine = rows[self.tables.kinds == kind]
            view = self.tables.view(kind, mine)
            if shares is None or not isinstance(agent, LookaheadAgent):
                actions[mine] = agent.act(view)
            else:
                actions[mine], shares[mine] = agent.choose(view)
        return actions

    def _play(self, actions: np.ndarray, learned: np.ndarray) -> np.ndarray:
        """Replace some actions by random ones, and those that are learned at the learner's tables by its own."""
        draws = self.generator.random(self.tables.masks.shape) * self.tables.masks
        astray = self.generator.random(actions.size) < self.epsilon
        own = self.own[learned[self.own]]
        if own.size:
            actions = actions.copy()
            actions[own] = self._own_choices(own)
        return np.where(astray, draws.argmax(axis=1), actions)

    def _own_choices(self, rows: np.ndarray) -> np.ndarray:
        """Return what the learner prefers at some tables."""
        observations, masks = self.tables.observations[rows], self.tables.masks[rows]
        self.policy.set_training_mode(False)
        with th.no_grad():
            chosen = self.policy.get_distribution(th.from_numpy(observations), masks).mode()
        return chosen.numpy()

    def _close(self, ended: np.ndarray, values: np.ndarray) -> None:
        """Write down what seats of finished games have got from their decisions on; of those cut off nobody knows."""
        for row in ended.tolist():
            for seat, decisions in enumerate(self._open[row]):
                if self.tables.over[row] != TRUNCATED:
                    self._trace(decisions, 0.0, float(self.tables.states["paid"][row, seat]), values)
                decisions.clear()

    def _trace(self, decisions: list[tuple[int, float]], value: float, after: float, values: np.ndarray) -> None:
        """Write down what a seat has got from its decisions on.

        Args:
            decisions: Their places, and what the seat had been paid before each.
            value: What it is worth after the last of them, the next payment apart.
            after: What the seat had been paid by then.
            values: What is written to.
        """
        for place, paid in reversed(decisions):
            value, after = after - paid + self.gamma * value, paid
            values[place] = value

    def _foretell(self, foretell: Callable[[np.ndarray], np.ndarray], found: Demonstrations) -> None:
        """Write down what decisions are worth whose games go on: to the last one, then as foretold.

        Only what ends soon would be learned otherwise: no opening of a long game, and the shorter of two games.
        """
        open_ones = [decisions for seats in self._open for decisions in seats if decisions]
        if not open_ones:
            return
        told = foretell(found.observations[[decisions[-1][0] for decisions in open_ones]])
        for (*before, (_, paid)), value in zip(open_ones, told.tolist(), strict=True):
            self._trace(before, value, paid, found.values)

    def close(self) -> None:
        """Let the tables go."""
        self.tables.close()


def imitate(
    learner: Learner,
    config: ImitationConfig,
    tables: int,
    seed: int,
    on_round: Callable[[int, float], bool | None] | None = None,
) -> float:
    """Teach a learner an agent's choices on the sides that it learns, and what they return.

    Args:
        learner: Learner with fresh weights; its optimizer goes on from here. The games are of the kinds of its tables.
        config: Whom to copy, and how long.
        tables: Tables to play at a time.
        seed: Fixes all that is drawn but for the order of batches, which torch's generator draws.
        on_round: Told, after each round, of the decisions learned and of the share in which the learner agreed; if it
            returns True, that was the last round.

    Returns:
        The share of the last round's decisions, before it was learned from, in which the learner's preferred action
        was the agent's.

    Raises:
        OptionError: The agent cannot play the game, or does not look ahead where that is asked of it.
    """
    env, policy = learner.env, learner.policy
    demonstrator = Demonstrator(
        env.setups, config, tables, learner.gamma, seed, policy, env.pool.sides, env.everything, learner.foretold
    )
    first, last = config.learning_rate, config.final_learning_rate or config.learning_rate
    learned, agreed = 0, 0.0
    try:
        while learned < config.decisions:
            steps = min(_STEPS, -(-(config.decisions - learned) // tables))
            found = demonstrator.collect(steps)
            if not len(found.actions):  # no side that is learned had anything to decide
                continue
            rate = first + (last - first) * min(learned / config.decisions, 1.0)
            wanted = wanted_of(found.masks, found.actions, found.shares)
            agreed = copy_once(
                learner, found.observations, wanted, found.actions, found.values, config.batch_size, rate
            )
            learned += len(found.actions)
            if on_round is not None and on_round(learned, agreed):
                break
    finally:
        demonstrator.close()
    return agreed
