"""How good an agent is: duplicate deals against given opponents, without exploration noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...agents.base import Agent
from ...agents.factory import make_agent
from ...envs.table.counts import check_count, check_own_seed
from ...envs.table.game import Setup
from .intervals import Mean, Rate, clustered_average, clustered_mean_average, difference
from .match import MatchResult, Seating, deal_seeds, duplicate_seating, known_seating, play_match, swapped_seating
from .sides import held_sides


@dataclass(frozen=True)
class Score:
    """How an agent did against copies of another, at all seats or at those of one side; 95 % intervals over deals.

    Where sides change hands, a seat's side at the end is a result as well: the share of a side's seats that won may be
    near to 1 for everybody. What tells agents apart then is how many of *all* their seats won on that side, which over
    the sides adds up to the share of all that won.

    Attributes:
        seats: Seats that the agent took, over all games; for a side, those that ended on it.
        won: Share of these seats that won, draws counted half.
        opponents: The same for the opponents' seats in the same games.
        won_of_all: Share of all the agent's seats that won and, for a side, ended on it.
        opponents_of_all: The same for the opponents' seats.
        returns: Mean return of the agent's seats.
        opponents_returns: Mean return of the opponents' seats.
        ahead: By how much ``won`` is above ``opponents``, deal by deal, so that a deal's luck goes; for a side, in
            deals in which both held seats there.
        sides: The same for each side that seats held at the end, by its name; empty where the game has none.
    """

    seats: int
    won: Rate
    opponents: Rate
    won_of_all: Rate
    opponents_of_all: Rate
    returns: Mean
    opponents_returns: Mean
    ahead: Mean
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
            rates = (*score.won, *score.opponents, *score.returns, *score.won_of_all, *score.opponents_of_all)
            figures = (*rates, *score.opponents_returns)
            cells = [None if np.isnan(value) else float(value) for value in figures]
            yield dict(zip(COLUMNS, (self.against, table, side, score.seats, *cells), strict=True))


COLUMNS = (
    "against", "table", "side", "seats", "win_rate", "win_rate_low", "win_rate_high",
    "opponents", "opponents_low", "opponents_high", "return", "return_low", "return_high",
    "won_of_all", "won_of_all_low", "won_of_all_high", "opponents_of_all", "opponents_of_all_low",
    "opponents_of_all_high", "opponents_return", "opponents_return_low", "opponents_return_high",
)  # fmt: skip
"""Columns of an evaluation as a table: names and figures of a :class:`Score`."""


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
    ``seating="half"`` it takes half of the seats at random and every deal is played again with the seats swapped. With
    ``seating="rest"`` it takes all seats but one, where the other sits alone among its copies, every deal from every
    seat: how well it plays together with itself, to be held against :func:`evaluate_alone`. With ``seating="team"``
    it takes all seats of one team (a seat, where everybody plays alone), every deal as every team; where all seats are
    one team, the other then plays the same deals by itself.

    What is a fair share differs by side (one of n seats may win alone, or n - 1 together), so look at the opponents'
    figures on the same side, or at the mean return.

    Args:
        setups: The kinds of table by their names, as
            :meth:`..learn.config.training_config.TrainingConfig.setups` gives them.
        agent: Makes who is measured, for a kind of table.
        against: Names of agents, as for :func:`make_agent`.
        games: Games against each, shared out among the kinds of table and rounded up to whole duplicate deals.
        seed: Fixes the deals and what the others draw.
        seating: Seats that the agent takes.
        tables: Most games to play at a time.

    Returns:
        What came of it, by the opponent's name.

    Raises:
        OptionError: No games, an agent that there is not, or a number or a seed that is none.
    """
    _check_numbers(games, seed, tables)
    found = {}
    single: dict[str, _Seats] = {}  # games at the only seat are the same whoever does not sit there
    for number, name in enumerate(against, 1):
        played = {}
        for table, setup in setups.items():
            if table in single:
                played[table] = single[table]
                continue
            players = [agent(setup), make_agent(name, setup, seed=seed + number)]
            deals = seated(setup.teams, -(-games // len(setups)), seed, seating)
            played[table] = _play(setup, players, *deals, tables)
            if setup.num_seats == 1 and seating == "one":
                single[table] = played[table]
        found[name] = _evaluation(name, played)
    return found


def evaluate_alone(
    setups: Mapping[str, Setup], against: Sequence[str], games: int, seed: int, *, tables: int = 256
) -> dict[str, Evaluation]:
    """Measure tables at which each agent plays all seats: what :func:`evaluate` has to be held against.

    Args:
        setups: The kinds of table by their names.
        against: Names of agents, as for :func:`make_agent`.
        games: Games of each, shared out among the kinds of table. Every game is a deal of its own; among them are the
            deals that :func:`evaluate` plays for the same ``games`` and ``seed``.
        seed: Fixes the deals and what the agents draw.
        tables: Most games to play at a time.

    Returns:
        What came of it, by the agent's name; there are no opponents, and their figures are NaN.

    Raises:
        OptionError: As :func:`evaluate`.
    """
    _check_numbers(games, seed, tables)
    found = {}
    deals = -(-games // len(setups))
    for number, name in enumerate(against, 1):
        played = {}
        for table, setup in setups.items():
            everywhere = np.zeros((deals, setup.num_seats), np.int64)
            players = [make_agent(name, setup, seed=seed + number)]
            played[table] = _play(setup, players, everywhere, deal_seeds(seed, deals), 1, tables)
        found[name] = _evaluation(name, played)
    return found


def _check_numbers(games: int, seed: int, tables: int) -> None:
    check_count(games, "games")
    check_own_seed(seed)
    check_count(tables, "tables")


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
    def of(cls, result: MatchResult, games_a_deal: int) -> _Seats:
        games, seats = result.seating.shape
        won = result.wins()
        deals = np.arange(games).repeat(seats) // games_a_deal
        return cls(result.seating.ravel() == 0, won.ravel(), result.returns.ravel(), result.sides.ravel(), deals)


def seated(teams: Sequence[int], games: int, seed: int, seating: Seating) -> tuple[np.ndarray, np.ndarray, int]:
    """Return who sits where, the games' seeds, and how many games each deal is played.

    Args:
        teams: Team of every seat.
        games: Games at least; deals are played to their end.
        seed: Fixes the deals; more games only append.
        seating: Seats that agent 0 takes; agent 1 has the others.
    """
    seats = len(teams)
    if known_seating(seating) == "team":
        if len(set(teams)) == 1:  # nobody is left to play against: each plays by itself, on the same deals
            deals = -(-games // 2)
            return np.tile([[0] * seats, [1] * seats], (deals, 1)), np.repeat(deal_seeds(seed, deals), 2), 2
        sides, of_seat = np.unique(teams, return_inverse=True)
        places, seeds = duplicate_seating([0] + [1] * (sides.size - 1), -(-games // sides.size), seed)
        return places[:, of_seat], seeds, sides.size
    if seating == "half":
        return *swapped_seating(seats, -(-games // 2), seed), 2
    alone = 0 if seating == "one" else 1
    lineup = [alone] + [1 - alone] * (seats - 1)
    return *duplicate_seating(lineup, -(-games // seats), seed), seats


def _play(
    setup: Setup, players: Sequence[Agent], places: np.ndarray, seeds: np.ndarray, games_a_deal: int, tables: int
) -> _Seats:
    return _Seats.of(play_match(setup, players, places, seeds, tables), games_a_deal)


def _evaluation(against: str, played: Mapping[str, _Seats]) -> Evaluation:
    # A side that nobody held at one kind of table counts there too: no seat has won on it.
    sides = held_sides(np.concatenate([seats.sides for seats in played.values()]))
    scores = {table: _score([seats], sides) for table, seats in played.items()}
    return Evaluation(against, _score(list(played.values()), sides), scores)


def _score(kinds: Sequence[_Seats], sides: Sequence[str]) -> Score:
    """Score some kinds of table, all weighing the same. They are played with the same deals, so these are clusters."""
    total = _score_where(kinds, None)
    return replace(total, sides={name: _score_where(kinds, name) for name in sides})


def _score_where(kinds: Sequence[_Seats], side: str | None) -> Score:
    """Score the seats on a side; None stands for all."""
    own, others = ([_Held.of(seats, whose, side) for seats in kinds] for whose in (True, False))
    return Score(
        seats=sum(len(held.won) for held in own),
        won=clustered_average([(held.won, held.deals) for held in own]),
        opponents=clustered_average([(held.won, held.deals) for held in others]),
        won_of_all=clustered_average([held.of_all for held in own]),
        opponents_of_all=clustered_average([held.of_all for held in others]),
        returns=clustered_mean_average([(held.returns, held.deals) for held in own]),
        opponents_returns=clustered_mean_average([(held.returns, held.deals) for held in others]),
        ahead=_ahead(own, others),
    )


@dataclass(frozen=True)
class _Held:
    """The seats of one agent that were on a side: each array of shape (n,).

    Attributes:
        of_all: Of all its seats, which both ended there and won (:func:`.sides.won_on`), and the deal of each.
    """

    won: np.ndarray
    returns: np.ndarray
    deals: np.ndarray
    of_all: tuple[np.ndarray, np.ndarray]

    @classmethod
    def of(cls, seats: _Seats, own: bool, side: str | None) -> _Held:
        whose = seats.own == own
        on_side = np.ones_like(whose) if side is None else seats.sides == side
        held = whose & on_side
        of_all = np.where(on_side[whose], seats.won[whose], 0.0), seats.deals[whose]
        return cls(seats.won[held], seats.returns[held], seats.deals[held], of_all)

    def shares(self, deals: int) -> np.ndarray:
        """Return what share of these seats won in each deal, NaN where there were none; shape (deals,)."""
        counts = np.bincount(self.deals, minlength=deals)
        return np.where(counts > 0, np.bincount(self.deals, self.won, deals) / np.maximum(counts, 1), np.nan)


def _ahead(own: Sequence[_Held], others: Sequence[_Held]) -> Mean:
    """Return by how much one's share is above the other's, in deals in which both had seats; kinds weigh the same."""
    deals = 1 + max((int(held.deals.max()) for held in (*own, *others) if held.deals.size), default=0)
    leads = np.array([one.shares(deals) - other.shares(deals) for one, other in zip(own, others, strict=True)])
    both = ~np.isnan(leads)
    weights = both / np.maximum(both.sum(axis=1, keepdims=True), 1)
    return difference((weights * np.where(both, leads, 0)).sum(axis=0), weights.sum(axis=0)).mean
