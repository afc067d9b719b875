"""Is a game balanced? Equal agents play each other; seats, sides, lengths and cards are counted."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from ...agents.base import Agent
from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from ...envs.table.tables import Tables
from .arena import warm_up
from .intervals import Mean, Rate, clustered, clustered_mean, wilson
from .match import Casting, MatchResult, Watcher, deal_seeds, play_match, wins
from .sides import by_side
from .workers import run_tasks

CHUNK = 32
"""Games that are played side by side in one process."""

SEAT_MARGIN = 0.2
"""A seat is fair while it wins between 1 - margin and 1 + margin times the mean of all seats (40-60 % at two seats).

So is a trait, such as a corporation or a deck, while that holds for the seats that have it.
"""

WORTHLESS = 0.25
"""A card is not worth playing when each of its uses is chosen less than this many times as often as by chance."""

CardUse = tuple[str, str]
"""Name of a card and what it is used for, as a game's ``card_uses`` gives them."""

Statistic = tuple[str, str]
"""Heading and name of a number that a game's ``statistics`` give."""


@dataclass
class Tally:
    """How often one use of one card was open to a seat, and was chosen.

    Attributes:
        taken: How often it was taken, also where nothing else was legal.
        offered: Decisions at which it was legal and so was something else.
        chosen: How often it was taken there.
        expected: How often uniformly random choices would have taken it there.
        users: Seats, over all games, that took it at least once.
        won: Wins of those seats, draws counted half.
    """

    taken: int = 0
    offered: int = 0
    chosen: int = 0
    expected: float = 0.0
    users: int = 0
    won: float = 0.0

    def add(self, other: Tally) -> None:
        """Add another count of the same use."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    @property
    def choice_rate(self) -> float:
        """Share of the decisions at which it was open, and something else was, that took it; NaN if there were none."""
        return self.chosen / self.offered if self.offered else math.nan

    @property
    def preference(self) -> float:
        """How many times as often it was chosen as by chance: 1 is indifference; NaN if it was never open."""
        return self.chosen / self.expected if self.expected else math.nan


@dataclass
class Balance:
    """What equal agents' games showed.

    Attributes:
        setup: The game.
        agent: Spec of the agent that played every seat.
        seed: Seed of the deals and choices.
        returns: Each seat's returns, float32, shape (games, seats).
        decisions: Decisions in each game, int32, shape (games,).
        over: How each game ended: 1 by the rules, 2 cut off; int8, shape (games,).
        sides: Name of the side that each seat held at the end, empty where the game has none; object, shape
            (games, seats).
        traits: Name of what each seat had by each heading that the game compares seats by: object, shape (games,
            seats).
        lengths: How long each game was, by the game's own measures of that: float64, shape (games,).
        statistics: Numbers of each game by heading and name, NaN in games without it: float64, shape (games,).
        cards: Counts for every use of every card, empty where the game does not name its card uses.
    """

    setup: Setup
    agent: str
    seed: int
    returns: np.ndarray
    decisions: np.ndarray
    over: np.ndarray
    sides: np.ndarray
    traits: dict[str, np.ndarray] = field(default_factory=dict)
    lengths: dict[str, np.ndarray] = field(default_factory=dict)
    statistics: dict[Statistic, np.ndarray] = field(default_factory=dict)
    cards: dict[CardUse, Tally] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.returns)

    def wins(self) -> np.ndarray:
        """Return 1, 0.5 or 0 for each seat of each game, float32, shape (games, seats)."""
        return _wins(self.setup, self.returns)

    def seats(self) -> list[Rate]:
        """Return each seat's win rate."""
        games = np.arange(len(self))
        return [clustered(column, games) for column in self.wins().T]

    def by_side(self) -> dict[str, Rate]:
        """Return each side's win rate over all seats that held it."""
        return self._by(self.sides)

    def by_trait(self, heading: str) -> dict[str, Rate]:
        """Return the win rate of the seats with each trait under a heading."""
        return self._by(self.traits[heading])

    def _by(self, names: np.ndarray) -> dict[str, Rate]:
        games = np.repeat(np.arange(len(self)), self.returns.shape[1])
        return by_side(self.wins().ravel(), names.ravel(), games)

    def by_statistic(self) -> dict[str, dict[str, tuple[int, Mean]]]:
        """Return every statistic's number of games that have it, and its mean with a 95 % interval, by heading."""
        found: dict[str, dict[str, tuple[int, Mean]]] = {}
        for (heading, name), numbers in self.statistics.items():
            told = numbers[~np.isnan(numbers)]
            found.setdefault(heading, {})[name] = len(told), clustered_mean(told, np.arange(len(told)))
        return found

    def draws(self) -> int:
        """Return the number of games in which all seats did equally well."""
        return int((self.returns.min(axis=1) == self.returns.max(axis=1)).sum())

    def difference(self, tally: Tally) -> Rate:
        """Return how much more often than the others those seats won that used a card, with a 95 % interval.

        The interval is Newcombe's for a difference of proportions (1998, Stat. Med. 17, 873-890, method 10). Read it as
        a hint: a card that is used late is used in games that go well.
        """
        total = self.returns.size
        rest = total - tally.users
        if not tally.users or not rest:
            return Rate(math.nan, math.nan, math.nan)
        one = wilson(tally.won / tally.users, tally.users)
        two = wilson((float(self.wins().sum()) - tally.won) / rest, rest)
        gap = one.mean - two.mean
        low = gap - math.hypot(one.mean - one.low, two.high - two.mean)
        high = gap + math.hypot(one.high - one.mean, two.mean - two.low)
        return Rate(gap, low, high)

    def targets(self) -> dict[str, bool]:
        """Return what a balanced game does, and whether this one did."""
        low, high = self._fair_range()
        found = {
            f"every seat wins {100 * low:.0f}-{100 * high:.0f} % of its games": not self.unfair_seats(),
            "every game ends by its rules": not (self.over == 2).any(),
        }
        for heading in self.traits:
            if len(self.by_trait(heading)) > 1:
                what = f"seats of every {heading} win {100 * low:.0f}-{100 * high:.0f} % of their games"
                found[what] = not self.unfair_traits(heading)
        if self.cards:
            found["every card is worth playing"] = not self.worthless()
        return found

    def unfair_seats(self, surely: bool = False) -> list[int]:
        """Return the seats that win less or more than is fair; ``surely``: those whose whole interval does."""
        low, high = self._fair_range()
        limits = [(rate.high, rate.low) if surely else (rate.mean, rate.mean) for rate in self.seats()]
        return [seat for seat, (most, least) in enumerate(limits) if most < low - 1e-9 or least > high + 1e-9]

    def unfair_traits(self, heading: str) -> list[str]:
        """Return the traits under a heading whose seats win less or more than is fair."""
        low, high = self._fair_range()
        rates = self.by_trait(heading)
        return [name for name, rate in rates.items() if rate.mean < low - 1e-9 or rate.mean > high + 1e-9]

    def _fair_range(self) -> tuple[float, float]:
        fair = float(np.mean([rate.mean for rate in self.seats()]))
        return fair * (1 - SEAT_MARGIN), fair * (1 + SEAT_MARGIN)

    def worthless(self) -> list[str]:
        """Return the cards of which no use is chosen nearly as often as by chance."""
        best: dict[str, float] = defaultdict(float)
        for (card, _), tally in self.cards.items():
            best[card] = max(best[card], tally.preference if tally.expected else 0.0)
        return sorted(card for card, preference in best.items() if preference < WORTHLESS)


