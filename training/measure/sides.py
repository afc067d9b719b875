"""Who plays for whom: teams that are known before the deal, or sides that only show at a game's end."""

from __future__ import annotations

import numpy as np

from ...agents.sides import has_sides
from ...envs.table.attributes import attributed
from ...envs.table.game import Setup
from .intervals import Rate, clustered

__all__ = ["by_side", "has_sides", "held_sides", "is_one_team", "side_names", "won_on"]


def is_one_team(setup: Setup) -> bool:
    """Return whether all seats win or lose together, or there is but one: agents can only be compared deal by deal."""
    return setup.rewards == "cooperative" or len(set(setup.teams)) == 1


def side_names(setup: Setup, states: np.ndarray) -> np.ndarray:
    """Return the name of each seat's side at the end of some games: the game's own names, else those of its teams.

    Args:
        setup: The game.
        states: STATE records at the end of k games, shape (k,).

    Returns:
        Texts in an object array of shape (k, seats); empty texts where the game has no sides.
    """
    names = np.full((len(states), setup.num_seats), "", object)
    if setup.game.sides is not None:
        records = attributed(states)
        for row in range(len(states)):
            names[row] = list(setup.game.sides(setup, records[row]))
    elif has_sides(setup):
        names[:] = [f"team {team}" for team in setup.teams]
    return names


def by_side(won: np.ndarray, sides: np.ndarray, clusters: np.ndarray) -> dict[str, Rate]:
    """Return the win rate of every side that somebody held, by its name.

    Args:
        won: 1, 0.5 or 0 for any number of seats, shape (n,).
        sides: Name of the side that each of them held at the end, shape (n,); empty for none.
        clusters: Number of the deal of each, shape (n,).
    """
    return {name: clustered(won[sides == name], clusters[sides == name]) for name in held_sides(sides)}


def held_sides(sides: np.ndarray) -> list[str]:
    """Return the names of the sides that somebody held, in order; no name is empty."""
    return sorted(set(sides.ravel().tolist()) - {""})


def won_on(held: np.ndarray, won: np.ndarray, clusters: np.ndarray) -> Rate:
    """Return which share of some seats both ended on a side and won, out of all of them.

    Where sides change hands, being on the winning one at the end is itself what a seat achieved, and its rate among
    those who are on it says little. This share counts both, and over all sides it adds up to the win rate.

    Args:
        held: Whether each seat was on the side at the end, bool, shape (n,).
        won: 1, 0.5 or 0 for each seat, shape (n,).
        clusters: Number of the deal of each, shape (n,).
    """
    return clustered(np.where(held, won, 0.0), clusters)
