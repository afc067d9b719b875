"""Self-play as a stable-baselines3 ``VecEnv``: the learner at one seat of every table, opponents at the others.

A transition of the learner runs from one of its own decisions to its next one, or to the end of the game on whoever's
move that comes, and its reward is all that its seat earned in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from ....agents.base import Agent
from ....agents.sides import Sides
from ....envs.table.attributes import attributed
from ....envs.table.errors import GameDefinitionError
from ....envs.table.game import RUNNING, TRUNCATED, Setup
from ....envs.table.positions import check_position
from ....envs.table.random import seed_words
from ...measure.match import wins
from ...measure.sides import has_sides, is_one_team, side_names
from .everything import Everything
from .opponents import LEARNER, PYTHON, Loops, Networks
from .recording import Recording
from .seat_order import clockwise
from .settled import are_settled
from .sides import LearnedSides
from .table_mix import TableMix

_MOST_REDEALS = 1000
_ALL = slice(None)
_NOTHING: dict[str, Any] = {}
_NO_NETWORKS = Networks(1)


class Pool(Protocol):
    """Who sits at the other seats."""

    @property
    def networks(self) -> Networks | None:
        """Opponents that are networks; None if there are none."""
        return None

    @property
    def partner(self) -> int | None:
        """Number of who plays the other seats of the learner's own team; None if these are drawn like all others."""
        return None

    @property
    def sides(self) -> LearnedSides | None:
        """The sides that the learner plays; None for all."""
        return None

    @property
    def telling(self) -> Sequence[Sides]:
        """How sides are told at each set-up, if anything depends on them."""
        return ()

    def players(self) -> np.ndarray:
        """Return who decides for each opponent on each side: its number in ``networks``, RANDOM, HEURISTIC or PYTHON.

        int64, shape (opponents, sides); see :mod:`.opponents`.
        """

    def stand_ins(self) -> np.ndarray:
        """Return the number of who decides for each opponent on each side, itself but for the learner's own.

        int64, shape (opponents, sides).
        """

    def draw(self, shape: tuple[int, ...]) -> np.ndarray:
        """Return numbers of opponents for new episodes, int64."""

    def draw_rivals(self, shape: tuple[int, ...]) -> np.ndarray:
        """Return the same for seats on sides that the learner does not play."""

    def agents(self, number: int) -> Sequence[Agent]:
        """Return who plays the opponent of a number: an agent for each set-up, or a single one that plays them all."""

    def record(self, numbers: np.ndarray, scores: np.ndarray, episodes: np.ndarray) -> None:
        """Take note of finished episodes.

        Args:
            numbers: An opponent for each seat that it had in an episode, int64, shape (k,).
            scores: The learner's score against each: 1 won, 0.5 drawn, 0 lost; shape (k,).
            episodes: How much of an episode each is: an opponent's seats in one share it; shape (k,).
        """


