"""Many games between given agents: batched over tables, on given seeds and seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from ...agents.base import Agent, View
from ...envs.table.counts import check_count, check_own_seed
from ...envs.table.errors import IllegalActionError, OptionError
from ...envs.table.game import RUNNING, TRUNCATED, Setup
from ...envs.table.random import seed_words
from ...envs.table.tables import Tables, check_seed
from .sides import side_names
from .table_logs import TableLogs

Seating = Literal["one", "half", "rest", "team"]
"""Seats that a measured agent takes, another agent having the others: one, half of them, all but one, or one team's."""
SEATINGS: tuple[Seating, ...] = get_args(Seating)


def known_seating(name: str) -> Seating:
    """Return the seating by this name.

    Raises:
        OptionError: There is none.
    """
    for seating in SEATINGS:
        if seating == name:
            return seating
    raise OptionError(f"seating is {name!r}; there are {', '.join(SEATINGS)}")


Casting = Callable[[Tables, np.ndarray], np.ndarray]
"""Tables and the rows of those that wait (k,), to the number of the agent that decides at each: integers (k,)."""


class Watcher:
    """Sees a match go by. What it is shown is the match's own: look, and copy what you keep.

    Attributes:
        asked: Agents that it asks. What they read of a table's past is kept for them in ``logs``.
        logs: The past of the match's tables, where anybody reads it.
    """

    asked: Sequence[Agent] = ()
    logs: TableLogs | None = None

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        """Before a step: tables ``rows`` play games ``games`` and are about to take ``actions``; all of shape (k,)."""

    def finished(self, tables: Tables, rows: np.ndarray, games: np.ndarray) -> None:
        """After a step: games ``games`` have ended at tables ``rows``, whose states are their last; shape (k,)."""


@dataclass(frozen=True)
class MatchResult:
    """What came of the games of a match, in the order in which they were given.

    Attributes:
        returns: Each seat's sum of rewards, float32, shape (games, seats).
        seating: Number of the agent at each seat, int64, shape (games, seats).
        seeds: Seed of each game, int64, shape (games,).
        decisions: Decisions taken in each game, int32, shape (games,).
        over: How each game ended: 1 by the rules, 2 cut off at the limit of decisions; int8, shape (games,).
        sides: Name of the side that each seat held at the end, empty where the game has none; object, shape
            (games, seats).
        cooperative: Whether all seats win or lose together.
        actions: Number of a recorded game to all its actions in order, int64.
    """

    returns: np.ndarray
    seating: np.ndarray
    seeds: np.ndarray
    decisions: np.ndarray
    over: np.ndarray
    sides: np.ndarray
    cooperative: bool = False
    actions: dict[int, np.ndarray] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.returns)

    @property
    def truncated(self) -> np.ndarray:
        """Whether each game was cut off at the limit of decisions: bool, shape (games,)."""
        return self.over == TRUNCATED

    def wins(self) -> np.ndarray:
        """Return each seat's :func:`wins`."""
        return wins(self.returns, self.cooperative)

    @classmethod
    def joined(cls, parts: Sequence[MatchResult]) -> MatchResult:
        """Return the games of several matches of one game, at least one, as those of one match."""
        starts = np.cumsum([0, *(len(part) for part in parts[:-1])]).tolist()
        numbered = zip(starts, parts, strict=True)
        return cls(
            returns=np.concatenate([part.returns for part in parts]),
            seating=np.concatenate([part.seating for part in parts]),
            seeds=np.concatenate([part.seeds for part in parts]),
            decisions=np.concatenate([part.decisions for part in parts]),
            over=np.concatenate([part.over for part in parts]),
            sides=np.concatenate([part.sides for part in parts]),
            cooperative=parts[0].cooperative,
            actions={start + game: taken for start, part in numbered for game, taken in part.actions.items()},
        )

    def score(self, agent: int) -> float:
        """Return the mean of :meth:`wins` over every seat that an agent took.

        Raises:
            OptionError: It took none.
        """
        took = self.seating == check_count(agent, "agent", 0)
        if not took.any():
            there = " and ".join(map(str, np.unique(self.seating)))
            games = f"took no seat in these games; {there} did" if len(self) else "has no score: no games were played"
            raise OptionError(f"agent {agent} {games}")
        return float(self.wins()[took].mean())


