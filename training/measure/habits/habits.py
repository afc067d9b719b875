"""What an agent does differently from another: both are asked at the decisions of the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....agents.base import Agent
from ....envs.table.game import Setup
from ....envs.table.tables import Tables
from ..balance.counts import Grouping
from ..intervals import Mean, difference, discoveries
from ..match import Watcher, view_of


@dataclass(frozen=True)
class Habit:
    """How often one agent takes something, and how often another would at the same decisions.

    Attributes:
        name: What is taken: a block of actions, or an action.
        open: Decisions at which it was legal and so was something else of its kind.
        taken: Times that it was taken there.
        other: Times that the other would have taken it there.
        games: Games that were watched.
        difference: Mean of ``taken`` less ``other`` over these decisions, with a 95 % interval over deals.
        is_clear: Whether it stands out among all that were compared with it, see
            :func:`~cogitable.training.measure.intervals.discoveries`.
    """

    name: str
    open: int
    taken: int
    other: int
    games: int
    difference: Mean
    is_clear: bool

    @property
    def a_game(self) -> float:
        """How many times more a game it is taken."""
        return (self.taken - self.other) / self.games


@dataclass(frozen=True)
class Swap:
    """What one agent does where the other would do something else.

    Attributes:
        other: What the other would do: a block of actions, or an action where there are no two blocks.
        taken: What is done instead.
        times: How often.
        of: How often the other would do this, whatever was done.
    """

    other: str
    taken: str
    times: int
    of: int


class Asking(Watcher):
    """Asks a second agent at every decision of one agent of a match, and has it counted what either does."""

    def __init__(self, seating: np.ndarray, watched: int, other: Agent, *habits: Habits) -> None:
        """Watch agent ``watched`` of a match with this seating, and ask ``other``, who plays no part in it."""
        self._seating, self._watched, self._other, self._habits = seating, watched, other, habits
        self.asked = (other,)

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        """Look at what is about to be done at the watched agent's decisions, and ask what the other would do."""
        own = self._seating[games, tables.seats[rows]] == self._watched
        rows, games, taken = rows[own], games[own], actions[own]
        if rows.size == 0:
            return
        view = view_of(tables, rows, self.logs)
        other = np.asarray(self._other.act(view))
        for habits in self._habits:
            habits.add(games, tables.seats[rows], view.masks > 0, taken, other)


class Habits:
    """Counts what an agent does, and what another would do.

    Attributes:
        actions: Counts by action.
        blocks: Counts by block of actions; by action where the game has no two blocks.
    """

    def __init__(self, setup: Setup, games: int, games_a_deal: int, first: int | None = None) -> None:
        """Begin to count.

        With ``first`` only so many decisions with a choice are counted of each seat, from the beginning of a game.
        """
        self._grouping = Grouping(setup)
        self._games, self._each = games, games_a_deal
        deals = -(-games // games_a_deal)
        self.actions = _Counts(list(setup.action_names), deals)
        self.blocks = _Counts(self._grouping.names, deals)
        self._first, self._choices = first, np.zeros((games, setup.num_seats), np.int64)

    def add(
        self, games: np.ndarray, seats: np.ndarray, legal: np.ndarray, taken: np.ndarray, other: np.ndarray
    ) -> None:
        """Count decisions of seats, one of each of some games; ``legal`` is bool, shape (k, actions)."""
        if self._first is not None:
            early = self._is_early(games, seats, legal.sum(axis=1) > 1)
            games, legal, taken, other = games[early], legal[early], taken[early], other[early]
        deals, block_of = games // self._each, self._grouping.of
        self.actions.add(deals, legal, taken, other)
        self.blocks.add(deals, self._grouping.open(legal), block_of[taken], block_of[other])

    def _is_early(self, games: np.ndarray, seats: np.ndarray, choice: np.ndarray) -> np.ndarray:
        """Return which decisions are among the first ones of their seats, bool, shape (k,), and count them."""
        early = self._choices[games, seats] < self._first
        self._choices[games, seats] += choice  # every game has one decision at a time
        return early & choice

    def by_block(self) -> list[Habit]:
        """Return what is done differently by block of actions, nothing where the game has no two blocks."""
        return self.blocks.habits(range(len(self.blocks.names)), self._games) if self._grouping.by_group else []

    def by_action(self) -> list[Habit]:
        """Return what is done differently by action; actions that are a block of their own are left out."""
        block_of = self._grouping.of
        several = np.flatnonzero((np.bincount(block_of)[block_of] > 1) | (not self._grouping.by_group))
        return self.actions.habits(several.tolist(), self._games)

    def swaps(self) -> list[Swap]:
        """Return what is done where the other would do something of another block, the most frequent first."""
        found, names = self.blocks.pairs, self.blocks.names
        swaps = [
            Swap(names[other], names[taken], int(found[other, taken]), int(found[other].sum()))
            for other, taken in np.argwhere(found).tolist()
            if other != taken
        ]
        return sorted(swaps, key=lambda swap: -swap.times)


class _Counts:
    """Counts of what was open, was taken and would have been taken, by deal and by what it is.

    Attributes:
        names: What is counted.
        pairs: How often each was taken (columns) where the other would have taken each (rows), int64.
    """

    def __init__(self, names: Sequence[str], deals: int) -> None:
        self.names = names
        self.open, self.taken, self.other = (np.zeros((deals, len(names)), np.int32) for _ in range(3))
        self.pairs = np.zeros((len(names), len(names)), np.int64)

    def add(self, deals: np.ndarray, legal: np.ndarray, taken: np.ndarray, other: np.ndarray) -> None:
        """Count decisions of some deals; ``legal`` is bool, shape (k, names). Those without a choice do not count."""
        choice = legal.sum(axis=1) > 1
        deals, legal, taken, other = deals[choice], legal[choice], taken[choice], other[choice]
        np.add.at(self.open, deals, legal)
        np.add.at(self.taken, (deals, taken), 1)
        np.add.at(self.other, (deals, other), 1)
        np.add.at(self.pairs, (other, taken), 1)

    def habits(self, numbers: Sequence[int], games: int) -> list[Habit]:
        """Return the counts of some of them, the largest difference a game first; without what was never open."""
        known = [number for number in numbers if self.open[:, number].any()]
        gaps = [difference(self.taken[:, n] - self.other[:, n], self.open[:, n]) for n in known]
        clear = discoveries([gap.chance for gap in gaps]).tolist()
        found = [
            Habit(
                self.names[number],
                int(self.open[:, number].sum()),
                int(self.taken[:, number].sum()),
                int(self.other[:, number].sum()),
                games,
                gap.mean,
                is_clear,
            )
            for number, gap, is_clear in zip(known, gaps, clear, strict=True)
        ]
        return sorted(found, key=lambda habit: -abs(habit.a_game))
