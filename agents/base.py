"""The one interface of everything that plays: a view of n tables in, n actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..envs.table.game import Setup
from ..envs.table.random import seed_words
from ..envs.table.tables import Tables, check_seed, determinized
from .beliefs.past import PlayedAt, Recollection, recollect

Logs = Callable[[int], Sequence[str]]
"""Number of a table to what its seat to move has perceived there, in words and in order."""


class View:
    """What the seats to move at n tables may know.

    Attributes:
        setup: The game with its options.
        observations: float32, shape (n, layout.size).
        masks: Legal actions, int8, shape (n, num_actions).
        seats: Seat to move at each table, int8, shape (n,).
    """

    def __init__(
        self,
        setup: Setup,
        observations: np.ndarray,
        masks: np.ndarray,
        seats: np.ndarray,
        states: np.ndarray,
        rows: np.ndarray | None = None,
        logs: Logs | None = None,
        played: PlayedAt | None = None,
    ) -> None:
        """Make a view; ``rows`` says which of the states are meant, all by default. They are copied when redrawn.

        Whoever has ``logs`` of these tables gives them, by the numbers of the states, for agents that read, and the
        games ``played`` there for agents that recall.
        """
        self.setup, self.observations, self.masks, self.seats = setup, observations, masks, seats
        self.__states, self.__rows, self.__logs, self.__played = states, rows, logs, played

    @classmethod
    def of(
        cls, tables: Tables, rows: np.ndarray | None = None, logs: Logs | None = None, played: PlayedAt | None = None
    ) -> View:
        """Return the view of some tables (all by default) as their seats to move have it, until the next step."""
        if rows is not None and rows.size == tables.count and (rows == np.arange(tables.count)).all():
            rows = None  # nothing has to be picked out, and copies of hundreds of tables take their time
        chosen = slice(None) if rows is None else rows
        parts = tables.observations[chosen], tables.masks[chosen], tables.states["seat"][chosen]
        return cls(tables.setup, *parts, tables.states, rows, logs, played)

    def __len__(self) -> int:
        return len(self.masks)

    def part(self, rows: np.ndarray) -> View:
        """Return the view of some of these tables; ``rows`` are their places in it, integers."""
        chosen = rows if self.__rows is None else self.__rows[rows]
        parts = self.observations[rows], self.masks[rows], self.seats[rows]
        return View(self.setup, *parts, self.__states, chosen, self.__logs, self.__played)

    def log(self, row: int) -> Sequence[str] | None:
        """Return what the seat to move at a table has perceived since the deal; None where nobody keeps that."""
        return None if self.__logs is None else self.__logs(self.__number(row))

    def recollection(self, row: int, others: int) -> Recollection | None:
        """Return what the seat to move at a table has perceived since so many decisions of others; None if unknown."""
        if self.__played is None:
            return None
        number = self.__number(row)
        return recollect(self.setup, self.__played(number), self.__states[number : number + 1], others)

    def __number(self, row: int) -> int:
        return row if self.__rows is None else int(self.__rows[row])

    def determinized(self, words: np.ndarray) -> np.ndarray:
        """Return STATE records, shape (n,), in which all that the seats to move cannot know has been redrawn.

        This is the only way from a view to states, so no agent can look at hidden cards.

        Args:
            words: The agent's own generator (uint32, shape (4,)); it advances, the tables' generators do not.
        """
        return determinized(self.setup, self.__states, words, rows=self.__rows)


class Agent(ABC):
    """Plays any seat of any number of tables; what it chooses follows from the view and its generators.

    Of one decision nothing is kept that the next one depends on; counts of what was used may be. Those that ask people
    keep what they have shown, and what is left of several actions that were taken at one stroke: they are for one game
    at one table.

    Attributes:
        setup: The game with its options.
        words: What compiled code draws from, uint32, shape (4,).
        generator: What NumPy draws from.
        reads_logs: Whether it asks views for their logs; where no agent does, nobody keeps any.
        recalls: Whether it asks views for recollections, likewise.
        redraws: Whether it draws its choices, and so quickly that it may be asked many times for one decision.
    """

    reads_logs = False
    recalls = False
    redraws = False

    def __init__(self, setup: Setup, seed: int | None = None) -> None:
        """Make an agent for a game; ``seed`` fixes its choices from here on.

        Raises:
            OptionError: The seed is not an integer of at least 0.
        """
        self.setup = setup
        seed = None if seed is None else check_seed(seed)
        # A table of the same seed draws from the sequence itself: an agent must not have the generator of its cards
        self.words = seed_words(np.random.SeedSequence(seed).spawn(1)[0])[0]
        self.generator = np.random.default_rng(self.words)

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all that the agent draws from here on. An agent with a further generator of its own extends this."""
        self.words[:] = seed_words(seed)[0]
        self.generator = np.random.default_rng(self.words)

    @abstractmethod
    def act(self, view: View) -> np.ndarray:
        """Return one legal action a table: int64, shape (n,)."""

    def redrawn(self, view: View, count: int) -> np.ndarray | None:
        """Return what the agent might do, drawn ``count`` times: int64, shape (n, count).

        An agent may do so whose choice follows from the view and its generators alone. None, for one without
        :attr:`redraws`: its choice is taken as it is.
        """
        if not self.redraws:
            return None
        return self.act(view.part(np.repeat(np.arange(len(view)), count))).reshape(-1, count)

    def usage(self) -> Mapping[str, float]:
        """Return what the agent has used up since it was made (requests, tokens, seconds), by name; mostly nothing.

        Numbers of several agents, and of several processes, are added up.
        """
        return {}
