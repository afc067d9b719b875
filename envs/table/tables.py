"""Many tables of one game, stepped in one compiled call."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from . import kernels
from .copies import CopiedWhole
from .errors import IllegalActionError, OptionError
from .game import Setup
from .random import WORDS, seed_words


class Tables(CopiedWhole):
    """N tables of one game as plain arrays: the fastest way to play, and what every batched face is built on.

    Attributes:
        setup: The game with its options.
        states: STATE records, shape (n,).
        observations: What the seat to move sees, float32, shape (n, layout.size).
        masks: Legal actions of the seat to move, int8, shape (n, num_actions); zeros where a game is over.
        rewards: What each seat earned by the last step, float32, shape (n, max_seats).
        over: Of the last step: 0 running, 1 terminated, 2 truncated; int8, shape (n,).

    The arrays are overwritten by every step; copy what you keep.
    """

    def __init__(
        self, setup: Setup, count: int, *, seed: int | None = None, threads: int = 1, auto_reset: bool = True
    ) -> None:
        """Make the arrays and deal.

        Args:
            setup: A prepared game, from ``game.setup(...)``.
            count: Number of tables.
            seed: Fixes every table's deals; None draws one from the operating system.
            threads: Threads to share the tables among; results do not depend on it.
            auto_reset: Deal anew at once where a game ends.

        Raises:
            OptionError: A number or a seed that is not allowed.
        """
        for what, number in (("tables", count), ("threads", threads)):
            if isinstance(number, bool) or not isinstance(number, int | np.integer):
                raise OptionError(f"the number of {what} is {number!r}; it must be an integer of at least 1")
        if count < 1 or threads < 1:
            raise OptionError(f"tables and threads must be at least 1, not {count} and {threads}")
        self.setup, self.count, self.auto_reset = setup, count, auto_reset
        game = setup.game
        self.states = np.zeros(count, game.state_dtype)
        self.observations = np.zeros((count, setup.layout.size), np.float32)
        self.masks = np.zeros((count, setup.num_actions), np.int8)
        self.rewards = np.zeros((count, game.max_seats), np.float32)
        self.over = np.zeros(count, np.int8)
        self._blank = np.zeros(1, game.state_dtype)
        self._movers = np.full(count, -1, np.int64)
        self._everyone = np.ones(count, np.bool_)
        threads = min(threads, count)
        edges = np.linspace(0, count, threads + 1).astype(int)
        self._spans = list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
        self._pool: ThreadPoolExecutor | None = None  # until there is something to share, and in no copy
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Deal a new game on every table; with ``seed``, from fresh generators.

        Raises:
            OptionError: The seed is not an integer of at least 0.
        """
        seed = None if seed is None else check_seed_for_all(seed)
        if seed is not None or not self.states["rng"].any():
            self.states["rng"] = seed_words(np.random.SeedSequence(seed), self.count)
        self.deal(self._everyone)

    def deal(self, chosen: np.ndarray) -> None:
        """Deal a new game on the tables where ``chosen`` (bool, shape (n,)) is set, and look at all of them again."""
        self._share(kernels.deal_many, self.setup.record, self.states, self._blank, chosen)
        self.look()

    def look(self) -> None:
        """Refresh ``observations`` and ``masks`` from ``states``, for the seat to move at each table."""
        self.observe(self._movers, self.observations, self.masks)

    def observe(self, seats: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> None:
        """Write what ``seats`` (int64, shape (n,); -1 for the seat to move) see into the given arrays."""
        self._share(kernels.observe_many, self.setup.record, self.states, seats, observations, masks)

    def step(self, actions: np.ndarray) -> None:
        """Take one decision on every table.

        Args:
            actions: Integers of shape (n,); ignored where a game is over and ``auto_reset`` is off.

        Raises:
            IllegalActionError: Wrong shape or type, or an action that is not legal; nothing has been changed then.
        """
        actions = self._checked(actions)
        arrays = (actions, self.rewards, self.over, self.observations, self.masks, self.auto_reset)
        self._share(kernels.step_many, self.setup.record, self.states, self._blank, *arrays)

    @property
    def seats(self) -> np.ndarray:
        """The seat to move at each table, int8, shape (n,)."""
        return self.states["seat"]

    def determinized(self, rows: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return copies of some tables' states with all redrawn that their seat to move cannot know.

        Args:
            rows: Table numbers.
            words: A generator of the caller's own (uint32, shape (4,)); it advances, the tables' do not.
        """
        return determinized(self.setup, self.states, words, rows=np.asarray(rows))

    def close(self) -> None:
        """Let the threads go; what is done here afterwards starts them anew."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}

    def _checked(self, actions: Any) -> np.ndarray:
        actions = as_actions(actions, self.count)
        row = self.setup.game.kernel(kernels.first_illegal)(self.states, actions, self.masks)
        if row >= 0:
            raise IllegalActionError(explain_illegal(self.setup, self.masks[row], actions[row], f"table {row}: "))
        return actions

    def _share(self, entry: Callable, *arrays: Any) -> None:
        kernel = self.setup.game.kernel(entry)
        if len(self._spans) == 1:
            kernel(*arrays, 0, self.count)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._spans))
        for done in [self._pool.submit(kernel, *arrays, *span) for span in self._spans]:
            done.result()


def as_actions(actions: Any, count: int) -> np.ndarray:
    """Return actions as the compiled code wants them: int64, shape (count,), one after the other.

    Raises:
        IllegalActionError: They are not so many integers in an array of one dimension.
    """
    actions = np.asarray(actions)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise IllegalActionError(
            f"actions must be {count} integers in one array, not {actions.dtype} of shape {actions.shape}"
        )
    return np.ascontiguousarray(actions, np.int64)  # strided ones would be compiled for anew


def check_seed(seed: Any) -> int:
    """Return a seed as an int. Raises OptionError unless it is an integer of at least 0."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise OptionError(f"seed is {seed!r}; it must be None or an integer of at least 0")
    return int(seed)


def check_seed_for_all(seed: Any) -> int:
    """Return a seed of several tables as an int: one for all. Raises OptionError as :func:`check_seed`."""
    try:
        return check_seed(seed)
    except OptionError as error:
        raise OptionError(f"{error}; one seed is for all tables, which draw apart from each other") from None


def determinized(
    setup: Setup, states: np.ndarray, words: np.ndarray, seats: np.ndarray | None = None, rows: np.ndarray | None = None
) -> np.ndarray:
    """Return copies of ``states`` with all redrawn that ``seats`` (default: the seats to move) cannot know.

    ``rows`` are the numbers of the states to copy, all by default.
    """
    copies = states.take(np.arange(states.size) if rows is None else rows)  # copy(), [rows] would go field by field
    if seats is None:
        seats = np.full(copies.size, -1, np.int64)
    assert words.shape == (WORDS,)
    setup.game.kernel(kernels.determinize_many)(setup.record, copies, seats, words, 0, copies.size)
    return copies


def explain_illegal(setup: Setup, mask: np.ndarray, action: Any, where: str = "") -> str:
    """Return a message that says what was wrong with an action and which ones are legal."""
    names = setup.action_names
    known = 0 <= action < len(names)
    what = f"action {action} ({names[action]})" if known else f"action {action}"
    legal = [f"{a} ({names[a]})" for a in np.flatnonzero(mask)]
    shown = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
    reason = "is not legal here" if known else f"is out of range 0 to {len(names) - 1}"
    return f"{where}{what} {reason}; legal are: {shown or 'none, the game is over'}"
