"""Ratings of agents from the results of games between any number of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np


class Rating(NamedTuple):
    """A skill estimate on openskill's scale: beginners have mean 25 and deviation 25/3."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A cautious estimate, ``mu - 3 sigma``: what tables are sorted by."""
        return self.mu - 3 * self.sigma


Contest = tuple[np.ndarray, np.ndarray, np.ndarray | None]
"""Of one game the numbers of the agents at its seats, each seat's return, and its side; all of shape (seats,)."""


def rate(count: int, games: Iterable[Contest]) -> list[Rating]:
    """Rate agents by the Plackett-Luce model of openskill (Weng and Lin 2011, J. Mach. Learn. Res. 12, 267-300).

    Agents do not change while they are measured, so the model's drift ``tau`` is zero.

    Args:
        count: Number of agents.
        games: For each game the numbers of the agents at its seats, each seat's returns, and the names of the seats'
            sides, None where the game has none. Without sides an agent with several seats counts once, with their mean.
            With sides these are teams, and nobody is compared with a partner. The order matters a little: give the
            games of all pairings mixed rather than one pairing after the other.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = [Rating(rating.mu, rating.sigma) for rating in (model.rating() for _ in range(count))]
    for seats, returns, sides in games:
        teams, scores = _each_alone(seats, returns) if sides is None else _by_side(seats, returns, sides)
        if len(teams) < 2 or len({agent for team in teams for agent in team}) < 2:
            continue
        # Every place has a copy, and what they change adds up: one agent may have several, on both sides, too.
        places = [[model.rating(*ratings[agent]) for agent in team] for team in teams]
        before = list(ratings)
        for team, rated in zip(teams, model.rate(places, scores=scores), strict=True):
            for agent, place in zip(team, rated, strict=True):
                old, (mu, sigma) = before[agent], ratings[agent]
                ratings[agent] = Rating(mu + place.mu - old.mu, sigma * place.sigma / old.sigma)
    return ratings


def _each_alone(seats: np.ndarray, returns: np.ndarray) -> tuple[list[list[int]], list[float]]:
    """Return a team of each agent, and its mean return."""
    players = sorted({int(agent) for agent in seats})
    return [[agent] for agent in players], [round(float(returns[seats == agent].mean()), 6) for agent in players]


def _by_side(seats: np.ndarray, returns: np.ndarray, sides: np.ndarray) -> tuple[list[list[int]], list[float]]:
    """Return the agents of each side, and its mean return.

    The model adds up a team's members, so one against four would be taken for the weaker side. Which one is stronger is
    the game's doing, and not to be told here: all have the same number of places, which their members share.
    """
    names = sorted(set(sides.tolist()))
    members = [seats[sides == name].tolist() for name in names]
    size = math.lcm(*map(len, members))
    scores = [round(float(returns[sides == name].mean()), 6) for name in names]
    return [team * (size // len(team)) for team in members], scores
