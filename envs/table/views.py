"""What the views of all games need: whose knowledge is shown, what may be chosen, lines, pictures on demand."""

from __future__ import annotations

import importlib
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import numpy as np

from . import kernels
from .game import RUNNING, TERMINATED, Setup
from .seats import seat_name

PUBLIC = 63
"""The view of somebody who holds no seat, in the place of a seat: what every seat knows, so that no seat could learn
anything from it. No game has so many seats: used as one, it is found in no set of seats, and beyond every array."""
WIDTH = 118
"""Columns of a text view, where it is told no fewer."""
NARROWEST = 40
"""Columns that a text view has at least."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def knower(state: Any, seat: int | None) -> int | None:
    """Return whose knowledge is shown to ``seat``; None is everything, as for everybody once a game is TERMINATED.

    One that was cut off keeps its secrets.
    """
    return None if state.over == TERMINATED else seat


def nearest(seat: int | None) -> int:
    """Return the seat that lies nearest to whoever looks: its own, or the first one where it has none."""
    return 0 if seat is None or seat == PUBLIC else seat


def whose_view(seat: int | None, knower: int | None) -> str:
    """Return as the title of a picture whose knowledge it shows."""
    if seat is None or knower is None:
        return "Everything shown"
    return "What everybody knows" if knower == PUBLIC else f"What {seat_name(seat)} knows"


class Inferring:
    """Whether views tell what a seat could work out from what it knows, and whether any of them would.

    Attributes:
        told: Whether they do.
        wanted: Whether a view that has been made since has asked.
    """

    def __init__(self, told: bool) -> None:
        self.told, self.wanted = told, False


_inferring: ContextVar[Inferring | None] = ContextVar("inferring", default=None)


@contextmanager
def inferring(told: bool) -> Iterator[Inferring]:
    """Make views that tell, or do not tell, what a seat could work out; by default they do."""
    asked = Inferring(told)
    before = _inferring.set(asked)
    try:
        yield asked
    finally:
        _inferring.reset(before)


class Sharpness:
    """How many pixels a picture is to have where it usually has one, each way, and whether what draws has asked.

    Attributes:
        ratio: One of :data:`RATIOS`.
        used: Whether a picture that has been drawn since has asked; else it is as large as ever.
    """

    def __init__(self, ratio: int) -> None:
        self.ratio, self.used = ratio, False


_columns: ContextVar[int] = ContextVar("columns", default=WIDTH)


@contextmanager
def narrow(width: int) -> Iterator[None]:
    """Make text views for a screen of so many columns; they are never wider than WIDTH nor narrower than NARROWEST."""
    before = _columns.set(max(NARROWEST, min(WIDTH, width)))
    try:
        yield
    finally:
        _columns.reset(before)


def columns() -> int:
    """Return how many columns a text view may have now: WIDTH, or fewer on a narrow screen."""
    return _columns.get()


RATIOS = (1, 2)
"""Pixels of a picture in place of one, each way: for usual screens, and for those of phones and many laptops."""
_sharpness: ContextVar[Sharpness | None] = ContextVar("sharpness", default=None)


@contextmanager
def sharp(ratio: int) -> Iterator[Sharpness]:
    """Make pictures sharper, with all things in the same places; by default they have one pixel for one."""
    asked = Sharpness(ratio)
    before = _sharpness.set(asked)
    try:
        yield asked
    finally:
        _sharpness.reset(before)


def pixel_ratio() -> int:
    """Return how many pixels what draws a picture is to make of one, each way."""
    asked = _sharpness.get()
    if asked is None:
        return 1
    asked.used = True
    return asked.ratio


def infers() -> bool:
    """Return whether a view tells what a seat could work out, such as who holds which card how probably."""
    asked = _inferring.get()
    if asked is None:
        return True
    asked.wanted = True
    return asked.told


def legal(setup: Setup, state: Any) -> list[int]:
    """Return the legal actions of the seat to move, none when the game is over."""
    return np.flatnonzero(mask_of(setup, state)).tolist()


def mask_of(setup: Setup, state: Any) -> np.ndarray:
    """Return the mask of the seat to move: int8, shape (num_actions,), not to be written to."""
    return _mask_of(setup, state.tobytes())


@lru_cache(8)  # pictures, hot spots and words ask for the same one
def _mask_of(setup: Setup, state: bytes) -> np.ndarray:
    mask = np.zeros((1, setup.num_actions), np.int8)
    states = np.array([state]).view(setup.game.state_dtype)
    if states["over"][0] == RUNNING:
        look = setup.game.kernel(kernels.observe_many)
        look(setup.record, states, np.array([-1]), np.zeros((1, setup.layout.size), np.float32), mask, 0, 1)
    mask.flags.writeable = False
    return mask[0]


def many(amount: int, word: str) -> str:
    """Return a number with a word, in the plural where it has to be: ``"2 cards"``."""
    return f"{amount} {word}" + ("" if amount == 1 else "s")


def wrapped(text: str, first: str = "", others: str = "", width: int | None = None) -> tuple[str, ...]:
    """Return a text in lines of a view, with what stands before the first line and before the others."""
    return _wrapped(text, first, others, columns() if width is None else width)


@lru_cache(1024)  # most lines stay the same from one position to the next
def _wrapped(text: str, first: str, others: str, width: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, width, initial_indent=first, subsequent_indent=others))


def indented(text: str, others: int) -> list[str]:
    """Return a text in lines of a view, the first as far in as it is, the others by so many columns."""
    lead = " " * _lead(text)
    return list(wrapped(text.strip(), lead, " " * others))


def beside(start: str, text: str, below: int) -> list[str]:
    """Return a text after the columns before it, broken below itself; after very long ones on lines of its own.

    Args:
        start: The columns before it.
        text: What stands beside them; nothing or one paragraph.
        below: How far in it is on lines of its own.
    """
    if len(start) > columns() * 2 // 3:  # a third of them at least is left for the text
        indent = " " * below
        return [*indented(start, below), *wrapped(text, indent, indent)]
    return list(wrapped(text, start, " " * len(start))) if text else [start.rstrip()]


def fitted(lines: Sequence[str], width: int) -> list[str]:
    """Return lines for a narrower screen: every long one is broken by itself, drawings are left alone.

    What was made for a screen of so many columns (see :func:`narrow`) fits as it is. Lines are never joined: whether
    one goes on with the one before it or is another row of a table cannot be seen from them.
    """
    return [part for line in lines for part in _broken(line, width)]


def _broken(line: str, width: int) -> Sequence[str]:
    if len(line) <= width or line.lstrip().startswith(("|", "+")):
        return (line,)
    lead = min(_lead(line), width // 3)
    return wrapped(line.strip(), " " * lead, " " * min(lead + 4, width // 3), width)


def goes_on(paragraph: Sequence[str], line: str, level: bool = False) -> bool:
    """Return whether a line of a view was broken off a paragraph's end: its first word had no room there.

    Args:
        paragraph: The lines before it.
        line: The line.
        level: It may be as far in as the paragraph's beginning; else it must be further in.
    """
    words = line.split(maxsplit=1)
    return bool(words) and _lead(line) > _lead(paragraph[0]) - level and len(f"{paragraph[-1]} {words[0]}") > columns()


def _lead(line: str) -> int:
    return len(line) - len(line.lstrip())


def place_in_round(setup: Setup, state: Any) -> tuple[str, ...]:
    """Return each seat's place in the order of turns, from ``state.first`` on: ``("second", "first")``."""
    return tuple(_ORDINALS[(seat - int(state.first)) % setup.num_seats] for seat in range(setup.num_seats))


def drawn_by(package: str) -> Callable[[Setup, Any, int | None], np.ndarray]:
    """Return a game's ``picture.table.render_picture``; the module is imported (with Pillow) when it is called."""

    def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
        return importlib.import_module(f"{package}.picture.table").render_picture(setup, state, seat)

    return render_picture
