"""Tools for the games' pictures: fonts, fitted text, smooth shapes and glowing frames. Imported by what draws alone.

Everything is drawn several times as large and scaled down, which smooths edges and spaces small letters evenly.

All numbers are those of the usual picture. For a sharper one (:func:`.views.sharp`) everything has twice as many
pixels each way, in the same places: so images are made by :func:`blank`, drawn on by :func:`pen`, measured by
:func:`extent` and kept by :func:`kept`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache, update_wrapper
from pathlib import Path
from typing import Any, Generic, NamedTuple, ParamSpec

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .spots import About, note
from .views import RATIOS, pixel_ratio

RGB = tuple[int, int, int]
Point = tuple[float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

SCALE = 3
_LARGER = {1: 3, 2: 2}
"""By the pixel ratio, how many times as large everything is drawn."""

Given = ParamSpec("Given")


class Kept(Generic[Given]):
    """A function that draws a sprite, with the sprites that it has drawn for its latest arguments."""

    def __init__(self, draw: Callable[Given, Image.Image], most: int | None) -> None:
        """Keep so many sprites for every pixel ratio; of sharper ones fewer, since they are larger."""
        update_wrapper(self, draw)
        self._drawn = {ratio: lru_cache(most and max(1, most // ratio))(draw) for ratio in RATIOS}

    def __call__(self, *given: Given.args, **more: Given.kwargs) -> Image.Image:
        """Return a sprite, which nobody may draw on."""
        return self._drawn[pixel_ratio()](*given, **more)  # type: ignore[arg-type]  # all of them can be kept

    def cache_clear(self) -> None:
        """Forget all sprites."""
        for drawn in self._drawn.values():
            drawn.cache_clear()


def kept(most: int | None = None) -> Callable[[Callable[Given, Image.Image]], Kept[Given]]:
    """Keep what a function draws: the latest ``most`` sprites, or all of them."""
    return lambda draw: Kept(draw, most)


def blank(mode: str, size: tuple[int, int], color: RGB | tuple[int, int, int, int] | int = 0) -> Image.Image:
    """Return an image of one colour, black or transparent by default."""
    ratio = pixel_ratio()
    return Image.new(mode, (size[0] * ratio, size[1] * ratio), color)


def extent(image: Image.Image) -> tuple[int, int]:
    """Return width and height of a sprite in the numbers of the usual picture."""
    ratio = pixel_ratio()
    return image.width // ratio, image.height // ratio


class _Pen:
    """What draws on an image with more pixels, by the numbers of the usual picture."""

    def __init__(self, image: Image.Image, ratio: int) -> None:
        self._draw, self._ratio = ImageDraw.Draw(image), ratio

    def rectangle(self, corners: Sequence[float], fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a rectangle, the last pixels included."""
        left, top, right, low = (number * self._ratio for number in corners)
        more = self._ratio - 1
        self._draw.rectangle([left, top, right + more, low + more], fill, outline, width * self._ratio)

    def line(self, points: Sequence[float], fill: Any, width: int = 1) -> None:
        """Draw a line through points: left, top, left, top, ..."""
        self._draw.line([number * self._ratio for number in points], fill, width * self._ratio)

    def polygon(self, points: Sequence[Point], fill: Any) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * self._ratio, y * self._ratio) for x, y in points], fill)


def pen(image: Image.Image) -> Any:
    """Return what draws rectangles, lines and polygons on an image, as Pillow's own does on the usual picture."""
    ratio = pixel_ratio()
    return ImageDraw.Draw(image) if ratio == 1 else _Pen(image, ratio)


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
    record, ratio = _record.get(), pixel_ratio()
    at = at[0] * ratio, at[1] * ratio
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
    width, height = extent(sprite)
    note((x + margin, y + margin, width - 2 * margin, height - 2 * margin), about)


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


def font_for(text: str, size: int, bold: bool = False, scale: int = SCALE) -> Font:
    """Return the font that has the letters of a text, so many times as large."""
    plain = text.isascii()
    return font(scale * (size if plain or bold else size - 1), bold, plain)


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


@kept(2048)
def _line(text: str, size: int, color: RGB, bold: bool) -> Image.Image:
    width, letters = text_width(text, size, bold), font_for(text, size, bold, _scale())
    drawn = letters.getlength(text) / _scale()  # at another scale every letter is rounded to another width

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.text((0, size * scale), text, color, letters, "lm")

    return supersampled(math.ceil(max(width, drawn)) + 2, 2 * size, paint, stretch=width / drawn if drawn else 1)