def wins(returns: np.ndarray, cooperative: bool = False) -> np.ndarray:
    """Return what a win rate averages: 1 for a win, 0.5 for a draw, 0 for a loss.

    Seats that share a table's best return have won together (a team, or a shared victory); when all returns are equal
    the game is a draw. In a co-operative game a seat has won when its return is positive.

    Args:
        returns: Shape (games, seats).
        cooperative: Whether all seats win or lose together.

    Returns:
        float32, shape (games, seats).
    """
    if cooperative:
        return np.where(returns > 0, 1.0, np.where(returns == 0, 0.5, 0.0)).astype(np.float32)
    best = returns.max(axis=1, keepdims=True)
    drawn = returns.min(axis=1, keepdims=True) == best
    return np.where(drawn, 0.5, returns == best).astype(np.float32)


def wins_in(setup: Setup, returns: np.ndarray) -> np.ndarray:
    """Return :func:`wins` of games with these options."""
    return wins(returns, setup.rewards == "cooperative")


def deal_seeds(seed: int | None, deals: int) -> np.ndarray:
    """Return seeds for ``deals`` games, int64, below 2**53 so that they survive JSON; more deals only append.

    Raises:
        OptionError: A number of deals or a seed that is none.
    """
    deals, seed = check_count(deals, "deals", 0), None if seed is None else check_seed(seed)
    words = np.random.SeedSequence(seed).generate_state(max(deals, 1), np.uint64)[:deals]
    return (words >> np.uint64(11)).astype(np.int64)


