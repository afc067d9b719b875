"""The errors a user can meet, each of them also the built-in kind a caller would expect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

_LONGEST, _LONGEST_LINE = 4000, 1000  # characters of a message


class CogitableError(Exception):
    """Base class of every error this library raises on purpose; its message fits a screen and can be printed."""

    def __init__(self, message: object = "") -> None:
        super().__init__(fit_to_print(str(message)))


def fit_to_print(text: str) -> str:
    """Return a text cut to a screen, with what no terminal can print written in escapes."""
    text = printable(text)
    lines = [_cut(line, _LONGEST_LINE) for line in text.split("\n")]
    return _cut("\n".join(lines), _LONGEST)


def printable(text: str) -> str:
    """Return a text with everything but letters, signs, spaces and ends of lines in escapes: a terminal obeys some."""
    if text.isprintable():
        return text
    kept = (c if c.isprintable() or c in "\n\t" else _escaped(c) for c in text)
    return "".join(kept)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _cut(text: str, most: int) -> str:
    """Leave out the middle of what is too long: a message begins with where, and ends with what is wrong."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} ... ({len(text) - 2 * half} characters left out) ... {text[-half:]}"


class OptionError(CogitableError, ValueError):
    """An option of a game, an agent or a run is unknown or has a value that is not allowed."""


class UnknownOptionError(OptionError, TypeError):
    """An option that there is not: as Python says of an argument, for callers that try without it then."""

    @classmethod
    def of(cls, message: str, name: str) -> UnknownOptionError:
        """Return the error for an option, with what Python says behind a message that tells which there are."""
        return cls(f"{message} (got an unexpected keyword argument {name!r})")


class IllegalActionError(CogitableError, ValueError):
    """An action is of the wrong type, out of range or not legal in the present position."""


class SteppedOutError(CogitableError, KeyError):
    """The game is over and every agent has stepped out, so none is asked; PettingZoo raises KeyError there."""

    __str__ = Exception.__str__  # without the quotes in which KeyError puts its text


class OutOfBoundsError(IllegalActionError, AssertionError):
    """An action is not in the action space at all; PettingZoo's checks raise AssertionError for it."""


class CardFileError(CogitableError, ValueError):
    """A card file cannot be used; the message names file, card, key and what is allowed there."""


class SaveFileError(CogitableError, ValueError):
    """A saved table is damaged, or belongs to another game or version."""


class ReplayError(CogitableError, ValueError):
    """A replay is damaged, belongs to another game or version, or no longer plays to its end."""


class GameDefinitionError(CogitableError, TypeError):
    """A game leaves out something that the table needs, or defines it in the wrong form."""


class ConformanceError(CogitableError, AssertionError):
    """A game breaks a rule that every game must keep; the message names the rule, the seed and the decision."""


@contextmanager
def told_as(error: type[CogitableError], what: str) -> Iterator[None]:
    """Have what the operating system refuses told as an error of this library: ``cannot write x.json: no such folder``.

    Args:
        error: What to raise in place of an OSError.
        what: What could not be done with which file; the reason follows.
    """
    try:
        yield
    except OSError as problem:
        raise error(f"{what}: {problem.strerror or problem}") from problem


@contextmanager
def said_of(option: str) -> Iterator[None]:
    """Have every error in here say which option holds what is wrong; one without a name is not mentioned."""
    try:
        yield
    except CogitableError as error:
        if not option:
            raise
        raise type(error)(f"option {option!r}: {error}") from None


def did_you_mean(value: object, allowed: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` when something allowed looks like the value, else nothing."""
    close = closest(value, allowed)
    return "" if close is None else f"; did you mean {close!r}?"


def closest(value: object, allowed: Iterable[str]) -> str | None:
    """Return what of all that is allowed looks most like the value, capitals or not; None if nothing does."""
    by_lower = {name.lower(): name for name in allowed}
    close = get_close_matches(str(value)[:_LONGEST_LINE].lower(), by_lower, n=1)
    return by_lower[close[0]] if close else None


def demand(holds: object, message: str) -> None:
    """Raise AssertionError with a message unless something holds of a position, as the ``check`` of a game does."""
    if not holds:
        raise AssertionError(message)
