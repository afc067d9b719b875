"""Positions that search has to solve, or that it is tried on."""

from __future__ import annotations

import numpy as np
from games import kuhn_poker

import connect_four
from cogitable.agents.base import View
from cogitable.agents.search.lookahead import LookaheadAgent
from cogitable.envs.table import Tables

CONNECT_FOUR = connect_four.GAME.setup()
KUHN = kuhn_poker.GAME.setup(num_players=2)

WIN_OR_BLOCK = [
    ((0, 6, 0, 6, 0, 5), (0,)),  # win upwards
    ((1, 1, 2, 2, 3, 6), (0, 4)),  # win along the bottom, on either end
    ((0, 6, 0, 6, 0), (0,)),  # block upwards
    ((0, 6, 1, 6, 2), (3,)),  # block along the bottom
    ((2, 2, 3, 3), (1, 4)),  # make a row of three with two open ends
]
"""Columns played at Connect Four, and the columns that are right then."""


def board(*columns: int) -> Tables:
    tables = Tables(CONNECT_FOUR, 1, seed=0)
    for column in columns:
        tables.step(np.array([column]))
    return tables


def kuhn(first: int, second: int, *actions: int) -> Tables:
    """Two-seat Kuhn poker with the given cards, after some actions."""
    tables = Tables(KUHN, 1, seed=0)
    tables.states["kuhn_deck"][0, :3] = first, second, 3 - first - second
    for action in actions:
        tables.step(np.array([action]))
    tables.look()
    return tables


def spread(setup, count: int = 12, decisions: int = 9) -> Tables:
    """Tables in the middle of random games."""
    tables = Tables(setup, count, seed=5)
    generator = np.random.default_rng(5)
    for _ in range(decisions):
        tables.step((generator.random(tables.masks.shape) * tables.masks).argmax(axis=1))
    return tables


class Given(View):
    """A view that hands out prepared states."""

    def __init__(self, tables: Tables, states: np.ndarray) -> None:
        super().__init__(tables.setup, tables.observations, tables.masks, tables.seats, np.zeros_like(tables.states))
        self.given = states

    def determinized(self, words: np.ndarray) -> np.ndarray:
        return self.given.copy()


def check_left_alone(tables: Tables, agent: LookaheadAgent) -> None:
    """Let an agent choose and analyse; every byte of the tables must stay as it is."""
    before = tables.states.tobytes(), tables.masks.tobytes(), tables.observations.tobytes()
    agent.act(View.of(tables))
    agent.analyse(View.of(tables))
    assert before == (tables.states.tobytes(), tables.masks.tobytes(), tables.observations.tobytes())
