"""Many pictures of one game in little room: what they are made of is kept once, and for each picture where it lies.

The games' drawing code lays sprites on a table (:func:`...envs.table.drawing.recorded` tells which and where). Cards,
tokens and lines of text come again in picture after picture, so a whole game is a few sheets of sprites and some
numbers. What is drawn without sprites is found by comparing, and goes along as small squares.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from ...envs.table.drawing import recorded

QUALITIES = (88, 75, 60, 45, 30, 15)
"""Of the sheets, the best first."""
_SQUARE = 16  # pixels; what is drawn without sprites is cut into squares of this size
_WIDE, _HIGH, _GAP = 2048, 4096, 2  # pixels: of a sheet, and around each sprite in it


class Album:
    """Pictures of one size, taken apart.

    Attributes:
        width: Of every picture, in pixels.
        height: Of every picture.
        frames: What lies on each picture, from the bottom up: sprite, left, top, sprite, left, top, ...
    """

    def __init__(self) -> None:
        """Begin with no picture."""
        self.width = self.height = 0
        self.frames: list[list[int]] = []
        self._sprites: list[Image.Image] = []
        self._known: dict[tuple[Any, ...], int] = {}
        self._seen: dict[int, tuple[Image.Image, tuple[int, int, int] | None]] = {}

    def add(self, draw: Callable[[], np.ndarray]) -> None:
        """Take in a picture that is drawn now."""
        pixels, base, laid = recorded(draw)
        self.height, self.width = pixels.shape[:2]
        again = Image.new("RGB", (self.width, self.height))
        frame: list[int] = []
        for sprite, (x, y) in [*([] if base is None else [(base, (0, 0))]), *laid]:
            again.paste(sprite, (x, y), sprite if sprite.mode == "RGBA" else None)
            found = self._find(sprite)
            if found is not None:
                number, left, top = found
                frame += [number, x + left, y + top]
        self.frames.append(frame + self._rest(pixels, np.asarray(again)))

    def _find(self, sprite: Image.Image) -> tuple[int, int, int] | None:
        """Return the number of a sprite and where in it there is something; None for an empty one."""
        if id(sprite) not in self._seen:
            box = sprite.getbbox() if sprite.mode == "RGBA" else (0, 0, *sprite.size)
            found = None if box is None else (self._number(sprite.crop(box)), box[0], box[1])
            self._seen[id(sprite)] = sprite, found  # it is held, so that no other one gets its id
        return self._seen[id(sprite)][1]

    def _number(self, sprite: Image.Image) -> int:
        key = sprite.mode, sprite.size, sprite.tobytes()
        if key not in self._known:
            self._known[key] = len(self._sprites)
            self._sprites.append(sprite)
        return self._known[key]

    def _rest(self, pixels: np.ndarray, again: np.ndarray) -> list[int]:
        """Return the squares in which a picture is not what its sprites make of it."""
        found: list[int] = []
        if np.array_equal(pixels, again):
            return found
        down, across = -(-self.height // _SQUARE), -(-self.width // _SQUARE)
        differs = np.zeros((down * _SQUARE, 3 * across * _SQUARE), np.bool_)
        differs[: self.height, : 3 * self.width] = (pixels != again).reshape(self.height, -1)
        squares = differs.reshape(down, _SQUARE, across, 3 * _SQUARE).any(axis=(1, 3))
        whole = Image.fromarray(pixels)
        for row, column in np.argwhere(squares).tolist():
            left, top = column * _SQUARE, row * _SQUARE
            box = left, top, min(left + _SQUARE, self.width), min(top + _SQUARE, self.height)
            found += [self._number(whole.crop(box)), left, top]
        return found

    def packed(self, quality: int) -> dict[str, Any]:
        """Return everything for a page, the sheets compressed to a quality from 0 to 100."""
        places, sheets = self._laid_out()
        files = [_file(sheet, quality) for sheet in sheets]
        return {
            "width": self.width,
            "height": self.height,
            "sheets": [base64.b64encode(file).decode() for file in files],
            "sprites": places,
            "frames": self.frames,
        }

    def _laid_out(self) -> tuple[list[list[int]], list[Image.Image]]:
        """Lay the sprites on sheets, the highest first, row by row; return sheet, left, top, width, height of each.

        Squares come last, on sheets of their own: they are plain, and kept exactly, since edges would show.
        """
        places: list[list[int]] = [[] for _ in self._sprites]
        sheets: list[Image.Image] = []
        x = y = deep = 0
        squares = False
        for number in sorted(range(len(self._sprites)), key=self._order):
            sprite = self._sprites[number]
            if _is_square(sprite) and not squares:
                squares, x, y = True, 0, _HIGH  # a new sheet
            gap = 0 if squares else _GAP
            if x + sprite.width > _WIDE:
                x, y = 0, y + deep + gap
            if not sheets or y + sprite.height > _HIGH:
                sheets.append(Image.new("RGB" if squares else "RGBA", (_WIDE, max(_HIGH, sprite.height))))
                x = y = 0
            if x == 0:
                deep = sprite.height
            sheets[-1].paste(sprite, (x, y))
            places[number] = [len(sheets) - 1, x, y, *sprite.size]
            x += sprite.width + gap
        return places, [sheet.crop((0, 0, _WIDE, (sheet.getbbox() or (0, 0, 1, 1))[3])) for sheet in sheets]

    def _order(self, number: int) -> tuple[bool, int]:
        sprite = self._sprites[number]
        return _is_square(sprite), -sprite.height


def _is_square(sprite: Image.Image) -> bool:
    return sprite.mode == "RGB" and sprite.size == (_SQUARE, _SQUARE)


def _file(sheet: Image.Image, quality: int) -> bytes:
    buffer = io.BytesIO()
    sheet.save(buffer, "WEBP", quality=quality, method=4, lossless=sheet.mode == "RGB")
    return buffer.getvalue()
