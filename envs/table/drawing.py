"""Tools for the games' pictures: fonts, fitted text, smooth shapes and glowing frames. Imported by what draws alone.

Everything is drawn three times as large and scaled down, which smooths edges and spaces small letters evenly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .spots import About, note

RGB = tuple[int, int, int]
Point = tuple[float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

SCALE = 3


class Box(NamedTuple):
    """A part of the picture, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Where it ends."""
        return self.x + self.width

    @property
    def low(self) -> int:
        """Where it ends below."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class _Record:
    """What is laid on a picture that is being drawn."""

    def __init__(self) -> None:
        self.base: Image.Image | None = None
        self.canvas: Image.Image | None = None
        self.laid: list[tuple[Image.Image, tuple[int, int]]] = []


_record: ContextVar[_Record | None] = ContextVar("record", default=None)


def recorded(
    draw: Callable[[], np.ndarray],
) -> tuple[np.ndarray, Image.Image | None, list[tuple[Image.Image, tuple[int, int]]]]:
    """Draw a picture, and return it with what lies on it: the empty table, and each sprite and where.

    The table is None where the drawing code begins without :func:`canvas`; then there are no sprites either.
    """
    record = _Record()
    before = _record.set(record)
    try:
        return draw(), record.base, record.laid
    finally:
        _record.reset(before)


def canvas(empty: Image.Image) -> Image.Image:
    """Return an empty table to lay things on; the one that is given stays as it is."""
    image = empty.copy()
    record = _record.get()
    if record is not None:
        record.base, record.canvas = empty, image
    return image


def lay(image: Image.Image, sprite: Image.Image, at: tuple[int, int] = (0, 0)) -> None:
    """Lay a sprite on a picture, or on another sprite.

    Args:
        image: What it is laid on: RGB, where nothing shines through, or RGBA.
        sprite: What is laid on it, RGBA.
        at: Left and upper edge.
    """
    record = _record.get()
    if record is not None and image is record.canvas:
        record.laid.append((sprite, at))
    if image.mode == "RGB":
        image.paste(sprite, at, sprite)  # to the pixel what is done below, in half the time
    else:
        image.alpha_composite(sprite, at)


def paste(
    image: Image.Image, sprite: Image.Image, x: float, y: float, *, about: About | None = None, margin: int = 0
) -> None:
    """Lay a sprite on a picture.

    Args:
        image: The picture.
        sprite: What is laid on it.
        x: Its left edge.
        y: Its upper edge.
        about: What it shows, for :mod:`.spots`.
        margin: Transparent pixels around what it shows.
    """
    lay(image, sprite, (round(x), round(y)))
    note((x + margin, y + margin, sprite.width - 2 * margin, sprite.height - 2 * margin), about)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """Return the colour that is ``share`` of ``b`` and the rest ``a``."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


@cache
def _font_file(bold: bool) -> str:
    import matplotlib  # brings DejaVu along, which knows most alphabets

    return str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"DejaVuSans{'-Bold' if bold else ''}.ttf")


@cache
def font(size: int, bold: bool = False, plain: bool = True) -> Font:
    """Return a font: Pillow's own slim one for plain ASCII text, DejaVu for bold or anything else."""
    if plain and not bold:
        return ImageFont.load_default(size)
    return ImageFont.truetype(_font_file(bold), size, layout_engine=ImageFont.Layout.BASIC)


def font_for(text: str, size: int, bold: bool = False) -> Font:
    """Return the font that has the letters of a text, three times as large."""
    plain = text.isascii()
    return font(SCALE * (size if plain or bold else size - 1), bold, plain)


@lru_cache(8192)
def text_width(text: str, size: int, bold: bool = False) -> float:
    """Return the width of a line in pixels."""
    return font_for(text, size, bold).getlength(text) / SCALE


def shorten(text: str, width: float, size: int, bold: bool = False) -> str:
    """Return a line cut to a width, with dots where something is missing."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "...", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def fit_line(text: str, width: float, sizes: Sequence[int], bold: bool = False) -> tuple[str, int]:
    """Return a line and the first of the sizes at which it fits a width; it is cut if none will do."""
    for size in sizes:
        if text_width(text, size, bold) <= width:
            return text, size
    return shorten(text, width, sizes[-1], bold), sizes[-1]


def wrap(text: str, width: float, size: int, bold: bool = False) -> list[str]:
    """Return a text broken into lines no wider than ``width``."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, width, size, bold))
    return lines


def fit_lines(text: str, width: float, height: float, size: int, leading: float) -> list[str]:
    """Return as many lines as a box has room for; the last one is cut if there are more."""
    lines = wrap(text, width, size)
    room = max(1, int(height / (size * leading)))
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], shorten(" ".join(lines[room - 1 :]), width, size)]