def balance(
    setup: Setup,
    agent: str,
    games: int = 1000,
    seed: int = 0,
    processes: int | None = None,
    on_chunk: Callable[[int, int], None] | None = None,
) -> Balance:
    """Let one agent play every seat of many games and count.

    Args:
        setup: The game.
        agent: Spec of the agent.
        games: Number of games, each another deal.
        seed: Fixes deals and choices.
        processes: Processes to share the games among; results do not depend on it. None takes one a processor core.
        on_chunk: Told of the games done and all games.

    Raises:
        OptionError: Unknown agent, no games, or a negative seed.
    """
    tasks = deal_chunks(games, seed)
    warm_up(setup, [agent])
    chunks: dict[int, _Chunk] = {}
    done = 0
    for chunk in run_tasks(_ChunkCounter, (setup, agent, seed), tasks, processes):
        chunks[chunk.number] = chunk
        done += len(chunk.result)
        if on_chunk is not None:
            on_chunk(done, games)
    ordered = [chunks[number] for number in sorted(chunks)]
    cards: dict[CardUse, Tally] = {}
    for chunk in ordered:
        for use, tally in chunk.cards.items():
            cards.setdefault(use, Tally()).add(tally)
    result = MatchResult.joined([chunk.result for chunk in ordered])
    return Balance(
        setup=setup,
        agent=agent,
        seed=seed,
        returns=result.returns,
        decisions=result.decisions,
        over=result.over,
        sides=result.sides,
        traits={name: np.concatenate([chunk.traits[name] for chunk in ordered]) for name in ordered[0].traits},
        lengths={name: np.concatenate([chunk.lengths[name] for chunk in ordered]) for name in ordered[0].lengths},
        statistics=_joined([chunk.statistics for chunk in ordered], [len(chunk.result) for chunk in ordered]),
        cards=dict(sorted(cards.items())),
    )


def _joined(parts: Sequence[dict[Statistic, np.ndarray]], games: Sequence[int]) -> dict[Statistic, np.ndarray]:
    """Put the chunks' statistics one behind the other; a chunk may have none of a name."""
    known = dict.fromkeys(name for part in parts for name in part)
    blank = [np.full(number, np.nan) for number in games]
    return {
        name: np.concatenate([part.get(name, none) for part, none in zip(parts, blank, strict=True)]) for name in known
    }


