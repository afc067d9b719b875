"""Hints: what a search finds for the seat to move, with the network that comes with the game, or without one."""

from __future__ import annotations

from ...agents.base import View
from ...agents.people.hints import MOST, hints, standard_adviser
from ...envs.table.game import Setup


def hint(setup: Setup, view: View, think: float) -> tuple[list[int], list[str]]:
    """Return the best actions of the seat to move, best first, and what is to be said for them.

    Args:
        setup: The game with its options.
        view: What the seat may know, at one table.
        think: Seconds for the search.
    """
    search = standard_adviser(setup, 0, think)
    found = search.analyse(view)
    return found.tried(0)[:MOST], hints(setup, view.determinized(search.words), found)
