"""Whether a position can be: asked of whatever comes out of a file before compiled code sees it.

Compiled code believes its state. It looks up arrays with the numbers in it and does not ask whether they are in range,
so that a number changed in a file would read and write anywhere in memory. Here every field is held to the bounds that
stand beside it in its record (:mod:`.records`), then seats to the table, then all to the game's own ``check``. Play
itself never asks: from a position that can be, rules lead to none that cannot.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import demand
from .game import RUNNING, Game, Setup
from .records import Field, record_of


def check_position(setup: Setup, state: Any) -> None:
    """Check one state of a game that has been dealt.

    Args:
        setup: The game with its options.
        state: One STATE record.

    Raises:
        AssertionError: It is none; the message says what is wrong. ``Game.check`` may raise others on nonsense.
    """
    check_bounds(setup.game, state)
    seats, seat, gone = setup.num_seats, int(state["seat"]), int(state["gone"])
    demand(np.any(state["rng"]), "the generator is at zero, which it never leaves")
    demand(seat < seats, f"seat {seat} is to move, there are {seats}")
    demand(gone >> seats == 0, f"the seats {gone:b} are gone, there are {seats}")
    demand(int(state["over"]) != RUNNING or not gone >> seat & 1, f"seat {seat} is to move and has left the game")
    if setup.game.check is not None:
        setup.game.check(setup, state)


def check_bounds(game: Game, state: Any) -> None:
    """Raise AssertionError unless every number of a state is within the bounds that its field states."""
    numbers = np.frombuffer(state.tobytes(), np.uint8)
    if not all(held.by(numbers) for held in _held(game.state_dtype)):
        _name_what_is_out(game, state)


def _name_what_is_out(game: Game, state: Any) -> None:
    for path, (low, high) in _bounds(game.state_dtype):
        value = state
        for name in path:
            value = value[name]
        if not (low <= value.min() and value.max() <= high):  # which is so for NaN, too
            wrong = value if np.ndim(value) == 0 else value[~((low <= value) & (value <= high))][0]
            raise AssertionError(f"{'.'.join(path)} is {wrong}, not {low} to {high}")


def unstated(game: Game) -> list[str]:
    """Return the fields of a game's STATE whose bounds are not stated; all, where it was not made from a record."""
    record = game.record
    if record is None:
        return list(game.state_dtype.names or ())
    return [".".join(path) for path, field in record.leaves().items() if field.bounds is None]


@functools.cache
def _bounds(dtype: np.dtype) -> list[tuple[tuple[str, ...], tuple[float, float]]]:
    record = record_of(dtype)
    leaves: dict[tuple[str, ...], Field] = {} if record is None else record.leaves()
    return [(path, field.bounds) for path, field in leaves.items() if field.bounds is not None]


@dataclass(frozen=True)
class _Held:
    """All numbers of one type in a record: where they lie, and what they are held to.

    Gathering them takes a twentieth of the time of reading field after field.
    """

    kind: np.dtype
    where: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def by(self, record: np.ndarray) -> bool:
        values = record[self.where].view(self.kind)
        return bool(((self.low <= values) & (values <= self.high)).all())


@functools.cache
def _held(dtype: np.dtype) -> list[_Held]:
    found: dict[np.dtype, list[tuple[np.ndarray, float, float]]] = {}
    for path, (low, high) in _bounds(dtype):
        kind, places = _places(dtype, path)
        least, most = (np.iinfo(kind).min, np.iinfo(kind).max) if kind.kind in "iu" else (-np.inf, np.inf)
        found.setdefault(kind, []).append((places, max(low, least), min(high, most)))
    return [_held_of(kind, rows) for kind, rows in found.items()]


def _held_of(kind: np.dtype, rows: list[tuple[np.ndarray, float, float]]) -> _Held:
    places = np.concatenate([places for places, _, _ in rows])
    where = (places[:, None] + np.arange(kind.itemsize)).ravel()
    low, high = (np.concatenate([np.full(row[0].size, row[i], kind) for row in rows]) for i in (1, 2))
    return _Held(kind, where, low, high)


def _places(dtype: np.dtype, path: tuple[str, ...]) -> tuple[np.dtype, np.ndarray]:
    """Return the type of a field's numbers, and the byte of the record at which each of them begins."""
    places, kind = np.zeros(1, np.int64), dtype
    for name in path:
        assert kind.fields is not None
        field, offset = kind.fields[name][:2]
        kind = field.base
        steps = np.arange(int(np.prod(field.shape, dtype=np.int64))) * kind.itemsize
        places = (places[:, None] + offset + steps).ravel()
    return kind, places