def fit_text(text: str, width: float, height: float, sizes: Sequence[int], leading: float) -> tuple[list[str], int]:
    """Return a text in lines, and the first of the sizes at which they fit a box; it is cut if none will do."""
    for size in sizes:
        lines = wrap(text, width, size)
        if len(lines) * size * leading <= height:
            return lines, size
    return fit_lines(text, width, height, sizes[-1], leading), sizes[-1]


def write(
    image: Image.Image, at: Point, text: str, size: int, color: RGB, *, bold: bool = False, anchor: str = "l"
) -> float:
    """Write one line, its middle at the given height, and return its width.

    Args:
        image: What to write on.
        at: Where.
        text: One line.
        size: Of the letters, in pixels.
        color: Of the letters.
        bold: Whether they are bold.
        anchor: "l", "m" or "r": which point of the line lies there.
    """
    width = text_width(text, size, bold)
    left = at[0] - width * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor]
    lay(image, _line(text, size, color, bold), (round(left), round(at[1] - size)))
    return width


@lru_cache(2048)
def _line(text: str, size: int, color: RGB, bold: bool) -> Image.Image:
    width = math.ceil(text_width(text, size, bold)) + 2

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.text((0, size * scale), text, color, font_for(text, size, bold), "lm")

    return supersampled(width, 2 * size, paint)


def supersampled(width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, float], None]) -> Image.Image:
    """Return a transparent sprite; ``paint`` gets a canvas that is as many times larger as its second argument says."""
    image = Image.new("RGBA", (width * SCALE, height * SCALE))
    paint(ImageDraw.Draw(image), SCALE)
    return _reduced(image)


def _reduced(image: Image.Image) -> Image.Image:
    small, painted = Image.new("RGBA", (image.width // SCALE, image.height // SCALE)), image.getbbox()
    if painted:  # what was left empty, as most of an arrow's canvas, need not be looked at
        box = [painted[0] // SCALE, painted[1] // SCALE, -(-painted[2] // SCALE), -(-painted[3] // SCALE)]
        part = image.crop((box[0] * SCALE, box[1] * SCALE, box[2] * SCALE, box[3] * SCALE))
        # Colours premultiplied by how much they cover, so that no dark seam appears along the edges.
        small.paste(part.convert("RGBa").reduce(SCALE).convert("RGBA"), (box[0], box[1]))
    return small


def cog(middle: Point, outer: float, inner: float, teeth: int, *, lean: float = 0.0, turn: float = 0.0) -> list[Point]:
    """Return the outline of a cog.

    Args:
        middle: Where it is.
        outer: Radius at the tips of its teeth.
        inner: Radius between them.
        teeth: How many.
        lean: How much narrower a tooth is at its tip, up to 0.5.
        turn: Angle, clockwise.
    """
    points = []
    for step in range(4 * teeth):
        reach = outer if step % 4 < 2 else inner
        aside = lean if step % 4 in (0, 3) else -lean
        angle = math.tau * (step + 0.5 + aside) / (4 * teeth) + turn
        points.append((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    return points


def glow(sprite: Image.Image, radius: float, strength: float = 1.0) -> Image.Image:
    """Return a sprite with its own light around it."""
    light = sprite.convert("RGBa").filter(ImageFilter.GaussianBlur(radius)).convert("RGBA")
    light.putalpha(light.getchannel("A").point(lambda a: min(255, round(a * strength))))
    lay(light, sprite)
    return light


@lru_cache(256)
def frame(
    width: int,
    height: int,
    color: RGB,
    *,
    radius: float = 10,
    line: float = 1.5,
    fill: RGB | None = None,
    light: float = 0,
    margin: int = 0,
) -> Image.Image:
    """Return a rounded frame with a margin around it for its light.

    Args:
        width: Of the frame, without margin.
        height: Of the frame, without margin.
        color: Of the line.
        radius: Of the corners.
        line: Thickness.
        fill: Colour inside; None leaves it empty.
        light: Strength of the glow; 0 for none.
        margin: Transparent pixels on each side.
    """

    def box(draw: ImageDraw.ImageDraw, scale: float, inside: RGB | None) -> None:
        corners = [margin * scale, margin * scale, (margin + width) * scale - 1, (margin + height) * scale - 1]
        draw.rounded_rectangle(corners, radius * scale, inside, color, round(line * scale))

    size = width + 2 * margin, height + 2 * margin
    edge = supersampled(*size, lambda draw, scale: box(draw, scale, None))
    if light:
        edge = glow(edge, max(2, margin * 0.42), light)
    if fill is None:
        return edge
    whole = supersampled(*size, lambda draw, scale: box(draw, scale, fill))
    lay(whole, edge)
    return whole
