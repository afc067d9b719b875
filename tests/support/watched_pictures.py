"""Pictures of tables, and a watch on what is written and laid on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from PIL import Image
from random_games import record

from cogitable.envs.table import Setup, drawing

# What is written, and its box: x, y, width and height in pixels.
Text = tuple[str, tuple[float, float, float, float]]


def draw(setup: Setup, states: np.ndarray, seat: int | None) -> np.ndarray:
    return setup.game.render_picture(setup, record(states), seat)


class Watcher:
    """Notes every text that is written on a picture, and that whatever is laid there lies on it.

    Args:
        modules: Those that draw the picture, each of which has ``write`` by that name.
        size: Width and height of the picture.
        beyond: How far the clear rim of a sprite may reach beyond the picture, in pixels.
        tall: Height of a text's box as a share of its size.
        every_size: Whether texts are noted that are written on images of any other size, too.

    Attributes:
        texts: What is written on the picture that was drawn last.
        covered: Those of them over which something is laid afterwards.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        modules: Iterable[ModuleType],
        size: tuple[int, int],
        *,
        beyond: int = 5,
        tall: float = 0.7,
        every_size: bool = True,
    ) -> None:
        self.texts: list[Text] = []
        self.covered: list[Text] = []
        self._shown: list[int] = []  # texts that stand on the picture itself
        self._writing = False
        self._on: dict[int, list[int]] = {}  # texts by the image that they were written on
        self.size, self.tall, self.every_size = size, tall, every_size
        for module in modules:
            monkeypatch.setattr(module, "write", self.write)
        lay, paste = Image.Image.alpha_composite, Image.Image.paste

        def laid(image: Image.Image, sprite: Image.Image, dest: tuple[int, int] = (0, 0), *rest: Any) -> None:
            if image.size == size:
                right, low = dest[0] + sprite.width, dest[1] + sprite.height
                assert right <= image.width + beyond and low <= image.height + beyond, (dest, sprite.size)
                self._lay(sprite, dest)
            lay(image, sprite, dest, *rest)

        def pasted(image: Image.Image, sprite: Any, dest: Any = None, *rest: Any) -> None:
            if image.size == size and isinstance(sprite, Image.Image) and dest is not None:
                self._lay(sprite, dest)
            paste(image, sprite, dest, *rest)

        monkeypatch.setattr(Image.Image, "alpha_composite", laid)
        monkeypatch.setattr(Image.Image, "paste", pasted)

    def _lay(self, sprite: Image.Image, dest: Sequence[float]) -> None:
        """Note what a sprite that is laid on the picture covers, and what is written on it."""
        x, y = (int(place) for place in dest[:2])
        if not self._writing:
            over = (x, y, sprite.width, sprite.height)
            for place in [place for place in self._shown if overlap(self.texts[place][1], over)]:
                self.covered += [self.texts[place]] * self._hidden(self.texts[place][1], sprite, x, y)
        self._move(sprite, dest)

    @staticmethod
    def _hidden(box: Sequence[float], sprite: Image.Image, x: int, y: int) -> bool:
        """Return whether a sprite hides some of what is written in a box, a rim of two pixels aside."""
        left, top, right, low = box[0] + 2 - x, box[1] + 2 - y, box[0] + box[2] - 2 - x, box[1] + box[3] - 2 - y
        part = tuple(map(round, (max(0, left), max(0, top), min(sprite.width, right), min(sprite.height, low))))
        if part[2] <= part[0] or part[3] <= part[1]:
            return False
        return sprite.mode != "RGBA" or int(np.asarray(sprite.getchannel("A").crop(part)).max()) > 128

    def _move(self, sprite: Image.Image, dest: Sequence[float]) -> None:
        """Note where texts are now that were written on a sprite."""
        for place in self._on.pop(id(sprite), ()):
            self._shown.append(place)
            text, (x, y, width, height) = self.texts[place]
            self.texts[place] = text, (x + dest[0], y + dest[1], width, height)

    def write(self, image, at, text, size, color, *, bold=False, anchor="l"):
        self._writing = True
        width = drawing.write(image, at, text, size, color, bold=bold, anchor=anchor)
        self._writing = False
        if self.every_size or image.size == self.size:
            left = at[0] - width * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor]
            on = self._shown if image.size == self.size else self._on.setdefault(id(image), [])
            on.append(len(self.texts))
            self.texts.append((text, (left, at[1] - size * self.tall / 2, width, size * self.tall)))
        return width

    def of(self, setup: Setup, states: np.ndarray, seat: int | None) -> list[Text]:
        """Return what is written on a picture."""
        for noted in (self.texts, self.covered, self._shown, self._on):
            noted.clear()
        draw(setup, states, seat)
        return list(self.texts)


def overlap(a: Sequence[float], b: Sequence[float], margin: float = 0) -> bool:
    """Whether two boxes overlap or are less than ``margin`` apart; where that is negative, overlap by more than it."""
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + margin
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + margin
    return across > 0 and down > 0


def heading(a: Text, b: Text) -> bool:
    """Whether one text is the beginning of the other, written over it in another colour."""
    return a[1][:2] == b[1][:2] and (a[0].startswith(b[0]) or b[0].startswith(a[0]))


def demand_inside(texts: Iterable[Text], size: tuple[int, int]) -> None:
    """Raise AssertionError where a text lies beside the picture."""
    for text, box in texts:
        assert box[0] >= 0 and box[0] + box[2] <= size[0], (text, box)
        assert box[1] >= 0 and box[1] + box[3] <= size[1], (text, box)


def demand_apart(texts: Iterable[Text], margin: float = 0, *, headings: bool = False) -> None:
    """Raise AssertionError where a text lies over another one of which it is no heading that is allowed."""
    clashes = [(a, b) for a, b in combinations(texts, 2) if overlap(a[1], b[1], margin)]
    clashes = [pair for pair in clashes if not (headings and heading(*pair))]
    assert not clashes, clashes
