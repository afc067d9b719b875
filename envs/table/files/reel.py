"""A replay to wind back and forth."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ..game import Game
from ..log import Log
from ..rerun import Rerun
from .replay import Replay

_APART = 64  # decisions from one kept position to the next


class Reel:
    """A replay that has been played once. Some positions are kept, those between are played again when asked for.

    Attributes:
        replay: The replay.
        setup: The game with its options.
        log: What every seat has perceived.
    """

    def __init__(self, replay: Replay, game: Game) -> None:
        """Play a replay.

        Raises:
            ReplayError: It does not play to its end by today's rules.
        """
        self.replay, self.setup = replay, replay.setup(game)
        self.log = Log(self.setup, replay.generator)
        self._kept: list[np.ndarray] = []
        for number, position in enumerate(replay.play(game)):
            if number % _APART == 0:
                self._kept.append(position.states)
            if position.action is not None:
                self.log.take(position.action)

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.replay.steps)

    def states(self, decisions: int) -> np.ndarray:
        """Return the position after so many decisions, an array of one STATE record."""
        start = decisions // _APART
        table = Rerun.standing(self.setup, self._kept[start], start * _APART)
        for step in self.replay.steps[start * _APART : decisions]:
            table.take(step.action)
        return table.states

    def noticed(self, seat: int | None) -> list[int]:
        """Return how many decisions came before each one that a seat notices; None notices all."""
        view = -1 if seat is None else seat
        return [number for number, entry in enumerate(self.log.entries[1:]) if entry.words[view]]

    def stops(self, seats: Collection[int | None]) -> list[int]:
        """Return how many decisions came before each one that any of some seats notices, and at last all of them."""
        return [*sorted({number for seat in seats for number in self.noticed(seat)}), len(self)]
