"""A game played again from its deal and its actions: what logs and replays are made by."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from . import kernels
from .errors import ReplayError
from .game import Setup
from .random import WORDS

_ENDS: tuple[Literal["running", "terminated", "truncated"], ...] = ("running", "terminated", "truncated")


class Rerun:
    """One table on which given actions are taken; says which one cannot be.

    Attributes:
        setup: The game with its options.
        states: The table's state, an array of one STATE record.
        observation: What the seat to move sees.
        mask: Which actions are legal for it.
        taken: Number of decisions so far.
    """

    def __init__(self, setup: Setup, generator: Sequence[int], *, telling: int = 0) -> None:
        """Deal.

        Args:
            setup: The game with its options.
            generator: The four words of the table's generator at the deal, ``env.generator``.
            telling: Whether rules tell what happens (:mod:`.events`).

        Raises:
            ReplayError: ``generator`` is not four words of 32 bits, or all of them are zero.
        """
        game = setup.game
        self._prepare(setup, np.zeros(1, game.state_dtype))
        self.states["rng"] = check_generator(generator)
        self.states["telling"] = telling
        blank, everywhere = np.zeros(1, game.state_dtype), np.ones(1, np.bool_)
        game.kernel(kernels.deal_many)(setup.record, self.states, blank, everywhere, 0, 1)
        self._look()

    @classmethod
    def standing(cls, setup: Setup, states: np.ndarray, taken: int, *, telling: int = 0) -> Rerun:
        """Return a table that stands at a position, however it came about.

        Args:
            setup: The game with its options.
            states: An array of one STATE record; it is copied.
            taken: Number of decisions so far.
            telling: Whether rules tell what happens from here on.
        """
        table = cls.__new__(cls)
        table._prepare(setup, states.copy())
        table.states["telling"], table.states["told"], table.taken = telling, 0, taken
        table._look()
        return table

    def _prepare(self, setup: Setup, states: np.ndarray) -> None:
        game = setup.game
        self.setup, self.states, self.taken = setup, states, 0
        self._rewards = np.zeros(game.max_seats, np.float32)
        self.observation = np.zeros(setup.layout.size, np.float32)
        self.mask = np.zeros(setup.num_actions, np.int8)

    def _look(self) -> None:
        look = self.setup.game.kernel(kernels.observe_many)
        look(self.setup.record, self.states, np.full(1, -1), self.observation[None], self.mask[None], 0, 1)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.states["seat"][0])

    @property
    def end(self) -> Literal["running", "terminated", "truncated"]:
        """Whether the game is still running, has terminated or was truncated."""
        return _ENDS[int(self.states["over"][0])]

    @property
    def returns(self) -> list[float]:
        """Each seat's sum of rewards."""
        paid: list[float] = self.states["paid"][0, : self.setup.num_seats].tolist()
        return paid

    def expect(self, seat: int, action: int, legal: bool = True) -> None:
        """Raise ReplayError unless it is this seat's turn and the action is (or is not) legal."""
        here = f"decision {self.taken + 1}"
        if self.end != "running":
            raise ReplayError(f"{here}: the game is over already ({self.end}), but more decisions are recorded")
        if seat != self.seat:
            raise ReplayError(f"{here}: it is seat {self.seat}'s turn, not seat {seat}'s")
        if not 0 <= action < self.setup.num_actions:
            raise ReplayError(f"{here}: there is no action {action}; the last one is {self.setup.num_actions - 1}")
        if bool(self.mask[action]) != legal:
            name = self.setup.action_names[action]
            raise ReplayError(f"{here}: action {action} ({name}) is {'not ' if legal else ''}legal for seat {seat}")

    def take(self, action: int) -> None:
        """Carry out an action. Raises ReplayError if it is not legal."""
        self.expect(self.seat, action)
        take = self.setup.game.kernel(kernels.step_one)
        take(self.setup.record, self.states, action, self._rewards, self.observation, self.mask)
        self.taken += 1


def check_generator(generator: Any) -> list[int]:
    """Return the words of a generator as ints. Raises ReplayError unless they are four of 32 bits, not all zero."""
    try:
        words = [operator.index(word) for word in generator]
    except TypeError:
        raise ReplayError(f"generator {generator!r} is not four 32-bit words") from None
    if len(words) != WORDS or not all(0 <= word < 1 << 32 for word in words):
        raise ReplayError(f"generator {words} is not four 32-bit words")
    if not any(words):  # it would draw zeros for ever, and a shuffle that refuses them would not end
        raise ReplayError(f"generator {words} is at zero; one of its four words must not be")
    return words
