"""STATE and SETUP as annotated classes, from which NumPy's dtypes are made.

A record is written like a dataclass: its fields in their order, each with its type, its shape and a comment::

    class State(StateRecord, seats=4):
        \"\"\"Everything that changes.\"\"\"

        phase: Int = int8(below=len(Phase))  # one of Phase
        hands: Array = int8(4, NUM_KINDS, most=20)  # cards by seat and kind

    STATE = State.dtype()

What a field of STATE can hold is said beside it: ``below=n`` for numbers 0 to n - 1, ``most=n`` for 0 to n,
``things=n`` for sets of n things; ``least=-1`` where they begin at another number than 0; ``free=True`` where nothing
depends on it.
Compiled code does not look at bounds. What comes out of a file is held to them before (:mod:`.positions`).

The class is never instantiated. Rules functions name it as the type of their parameters, so that an editor completes
``state.``, leads to the field and its comment, and mypy finds a misspelt one. Compiled code ignores annotations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict, Unpack

import numpy as np

from .random import WORDS

Int: TypeAlias = Any
"""A whole number. Fields, Python's and NumPy's numbers mix freely in rules, which no narrower type allows."""
Float: TypeAlias = Any
"""A number with a fraction."""
Array: TypeAlias = Any
"""A field of several numbers or records."""


class Bounds(TypedDict, total=False):
    """What an entry of a field can be; see the module's text."""

    least: int
    below: int
    most: float
    things: int
    free: bool


@dataclass(frozen=True)
class Field:
    """A field of a record: what one entry is, how many there are along each axis, and what an entry can be."""

    kind: np.dtype
    shape: tuple[int, ...]
    bounds: tuple[float, float] | None = None
    of: type[Record] | None = None


class Record:
    """Base of records that lie within others; see the module's text."""

    @classmethod
    def fields(cls) -> dict[str, Field]:
        """Return the fields in their order, those of base classes first."""
        found: dict[str, Field] = {}
        for base in reversed(cls.__mro__):
            found |= {name: value for name, value in vars(base).items() if isinstance(value, Field)}
        return found

    @classmethod
    def dtype(cls) -> np.dtype:
        """Return the record as NumPy knows it, aligned as a C compiler would."""
        dtype = np.dtype([(name, field.kind, field.shape) for name, field in cls.fields().items()], align=True)
        _RECORDS[dtype] = cls
        return dtype

    @classmethod
    def leaves(cls) -> dict[tuple[str, ...], Field]:
        """Return the fields that are numbers, those within records by their whole path."""
        found: dict[tuple[str, ...], Field] = {}
        for name, field in cls.fields().items():
            if field.of is None:
                found[name,] = field
            else:
                found |= {(name, *path): leaf for path, leaf in field.of.leaves().items()}
        return found


_RECORDS: dict[np.dtype, type[Record]] = {}


def record_of(dtype: np.dtype) -> type[Record] | None:
    """Return the class that a record's dtype was made from; None for one that was made by hand."""
    return _RECORDS.get(dtype)


def _kind(kind: Any, shape: tuple[int, ...], bounds: Bounds) -> Any:
    return Field(np.dtype(kind), shape, _ends(np.dtype(kind), **bounds) if bounds else None)


def _ends(
    kind: np.dtype,
    least: int = 0,
    below: int | None = None,
    most: float | None = None,
    things: int | None = None,
    free: bool = False,
) -> tuple[float, float]:
    """Return the least and the greatest value that bounds allow."""
    if sum(end is not None for end in (below, most, things)) + free != 1:
        raise TypeError("a field needs just one of below, most, things and free")
    info: Any = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
    if free:
        return info.min, info.max
    end = most if most is not None else below - 1 if below is not None else (1 << (things or 0)) - 1
    if not info.min <= least <= end <= info.max:
        raise TypeError(f"bounds {least} to {end} do not fit {kind}")
    return least, end


def int8(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers from -128 to 127; one number without a shape."""
    return _kind(np.int8, shape, bounds)


def uint8(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers from 0 to 255."""
    return _kind(np.uint8, shape, bounds)


def int16(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers of 16 bits, or sets of up to 15 things."""
    return _kind(np.int16, shape, bounds)


def uint16(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers of 16 bits from 0, or sets of up to 16 things."""
    return _kind(np.uint16, shape, bounds)


def int32(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers of 32 bits, or sets of up to 31 things."""
    return _kind(np.int32, shape, bounds)


def uint32(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers of 32 bits from 0."""
    return _kind(np.uint32, shape, bounds)


def int64(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of whole numbers of 64 bits, or sets of up to 63 things."""
    return _kind(np.int64, shape, bounds)


def uint64(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of sets of up to 64 things."""
    return _kind(np.uint64, shape, bounds)


def float32(*shape: int, **bounds: Unpack[Bounds]) -> Any:
    """A field of numbers with fractions."""
    return _kind(np.float32, shape, bounds)


def records(of: type[Record], *shape: int) -> Any:
    """A field of records within this one."""
    return Field(of.dtype(), shape, of=of)


class Event(Record):
    """One thing that has happened, as :func:`~.events.tell` has told it; no gaps, whose bytes would be anything."""

    kind: Int = int16(free=True)
    who: Int = int16(free=True)  # a seat, -1 for none
    thing: Int = int16(free=True)
    other: Int = int16(free=True)
    amount: Int = int32(free=True)
    seen: Int = uint16(free=True)  # seats that see what the thing is
    to: Int = uint16(free=True)  # seats that perceive it at all


MOST_DECISIONS = 1 << 30
"""More than any game takes, and far from what its field could not hold."""
MOST_PAID = 1_000_000_000
"""Highest and, negative, lowest return that a loaded position may have."""


class StateRecord(Record):
    """Everything that changes at a table; a game's own fields follow.

    Attributes:
        rng: The table's own random generator.
        seat: Whose decision it is.
        over: RUNNING, TERMINATED or TRUNCATED.
        gone: Bit s is set when seat s has left the game before its end.
        decisions: Decisions taken since the deal, kept by the table.
        paid: Returns already handed out as rewards, by seat, kept by the table.
        telling: Whether rules tell what happens (:mod:`.events`); set by who wants to know.
        told: Events of the last decision.
        events: These events. They and the two before are no part of the position.
    """

    rng: Array = uint32(WORDS, free=True)
    seat: Int = int8(below=16)
    over: Int = int8(below=3)
    gone: Int = uint16(things=16)
    decisions: Int = int32(most=MOST_DECISIONS)
    paid: Array
    telling: Int
    told: Int
    events: Array

    def __init_subclass__(cls, seats: int | None = None, events: int = 1) -> None:
        """Give the record room for ``seats`` seats, and for the events of one decision; without, it is a base."""
        super().__init_subclass__()
        if seats is not None:  # before the class's own fields: a base of its own would be one class more to read
            own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
            for name in own:
                delattr(cls, name)
            cls.paid = float32(seats, least=-MOST_PAID, most=MOST_PAID)
            cls.telling, cls.told = int16(most=2), int16(most=events)
            cls.events = records(Event, events)
            for name, value in own.items():
                setattr(cls, name, value)


TELLING = ("telling", "told", "events")
"""Fields of STATE that are no part of the position."""


class SetupRecord(Record):
    """What stays the same from one game to the next; a game's own fields follow.

    Attributes:
        seats: Number of seats.
        max_decisions: Decisions after which a game is truncated.
    """

    seats: Int = int8()
    max_decisions: Int = int32()
