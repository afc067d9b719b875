"""STATE and SETUP as annotated classes, from which NumPy's dtypes are made.

A record is written like a dataclass: its fields in their order, each with its type, its shape and a comment::

    class State(StateRecord, seats=4):
        \"\"\"Everything that changes.\"\"\"

        phase: Int = int8()  # one of Phase
        hands: Array = int8(4, NUM_KINDS)  # cards by seat and kind

    STATE = State.dtype()

The class is never instantiated. Rules functions name it as the type of their parameters, so that an editor completes
``state.``, leads to the field and its comment, and mypy finds a misspelt one. Compiled code ignores annotations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from .random import WORDS

Int: TypeAlias = Any
"""A whole number. Fields, Python's and NumPy's numbers mix freely in rules, which no narrower type allows."""
Float: TypeAlias = Any
"""A number with a fraction."""
Array: TypeAlias = Any
"""A field of several numbers or records."""


@dataclass(frozen=True)
class Field:
    """A field of a record: what one entry is, and how many there are along each axis."""

    kind: np.dtype
    shape: tuple[int, ...]


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
        return np.dtype([(name, field.kind, field.shape) for name, field in cls.fields().items()], align=True)


def _kind(kind: Any, shape: tuple[int, ...]) -> Any:
    return Field(np.dtype(kind), shape)


def int8(*shape: int) -> Any:
    """A field of whole numbers from -128 to 127; one number without a shape."""
    return _kind(np.int8, shape)


def uint8(*shape: int) -> Any:
    """A field of whole numbers from 0 to 255."""
    return _kind(np.uint8, shape)


def int16(*shape: int) -> Any:
    """A field of whole numbers of 16 bits, or sets of up to 15 things."""
    return _kind(np.int16, shape)


def uint16(*shape: int) -> Any:
    """A field of whole numbers of 16 bits from 0, or sets of up to 16 things."""
    return _kind(np.uint16, shape)


def int32(*shape: int) -> Any:
    """A field of whole numbers of 32 bits, or sets of up to 31 things."""
    return _kind(np.int32, shape)


def uint32(*shape: int) -> Any:
    """A field of whole numbers of 32 bits from 0."""
    return _kind(np.uint32, shape)


def int64(*shape: int) -> Any:
    """A field of whole numbers of 64 bits, or sets of up to 63 things."""
    return _kind(np.int64, shape)


def uint64(*shape: int) -> Any:
    """A field of sets of up to 64 things."""
    return _kind(np.uint64, shape)


def float32(*shape: int) -> Any:
    """A field of numbers with fractions."""
    return _kind(np.float32, shape)


def records(of: type[Record], *shape: int) -> Any:
    """A field of records within this one."""
    return _kind(of.dtype(), shape)


class Event(Record):
    """One thing that has happened, as :func:`~.events.tell` has told it; no gaps, whose bytes would be anything."""

    kind: Int = int16()
    who: Int = int16()  # a seat, -1 for none
    thing: Int = int16()
    other: Int = int16()
    amount: Int = int32()
    seen: Int = uint16()  # seats that see what the thing is
    to: Int = uint16()  # seats that perceive it at all


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

    rng: Array = uint32(WORDS)
    seat: Int = int8()
    over: Int = int8()
    gone: Int = uint16()
    decisions: Int = int32()
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
            cls.paid = float32(seats)
            cls.telling, cls.told, cls.events = int16(), int16(), records(Event, events)
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
