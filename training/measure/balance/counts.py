"""What is counted while equal agents play: card uses, groups of actions, and what a game tells at its end."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from ....envs.table.actions import Actions
from ....envs.table.attributes import attributed
from ....envs.table.compilation.uncompiled import as_compiled
from ....envs.table.game import Setup
from ....envs.table.tables import Tables
from ..intervals import Rate, independent_values, wilson
from ..match import Watcher

CardUse = tuple[str, str]
"""Name of a card and what it is used for, as a game's ``card_uses`` gives them."""

Statistic = tuple[str, str]
"""Heading and name of a number that a game's ``statistics`` give."""


@dataclass
class Tally:
    """How often one use of one card, or an action of one group, was open to a seat, and was chosen.

    Attributes:
        taken: How often it was taken, also where nothing else was legal.
        offered: Decisions at which it was legal and so was something else: not only this use in other ways.
        chosen: How often it was taken there.
        expected: How often uniformly random choices would have taken it there.
        users: Seats, over all games, that took it at least once.
        won: Wins of those seats, draws counted half.
        games: Games in which it was offered.
        chosen_squared: Sum over games of the square of ``chosen``.
        chosen_offered: Sum over games of ``chosen`` times ``offered``.
        offered_squared: Sum over games of the square of ``offered``.
        products: Sum over the games in which a seat took it of the products of four numbers of a game with each other:
            ``won`` and ``users`` of that game, the wins of all seats, and 1; float64, shape (4, 4).
    """

    taken: int = 0
    offered: int = 0
    chosen: int = 0
    expected: float = 0.0
    users: int = 0
    won: float = 0.0
    games: int = 0
    chosen_squared: int = 0
    chosen_offered: int = 0
    offered_squared: int = 0
    products: np.ndarray = field(default_factory=lambda: np.zeros((4, 4)))

    def add(self, other: Tally) -> None:
        """Add another count of the same use, from other games."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    @property
    def choice(self) -> Rate:
        """Share of the decisions at which it was open, and something else was, that took it, with a 95 % interval.

        Decisions of one game are alike, so the games are the clusters of
        :func:`~cogitable.training.measure.intervals.clustered`, with the one all chosen and the one never chosen that
        it adds: few games that happen to agree are no proof.
        """
        if not self.offered:
            return Rate(math.nan, math.nan, math.nan)
        products = np.array(
            [[self.chosen_squared, self.chosen_offered], [self.chosen_offered, self.offered_squared]], np.float64
        )
        worth = independent_values(self.games, self.chosen, self.offered, products)
        return wilson(self.chosen / self.offered, worth)

    @property
    def preference(self) -> float:
        """How many times as often it was chosen as by chance: 1 is indifference; NaN if it was never open."""
        return self.chosen / self.expected if self.expected else math.nan

    @property
    def highest_preference(self) -> float:
        """The upper limit of the 95 % interval of :attr:`preference`, from that of :attr:`choice`; NaN if never open.

        What chance would have chosen is taken as it was: it is known of each decision.
        """
        return self.choice.high * self.offered / self.expected if self.expected else math.nan


class _ByGame:
    """Counts of one use by game, of which a :class:`Tally` is made."""

    def __init__(self, games: int) -> None:
        self.taken, self.offered, self.chosen = (np.zeros(games, np.int64) for _ in range(3))
        self.expected = 0.0
        self.users: set[tuple[int, int]] = set()

    def tally(self, won: np.ndarray) -> Tally:
        used = np.zeros(won.shape, np.bool_)
        for game, seat in self.users:
            used[game, seat] = True
        of_games = np.stack([(won * used).sum(axis=1), used.sum(axis=1), won.sum(axis=1), np.ones(len(won))])
        of_games = of_games[:, used.any(axis=1)].astype(np.float64)
        return Tally(
            taken=int(self.taken.sum()),
            offered=int(self.offered.sum()),
            chosen=int(self.chosen.sum()),
            expected=self.expected,
            users=len(self.users),
            won=float(of_games[0].sum()),
            games=int((self.offered > 0).sum()),
            chosen_squared=int((self.chosen**2).sum()),
            chosen_offered=int((self.chosen * self.offered).sum()),
            offered_squared=int((self.offered**2).sum()),
            products=of_games @ of_games.T,
        )


class Counts(Watcher):
    """Counts card uses and groups of actions, and writes down what the game tells of each game at its end."""

    def __init__(self, setup: Setup, games: int) -> None:
        self.setup, self.games = setup, games
        self.traits: dict[str, np.ndarray] = {}
        self.lengths: dict[str, np.ndarray] = {}
        self.statistics: dict[Statistic, np.ndarray] = {}
        self._cards: dict[CardUse, _ByGame] = defaultdict(lambda: _ByGame(games))
        names, self._group = action_groups(setup)
        self._groups = {name: _ByGame(games) for name in names}

    def cards(self, won: np.ndarray) -> dict[CardUse, Tally]:
        """Return the counts of every card's uses, given each seat's wins, shape (games, seats)."""
        return {use: found.tally(won) for use, found in self._cards.items()}

    def groups(self, won: np.ndarray) -> dict[str, Tally]:
        """Return the counts of every group of actions, given each seat's wins, shape (games, seats)."""
        return {name: found.tally(won) for name, found in self._groups.items()}

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        """Count what is about to be taken, and what else might be."""
        states, card_uses = as_compiled(tables.states), self.setup.game.card_uses
        names = list(self._groups)
        for row, game, action in zip(rows.tolist(), games.tolist(), actions.tolist(), strict=True):
            state, legal = states[row], np.flatnonzero(tables.masks[row])
            seat = int(state.seat)
            if names:
                numbers = self._group[legal].tolist()
                taken = names[self._group[action]]
                self._count(self._groups, [names[number] for number in numbers], taken, game, seat)
            if card_uses is not None:
                uses = {choice: card_uses(self.setup, state, choice) for choice in legal.tolist()}
                self._count(self._cards, list(uses.values()), uses[action], game, seat)

    def finished(self, tables: Tables, rows: np.ndarray, games: np.ndarray) -> None:
        """Write down what the game tells of those that have ended."""
        traits, lengths, statistics = (getattr(self.setup.game, name) for name in ("traits", "lengths", "statistics"))
        states = attributed(tables.states)
        for row, game in zip(rows.tolist(), games.tolist(), strict=True):
            for heading, names in (traits(self.setup, states[row]) if traits else {}).items():
                blank = np.full((self.games, self.setup.num_seats), "", object)
                self.traits.setdefault(heading, blank)[game] = list(names)
            for measure, length in (lengths(self.setup, states[row]) if lengths else {}).items():
                self.lengths.setdefault(measure, np.full(self.games, np.nan))[game] = length
            for heading, numbers in (statistics(self.setup, states[row]) if statistics else {}).items():
                for name, one in numbers.items():
                    self.statistics.setdefault((heading, name), np.full(self.games, np.nan))[game] = one

    def _count(self, counts: dict, uses: Sequence, taken: CardUse | str | None, game: int, seat: int) -> None:
        """Count one decision: the use of every legal action, None for actions that are no use, and the one taken."""
        if taken is not None:
            counts[taken].taken[game] += 1
            counts[taken].users.add((game, seat))
        if len(set(uses)) < 2:
            return
        for use, ways in Counter(use for use in uses if use is not None).items():
            found = counts[use]
            found.offered[game] += 1
            found.expected += ways / len(uses)
            found.chosen[game] += use == taken