class SelfPlayVecEnv(VecEnv):
    """N tables on which one seat waits for the learner's actions and the others are played by a pool's opponents.

    The learner's seat moves on at every new episode of a table, to the next one where it may sit, and the opponents are
    drawn anew. With several set-ups (numbers of players, say) the tables are shared out evenly among them, and one
    learner plays them all.

    Attributes:
        setups: The set-ups.
        tables: The tables.
        pool: Who plays the other seats.
        learner: The learner's seat at each table, int64, shape (n,).
        opponents: Number of the opponent at each seat, int64, shape (n, most seats); what stands at the learner's seat
            and at seats that a table does not have is not used.
        earned_by_all: If it is a list, what every seat earned in each step is added to it, float32, shape (n, most
            seats), clockwise from the learner: NaN for seats that a table does not have, and where a game was cut off.
        finished: Episodes finished since :meth:`clear_counts`.
        scored: Sum of the learner's scores in them.
    """

    def __init__(
        self,
        setups: Sequence[Setup],
        count: int,
        pool: Pool,
        seed: int | None = None,
        threads: int = 1,
        everything: Everything | None = None,
    ) -> None:
        """Deal ``count`` tables of set-ups that see and do the same.

        Args:
            setups: The set-ups.
            count: Number of tables.
            pool: Who plays the other seats.
            seed: Fixes the deals and what networks of the pool draw.
            threads: Threads in which these decide.
            everything: What stands behind the learner's observation for a critic that sees more than it; None: nothing.
        """
        self.setups, self.pool, self.everything = tuple(setups), pool, everything
        self.tables = TableMix(setups, count, seed)
        self._loops = Loops(self.tables, threads, pool.telling)
        self.reseed(_of_networks(seed))
        self._most_seats = int(self.tables.num_seats.max())
        self._next_seat = self._next_seats()
        before = (np.arange(count) - 1) % self.tables.num_seats
        self.learner = self._next_seat[self.tables.kinds, before]
        self._teams = np.full((len(self.setups), self._most_seats), -1, np.int64)
        for kind, setup in enumerate(self.setups):
            self._teams[kind, : setup.num_seats] = setup.teams
        self.opponents = np.zeros((count, self._most_seats), np.int64)
        self._unrated = np.zeros((count, self._most_seats), np.bool_)
        self._earned = np.zeros(count, np.float32)
        self._rows = np.arange(count)
        self._actions = np.zeros(count, np.int64)
        self.earned_by_all: list[np.ndarray] | None = None
        self.clear_counts()
        size, num_actions = self.tables.observations.shape[1], self.tables.masks.shape[1]
        seen = (size + (everything.size if everything is not None else 0),)
        super().__init__(count, spaces.Box(-np.inf, np.inf, seen, np.float32), spaces.Discrete(num_actions))

    def _next_seats(self) -> np.ndarray:
        """Return the learner's next seat after each one, clockwise: int64, shape (set-ups, most seats)."""
        following = np.zeros((len(self.setups), self._most_seats), np.int64)
        for kind, setup in enumerate(self.setups):
            free = np.ones(setup.num_seats, np.bool_) if self.pool.sides is None else self.pool.sides.seats(kind)
            for seat in range(setup.num_seats):
                clockwise = (seat + 1 + np.arange(setup.num_seats)) % setup.num_seats
                following[kind, seat] = clockwise[free[clockwise].argmax()]
        return following

    def reset(self) -> np.ndarray:
        """Begin a new episode on every table; return the learner's observations, float32, shape (n, size)."""
        if self._seeds[0] is not None:
            self.tables.reset(self._seeds[0])
            self.reseed(_of_networks(self._seeds[0]))
            self._reset_seeds()
        self._begin(self._rows)
        return self._with_everything(self.tables.observations)

    def _with_everything(self, observations: np.ndarray) -> np.ndarray:
        """Return a copy of observations with what else a critic sees behind them."""
        if self.everything is None:
            return observations.copy()
        seen = np.empty((self.num_envs, *self.observation_space.shape), np.float32)  # type: ignore[misc]
        seen[:, : observations.shape[1]] = observations
        self.everything.write(self.tables, self.learner, seen[:, observations.shape[1] :])
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        """Take note of the learner's actions, integers of shape (n,)."""
        self._actions = np.asarray(actions).reshape(self.num_envs)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play until the learner is to move again at every table, or its episode has ended and a new one begun.

        Returns:
            Observations (float32, shape (n, size)), rewards (float32, shape (n,)), ends (bool, shape (n,)), infos.

        Raises:
            IllegalActionError: An action is not legal; the message names the table and the legal ones.
        """
        before = None if self.earned_by_all is None else self.tables.states["paid"].copy()
        self._take(self._rows, self._actions)
        self._play_opponents(self._rows)
        if before is not None:
            self._keep_earned(before)
        rewards, done = self._earned.copy(), self.tables.over != RUNNING
        self._earned[:] = 0
        infos = [_NOTHING] * self.num_envs
        ended = np.flatnonzero(done)
        if ended.size:
            self._describe_ends(ended, infos)
            self._score(ended)
            self._begin(ended)
        return self._with_everything(self.tables.observations), rewards, done, infos

    def _keep_earned(self, before: np.ndarray) -> None:
        assert self.earned_by_all is not None
        earned = (self.tables.states["paid"] - before)[:, : self._most_seats]
        turned = clockwise(earned, self.learner, self.tables.num_seats)
        turned[self.tables.over == TRUNCATED] = np.nan
        self.earned_by_all.append(turned)

    def action_masks(self) -> np.ndarray:
        """Return the learner's legal actions at every table as one array: int8, shape (n, num_actions)."""
        return self.tables.masks

    def forget(self, number: int) -> None:
        """Do not rate running episodes against an opponent whose number has been given to another."""
        self._unrated |= self.opponents == number

    def clear_counts(self) -> None:
        """Begin to count episodes anew."""
        self.finished, self.scored = 0, 0.0

    def state(self, rows: np.ndarray | slice = _ALL) -> dict[str, np.ndarray]:
        """Return everything needed to go on from here at some tables or all, between two steps."""
        return {
            "states": self.tables.states[rows].view(np.uint8).copy(),
            "learner": self.learner[rows].copy(),
            "opponents": self.opponents[rows].copy(),
            "unrated": self._unrated[rows].copy(),
            "earned": self._earned[rows].copy(),
        }

    def put(self, state: dict[str, np.ndarray], rows: np.ndarray | slice = _ALL) -> None:
        """Let some tables or all be what :meth:`state` returned for as many like these; nothing is checked.

        What is seen there follows with :meth:`look`.
        """
        self.tables.states[rows] = state["states"].view(self.tables.states.dtype)
        self.tables.over[rows] = RUNNING
        self.learner[rows], self.opponents[rows] = state["learner"], state["opponents"]
        self._unrated[rows], self._earned[rows] = state["unrated"], state["earned"]

    def look(self) -> np.ndarray:
        """Look at all tables anew; return the learner's observations."""
        self.tables.look()
        return self._with_everything(self.tables.observations)

    def restore(self, state: dict[str, np.ndarray]) -> np.ndarray:
        """Go on from what a file says that :meth:`state` returned; return the learner's observations.

        Raises:
            ValueError: Arrays of another shape or type, seats or opponents that there are not, or positions that are
                none of the game.
        """
        self._check(state)
        self.put(state)
        return self.look()

    def _check(self, state: dict[str, np.ndarray]) -> None:
        for name, own in self.state().items():
            found = state[name]
            if found.shape != own.shape or found.dtype != own.dtype:
                raise ValueError(f"{name} is {found.dtype} of shape {found.shape}, not {own.dtype} of {own.shape}")
        learner, opponents = state["learner"], state["opponents"]
        if (learner < 0).any() or (learner >= self.tables.num_seats).any() or (opponents < 0).any():
            raise ValueError("seats or opponents that there are not")
        states = state["states"].view(self.tables.states.dtype)
        for kind, record in zip(self.tables.kinds, attributed(states), strict=True):
            setup = self.setups[kind]
            if record.over == RUNNING:
                check_position(setup, record)

    def _begin(self, rows: np.ndarray) -> None:
        """Deal on the given tables and play until the learner is to move."""
        for _ in range(_MOST_REDEALS):
            self.learner[rows] = self._next_seat[self.tables.kinds[rows], self.learner[rows]]
            self.opponents[rows] = self._drawn(rows)
            self._unrated[rows] = False
            self._earned[rows] = 0  # what the seat gets before its first decision belongs to that decision's transition
            self.tables.deal(rows)
            self._play_opponents(rows)
            rows = rows[self.tables.over[rows] != RUNNING]  # over before the learner was asked: nothing to learn from
            if rows.size == 0:
                return
        title = self.setups[0].game.title
        raise GameDefinitionError(
            f"{title}: {_MOST_REDEALS} games in a row ended before the learner's seat had a decision"
        )

    def _drawn(self, rows: np.ndarray) -> np.ndarray:
        """Return who sits at each seat of the given tables for a new episode."""
        numbers = self.pool.draw((rows.size, self._most_seats))
        sides = self.pool.sides
        if sides is not None and sides.are_fixed:
            rivals = np.zeros(numbers.shape, np.bool_)
            for kind, setup in enumerate(self.setups):
                rivals[self.tables.kinds[rows] == kind, : setup.num_seats] = ~sides.seats(kind)
            numbers[rivals] = self.pool.draw_rivals(numbers.shape)[rivals]
        if self.pool.partner is not None:
            teams = self._teams[self.tables.kinds[rows]]
            own = np.take_along_axis(teams, self.learner[rows, None], axis=1)
            numbers[teams == own] = self.pool.partner
        return numbers

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix what networks of the pool draw from here on, each table from a generator of its own."""
        self._words = seed_words(seed, self.tables.count)

    def play(self, own: Recording, foretell: Callable[[np.ndarray], np.ndarray], gamma: float) -> np.ndarray:
        """Play until as many of the learner's decisions as a recording holds have been taken at every table.

        Args:
            own: Where they are written down, and what takes them.
            foretell: Returns the learner's values, shape (k,), of observations, shape (k, size): what a game that is
                cut off is taken to be worth, where that is open (:mod:`~cogitable.training.learn.collecting.settled`).
            gamma: Discount of a decision.

        Returns:
            The learner's observations afterwards, float32, shape (n, size).
        """
        rows = self._rows
        while rows.size:
            self._play_opponents(rows, own)
            rows = rows[self.tables.over[rows] != RUNNING]
            cut = rows[self._is_open(rows)]
            if cut.size:
                own.rewards[own.filled[cut] - 1, cut] += gamma * foretell(self._last_seen()[cut])
            if rows.size:
                self._score(rows)
                self._begin(rows)
                own.fresh[rows] = True
        return self.tables.observations.copy()

    def _play_opponents(self, rows: np.ndarray, own: Recording | None = None) -> None:
        """Let opponents decide on the given tables until each is at a decision of the learner or over.

        With a recording the learner decides as well, until that is full.
        """
        networks = self.pool.networks or _NO_NETWORKS
        numbers, players = self._players()
        while True:
            rows = self._loops.play_on(networks, rows, self.learner, players, self._words, self._earned, own)
            if rows.size == 0:
                return
            self._take(rows, self._decide(rows, numbers))

    def _players(self) -> tuple[np.ndarray, np.ndarray]:
        """Return whose turn it is at every table and seat on every side: numbers of the pool, and players.

        Both int64, shape (n, most seats, sides). What stands at the learner's seat is the learner on its sides, and on
        the others whoever plays them in its place.
        """
        own = self._rows, self.learner
        if self.pool.networks is None:
            numbers = self.opponents[:, :, None]
            players = np.full(numbers.shape, PYTHON)
        else:
            opponents = self.opponents.copy()
            opponents[own] = 0  # the learner as it is now
            numbers, players = self.pool.stand_ins()[opponents], self.pool.players()[opponents]
        sides = self.pool.sides
        players[own] = LEARNER if sides is None else np.where(sides.learned, LEARNER, players[own])
        return numbers, players

    def _decide(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        actions = np.empty(rows.size, np.int64)
        movers = numbers[rows, *self._loops.movers(rows)]
        for number in np.unique(movers):
            waiting = movers == number
            agents = self.pool.agents(int(number))
            for kind, agent in enumerate(agents):
                mine = waiting if len(agents) == 1 else waiting & (self.tables.kinds[rows] == kind)
                if mine.any():
                    actions[mine] = agent.act(self.tables.view(kind, rows[mine]))
        return actions

    def _take(self, rows: np.ndarray, actions: np.ndarray) -> None:
        self.tables.step(rows, actions)
        self._earned[rows] += self.tables.rewards[rows, self.learner[rows]]

    def _describe_ends(self, ended: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """Fill the infos of finished episodes as stable-baselines3 expects them."""
        last_seen = self._last_seen()
        for row, is_open in zip(ended, self._is_open(ended), strict=True):
            infos[row] = {"terminal_observation": last_seen[row].copy(), "TimeLimit.truncated": bool(is_open)}

    def _is_open(self, ended: np.ndarray) -> np.ndarray:
        """Return which games of those that have ended might have come to more for the learner: bool, shape (k,)."""
        found = self.tables.over[ended] == TRUNCATED
        if found.any():
            found[found] = ~are_settled(self.tables, self.learner, ended[found])
        return found

    def _last_seen(self) -> np.ndarray:
        """Return what the learner's seat sees at every table, whoever is to move."""
        seen = np.empty_like(self.tables.observations)
        self.tables.observe(self.learner, seen, np.empty_like(self.tables.masks))
        return self._with_everything(seen)

    def _score(self, ended: np.ndarray) -> None:
        """Compare the learner's returns with each rival's and tell the pool; partners are no rivals.

        Without any, where all seats are one team, a game is won when its return is positive, and the pool is told
        nothing: whom the learner would do better without cannot be seen from that.
        """
        returns = self.tables.states["paid"][ended][:, : self._most_seats]
        own = np.take_along_axis(returns, self.learner[ended, None], axis=1)
        scores = np.where(own > returns, 1.0, np.where(own < returns, 0.0, 0.5))
        rivals = self._rivals(ended)
        self.finished += ended.size
        against = (scores * rivals).sum(axis=1) / np.maximum(rivals.sum(axis=1), 1)
        alone = wins(own, cooperative=True)[:, 0]
        self.scored += float(np.where(rivals.any(axis=1), against, alone).sum())
        rated, numbers = rivals & ~self._unrated[ended], self.opponents[ended]
        shared_by = ((numbers[:, :, None] == numbers[:, None, :]) & rated[:, None, :]).sum(axis=2)
        self.pool.record(numbers[rated], scores[rated], 1 / shared_by[rated])

    def _rivals(self, ended: np.ndarray) -> np.ndarray:
        """Return which seats of finished games were not on the learner's side: bool, shape (k, most seats)."""
        seats, learner = np.arange(self._most_seats), self.learner[ended, None]
        rivals = (seats != learner) & (seats < self.tables.num_seats[ended, None])
        for kind, setup in enumerate(self.setups):
            places = np.flatnonzero(self.tables.kinds[ended] == kind)
            if is_one_team(setup):
                rivals[places] = False
            elif places.size and has_sides(setup):
                sides = side_names(setup, self.tables.states.take(ended[places]))
                rivals[places, : setup.num_seats] &= sides != np.take_along_axis(sides, learner[places], axis=1)
        return rivals

    def close(self) -> None:
        """Let the tables and the threads go."""
        self.tables.close()
        self._loops.close()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Call a method; ``action_masks`` hands over one array, row by table, without a Python object a table."""
        result = getattr(self, method_name)(*args, **kwargs)
        if method_name == "action_masks":
            return result if indices is None else result[self._get_indices(indices)]
        return [result for _ in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute once a table."""
        if attr_name == "render_mode":
            return [None] * self.num_envs
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute, the same for all tables."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Tables are not wrapped."""
        return [False for _ in self._get_indices(indices)]


def _of_networks(seed: int | None) -> np.random.SeedSequence:
    """Return what fixes the draws of networks: nothing that the tables draw from, which have the seed itself."""
    return np.random.SeedSequence(seed).spawn(1)[0]
