"""Ratings of agents from the results of games between any number of them."""

from __future__ import annotations

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


def rate(count: int, games: Iterable[tuple[np.ndarray, np.ndarray]]) -> list[Rating]:
    """Rate agents by the Plackett-Luce model of openskill (Weng and Lin 2011, J. Mach. Learn. Res. 12, 267-300).

    Agents do not change while they are measured, so the model's drift ``tau`` is zero.

    Args:
        count: Number of agents.
        games: For each game the numbers of the agents at its seats and each seat's returns, both of shape (seats,).
            An agent with several seats of a game counts once there, with their mean. The order matters a little:
            give the games of all pairings mixed rather than one pairing after the other.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(count)]
    for seats, returns in games:
        players = sorted({int(agent) for agent in seats})
        if len(players) < 2:
            continue
        scores = [round(float(returns[seats == agent].mean()), 6) for agent in players]
        rated = model.rate([[ratings[agent]] for agent in players], scores=scores)
        for agent, (rating,) in zip(players, rated, strict=True):
            ratings[agent] = rating
    return [Rating(rating.mu, rating.sigma) for rating in ratings]
