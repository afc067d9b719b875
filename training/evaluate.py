"""How good an agent is: duplicate deals against given opponents, without exploration noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from ..agents.base import Agent
from ..agents.factory import make_agent
from ..envs.table.game import Setup
from .intervals import Mean, Rate, average, clustered, clustered_mean
from .match import MatchResult, Seating, duplicate_seating, play_match, swapped_seating, wins


@dataclass(frozen=True)
class Score:
    """How an agent did against copies of another, at all seats or at those of one side.

    Attributes:
        seats: Seats that the agent took, over all games.
        won: Share of them that won, draws counted half, with its 95 % interval over deals.
        opponents: The same for the opponents' seats in the same games.
        returns: Mean of the agent's returns, with its 95 % interval over deals.
        sides: The same for each side that seats held at the end, by its name; empty where the game has none.
    """

    seats: int
    won: Rate
    opponents: Rate
    returns: Mean
    sides: dict[str, Score] = field(default_factory=dict)


@dataclass(frozen=True)
class Evaluation:
    """How an agent did against one kind of opponent.

    Attributes:
        against: Name of the opponent.
        total: Mean over the kinds of table, all weighing the same.
        tables: For each kind of table, by its name.
    """

    against: str
    total: Score
    tables: dict[str, Score]

    def scores(self) -> Iterator[tuple[str, str, Score]]:
        """Yield name of the kind of table, side, and score; an empty name is all of them together."""
        tables = {"": self.total} | (self.tables if len(self.tables) > 1 else {})
        for table, score in tables.items():
            yield table, "", score
            for side, part in score.sides.items():
                yield table, side, part

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield :meth:`scores` as rows of a table with :data:`COLUMNS`; None where nothing was observed."""
        for table, side, score in self.scores():
            figures = (*score.won, *score.opponents, *score.returns)
            cells = [None if np.isnan(value) else float(value) for value in figures]
            yield dict(zip(COLUMNS, (self.against, table, side, score.seats, *cells), strict=True))


COLUMNS = (
    "against", "table", "side", "seats", "win_rate", "win_rate_low", "win_rate_high",
    "opponents", "opponents_low", "opponents_high", "return", "return_low", "return_high",
)  # fmt: skip
"""Columns of an evaluation as a table."""


def evaluate(
    setups: Mapping[str, Setup],
    agent: Callable[[Setup], Agent],
    against: Sequence[str],
    games: int,
    seed: int,
    *,
    seating: Seating = "one",
    tables: int = 256,
) -> dict[str, Evaluation]:
    """Measure an agent against others by their names, one kind at a time at all the other seats.

    With ``seating="one"`` the agent is one among copies of the other and every deal is played from every seat. That
    says how it gets on in such company; where many seats win or lose together it says little of the agent. With
    ``seating="half"`` it takes half of the seats at random and every deal is played again with the seats swapped.

    What is a fair share differs by side (one of n seats may win alone, or n - 1 together), so look at the opponents'
    rate on the same side, or at the mean return.

    Args:
        setups: The kinds of table by their names, as :meth:`.config.TrainingConfig.setups` gives them.
        agent: Makes who is measured, for a kind of table.
        against: Names of agents, as for :func:`make_agent`.
        games: Games against each, shared out among the kinds of table and rounded up to whole duplicate deals.
        seed: Fixes the deals and what the others draw.
        seating: Seats that the agent takes.
        tables: Most games to play at a time.

    Returns:
        What came of it, by the opponent's name.
    """
    found = {}
    for number, name in zip(count(1), against, strict=False):
        scores = {}
        for table, setup in setups.items():
            players = [agent(setup), make_agent(name, setup, seed=seed + number)]
            scores[table] = _score(_play(setup, players, -(-games // len(setups)), seed, seating, tables))
        found[name] = Evaluation(name, _total(list(scores.values())), scores)
    return found


def figures(found: Mapping[str, Evaluation]) -> dict[str, float]:
    """Return the win rates of evaluations as a policy file keeps them: by opponent, then by kind of table."""
    rates = {name: one.total.won.mean for name, one in found.items()}
    for name, one in found.items():
        if len(one.tables) > 1:
            rates |= {f"{name}, {table}": score.won.mean for table, score in one.tables.items()}
    return rates


@dataclass(frozen=True)
class _Seats:
    """All seats of all games, one behind the other: each array of shape (games * seats,)."""

    own: np.ndarray
    won: np.ndarray
    returns: np.ndarray
    sides: np.ndarray
    deals: np.ndarray

    @classmethod
    def of(cls, setup: Setup, result: MatchResult, games_a_deal: int) -> _Seats:
        games, seats = result.seating.shape
        won = wins(result.returns, setup.rewards == "cooperative")
        deals = np.arange(games).repeat(seats) // games_a_deal
        return cls(result.seating.ravel() == 0, won.ravel(), result.returns.ravel(), result.sides.ravel(), deals)

    def on(self, side: str) -> _Seats:
        held = self.sides == side
        return _Seats(self.own[held], self.won[held], self.returns[held], self.sides[held], self.deals[held])


def _play(setup: Setup, players: Sequence[Agent], games: int, seed: int, seating: Seating, tables: int) -> _Seats:
    seats = setup.num_seats
    if seating == "half":
        games_a_deal = 2
        places, seeds = swapped_seating(seats, -(-games // 2), seed)
    else:
        games_a_deal = seats
        places, seeds = duplicate_seating([0] + [1] * (seats - 1), -(-games // seats), seed)
    return _Seats.of(setup, play_match(setup, players, places, seeds, tables), games_a_deal)


def _score(seats: _Seats, with_sides: bool = True) -> Score:
    own, others = seats.own, ~seats.own
    names = sorted(set(seats.sides.tolist()) - {""}) if with_sides else []
    return Score(
        seats=int(own.sum()),
        won=clustered(seats.won[own], seats.deals[own]),
        opponents=clustered(seats.won[others], seats.deals[others]),
        returns=clustered_mean(seats.returns[own], seats.deals[own]),
        sides={name: _score(seats.on(name), with_sides=False) for name in names},
    )


def _total(scores: Sequence[Score]) -> Score:
    if len(scores) == 1:
        return scores[0]
    names = sorted({name for score in scores for name in score.sides})
    return Score(
        seats=sum(score.seats for score in scores),
        won=average([score.won for score in scores]),
        opponents=average([score.opponents for score in scores]),
        returns=average([score.returns for score in scores]),
        sides={name: _total([score.sides[name] for score in scores if name in score.sides]) for name in names},
    )
