"""What a report has to play for: how true the learner's value is, which actions a policy takes, what it does anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ....agents.base import Agent
from ....agents.factory import make_agent
from ....agents.policy.agent import PolicyAgent
from ....envs.table.game import Setup
from ....envs.table.tables import Tables
from ...measure.balance.counts import Grouping
from ...measure.intervals import Mean, clustered, clustered_mean, difference, off_by_chance
from ...measure.match import Watcher, deal_seeds, play_match
from ..collecting.sides import LearnedSides, learned_sides, whole_agent
from ..config.training_config import TrainingConfig
from .numbers import Policy, RunNumbers

if TYPE_CHECKING:
    from ...measure.intervals import Rate
    from ..collecting.selfplay import SelfPlayVecEnv
    from ..league.league import League
    from ..learner.learner import Learner

BINS = 10
LEAST = 100
"""Decisions at which something must have been open before a report says that it is never taken."""
_TABLES = 64


@dataclass(frozen=True)
class Bin:
    """Decisions whose value was predicted alike.

    Attributes:
        count: How many they are.
        predicted: Their mean predicted value.
        observed: What came of them on average; without an interval where the same came of all.
    """

    count: int
    predicted: float
    observed: Mean

    @property
    def true(self) -> bool | None:
        """Whether the prediction lies within the interval; None where there is none."""
        if np.isnan(self.observed.low):
            return None
        return self.observed.low <= self.predicted <= self.observed.high


@dataclass(frozen=True)
class ValueCalibration:
    """How the learner's value fits what comes of its decisions, discounted as the learner does.

    Attributes:
        bins: Decisions from the lowest predicted value to the highest, as nearly equally many in each as ties allow.
        decisions: Decisions in all.
        episodes: Episodes that they are from.
        cut_off: Episodes left out, because what would have come of them is not known.
        bias: Mean of prediction less outcome.
        error: Mean distance of the bins' predictions from their outcomes, each decision weighing the same.
        by_chance: What this distance is on average, over other games, for a value that is exactly right: of few
            episodes outcomes lie off their means; NaN where nobody knows, as with one episode in a bin.
        explained: Share of the outcomes' variance that the value explains; NaN where they do not vary.
    """

    bins: tuple[Bin, ...]
    decisions: int
    episodes: int
    cut_off: int
    bias: float
    error: float
    by_chance: float
    explained: float


@dataclass(frozen=True)
class Use:
    """How a policy deals with one action, or with one block of actions.

    Attributes:
        name: What it is.
        block: The block that it belongs to.
        open: Decisions at which it was legal and so was something else: for a block, something outside it.
        games: Games with such a decision.
        preferred: How often it was what the policy prefers there.
        taken: How often it was taken there, drawn by the policy's probabilities.
    """

    name: str
    block: str
    open: int
    games: int
    preferred: int
    taken: int

    def is_never_taken(self, least: int = LEAST) -> bool:
        """Return whether it was open ``least`` times, and neither preferred nor taken once."""
        return self.open >= least and not self.preferred and not self.taken


@dataclass(frozen=True)
class Shift:
    """How much more often a block is preferred where it is open: shares of then and now, and what has been gained."""

    name: str
    open: int
    before: float
    now: float
    gained: Mean


@dataclass(frozen=True)
class Change:
    """What the best policy does differently from another one at the same decisions.

    Attributes:
        name: What the other is.
        steps: Learner steps at which it was taken.
        same: Share of the decisions with a choice at which both prefer the same.
        shifts: The blocks (single actions, in a game of one block), those with most changed choices first.
    """

    name: str
    steps: int
    same: Rate
    shifts: tuple[Shift, ...]


@dataclass(frozen=True)
class Play:
    """What the best policy did in the report's games.

    Attributes:
        games: Games played.
        decisions: Its decisions in them that had a choice.
        blocks: The blocks of actions; empty where the game has but one.
        actions: Every action.
        changes: What it does differently from other policies of the run.
    """

    games: int
    decisions: int
    blocks: tuple[Use, ...]
    actions: tuple[Use, ...]
    changes: tuple[Change, ...]

    def never_taken(self) -> tuple[list[Use], list[Use]]:
        """Return the blocks that are never taken, and the actions that are not, of other blocks than these."""
        blocks = [one for one in self.blocks if one.is_never_taken()]
        gone = {one.name for one in blocks}
        return blocks, [one for one in self.actions if one.is_never_taken() and one.block not in gone]


def calibration(
    values: np.ndarray, outcomes: np.ndarray, episodes: np.ndarray, cut_off: int = 0, bins: int = BINS
) -> ValueCalibration:
    """Hold predicted values against what came of them.

    Args:
        values: Predicted value of each decision, shape (n,), n at least 1.
        outcomes: What came of each, shape (n,).
        episodes: Any integer for each decision's episode; those of one are not independent.
        cut_off: Episodes that were left out.
        bins: Most bins; decisions of equal value share one.
    """
    inner = np.unique(np.quantile(values, np.arange(1, bins) / bins))
    place = np.searchsorted(inner, values, side="right")
    found, by_chance = [], 0.0
    for number in np.unique(place):
        mine = place == number
        by_chance += mine.sum() / len(values) * off_by_chance(values[mine] - outcomes[mine], episodes[mine])
        observed = clustered_mean(outcomes[mine], episodes[mine])
        if np.ptp(outcomes[mine]) == 0:
            observed = Mean(observed.mean, np.nan, np.nan)
        found.append(Bin(int(mine.sum()), float(values[mine].mean(dtype=np.float64)), observed))
    spread = float(np.var(outcomes, dtype=np.float64))
    return ValueCalibration(
        bins=tuple(found),
        decisions=len(values),
        episodes=len(np.unique(episodes)),
        cut_off=cut_off,
        bias=float(np.mean(values - outcomes, dtype=np.float64)),
        error=sum(one.count * abs(one.predicted - one.observed.mean) for one in found) / len(values),
        by_chance=float(by_chance),
        explained=1 - float(np.var(outcomes - values, dtype=np.float64)) / spread if spread > 0 else float("nan"),
    )


def restored(run: RunNumbers, checkpoint: str, seed: int) -> tuple[Learner, League, SelfPlayVecEnv]:
    """Return the learner and the pool of a checkpoint, at new tables; close the last when done.

    Raises:
        SaveFileError: The checkpoint is damaged.
    """
    from ..collecting.everything import critics_view
    from ..collecting.selfplay import SelfPlayVecEnv
    from ..league.league import League
    from ..learner.learner import make_learner
    from ..run.checkpoint import load_players

    config, setups = run.config, tuple(run.setups.values())
    league = League(setups, config.league)
    count = max(len(setups), _TABLES)
    env = SelfPlayVecEnv(setups, count, league, seed, config.num_threads, critics_view(config.network, setups))
    try:
        learner = make_learner(_small(config, count), env)
        load_players(run.folder / checkpoint, learner, league)
        league.reseed(np.random.SeedSequence([seed, 1]))
        env.reseed(np.random.SeedSequence([seed, 2]))
        env.seed(seed)
    except BaseException:
        env.close()
        raise
    return learner, league, env


def _small(config: TrainingConfig, count: int) -> TrainingConfig:
    """Return a configuration of the same learner without room for what it would learn from."""
    ppo = config.ppo.model_copy(update={"n_steps": 1, "batch_size": count})
    return config.model_copy(update={"tables": count, "ppo": ppo})


def play_values(learner: Learner, env: SelfPlayVecEnv, games: int, seed: int) -> ValueCalibration | None:
    """Play as in training, the learner drawing its actions against the pool, and hold its value against what comes.

    Args:
        learner: The learner.
        env: Its tables; each plays the same number of episodes.
        games: Least number of episodes.
        seed: Fixes what the learner draws.

    Returns:
        What was found; None if every episode was cut off.
    """
    import torch as th

    th.manual_seed(seed)
    wanted = -(-games // env.num_envs)
    played, cut = np.zeros(env.num_envs, np.int64), []
    rounds: list[tuple[np.ndarray, ...]] = []
    observations = env.reset()
    while (played < wanted).any():
        with th.inference_mode():
            actions, values, _ = learner.policy(th.from_numpy(observations), action_masks=env.action_masks())
        episodes = np.where(played < wanted, played * env.num_envs + np.arange(env.num_envs), -1)
        env.step_async(actions.numpy())
        observations, rewards, done, infos = env.step_wait()
        rounds.append((values.numpy().ravel(), rewards, done, episodes))
        cut += [episodes[row] for row in np.flatnonzero(done) if infos[row]["TimeLimit.truncated"]]
        played += done
    values, rewards, done, episodes = (np.stack(column) for column in zip(*rounds, strict=True))
    outcomes = discounted(rewards, done, learner.gamma)
    kept = (episodes >= 0) & ~np.isin(episodes, cut)
    if not kept.any():
        return None
    return calibration(values[kept], outcomes[kept], episodes[kept], len(set(cut) - {-1}))


def discounted(rewards: np.ndarray, done: np.ndarray, gamma: float) -> np.ndarray:
    """Return the sum of discounted rewards from each step to the end of its episode.

    Args:
        rewards: Rewards of the steps, shape (steps, tables).
        done: Whether each step was the last of its episode, shape (steps, tables).
        gamma: Discount of a step.
    """
    outcomes, coming = np.zeros(rewards.shape), np.zeros(rewards.shape[1])
    for step in range(len(rewards) - 1, -1, -1):
        coming = rewards[step] + gamma * np.where(done[step], 0.0, coming)
        outcomes[step] = coming
    return outcomes


def play_best(run: RunNumbers, games: int, seed: int) -> Play | None:
    """Let the best policy play itself and, in half of the games, its yardsticks, one seat being its own.

    It draws its actions by its probabilities, so that games differ even where nothing is dealt; what it and the others
    prefer is counted at the same positions.

    Returns:
        What it did; None if the run has no policy.
    """
    if run.best is None:
        return None
    counts = None
    against = run.config.evaluation.against
    for kind, setup in enumerate(run.setups.values()):
        each = -(-games // len(run.setups))
        with_others = bool(against) and setup.num_seats > 1
        lineups: list[tuple[str | None, int]] = [(None, each // 2 if with_others else each)]
        lineups += [(name, -(-(each - each // 2) // len(against))) for name in against if with_others]
        for number, (name, part) in enumerate(lineups):
            one = _watched(run, setup, name, part, [seed, kind, number])
            counts = one if counts is None else counts.joined(one)
    assert counts is not None
    return counts.play(run.others)


def _watched(run: RunNumbers, setup: Setup, against: str | None, games: int, seed: Sequence[int]) -> _Counts:
    assert run.best is not None
    words = np.random.SeedSequence(seed).generate_state(3).tolist()
    best = partial(PolicyAgent, seed=words[0], network=run.best.network, deterministic=False)
    players: list[Agent] = [whole_agent(setup, run.config.league, best, words[0])]
    lineup = [0] * setup.num_seats
    if against is not None:
        players.append(make_agent(against, setup, seed=words[1]))
        lineup = [0] + [1] * (setup.num_seats - 1)
    seating = np.stack([np.roll(lineup, game) for game in range(max(games, 1))])
    sides = learned_sides([setup], run.config.league)
    watcher = _Counts(setup, seating, [run.best, *run.others], sides)
    play_match(setup, players, seating, deal_seeds(words[2], len(seating)), watcher=watcher)
    return watcher


class _Counts(Watcher):
    """Counts at every decision of agent 0 what is legal, what it takes, and what it and other policies prefer.

    Arrays by game have one row for each game; the first of several policies is the one that plays.
    """

    def __init__(
        self, setup: Setup, seating: np.ndarray, policies: Sequence[Policy], sides: LearnedSides | None = None
    ) -> None:
        self.setup, self.seating, self.policies, self.sides = setup, seating, policies, sides
        self.grouping = Grouping(setup)
        self.names, self.group = self.grouping.names, self.grouping.of
        games, groups, actions = len(seating), len(self.names), setup.num_actions
        self.open = np.zeros((games, groups), np.int64)
        self.taken = np.zeros((games, groups), np.int64)
        self.preferred = np.zeros((len(policies), games, groups), np.int64)
        self.same = np.zeros((len(policies), games), np.int64)
        self.decisions = np.zeros(games, np.int64)
        self.action_open = np.zeros((games, actions), np.int64)
        self.action_taken, self.action_preferred = (np.zeros(actions, np.int64) for _ in range(2))

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        """Count the decisions that have a choice, on the sides that the policies have learned."""
        mine = (self.seating[games, tables.seats[rows]] == 0) & (tables.masks[rows].sum(axis=1) > 1)
        if self.sides is not None:
            mine &= self.sides.learned[self.sides.of[0].now(tables.observations[rows], tables.seats[rows])]
        rows, games, actions = rows[mine], games[mine], actions[mine]
        if not rows.size:
            return
        observations, legal = tables.observations[rows], tables.masks[rows] > 0
        preferred = [
            np.where(legal, policy.network.logits(observations), -np.inf).argmax(axis=1) for policy in self.policies
        ]
        self._count_actions(legal, games, actions, preferred[0])
        groups = self.grouping.open(legal)
        choice = groups.sum(axis=1) > 1
        np.add.at(self.open, games[choice], groups[choice])
        np.add.at(self.taken, (games[choice], self.group[actions[choice]]), 1)
        np.add.at(self.decisions, games, 1)
        for number, liked in enumerate(preferred):
            np.add.at(self.preferred[number], (games[choice], self.group[liked[choice]]), 1)
            np.add.at(self.same[number], games, liked == preferred[0])

    def _count_actions(self, legal: np.ndarray, games: np.ndarray, taken: np.ndarray, preferred: np.ndarray) -> None:
        np.add.at(self.action_open, games, legal)
        self.action_taken += np.bincount(taken, minlength=self.setup.num_actions)
        self.action_preferred += np.bincount(preferred, minlength=self.setup.num_actions)

    def joined(self, other: _Counts) -> _Counts:
        """Take in what was counted in other games of the same actions."""
        for name in ("open", "taken", "decisions", "action_open"):
            setattr(self, name, np.concatenate([getattr(self, name), getattr(other, name)]))
        for name in ("preferred", "same"):
            setattr(self, name, np.concatenate([getattr(self, name), getattr(other, name)], axis=1))
        self.action_taken += other.action_taken
        self.action_preferred += other.action_preferred
        return self

    def play(self, others: Sequence[Policy]) -> Play:
        """Return what was counted."""
        has_blocks = self.grouping.by_group
        blocks_of = [self.names[number] if has_blocks else "" for number in self.group]
        actions = tuple(
            Use(name, blocks_of[number], int(opened.sum()), int((opened > 0).sum()), int(preferred), int(taken))
            for number, (name, opened, preferred, taken) in enumerate(
                zip(self.setup.action_names, self.action_open.T, self.action_preferred, self.action_taken, strict=True)
            )
        )
        blocks = tuple(
            Use(name, name, int(opened.sum()), int((opened > 0).sum()), int(preferred), int(taken))
            for name, opened, preferred, taken in zip(
                self.names, self.open.T, self.preferred[0].sum(axis=0), self.taken.sum(axis=0), strict=True
            )
        )
        changes = tuple(self._change(number, other) for number, other in enumerate(others, 1))
        return Play(len(self.decisions), int(self.decisions.sum()), blocks if has_blocks else (), actions, changes)

    def _change(self, number: int, other: Policy) -> Change:
        games = np.repeat(np.arange(len(self.decisions)), self.decisions)
        same = np.concatenate(
            [np.arange(total) < alike for total, alike in zip(self.decisions, self.same[number], strict=True)]
        )
        now, before = self.preferred[0], self.preferred[number]
        shifts = [
            Shift(
                name=name,
                open=int(self.open[:, group].sum()),
                before=before[:, group].sum() / self.open[:, group].sum(),
                now=now[:, group].sum() / self.open[:, group].sum(),
                gained=difference(now[:, group] - before[:, group], self.open[:, group]).mean,
            )
            for group, name in enumerate(self.names)
            if self.open[:, group].any()
        ]
        shifts.sort(key=lambda shift: -abs(shift.gained.mean) * shift.open)
        return Change(other.name, other.steps, clustered(same.astype(np.float64), games), tuple(shifts))
