"""Is a game balanced? Equal agents play each other; seats, sides, lengths and cards are counted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

import numpy as np

from ....agents.base import Agent
from ....envs.table.game import TRUNCATED, Setup
from ..chunks import GamesDone, OnChunk, deal_chunks, play_chunk, shared, warm_up
from ..intervals import Mean, Rate, clustered, clustered_mean, wilson
from ..match import MatchResult, wins_in
from ..sharing.workers import Workers
from ..sides import by_side, is_one_team
from .counts import CardUse, Counts, Statistic, Tally

SEAT_MARGIN = 0.2
"""A seat is fair while it wins between 1 - margin and 1 + margin times the mean of all seats (40-60 % at two seats).

So is a trait, such as a corporation or a deck, while that holds for the seats that have it.
"""

WORTHLESS = 0.25
"""A card is not worth playing when each of its uses is chosen less than this many times as often as by chance.

It is only said to be so where the 95 % interval of every use lies below that.
"""

ALWAYS = 0.95
"""A card is always taken when it is at more than this share of the decisions that offered it and something else, too.

It is only said to be so where all of the 95 % interval lies above that.
"""


class Verdict(StrEnum):
    """Whether what was measured is as it should be."""

    OK = "OK"
    UNSURE = "fails?"  # outside, but the interval reaches into what is allowed: more games would tell
    FAILS = "fails"


class Target(NamedTuple):
    """What a balanced game does, and whether this one did.

    Attributes:
        text: What it does.
        verdict: The worst of the verdicts on all that it is about.
        wrong: The seats, traits or cards that are not as they should be.
    """

    text: str
    verdict: Verdict
    wrong: tuple[str, ...] = ()


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
        traits: Name of what each seat had by each heading that the game compares seats by, empty in games without it:
            object, shape (games, seats).
        lengths: How long each game was, by the game's own measures of that, NaN in games without it: float64, shape
            (games,).
        statistics: Numbers of each game by heading and name, NaN in games without it: float64, shape (games,).
        cards: Counts for every use of every card, empty where the game does not name its card uses.
        groups: Counts for every group of actions, empty where the game does not say its actions in blocks.
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
    groups: dict[str, Tally] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.returns)

    def wins(self) -> np.ndarray:
        """Return 1, 0.5 or 0 for each seat of each game, float32, shape (games, seats)."""
        return wins_in(self.setup, self.returns)

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

    @property
    def together(self) -> bool:
        """Whether all seats win or lose together, or there is but one: then no seat can be better than another."""
        return is_one_team(self.setup)

    def draws(self) -> int:
        """Return the number of games that nobody has won or lost: for all seats as good, or for the team undecided."""
        if self.setup.rewards == "cooperative":
            return int((self.returns == 0).all(axis=1).sum())
        return int((self.returns.min(axis=1) == self.returns.max(axis=1)).sum())

    @property
    def cut_off(self) -> int:
        """Number of games that ended at the limit of decisions."""
        return int(np.count_nonzero(self.over == TRUNCATED))

    def difference(self, tally: Tally) -> Rate:
        """Return how much more often than the others those seats won that used a card, with a 95 % interval.

        The interval is Newcombe's for a difference of proportions (1998, Stat. Med. 17, 873-890, method 10), with as
        many seats as would tell as much if they were independent. Seats of one game are not: what one wins another
        loses. So the games are the observations, and the variance is that of a difference of ratios of sums over games
        (Cochran 1977, eq. 6.13). Read it as a hint: a card that is used late is used in games that go well.
        """
        total = self.returns.size
        rest = total - tally.users
        if not tally.users or not rest:
            return Rate(math.nan, math.nan, math.nan)
        won = tally.won / tally.users, (float(self.wins().sum()) - tally.won) / rest
        worth = self._worth_of_seats(tally, *won)
        one, two = wilson(won[0], tally.users * worth), wilson(won[1], rest * worth)
        gap = one.mean - two.mean
        low = gap - math.hypot(one.mean - one.low, two.high - two.mean)
        high = gap + math.hypot(one.high - one.mean, two.mean - two.low)
        return Rate(gap, low, high)

    def _worth_of_seats(self, tally: Tally, used: float, others: float) -> float:
        """Return how many independent seats tell as much of a difference as one seat does here.

        Both variances are taken with two games added, each of the mean size: one in which the users have won and the
        others lost, and the reverse. So they do not vanish where few games happen to agree.

        Args:
            tally: Counts of the use.
            used: Share of its users that have won.
            others: Share of the others that have.
        """
        games, seats = self.returns.shape
        users, rest = tally.users, self.returns.size - tally.users
        all_won = self.wins().sum(axis=1, dtype=np.float64)
        whole = np.stack([all_won, np.ones(games)])
        products = tally.products.copy()
        products[2:, 2:] = whole @ whole.T  # games without a user count, too
        # By how much a game moves the difference: the sum of its four numbers with these weights.
        weights = np.array([1 / users + 1 / rest, -used / users - others / rest, -1 / rest, others * seats / rest])
        using, without = max(tally.products[3, 3], 1.0), min(games, rest)
        moved = weights @ products @ weights + (1 / using + 1 / without) ** 2 / 2
        dependent = moved * (games + 2) / (games + 1)
        parts = ((tally.won, users, users / using), (all_won.sum() - tally.won, rest, rest / without))
        shares = ((wins + size) / (seats + 2 * size) for wins, seats, size in parts)
        independent = sum(share * (1 - share) / seats for share, (_, seats, _) in zip(shares, parts, strict=True))
        return independent / dependent

    def targets(self) -> list[Target]:
        """Return what a balanced game does, and whether this one did.

        Seats that win or lose together are not compared, nor a trait that all seats have. Where nobody ever wins there
        is nothing to compare.
        """
        found = []
        if not self.together:
            rates = {f"seat {seat}": rate for seat, rate in enumerate(self.seats())}
            found.append(self._fair(f"every seat wins {self.fair_text()} of its games", rates))
        found.append(Target("every game ends by its rules", Verdict.FAILS if self.cut_off else Verdict.OK))
        for heading in self.compared_traits() if self.anybody_wins else ():
            text = f"seats of every {heading} win {self.fair_text()} of their games"
            found.append(self._fair(text, self.by_trait(heading)))
        if worth := self.worth():
            found.append(_worst("every card is worth playing", worth))
        if taken := self.taken_when_offered():
            found.append(_worst("no card is always taken when offered", taken))
        return found

    @property
    def anybody_wins(self) -> bool:
        """Whether any seat has won any game, or half of one."""
        return bool(self.wins().any())

    def compared_traits(self) -> list[str]:
        """Return the headings of the traits that seats differ in."""
        return [heading for heading in self.traits if len(self.by_trait(heading)) > 1]

    def verdict(self, rate: Rate) -> Verdict:
        """Return whether a seat's or a trait's win rate is within :meth:`fair_range`."""
        return _within(rate, *self.fair_range())

    def _fair(self, text: str, rates: Mapping[str, Rate]) -> Target:
        return _worst(text, {name: self.verdict(rate) for name, rate in rates.items()})

    def fair_range(self) -> tuple[float, float]:
        """Return the least and the highest win rate of a seat that is as good as the others; none is more than 1."""
        fair = float(np.mean([rate.mean for rate in self.seats()]))
        return fair * (1 - SEAT_MARGIN), min(1.0, fair * (1 + SEAT_MARGIN))

    def fair_text(self) -> str:
        """Return :meth:`fair_range` as people read it."""
        low, high = self.fair_range()
        return f"{100 * low:.0f}-{100 * high:.0f} %"

    def worth(self) -> dict[str, Verdict]:
        """Return for every card whether any of its uses is chosen nearly as often as by chance.

        It fails where no use can be, by the upper limit of its interval, and is unsure where none was but one may be.
        Nothing is said of a card that was only used where there was nothing else to do.
        """
        seen: dict[str, float] = defaultdict(float)
        possible: dict[str, float] = defaultdict(float)
        for (card, _), tally in self.cards.items():
            if tally.expected:
                seen[card] = max(seen[card], tally.preference)
                possible[card] = max(possible[card], tally.highest_preference)
        unwanted = {card: Verdict.FAILS if possible[card] < WORTHLESS else Verdict.UNSURE for card in seen}
        return {card: Verdict.OK if seen[card] >= WORTHLESS else unwanted[card] for card in sorted(seen)}

    def taken_when_offered(self) -> dict[str, Verdict]:
        """Return for every card by whose offer a seat gets it whether there are times at which it is not taken.

        What offers a card is the game's to say (``Game.offers``).
        """
        offers = self.setup.game.offers
        return {
            card: _within(tally.choice, 0, ALWAYS)
            for (card, use), tally in sorted(self.cards.items())
            if use == offers and tally.offered
        }

    def worthless(self) -> list[str]:
        """Return the cards that fail by :meth:`worth`."""
        return [card for card, verdict in self.worth().items() if verdict == Verdict.FAILS]


def _within(rate: Rate, low: float, high: float) -> Verdict:
    if low - 1e-9 <= rate.mean <= high + 1e-9:
        return Verdict.OK
    return Verdict.FAILS if rate.high < low - 1e-9 or rate.low > high + 1e-9 else Verdict.UNSURE


def _worst(text: str, verdicts: Mapping[str, Verdict]) -> Target:
    """Return a target with the worst of some verdicts and the names of what is not OK."""
    worst = max(verdicts.values(), key=list(Verdict).index)
    return Target(text, worst, tuple(name for name, one in verdicts.items() if one != Verdict.OK))


def balance(
    setup: Setup,
    agent: str,
    games: int = 1000,
    seed: int = 0,
    processes: int | Workers | None = None,
    on_chunk: OnChunk | None = None,
) -> Balance:
    """Let one agent play every seat of many games and count.

    Args:
        setup: The game.
        agent: Spec of the agent.
        games: Number of games, each another deal.
        seed: Fixes deals and choices.
        processes: Processes to share the games among, or other workers; results do not depend on it. None takes one
            process a processor core.
        on_chunk: Told of the games done and all games.

    Raises:
        OptionError: Unknown agent, no games, or a negative seed.
    """
    tasks = deal_chunks(games, seed)
    warm_up(setup, [agent])
    chunks: dict[int, _Chunk] = {}
    done = GamesDone(games, on_chunk)
    with shared(_ChunkCounter, (setup, agent, seed), tasks, processes) as results:
        for chunk in results:
            chunks[chunk.number] = chunk
            done.add(len(chunk.result))
    ordered = [chunks[number] for number in sorted(chunks)]
    result = MatchResult.joined([chunk.result for chunk in ordered])
    blank = [np.full(len(chunk.result), np.nan) for chunk in ordered]
    return Balance(
        setup=setup,
        agent=agent,
        seed=seed,
        returns=result.returns,
        decisions=result.decisions,
        over=result.over,
        sides=result.sides,
        traits=_joined(
            [chunk.traits for chunk in ordered], [np.full_like(chunk.result.sides, "") for chunk in ordered]
        ),
        lengths=_joined([chunk.lengths for chunk in ordered], blank),
        statistics=_joined([chunk.statistics for chunk in ordered], blank),
        cards=dict(sorted(_added(chunk.cards for chunk in ordered).items())),
        groups=_added(chunk.groups for chunk in ordered),
    )


Name = TypeVar("Name")


def _added(parts: Iterable[dict[Name, Tally]]) -> dict[Name, Tally]:
    total: dict[Name, Tally] = {}
    for part in parts:
        for name, tally in part.items():
            total.setdefault(name, Tally()).add(tally)
    return total


def _joined(parts: Sequence[dict[Name, np.ndarray]], blank: Sequence[np.ndarray]) -> dict[Name, np.ndarray]:
    """Put what chunks tell by name one behind the other; in the place of a name that a chunk lacks stands its blank."""
    known = dict.fromkeys(name for part in parts for name in part)
    return {
        name: np.concatenate([part.get(name, none) for part, none in zip(parts, blank, strict=True)]) for name in known
    }


@dataclass
class _Chunk:
    number: int
    result: MatchResult
    traits: dict[str, np.ndarray]
    lengths: dict[str, np.ndarray]
    statistics: dict[Statistic, np.ndarray]
    cards: dict[CardUse, Tally]
    groups: dict[str, Tally]


class _ChunkCounter:
    """Plays chunks of games in one process and counts while they are played."""

    def __init__(self, setup: Setup, spec: str, seed: int) -> None:
        from ....agents.factory import make_agent

        self.setup, self.seed = setup, seed
        self.agent: Agent = make_agent(spec, setup, seed=0)

    def __call__(self, task: tuple[int, np.ndarray]) -> _Chunk:
        number, seeds = task
        counts = Counts(self.setup, len(seeds))
        result = play_chunk(self.setup, [self.agent], self.seed, number, seeds, watcher=counts)
        won = result.wins()
        return _Chunk(
            number=number,
            result=result,
            traits=counts.traits,
            lengths=counts.lengths,
            statistics=counts.statistics,
            cards=counts.cards(won),
            groups=counts.groups(won),
        )