def duplicate_seating(lineup: Sequence[int], deals: int, seed: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Seat a lineup at every deal in all its rotations, so that the luck of the deal and of the seat cancels out.

    Args:
        lineup: Number of the agent at each seat; ``[0, 1, 1, 1]`` is one agent against three copies of another.
        deals: Number of different deals.
        seed: Fixes the deals.

    Returns:
        Seating (int64, shape (deals * seats, seats)) and seeds (int64, shape (deals * seats,)) for :func:`play_match`.
        The games of one deal stand together; in the r-th of them everybody has moved up r seats.

    Raises:
        OptionError: No deals, or a number or a seed that is none.
    """
    deals, lineup = check_count(deals, "deals"), [check_count(agent, "an agent of the lineup", 0) for agent in lineup]
    seats = len(lineup)
    rotated = np.stack([np.roll(np.asarray(lineup, np.int64), r) for r in range(seats)])
    return np.tile(rotated, (deals, 1)), np.repeat(deal_seeds(seed, deals), seats)


def swapped_seating(seats: int, deals: int, seed: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Seat two agents, 0 and 1, at half of the seats each: at other ones for every deal, which is played both ways.

    In the first game of a deal agent 0 has ``seats // 2`` seats drawn at random, in the second the others, so over
    both games each agent has had every seat of the deal, and what it was dealt, once.

    Args:
        seats: Number of seats.
        deals: Number of different deals.
        seed: Fixes the deals and who sits where; more deals only append.

    Returns:
        Seating (int64, shape (deals * 2, seats)) and seeds (int64, shape (deals * 2,)) for :func:`play_match`.

    Raises:
        OptionError: No deals or seats, or a number or a seed that is none.
    """
    seats, deals = check_count(seats, "seats"), check_count(deals, "deals")
    seed = None if seed is None else check_seed(seed)
    generator = np.random.default_rng(None if seed is None else [seed, 3])
    first = np.ones((deals, seats), np.int64)
    for row in first:
        row[generator.permutation(seats)[: seats // 2]] = 0
    seating = np.stack([first, 1 - first], axis=1).reshape(deals * 2, seats)
    return seating, np.repeat(deal_seeds(seed, deals), 2)


def play_match(
    setup: Setup,
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    tables: int = 256,
    *,
    threads: int = 1,
    agent_seed: int | Sequence[int] | None = None,
    record: Collection[int] = (),
    watcher: Watcher | None = None,
    casting: Casting | None = None,
) -> MatchResult:
    """Play games to their ends. A table whose game is over takes the next one of the queue.

    Every agent decides for all tables that wait for it in one call. A game's deal and all its own chance depend on its
    seed alone. Agents that draw random numbers do so from one generator each, in the order of the batches: such a
    match repeats exactly for the same arguments, ``tables`` included, given ``agent_seed``; with agents that draw
    none, the results do not depend on ``tables`` either.

    Args:
        setup: The game.
        agents: Who plays; one agent may take several seats.
        seating: Number of the agent at each seat, integers of shape (games, seats).
        seeds: Seed of each game, integers of shape (games,); the same number is the same deal.
        tables: Most games to play at a time.
        threads: Threads for stepping the tables; results do not depend on it.
        agent_seed: Sets every agent's generator first (each its own); None leaves them where they are.
        record: Numbers of games whose actions are to be kept.
        watcher: Sees every decision and the end of every game.
        casting: Says at every decision which agent takes it, in the place of ``seating``, which then only stands in
            the result. It may look at the tables' states, as for the roles that seats hold now; an agent sees no more
            than the seat that it decides for.

    Raises:
        OptionError: ``seating`` or ``seeds`` do not fit the game, the agents or each other, ``casting`` gives anything
            but numbers of the agents, or a number or a seed is none.
        IllegalActionError: An agent chose an action that is not legal; the message names it.
    """
    seating, seeds = _checked(setup, agents, seating, seeds)
    tables, threads = check_count(tables, "tables"), check_count(threads, "threads")
    if agent_seed is not None:
        reseed(agents, agent_seed)
    games = len(seeds)
    result = MatchResult(
        returns=np.zeros(seating.shape, np.float32),
        seating=seating,
        seeds=seeds,
        decisions=np.zeros(games, np.int32),
        over=np.zeros(games, np.int8),
        sides=np.full(seating.shape, "", object),
        cooperative=setup.rewards == "cooperative",
    )
    if games:
        match = _Match(setup, agents, result, min(tables, games), threads, casting, watcher)
        match.play(set(record))
    return result


def reseed(agents: Sequence[Agent], seed: int | Sequence[int]) -> None:
    """Give every agent a fresh generator of its own, all fixed by ``seed``.

    Raises:
        OptionError: The seed is neither an integer of at least 0 nor several of them.
    """
    if isinstance(seed, Sequence) and not isinstance(seed, str):
        seed = [check_own_seed(one) for one in seed]
    else:
        seed = check_own_seed(seed)
    for agent, child in zip(agents, np.random.SeedSequence(seed).spawn(len(agents)), strict=True):
        agent.reseed(child)


def _checked(
    setup: Setup, agents: Sequence[Agent], seating: np.ndarray, seeds: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    seating, seeds = np.asarray(seating), np.asarray(seeds)
    if seating.ndim != 2 or seating.shape[1] != setup.num_seats or seating.dtype.kind not in "iu":
        raise OptionError(
            f"seating must be integers of shape (games, {setup.num_seats}) for {setup.game.title}, "
            f"not {seating.dtype} of shape {seating.shape}"
        )
    if seeds.shape != seating.shape[:1] or seeds.dtype.kind not in "iu":
        raise OptionError(f"seeds must be {len(seating)} integers, not {seeds.dtype} of shape {seeds.shape}")
    if seating.size and not (seating.min() >= 0 and seating.max() < len(agents)):
        raise OptionError(f"seating names agents {seating.min()} to {seating.max()}; there are {len(agents)}, from 0")
    if seeds.size and seeds.min() < 0:
        raise OptionError(f"seeds must not be negative; one is {seeds.min()}")
    return seating.astype(np.int64), seeds.astype(np.int64)


def view_of(tables: Tables, rows: np.ndarray, logs: TableLogs | None) -> View:
    """Return the view of some tables, with their past where it is kept."""
    return View.of(tables, rows) if logs is None else View.of(tables, rows, logs.lines, logs.played)


class _Match:
    """The tables of a match and which game each of them plays."""

    def __init__(
        self,
        setup: Setup,
        agents: Sequence[Agent],
        result: MatchResult,
        count: int,
        threads: int,
        casting: Casting | None,
        watcher: Watcher | None = None,
    ) -> None:
        self.agents, self.result, self.casting = agents, result, casting
        self.tables = Tables(setup, count, seed=0, threads=threads, auto_reset=False)
        self.game = np.full(count, -1, np.int64)  # -1: the queue is empty and the table idle
        self.next_game = 0
        self.watcher = watcher
        asked = () if watcher is None else watcher.asked
        wanted = any(agent.reads_logs or agent.recalls for agent in (*agents, *asked))
        self.logs = TableLogs(setup, count) if wanted else None
        if watcher is not None:
            watcher.logs = self.logs

    def play(self, record: set[int]) -> None:
        tables, game, watcher = self.tables, self.game, self.watcher
        recorded: dict[int, list[int]] = {number: [] for number in sorted(record) if 0 <= number < len(self.result)}
        actions = np.zeros(tables.count, np.int64)
        try:
            self._seat(np.arange(tables.count))
            while (rows := np.flatnonzero(game >= 0)).size:
                self._decide(rows, actions)
                if watcher is not None:
                    watcher.decided(tables, rows, game[rows], actions[rows])
                if recorded:
                    for row in rows[np.isin(game[rows], list(recorded))]:
                        recorded[int(game[row])].append(int(actions[row]))
                if self.logs is not None:
                    self.logs.take(rows, actions[rows])
                tables.step(actions)
                ended = rows[tables.states["over"][rows] != RUNNING]
                if ended.size:
                    self._score(ended)
                    if watcher is not None:
                        watcher.finished(tables, ended, game[ended])
                    self._seat(ended)
        finally:
            tables.close()
        self.result.actions.update({number: np.array(taken, np.int64) for number, taken in recorded.items()})

    def _decide(self, rows: np.ndarray, actions: np.ndarray) -> None:
        movers = self._movers(rows)
        for number in np.unique(movers):
            waiting = rows[movers == number]
            chosen = np.asarray(self.agents[number].act(view_of(self.tables, waiting, self.logs)))
            if chosen.shape != waiting.shape or chosen.dtype.kind not in "iu":
                raise IllegalActionError(
                    f"agent {number} ({type(self.agents[number]).__name__}) must return {waiting.size} integers, "
                    f"not {chosen.dtype} of shape {chosen.shape}"
                )
            actions[waiting] = chosen

    def _movers(self, rows: np.ndarray) -> np.ndarray:
        """Return the number of the agent that decides at each table."""
        if self.casting is None:
            return self.result.seating[self.game[rows], self.tables.seats[rows]]
        movers = np.asarray(self.casting(self.tables, rows))
        if movers.shape != rows.shape or movers.dtype.kind not in "iu":
            raise OptionError(f"casting must give {rows.size} integers, not {movers.dtype} of shape {movers.shape}")
        if movers.min() < 0 or movers.max() >= len(self.agents):
            raise OptionError(
                f"casting names agents {movers.min()} to {movers.max()}; there are {len(self.agents)}, from 0"
            )
        return movers

    def _seat(self, rows: np.ndarray) -> None:
        """Deal the next games of the queue on free tables; tables that get none stay idle."""
        count = min(rows.size, len(self.result) - self.next_game)
        self.game[rows] = -1
        dealt, numbers = rows[:count], np.arange(self.next_game, self.next_game + count)
        self.next_game += count
        if count == 0:
            return
        self.game[dealt] = numbers
        words = np.concatenate([seed_words(int(s)) for s in self.result.seeds[numbers]])
        self.tables.states["rng"][dealt] = words
        if self.logs is not None:
            self.logs.deal(dealt, words)
        chosen = np.zeros(self.tables.count, np.bool_)
        chosen[dealt] = True
        self.tables.deal(chosen)

    def _score(self, rows: np.ndarray) -> None:
        states, numbers, result = self.tables.states.take(rows), self.game[rows], self.result
        result.returns[numbers] = states["paid"][:, : result.returns.shape[1]]
        result.decisions[numbers] = states["decisions"]
        result.over[numbers] = states["over"]
        result.sides[numbers] = side_names(self.tables.setup, states)
