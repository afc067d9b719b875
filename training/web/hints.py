"""Hints: what the strongest agents that come with the library would do, with how good they take it to be."""

from __future__ import annotations

import numpy as np

from ...agents.base import View
from ...agents.search import SearchAgent
from ...envs.table.errors import CogitableError
from ...envs.table.game import Setup
from .levels import make_level

_SHOWN = 3


def hint(setup: Setup, view: View, think: float) -> list[tuple[int, str]]:
    """Return the best actions of the seat to move, best first, each with what is to be said for it.

    Args:
        setup: The game with its options.
        view: What the seat may know, at one table.
        think: Seconds for the search.
    """
    search = make_level("deep", setup, think)
    assert isinstance(search, SearchAgent)
    found = search.analyse(view)
    visits, values = found.visits[0], found.values[0]
    order = np.lexsort((np.nan_to_num(values, nan=-np.inf), visits))[::-1]
    told = {
        int(action): f"search: {visits[action] / visits.sum():.0%} of its tries, mean return {values[action]:+.2f}"
        for action in order[:_SHOWN]
        if visits[action]
    }
    learned = _learned(setup, view)
    if learned is not None:
        told = {learned: "the trained policy's choice", **told} if learned not in told else told
        told[learned] += "" if told[learned].startswith("the") else "; the trained policy's choice, too"
    return list(told.items())


def _learned(setup: Setup, view: View) -> int | None:
    """Return the choice of the shipped policy; None where none can play."""
    try:
        return int(make_level("skilled", setup, 0).act(view)[0])
    except CogitableError:
        return None
