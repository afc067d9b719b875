"""Enumerations whose members are numbers for the rules and words for people."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Self


class Named(IntEnum):
    """Base of an enumeration from 0 on, whose members are written as what people call them::

        class District(Named):
            ART = "Art"
            CITADEL = "Grand Citadel"

    ``District.CITADEL`` is 1 in rules, compiled or not, and ``District.CITADEL.text`` is "Grand Citadel". A member with
    a number of its own is written as a pair: ``COUNTDOWN = "The Countdown", 20``; the next one follows it.
    """

    text: str

    def __new__(cls, text: Any, number: int | None = None) -> Named:
        """Number a member behind the one before it, unless it brings a number.

        ``text`` is Any for type checkers alone: ``District(1)``, which finds a member, goes by this signature.
        """
        before = list(cls.__members__.values())
        value = number if number is not None else int(before[-1]) + 1 if before else 0
        member = int.__new__(cls, value)
        member._value_ = value
        member.text = text
        return member

    @classmethod
    def called(cls, text: str) -> Self:
        """Return the member that people call so, as for a word of a card file."""
        return {member.text: member for member in cls}[text]


def texts(kind: type[Named]) -> tuple[str, ...]:
    """Return what people call the members of an enumeration, in their order."""
    return tuple(member.text for member in kind)


def listed(kind: type[Named]) -> str:
    """Return the texts of an enumeration as a list in a sentence, as for the columns of an observation's part."""
    return "; ".join(texts(kind))
