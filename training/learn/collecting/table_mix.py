"""Tables of several set-ups of one game as one batch, so that one learner plays at all of them side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ....agents.base import View
from ....envs.table.counts import check_count
from ....envs.table.errors import IllegalActionError, OptionError
from ....envs.table.game import Setup
from ....envs.table.rows import step_rows
from ....envs.table.tables import Tables, check_seed, explain_illegal


class TableMix:
    """N tables shared out evenly among set-ups that see and do the same; each set-up's tables stand together.

    Every set-up has :class:`~cogitable.envs.table.tables.Tables` of its own, whose arrays are parts of the ones here.

    Attributes:
        setups: The set-ups.
        count: Number of tables.
        kinds: Number of the set-up of each table, int64, shape (n,).
        num_seats: Seats at each table, int64, shape (n,).
        states: STATE records, shape (n,).
        observations: What the seat to move sees, float32, shape (n, layout.size).
        masks: Legal actions of the seat to move, int8, shape (n, num_actions).
        rewards: What each seat earned by the last step, float32, shape (n, max_seats).
        over: 0 running, 1 terminated, 2 truncated; int8, shape (n,).
    """

    def __init__(self, setups: Sequence[Setup], count: int, seed: int | None = None) -> None:
        """Deal ``count`` tables; ``seed`` fixes the deals."""
        count, seed = check_count(count, "the number of tables"), None if seed is None else check_seed(seed)
        if count < len(setups):
            raise OptionError(f"{count} tables cannot be shared out among {len(setups)} set-ups")
        self.setups, self.count = tuple(setups), count
        self.kinds = np.sort(np.arange(count, dtype=np.int64) % len(setups))
        self.num_seats = np.array([setup.num_seats for setup in setups], np.int64)[self.kinds]
        edges = np.searchsorted(self.kinds, np.arange(len(setups) + 1)).tolist()
        self._spans = [slice(a, b) for a, b in zip(edges[:-1], edges[1:], strict=True)]
        seeds = _seeds(seed, len(setups))
        self._parts = [
            Tables(setup, span.stop - span.start, seed=own, auto_reset=False)
            for setup, span, own in zip(setups, self._spans, seeds, strict=True)
        ]
        self.states = self._join("states")
        self.observations = self._join("observations")
        self.masks = self._join("masks")
        self.rewards = self._join("rewards")
        self.over = self._join("over")

    def _join(self, name: str) -> np.ndarray:
        """Make one array of those that the parts have by a name, and let the parts work in it."""
        own = getattr(self._parts[0], name)
        whole = np.zeros((self.count, *own.shape[1:]), own.dtype)  # np.concatenate would repack aligned records
        for part, span in self:
            whole[span] = getattr(part, name)
            setattr(part, name, whole[span])
        return whole

    def __iter__(self) -> Iterator[tuple[Tables, slice]]:
        return zip(self._parts, self._spans, strict=True)

    def reset(self, seed: int) -> None:
        """Deal a new game on every table, from fresh generators."""
        for part, own in zip(self._parts, _seeds(seed, len(self._parts)), strict=True):
            part.reset(own)

    def deal(self, rows: np.ndarray) -> None:
        """Deal a new game at tables ``rows`` (integers, shape (k,)) and look at all tables anew."""
        chosen = np.zeros(self.count, np.bool_)
        chosen[rows] = True
        self.over[rows] = 0
        for part, span in self:
            if chosen[span].any():
                part.deal(chosen[span])

    def look(self) -> None:
        """Refresh ``observations`` and ``masks`` from ``states``."""
        for part in self._parts:
            part.look()

    def observe(self, seats: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> None:
        """Write what ``seats`` (int64, shape (n,); -1 for the seat to move) see into the given arrays."""
        for part, span in self:
            part.observe(seats[span], observations[span], masks[span])

    def step(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Take one decision at each of the tables ``rows``; see :func:`~cogitable.envs.table.rows.step_rows`.

        Raises:
            IllegalActionError: An action is not legal; nothing has been changed then.
        """
        if len(self._parts) == 1:
            step_rows(self._parts[0], rows, actions)
            return
        self._check(rows, actions)
        for part, span in self:
            mine = (rows >= span.start) & (rows < span.stop)
            if mine.any():
                step_rows(part, rows[mine] - span.start, actions[mine])

    def _check(self, rows: np.ndarray, actions: np.ndarray) -> None:
        legal = (actions >= 0) & (actions < self.masks.shape[1])
        legal[legal] = self.masks[rows[legal], actions[legal]] > 0
        if not legal.all():
            place = int(legal.argmin())
            setup, mask = self.setups[self.kinds[rows[place]]], self.masks[rows[place]]
            raise IllegalActionError(explain_illegal(setup, mask, actions[place], f"table {rows[place]}: "))

    def view(self, kind: int, rows: np.ndarray) -> View:
        """Return what an agent for set-up ``kind`` may know at tables ``rows``."""
        parts = self.observations[rows], self.masks[rows], self.states["seat"][rows]
        return View(self.setups[kind], *parts, self.states, rows)

    def close(self) -> None:
        """Let the tables go."""
        for part in self._parts:
            part.close()


def _seeds(seed: int | None, count: int) -> list[int | None]:
    """Return a seed for each set-up; the first one's is the seed itself."""
    if seed is None:
        return [None] * count
    return [seed, *np.random.SeedSequence(seed).generate_state(count - 1, np.uint64).tolist()]
