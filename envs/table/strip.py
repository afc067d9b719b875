"""A strip below a picture with what has happened last, in the picture's own colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from .drawing import RGB, mix, shorten, write

NARROWEST = 600
"""Pixels; a picture less wide has no room for sentences and stays as it is."""
_ROWS, _COLUMN = 4, 600  # lines below one another; pixels that a column of them has at least
_SIZE, _LEADING, _MARGIN = 15, 22, 20  # pixels
_OLDER = 0.35  # how much of the background is in the letters of all lines but the last


def room(width: int) -> int:
    """Return how many lines the strip below a picture of this width has room for."""
    return 0 if width < NARROWEST else _ROWS * (width // _COLUMN)


def with_strip(pixels: np.ndarray, lines: Sequence[str]) -> np.ndarray:
    """Return a picture with the last of some lines below it, the newest at the lower right and brightest.

    The strip is as high with few lines as with many, so that all pictures of a game have one size. Lines that are too
    long are cut.

    Args:
        pixels: The picture, uint8, shape (height, width, 3).
        lines: What has happened, in order.
    """
    width = pixels.shape[1]
    if not room(width):
        return pixels
    ground, letters = _colors(pixels)
    strip = Image.new("RGB", (width, _ROWS * _LEADING + _MARGIN), ground)
    strip.paste(mix(ground, letters, _OLDER), (0, 0, width, 1))
    columns = width // _COLUMN
    across = (width - _MARGIN) / columns
    shown = lines[-room(width) :]
    for place, line in enumerate(shown):
        x, y = _MARGIN + across * (place // _ROWS), _MARGIN / 2 + _LEADING * (place % _ROWS + 0.5)
        color = letters if place == len(shown) - 1 else mix(letters, ground, _OLDER)
        write(strip, (x, y), shorten(line, across - _MARGIN, _SIZE), _SIZE, color)
    return np.concatenate([pixels, np.asarray(strip)])


def _colors(pixels: np.ndarray) -> tuple[RGB, RGB]:
    """Return the colour of the picture's lower edge, and black or white, whichever is plainer on it."""
    red, green, blue = (int(value) for value in np.median(pixels[-1], axis=0))
    dark = red * 0.3 + green * 0.59 + blue * 0.11 < 128
    return (red, green, blue), (255, 255, 255) if dark else (0, 0, 0)