def action_groups(setup: Setup) -> tuple[list[str], np.ndarray]:
    """Return the names of a game's groups of actions, and each action's group.

    Returns:
        The texts of the blocks that make up the action space, none where the game does not say it in blocks, and the
        number of every action's text among them, int64.
    """
    if not isinstance(setup.actions, Actions):
        return [], np.zeros(setup.num_actions, np.int64)
    names = list(dict.fromkeys(block.text for block in setup.actions.blocks))
    sizes = [block.size for block in setup.actions.blocks]
    return names, np.repeat([names.index(block.text) for block in setup.actions.blocks], sizes)


class Grouping:
    """Actions as they are told apart: by group, or one by one where a game has no two groups.

    Attributes:
        names: What is told apart.
        of: Number of each action's group among the names, int64, shape (actions,).
        by_group: Whether that are groups.
    """

    def __init__(self, setup: Setup) -> None:
        self.names, self.of = action_groups(setup)
        self.by_group = len(self.names) > 1
        if not self.by_group:
            self.names, self.of = list(setup.action_names), np.arange(setup.num_actions)
        self._members = np.zeros((setup.num_actions, len(self.names)), np.float32)
        self._members[np.arange(setup.num_actions), self.of] = 1

    def open(self, legal: np.ndarray) -> np.ndarray:
        """Return which groups have a legal action, bool, shape (k, names); ``legal`` is bool, shape (k, actions)."""
        return legal.astype(np.float32) @ self._members > 0
