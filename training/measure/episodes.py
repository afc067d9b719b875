"""Games as episodes, one for each seat: what it saw, what it did, and what that brought it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...agents.base import Agent, View
from ...agents.search.lookahead import LookaheadAgent
from ...envs.table.game import TERMINATED, TRUNCATED, Setup
from ...envs.table.tables import Tables
from .match import MatchResult, Watcher, play_match
from .settled import settled_at


@dataclass(frozen=True)
class Episode:
    """One seat's part of one game, of T decisions.

    Attributes:
        game: Number of the game.
        seat: The seat.
        agent: Number of the agent that played it.
        seed: Seed of the deal.
        observations: What the seat saw at its decisions, and at the end of the game; float32, shape (T + 1, size).
        masks: Its legal actions there, none at the end; int8, shape (T + 1, num_actions).
        actions: What it did; int64, shape (T,).
        rewards: What it earned from each decision up to the next; float64, shape (T,). What came ahead of the first one
            is in the first, so that they add up to the seat's return.
        decisions: Number of each of its decisions among all of the game, from 0, and how many there were; int64, shape
            (T + 1,).
        terminated: Whether the game ended by its rules, or the seat had what it got when the game was cut off: it had
            left, or was paid for the end; else more might have come.
        shares: How often its agent tried each action, as shares, and none at the end; float32, shape (T + 1,
            num_actions). None if nobody wanted to know, or the agent does not look ahead.
    """

    game: int
    seat: int
    agent: int
    seed: int
    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray
    decisions: np.ndarray
    terminated: bool
    shares: np.ndarray | None = None


@dataclass(frozen=True)
class _Moment:
    observation: np.ndarray
    mask: np.ndarray
    action: int
    paid: float
    decision: int
    share: np.ndarray | None


class _Telling(Agent):
    """An agent that looks ahead, and how often it tried each action at the tables that it was asked about last."""

    def __init__(self, agent: LookaheadAgent) -> None:
        super().__init__(agent.setup, 0)
        self.agent, self.reads_logs, self.recalls = agent, agent.reads_logs, agent.recalls
        self.shares = np.empty((0, agent.setup.num_actions), np.float32)

    def reseed(self, seed: np.random.SeedSequence) -> None:
        self.agent.reseed(seed)

    def act(self, view: View) -> np.ndarray:
        actions, self.shares = self.agent.choose(view)
        return actions

    def usage(self) -> Mapping[str, float]:
        return self.agent.usage()


class _Notes(Watcher):
    """Notes what every seat sees and does, and how the game stands for it in the end."""

    def __init__(self, setup: Setup, agents: Sequence[Agent], seating: np.ndarray) -> None:
        self.seats = setup.num_seats
        self.telling = {number: agent for number, agent in enumerate(agents) if isinstance(agent, _Telling)}
        self.seating = seating
        self.moments: dict[tuple[int, int], list[_Moment]] = defaultdict(list)
        self.ends: dict[int, np.ndarray] = {}
        self.terminated: dict[int, np.ndarray] = {}  # by game, for each seat

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        shares = self._shares(games, tables.seats[rows])
        for row, game, action, share in zip(rows.tolist(), games.tolist(), actions.tolist(), shares, strict=True):
            seat = int(tables.seats[row])
            paid, decision = float(tables.states["paid"][row, seat]), int(tables.states["decisions"][row])
            seen = tables.observations[row].copy(), tables.masks[row].copy()
            self.moments[game, seat].append(_Moment(*seen, action, paid, decision, share))

    def _shares(self, games: np.ndarray, seats: np.ndarray) -> list[np.ndarray | None]:
        """Return what has just been thought of each table; agents are asked about theirs in order."""
        shares: list[np.ndarray | None] = [None] * games.size
        movers = self.seating[games, seats]
        for number, agent in self.telling.items():
            mine = np.flatnonzero(movers == number).tolist()
            for place, share in zip(mine, agent.shares if mine else (), strict=True):
                shares[place] = share
        return shares

    def finished(self, tables: Tables, rows: np.ndarray, games: np.ndarray) -> None:
        seen = [np.empty_like(tables.observations) for _ in range(self.seats)]
        for seat, observations in enumerate(seen):
            tables.observe(np.full(tables.count, seat), observations, np.empty_like(tables.masks))
        terminated = self._terminated(tables, rows)
        for place, (row, game) in enumerate(zip(rows.tolist(), games.tolist(), strict=True)):
            self.ends[game] = np.stack([observations[row] for observations in seen])
            self.terminated[game] = terminated[place]

    def _terminated(self, tables: Tables, rows: np.ndarray) -> np.ndarray:
        """Return for which seats of games that have ended nothing was left to come: bool, shape (k, seats)."""
        found = np.repeat((tables.over[rows] == TERMINATED)[:, None], self.seats, axis=1)
        cut = tables.over[rows] == TRUNCATED
        for seat in range(self.seats) if cut.any() else ():
            found[cut, seat] = settled_at(tables.setup, tables.states, rows[cut], np.full(tables.count, seat))
        return found


def play_episodes(
    setup: Setup,
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: np.ndarray,
    agent_seed: Sequence[int],
    first: int = 0,
    *,
    shares: bool = False,
) -> list[Episode]:
    """Play games and return them seat by seat; a seat that decided nothing has no episode.

    Args:
        setup: The game.
        agents: Who plays.
        seating: As in :func:`.match.play_match`, as are the others.
        seeds: Seeds of the deals.
        agent_seed: Fixes the agents' choices.
        first: Number of the first game.
        shares: Whether agents that look ahead tell how often they tried each action.
    """
    asked = [_Telling(agent) if shares and isinstance(agent, LookaheadAgent) else agent for agent in agents]
    notes = _Notes(setup, asked, seating)
    result = play_match(setup, asked, seating, seeds, len(seeds), agent_seed=agent_seed, watcher=notes)
    return [_episode(notes, result, game, seat, first) for game, seat in sorted(notes.moments)]


def _episode(notes: _Notes, result: MatchResult, game: int, seat: int, first: int) -> Episode:
    moments = notes.moments[game, seat]
    blank = np.zeros_like(moments[0].mask)
    told = [moment.share for moment in moments if moment.share is not None]
    paid = [0.0, *(moment.paid for moment in moments[1:]), float(result.returns[game, seat])]
    return Episode(
        game=first + game,
        seat=seat,
        agent=int(result.seating[game, seat]),
        seed=int(result.seeds[game]),
        observations=np.stack([*(moment.observation for moment in moments), notes.ends[game][seat]]),
        masks=np.stack([*(moment.mask for moment in moments), blank]),
        actions=np.array([moment.action for moment in moments], np.int64),
        rewards=np.diff(paid),
        decisions=np.array([*(moment.decision for moment in moments), result.decisions[game]], np.int64),
        terminated=bool(notes.terminated[game][seat]),
        shares=np.stack([*told, np.zeros_like(told[0])]) if told else None,
    )