def deal_chunks(games: int, seed: int) -> list[tuple[int, np.ndarray]]:
    """Return the number and the deals' seeds (int64, at most ``CHUNK`` of them) of every chunk of some games.

    Raises:
        OptionError: No games, or a negative seed.
    """
    if games < 1 or seed < 0:
        raise OptionError(f"games must be at least 1 and seed at least 0, not {games} and {seed}")
    seeds = deal_seeds(seed, games)
    return [(number, seeds[first : first + CHUNK]) for number, first in enumerate(range(0, games, CHUNK))]


def play_chunk(
    setup: Setup,
    agents: Sequence[Agent],
    seed: int,
    number: int,
    seeds: np.ndarray,
    watcher: Watcher | None = None,
    casting: Casting | None = None,
) -> MatchResult:
    """Play one of :func:`deal_chunks`. All its games go side by side, so it depends on nothing else.

    Args:
        setup: The game.
        agents: Who plays: the first of them every seat, unless ``casting`` says otherwise.
        seed: The seed of all chunks.
        number: The chunk's number.
        seeds: Its deals' seeds.
        watcher: As in :func:`.match.play_match`.
        casting: As in :func:`.match.play_match`.
    """
    seating, start = np.zeros((len(seeds), setup.num_seats), np.int64), [seed, 3, number]
    return play_match(setup, agents, seating, seeds, len(seeds), agent_seed=start, watcher=watcher, casting=casting)


def _wins(setup: Setup, returns: np.ndarray) -> np.ndarray:
    return wins(returns, cooperative=setup.rewards == "cooperative")


@dataclass
class _Chunk:
    number: int
    result: MatchResult
    traits: dict[str, np.ndarray]
    lengths: dict[str, np.ndarray]
    statistics: dict[Statistic, np.ndarray]
    cards: dict[CardUse, Tally]


class _ChunkCounter:
    """Plays chunks of games in one process and counts while they are played."""

    def __init__(self, setup: Setup, spec: str, seed: int) -> None:
        from ...agents.factory import make_agent

        self.setup, self.seed = setup, seed
        self.agent: Agent = make_agent(spec, setup, seed=0)

    def __call__(self, task: tuple[int, np.ndarray]) -> _Chunk:
        number, seeds = task
        counts = _Counts(self.setup, len(seeds))
        result = play_chunk(self.setup, [self.agent], self.seed, number, seeds, watcher=counts)
        won = _wins(self.setup, result.returns)
        for use, seats in counts.users.items():
            counts.cards[use].users = len(seats)
            counts.cards[use].won = float(sum(won[game, seat] for game, seat in seats))
        return _Chunk(number, result, counts.traits, counts.lengths, counts.statistics, dict(counts.cards))


class _Counts(Watcher):
    """Counts card uses and writes down what the game tells of each one at its end."""

    def __init__(self, setup: Setup, games: int) -> None:
        self.setup, self.games = setup, games
        self.traits: dict[str, np.ndarray] = {}
        self.lengths: dict[str, np.ndarray] = {}
        self.statistics: dict[Statistic, np.ndarray] = {}
        self.cards: dict[CardUse, Tally] = defaultdict(Tally)
        self.users: dict[CardUse, set[tuple[int, int]]] = defaultdict(set)

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        card_uses = self.setup.game.card_uses
        if card_uses is None:
            return
        states = tables.states.view(np.recarray)
        for row, game, action in zip(rows.tolist(), games.tolist(), actions.tolist(), strict=True):
            state, legal = states[row], np.flatnonzero(tables.masks[row]).tolist()
            uses = {choice: card_uses(self.setup, state, choice) for choice in legal}
            if (taken := uses[action]) is not None:
                self.cards[taken].taken += 1
                self.users[taken].add((game, int(state.seat)))
            if len(legal) > 1:
                self._count_choice(list(uses.values()), taken)

    def finished(self, tables: Tables, rows: np.ndarray, games: np.ndarray) -> None:
        traits, lengths, statistics = (getattr(self.setup.game, name) for name in ("traits", "lengths", "statistics"))
        states = tables.states.view(np.recarray)
        for row, game in zip(rows.tolist(), games.tolist(), strict=True):
            for heading, names in (traits(self.setup, states[row]) if traits else {}).items():
                blank = np.full((self.games, self.setup.num_seats), "", object)
                self.traits.setdefault(heading, blank)[game] = list(names)
            for measure, length in (lengths(self.setup, states[row]) if lengths else {}).items():
                self.lengths.setdefault(measure, np.full(self.games, np.nan))[game] = length
            for heading, numbers in (statistics(self.setup, states[row]) if statistics else {}).items():
                for name, one in numbers.items():
                    self.statistics.setdefault((heading, name), np.full(self.games, np.nan))[game] = one

    def _count_choice(self, uses: list[CardUse | None], taken: CardUse | None) -> None:
        for use, ways in Counter(use for use in uses if use is not None).items():
            tally = self.cards[use]
            tally.offered += 1
            tally.expected += ways / len(uses)
            tally.chosen += use == taken
