"""The games that are being played, for agents that read their logs or draw conclusions from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...agents.beliefs.past import Played
from ...envs.table.game import Setup
from ...envs.table.log import Log


class TableLogs:
    """What the seats at some tables have perceived; made when it is asked for, by playing the games again."""

    def __init__(self, setup: Setup, count: int) -> None:
        self.setup = setup
        self._generators: list[tuple[int, ...]] = [()] * count
        self._actions: list[list[int]] = [[] for _ in range(count)]
        self._logs: list[Log | None] = [None] * count

    def deal(self, rows: np.ndarray, words: np.ndarray) -> None:
        """Begin new games at some tables, with their generators at the deal, shape (k, 4)."""
        for row, generator in zip(rows.tolist(), words.tolist(), strict=True):
            self._generators[row], self._actions[row], self._logs[row] = tuple(generator), [], None

    def take(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Note decisions that are taken at some tables."""
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            self._actions[row].append(action)

    def played(self, row: int) -> Played:
        """Return the game at a table so far."""
        return Played(self._generators[row], self._actions[row])

    def lines(self, row: int) -> Sequence[str]:
        """Return what the seat to move at a table has perceived since the deal."""
        log = self._logs[row] or Log(self.setup, self._generators[row])
        self._logs[row] = log.follow(self._actions[row])
        return log.lines(log.table.seat)
