"""Enumerations whose members are numbers for the rules and words for people."""

from __future__ import annotations

from enum import IntEnum


class Named(IntEnum):
    """Base of an enumeration from 0 on, whose members are written as what people call them::

        class District(Named):
            ART = "Art"
            CITADEL = "Grand Citadel"

    ``District.CITADEL`` is 1 in rules, compiled or not, and ``District.CITADEL.text`` is "Grand Citadel". A member with
    a number of its own is written as a pair: ``COUNTDOWN = "The Countdown", 20``; the next one follows it.
    """

    text: str

    def __new__(cls, text: str, number: int | None = None) -> Named:
        """Number a member behind the one before it, unless it brings a number."""
        before = list(cls.__members__.values())
        value = number if number is not None else int(before[-1]) + 1 if before else 0
        member = int.__new__(cls, value)
        member._value_ = value
        member.text = text
        return member


def texts(kind: type[Named]) -> tuple[str, ...]:
    """Return what people call the members of an enumeration, in their order."""
    return tuple(member.text for member in kind)


def listed(kind: type[Named]) -> str:
    """Return the texts of an enumeration as a list in a sentence, as for the columns of an observation's part."""
    return "; ".join(texts(kind))
