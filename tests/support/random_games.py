"""Positions of games in which seats choose at random, and what tests read from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cogitable.envs.table import Setup, Tables

Choose = Callable[[np.ndarray, np.random.Generator], int]


def seldom(action: int, share: float) -> Choose:
    """Return a choice among legal actions that passes over ``action`` in this share of cases, if there is another."""

    def choose(legal: np.ndarray, rng: np.random.Generator) -> int:
        others = legal[legal != action]
        avoided = 0 < others.size < legal.size and rng.random() < share
        return int(rng.choice(others if avoided else legal))

    return choose


def mostly(action: int, share: float) -> Choose:
    """Return a choice among legal actions that takes ``action``, where it is legal, in at least this share of cases."""

    def choose(legal: np.ndarray, rng: np.random.Generator) -> int:
        return action if action in legal and rng.random() < share else int(rng.choice(legal))

    return choose


def positions(setup: Setup, seed: int, count: int, every: int = 1, *, choose: Choose) -> Iterator[Tables]:
    """Yield a table ``count`` times: after every so many decisions, and at the end of each game."""
    rng, found, decisions = np.random.default_rng(seed), 0, 0
    tables = Tables(setup, 1, seed=seed, auto_reset=False)
    while found < count:
        if decisions % every == 0 or tables.over[0]:
            found += 1
            yield tables
        if tables.over[0]:
            tables.reset(int(rng.integers(2**31)))
        tables.step(np.array([choose(np.flatnonzero(tables.masks[0]), rng)]))
        decisions += 1


def states_of(setup: Setup, seed: int, count: int, every: int = 1, *, choose: Choose) -> Iterator[np.ndarray]:
    """Yield copies of the states of :func:`positions`."""
    return (tables.states.copy() for tables in positions(setup, seed, count, every, choose=choose))


def record(states: np.ndarray) -> Any:
    return states.view(np.recarray)[0]


def flat(text: str) -> str:
    return " ".join(text.split())
