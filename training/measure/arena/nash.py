"""A ranking that copies cannot fool: how agents do against the strongest mix of them all.

A mean win rate, and a rating made of it, depends on who else takes part: ten copies of a weak agent lift whoever beats
that one. The strongest mix is the equilibrium of the game "choose an agent for me, and one for you": no agent wins more
than half of its games against it. Copies of an agent share what one of them would have, and change nothing else. Where
exact ties leave several equilibria it is the one with the most entropy (Nash averaging: Balduzzi and others,
"Re-evaluating Evaluation", 2018).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..intervals import Rate, wilson

Meetings = tuple[np.ndarray, np.ndarray]
"""How one agent did against another at each meeting, and the deal of each."""

RESAMPLES = 200
"""Times that deals are drawn anew for the intervals."""

_SOME = 1e-3  # a share from which on an agent counts as part of the mix
_HOTTEST, _COLDEST = 1.0, 1e-5
_MOST_STEPS = 40  # of Newton's method at one temperature; three or four are usual


class Mixed(NamedTuple):
    """How an agent stands to the strongest mix of all agents.

    Attributes:
        share: Its share of the mix, 0 to 1.
        against: How often it wins against an agent drawn from the mix, at most one half but for chance, with a 95 %
            interval.
    """

    share: float
    against: Rate


def standings_to_mix(meetings: Mapping[tuple[int, int], Meetings], count: int, seed: int) -> list[Mixed]:
    """Return how each of some agents stands to their strongest mix.

    Intervals are from deals drawn anew (the percentile bootstrap: Efron, 1979), the mix found anew with each draw, but
    not narrower than Wilson's for as many independent games as an agent has had deals with others of the mix: who has
    lost them all loses them all in every draw. Deals with each of them count in full, however small its share of the
    mix, from a thousandth on.

    Args:
        meetings: For pairs of agents, the first number the smaller, how the first did against the second (1 won, 0.5
            drawn, 0 lost) at each of their meetings, and the deals that these were on; both of shape (n,).
        count: Number of agents.
        seed: Fixes which deals are drawn.
    """
    tallies = {pair: _by_deal(*both) for pair, both in meetings.items() if both[0].size}
    deals = 1 + max((int(places.max()) for places, _, _ in tallies.values()), default=-1)
    rng = np.random.default_rng([seed, 3])
    found = [_scores(tallies, np.ones(deals), count)]
    for _ in range(RESAMPLES if deals > 1 else 0):
        found.append(_scores(tallies, np.bincount(rng.integers(deals, size=deals), minlength=deals), count))
    shares, scores = zip(*found, strict=True)
    low, high = np.quantile(scores, [0.025, 0.975], axis=0)
    mixed = []
    for agent in range(count):
        met = [tallies[pair][0].size for pair in tallies if agent in pair and shares[0][sum(pair) - agent] > _SOME]
        score = float(scores[0][agent])
        least = wilson(score, sum(met)) if met else Rate(score, score, score)
        against = Rate(score, min(float(low[agent]), least.low), max(float(high[agent]), least.high))
        mixed.append(Mixed(float(shares[0][agent]), against))
    return mixed


def _by_deal(values: np.ndarray, deals: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the deals of some meetings, the sum of the values on each, and their numbers."""
    found, places = np.unique(deals, return_inverse=True)
    return found, np.bincount(places, values), np.bincount(places)


def _scores(tallies: dict, weights: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the strongest mix, and how often each agent wins against it, with deals weighing so much."""
    rates = np.full((count, count), np.nan)
    for (one, other), (deals, sums, numbers) in tallies.items():
        total = weights[deals] @ numbers
        if total > 0:
            rates[one, other] = weights[deals] @ sums / total
            rates[other, one] = 1 - rates[one, other]
    mix = strongest_mix(rates)
    return mix, 0.5 + np.nan_to_num(rates - rates.T) @ mix / 2


def strongest_mix(rates: np.ndarray) -> np.ndarray:
    """Return the equilibrium of most entropy, a share for each agent, shape (n,).

    It is the limit of equilibria in which everybody draws with some temperature (logit equilibria: McKelvey and
    Palfrey, "Quantal Response Equilibria for Normal Form Games", 1995), followed from a high temperature to a low one.

    Args:
        rates: How often each row's agent wins against each column's, shape (n, n); NaN where they have not met, which
            counts as one half. Only the difference between a pair's two rates matters.
    """
    ahead = np.nan_to_num(rates - rates.T) / 2
    np.fill_diagonal(ahead, 0.0)
    scale = np.abs(ahead).max()
    if scale == 0:
        return np.full(len(rates), 1 / len(rates))
    ahead /= scale
    at, ratio = _Point(_HOTTEST, np.full(len(rates), -np.log(len(rates))), 0.0), 0.4
    at, _ = _equilibrium(ahead, at)
    while at.temperature > _COLDEST:
        there, solved = _equilibrium(ahead, _tangent(ahead, at, max(at.temperature * ratio, _COLDEST)))
        if solved or ratio > 0.999:
            at, ratio = there, max(ratio**1.5, 0.1)
        else:
            ratio = ratio**0.25  # an agent joins or leaves the mix hereabouts: look more closely
    shares = np.exp(at.logs)
    return shares / shares.sum()


class _Point(NamedTuple):
    """Where ``ahead @ shares - temperature * logs = constant``, at least about: ``logs`` are those of the shares."""

    temperature: float
    logs: np.ndarray
    constant: float


def _tangent(ahead: np.ndarray, at: _Point, temperature: float) -> _Point:
    """Return about where the equilibrium of one temperature goes on to at the next lower one."""
    step = _solved(ahead, at, np.append(at.logs * at.temperature, 0.0)) * np.log(temperature / at.temperature)
    return _Point(temperature, np.minimum(at.logs + step[:-1], 0.0), at.constant + step[-1])


def _equilibrium(ahead: np.ndarray, at: _Point) -> tuple[_Point, bool]:
    """Return the equilibrium at a temperature, by Newton's method, and whether it was found.

    Shares that add up to one are then in proportion to ``exp(gain / temperature)``.
    """
    errors = _errors(ahead, at)
    for _ in range(_MOST_STEPS):
        if np.abs(errors).max() < 1e-11:
            return at, True
        step, length = _solved(ahead, at, -errors), 1.0
        while True:
            there = _Point(at.temperature, at.logs + length * step[:-1], at.constant + length * step[-1])
            found = _errors(ahead, there)
            if np.linalg.norm(found) < np.linalg.norm(errors):
                break
            length /= 2
            if length < 1e-4:
                return at, False
        at, errors = there, found
    return at, False


def _errors(ahead: np.ndarray, at: _Point) -> np.ndarray:
    shares = np.exp(np.minimum(at.logs, 5.0))  # a step that goes too far is refused, not an overflow
    return np.append(ahead @ shares - at.temperature * at.logs - at.constant, shares.sum() - 1.0)


def _solved(ahead: np.ndarray, at: _Point, wanted: np.ndarray) -> np.ndarray:
    """Return the change of logarithms and constant that changes the errors as wanted, to first order."""
    size, shares = len(at.logs), np.exp(np.minimum(at.logs, 5.0))
    slopes = np.zeros((size + 1, size + 1))
    slopes[:size, :size] = ahead * shares - at.temperature * np.eye(size)
    slopes[:size, size], slopes[size, :size] = -1.0, shares
    return np.linalg.solve(slopes, wanted)
