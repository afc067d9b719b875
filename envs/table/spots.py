"""Hot spots: which parts of a picture are about which legal actions.

The code that draws a thing says what it is in the same breath, so there is no second list of coordinates::

    paste(image, sprite, x, y, about=about(("card", card), blocks=("HAND",)))
    note(box, about(("District", district)))

Nothing is noted unless :func:`draw` asks for it. It then looks up the legal actions that refer to each thing
(:mod:`.actions`); things that no legal action is about are no hot spots.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np

from .actions import Reference
from .attributes import attributed
from .game import RUNNING, Setup
from .views import mask_of, sharp


class About(NamedTuple):
    """What a part of a picture is about.

    Attributes:
        things: Kinds and numbers, as actions refer to them; an action that is about it names all of them.
        blocks: Names of the blocks that are meant; none for all of them.
    """

    things: tuple[tuple[str, int], ...]
    blocks: tuple[str, ...]

    def covers(self, reference: Reference) -> bool:
        """Return whether an action that refers to this is about it."""
        if self.blocks and reference.block.name not in self.blocks:
            return False
        return all(thing in reference.things for thing in self.things)


class Spot(NamedTuple):
    """A hot spot.

    Attributes:
        box: Where it is: left, top, width and height in pixels.
        actions: The legal actions about what is drawn there, at least one.
    """

    box: tuple[int, int, int, int]
    actions: tuple[int, ...]


class Drawn(NamedTuple):
    """A picture with its hot spots.

    Attributes:
        pixels: uint8, shape (ratio * height, ratio * width, 3).
        spots: In the order in which they were drawn: later ones lie above earlier ones.
        ratio: Pixels in place of one, each way; boxes of spots do not depend on it.
    """

    pixels: np.ndarray
    spots: tuple[Spot, ...]
    ratio: int = 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as boxes of spots count them."""
        return self.pixels.shape[1] // self.ratio, self.pixels.shape[0] // self.ratio


_REST = About((), ())
_Noted = list[tuple[tuple[int, int, int, int], About]]
_noted: ContextVar[_Noted | None] = ContextVar("noted", default=None)


def about(*things: tuple[str, int], blocks: Sequence[str] = ()) -> About:
    """Return what a part of a picture is about: things, actions of some blocks, or these actions of that thing.

    Args:
        *things: Kind and number of a thing, as ``("card", 3)``.
        blocks: Names of blocks of actions.

    With neither it is about every action that nothing else in the picture is about: where a question is written.
    """
    return About(tuple((kind, int(number)) for kind, number in things), tuple(blocks))


def note(box: Sequence[float], what: About | None) -> None:
    """Note what a part of the picture that is being drawn is about.

    Args:
        box: Left, top, width and height in pixels.
        what: What is drawn there; None for nothing that actions are about.
    """
    noted = _noted.get()
    if noted is not None and what is not None:
        left, top, width, height = (round(number) for number in box)
        noted.append(((left, top, width, height), what))


def draw(setup: Setup, states: np.ndarray, seat: int | None, row: int = 0, ratio: int = 1) -> Drawn | None:
    """Draw a table with its hot spots, which only the seat to move has; None if the game has no picture.

    Args:
        setup: The game with its options.
        states: STATE records.
        seat: Whose view it is; None sees everything and chooses nothing.
        row: Which of the records.
        ratio: Pixels wanted in place of one, each way; what draws without :mod:`.drawing` may make one all the same.
    """
    if setup.game.render_picture is None:
        return None
    noted: _Noted = []
    state = attributed(states)[row]
    before = _noted.set(noted)
    try:
        with sharp(ratio) as asked:
            pixels = setup.game.render_picture(setup, state, seat)
    finally:
        _noted.reset(before)
    return Drawn(pixels, _spots(setup, state, noted) if seat == int(state.seat) else (), ratio if asked.used else 1)


def _spots(setup: Setup, state: Any, noted: _Noted) -> tuple[Spot, ...]:
    if state.over != RUNNING or setup.actions is None:
        return ()
    legal = np.flatnonzero(mask_of(setup, state)).tolist()
    references = setup.actions.references
    meant = [[action for action in legal if what.covers(references[action])] for _, what in noted]
    elsewhere = {action for (_, what), actions in zip(noted, meant, strict=True) if what != _REST for action in actions}
    found: dict[Spot, None] = {}
    for (box, what), actions in zip(noted, meant, strict=True):
        named = [action for action in actions if action not in elsewhere] if what == _REST else actions
        if named:
            found[Spot(box, tuple(named))] = None
    return tuple(found)
