"""How well redraws of what is hidden foretell it: evenly among what is possible, and by what a policy would have done.

In games that agents play, positions are redrawn for the seat to move as its search would redraw them. Every number of
the whole position (`reveal`) that is not the true one in all redraws of either kind is hidden, so that neither kind
says which numbers it is judged by; each gives a number's true value a probability, that of the redraws which have it.
The mean logarithm of these probabilities is the score (Good 1952).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...agents.base import Agent
from ...agents.beliefs.past import Played, recollect
from ...agents.beliefs.weighing import Beliefs
from ...envs.table import kernels
from ...envs.table.counts import check_count, check_own_seed
from ...envs.table.game import Setup
from ...envs.table.random import seed_words
from ...envs.table.rerun import Rerun
from ...envs.table.tables import determinized
from .intervals import Mean, ratio
from .match import deal_seeds, play_match

_BINS = 10
_TABLES = 64


@dataclass(frozen=True)
class Foretold:
    """How well hidden numbers of one part of the position were foretold.

    Attributes:
        part: Name of the part; empty for all parts together.
        numbers: Hidden numbers in all positions: those that any redraw, of either kind, has missed.
        even: Mean logarithm of the probability of their true values among even redraws.
        policy: The same of redraws by the policy.
        gain: By how much the second is more.
    """

    part: str
    numbers: int
    even: float
    policy: float
    gain: Mean


@dataclass(frozen=True)
class Calibration:
    """What was found.

    Attributes:
        games: Games played.
        positions: Positions looked at.
        told: Share of them in which the past told anything.
        parts: By part of the position, all together first.
        errors: Mean distance between probabilities given to numbers other than zero and their frequency, in ten bins:
            of even redraws, and of those by the policy.
    """

    games: int
    positions: int
    told: float
    parts: list[Foretold]
    errors: tuple[float, float]

    def lines(self) -> list[str]:
        """Tell it in words and a table."""
        first = (
            f"{self.positions} positions of {self.games} games, {self.told:.0%} of them with a past that tells; "
            f"distance of probabilities from frequencies {self.errors[0]:.4f} evenly, {self.errors[1]:.4f} by policy"
        )
        table = ["| hidden in | numbers | evenly | by the policy | gain |", "| --- | --- | --- | --- | --- |"]
        table += [
            f"| {one.part or 'all'} | {one.numbers} | {one.even:.4f} | {one.policy:.4f} | {_told(one.gain)} |"
            for one in self.parts
        ]
        return [first, "", *table]


def _told(gain: Mean) -> str:
    interval = "" if np.isnan(gain.low) else f" ({gain.low:+.4f} to {gain.high:+.4f})"
    return f"{gain.mean:+.4f}{interval}"


def calibrate(
    setup: Setup,
    beliefs: Beliefs,
    agent: Agent,
    games: int,
    *,
    share: float = 0.1,
    seed: int = 0,
    on_game: Callable[[int], None] | None = None,
) -> Calibration:
    """Measure redraws in games that an agent plays in every seat.

    Args:
        setup: The game with its options.
        beliefs: How redraws by a policy are made; even ones are as many.
        agent: Who plays.
        games: Games to play.
        share: Share of the decisions with a choice to look at.
        seed: Fixes the deals and all choices.
        on_game: Told of the games looked at so far.

    Raises:
        OptionError: No games, or a number or a seed that is none.
    """
    games, seed = check_count(games, "games"), check_own_seed(seed)
    seating, seeds = np.zeros((games, setup.num_seats), np.int64), deal_seeds(seed, games)
    result = play_match(setup, [agent], seating, seeds, _TABLES, agent_seed=seed, record=range(games))
    looked = _Looked(setup, beliefs, games)
    generator, words = np.random.default_rng([seed, 1]), seed_words(np.random.SeedSequence([seed, 2]))[0]
    for game in range(games):
        deal, actions = seed_words(int(seeds[game]))[0].tolist(), result.actions[game].tolist()
        table = Rerun(setup, deal)
        for number, action in enumerate(actions):
            if np.count_nonzero(table.mask) > 1 and generator.random() < share:
                looked.at(game, Played(deal, actions[:number]), table.states, words)
            table.take(action)
        if on_game is not None:
            on_game(game + 1)
    return looked.found()


class _Looked:
    """Sums over all positions, by game and number of the whole position."""

    def __init__(self, setup: Setup, beliefs: Beliefs, games: int) -> None:
        self.setup, self.beliefs, size = setup, beliefs, setup.full_layout.size
        self.hidden, self.even, self.policy = (np.zeros((games, size)) for _ in range(3))
        self.bins = np.zeros((2, _BINS, 3))  # numbers, probabilities, how many were not zero
        self.positions = self.told = 0

    def at(self, game: int, played: Played, state: np.ndarray, words: np.ndarray) -> None:
        """Look at one position."""
        past = recollect(self.setup, played, state, self.beliefs.recall)
        assert past is not None
        seats = np.full(self.beliefs.particles, past.seat, np.int64)
        even = determinized(self.setup, np.repeat(state, seats.size), words, seats=seats)
        drawn = self.beliefs.draw(past, even[:1], words)
        self.positions, self.told = self.positions + 1, self.told + (drawn is not None)
        truth, evenly = self._all(state)[0], self._all(even)
        by_policy = evenly if drawn is None else self._all(drawn)
        hidden = np.logical_or(*(~np.isclose(redrawn, truth, atol=1e-4).all(axis=0) for redrawn in (evenly, by_policy)))
        self.hidden[game] += hidden
        for number, (redrawn, sums) in enumerate(((evenly, self.even), (by_policy, self.policy))):
            same = np.isclose(redrawn, truth, atol=1e-4).mean(axis=0)
            sums[game] += np.where(hidden, np.log((same * seats.size + 0.5) / (seats.size + 1)), 0.0)
            chances = (redrawn != 0).mean(axis=0)[hidden]
            places = np.minimum((chances * _BINS).astype(int), _BINS - 1)
            for column, weights in enumerate((np.ones(chances.size), chances, truth[hidden] != 0)):
                self.bins[number, :, column] += np.bincount(places, weights, _BINS)

    def _all(self, states: np.ndarray) -> np.ndarray:
        out = np.zeros((states.size, self.setup.full_layout.size), np.float32)
        self.setup.game.kernel(kernels.reveal_many)(self.setup.record, states, out, 0, states.size)
        return out

    def found(self) -> Calibration:
        """Return what all positions came to."""
        layout = self.setup.full_layout
        parts = [("", slice(0, layout.size)), *((part.name, layout.slice(part.name)) for part in layout.parts)]
        rows = [self._part(name, where) for name, where in parts if self.hidden[:, where].any()]
        distances = np.abs(self.bins[:, :, 1] - self.bins[:, :, 2]).sum(axis=1)
        errors = distances / np.maximum(self.bins[:, :, 0].sum(axis=1), 1)
        told = self.told / max(self.positions, 1)
        return Calibration(len(self.hidden), self.positions, told, rows, (float(errors[0]), float(errors[1])))

    def _part(self, name: str, where: slice) -> Foretold:
        numbers, even, policy = (sums[:, where].sum(axis=1) for sums in (self.hidden, self.even, self.policy))
        total = numbers.sum()
        means = float(even.sum() / total), float(policy.sum() / total)
        return Foretold(name, int(total), *means, ratio(policy - even, numbers))