def _scale() -> int:
    """Return how many times as large as the usual picture everything is drawn at first."""
    return pixel_ratio() * _LARGER[pixel_ratio()]


def supersampled(
    width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, float], None], *, stretch: float = 1
) -> Image.Image:
    """Return a transparent sprite.

    Args:
        width: In pixels.
        height: In pixels.
        paint: Gets a canvas that is as many times larger as its second argument says.
        stretch: By how much what is painted is made wider, from the left edge on.
    """
    scale = _scale()
    image = Image.new("RGBA", (width * scale, height * scale))
    paint(ImageDraw.Draw(image), scale)
    if stretch != 1:
        wider = (1 / stretch, 0, 0, 0, 1, 0)
        image = (
            image.convert("RGBa")
            .transform(image.size, Image.Transform.AFFINE, wider, Image.Resampling.BILINEAR)
            .convert("RGBA")
        )
    return _reduced(image, _LARGER[pixel_ratio()])


def stretched(width: int, height: int, corner: int, make: Callable[[int, int], Image.Image]) -> Image.Image:
    """Return a sprite that is alike along its edges, made as small as its corners allow: the same for less time.

    Args:
        width: In pixels.
        height: In pixels.
        corner: Width and height of each corner; between corners all columns are alike, and all rows.
        make: Makes one of a width and a height.
    """
    small = min(width, 2 * corner + 1), min(height, 2 * corner + 1)
    image, edge = make(*small), corner * pixel_ratio()
    for across, (now, wanted) in enumerate(zip(small, (width, height), strict=True)):
        if now < wanted:
            image = _longer(image, edge, (wanted - now) * pixel_ratio(), across)
    return image


def _longer(image: Image.Image, edge: int, more: int, across: int) -> Image.Image:
    """Return a sprite with all between its edges made longer, to the right (0) or downwards (1)."""
    wide, high = image.size
    size = (wide, high + more) if across else (wide + more, high)
    longer = Image.new(image.mode, size)
    for at, end, place in ((0, edge, 0), (image.size[across] - edge, image.size[across], size[across] - edge)):
        box, corner = ((0, at, wide, end), (0, place)) if across else ((at, 0, end, high), (place, 0))
        longer.paste(image.crop(box), corner)
    box = (0, edge, wide, high - edge) if across else (edge, 0, wide - edge, high)
    middle = (wide, size[1] - 2 * edge) if across else (size[0] - 2 * edge, high)
    longer.paste(image.resize(middle, Image.Resampling.NEAREST, box), (0, edge) if across else (edge, 0))
    return longer


def _reduced(image: Image.Image, by: int) -> Image.Image:
    small, painted = Image.new("RGBA", (image.width // by, image.height // by)), image.getbbox()
    if painted:  # what was left empty, as most of an arrow's canvas, need not be looked at
        box = [painted[0] // by, painted[1] // by, -(-painted[2] // by), -(-painted[3] // by)]
        part = image.crop((box[0] * by, box[1] * by, box[2] * by, box[3] * by))
        # Colours premultiplied by how much they cover, so that no dark seam appears along the edges.
        small.paste(part.convert("RGBa").reduce(by).convert("RGBA"), (box[0], box[1]))
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
    light = sprite.convert("RGBa").filter(ImageFilter.GaussianBlur(radius * pixel_ratio())).convert("RGBA")
    light.putalpha(light.getchannel("A").point(lambda a: min(255, round(a * strength))))
    lay(light, sprite)
    return light


@kept(256)
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
    size = width + 2 * margin, height + 2 * margin

    def box(wide: int, high: int, inside: RGB | None) -> Image.Image:
        def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
            corners = [margin * scale, margin * scale, (wide - margin) * scale - 1, (high - margin) * scale - 1]
            draw.rounded_rectangle(corners, radius * scale, inside, color, round(line * scale))

        return supersampled(wide, high, paint)

    def whole(inside: RGB | None) -> Image.Image:
        return stretched(*size, math.ceil(margin + radius + line), lambda wide, high: box(wide, high, inside))

    edge = whole(None)
    if light:
        edge = glow(edge, max(2, margin * 0.42), light)
    if fill is None:
        return edge
    filled = whole(fill)
    lay(filled, edge)
    return filled
