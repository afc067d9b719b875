"""The picture's palette and marks: paper, black and red, and a glyph for each role, ballot and look."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Point, cog, kept, lay, mix, supersampled
from ..rules.state import Role

PAPER: RGB = (240, 231, 210)
CREAM: RGB = (250, 244, 228)
BLACK: RGB = (28, 24, 23)
RED: RGB = (198, 40, 30)
DEEP: RGB = (134, 24, 22)
GREY: RGB = (118, 108, 98)
LINE: RGB = (206, 194, 170)
CARD = (34, 48)


def _cog(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """A comrade: one cog of the machine."""
    middle = (size / 2, size / 2)
    draw.polygon(cog(middle, size * 0.48, size * 0.37, 8), color)
    draw.circle(middle, size * 0.17, back)


def _megaphone(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """A dissident: somebody who speaks up."""

    def at(*points: Point) -> list[Point]:
        return [(x * size, y * size) for x, y in points]

    draw.polygon(at((0.04, 0.4), (0.24, 0.4), (0.66, 0.12), (0.66, 0.88), (0.24, 0.6), (0.04, 0.6)), color)
    draw.polygon(at((0.12, 0.62), (0.27, 0.62), (0.34, 0.9), (0.2, 0.9)), color)
    width = max(1, round(size * 0.08))
    for start, end in (((0.75, 0.34), (0.92, 0.22)), ((0.77, 0.5), (0.98, 0.5)), ((0.75, 0.66), (0.92, 0.78))):
        draw.line(at(start, end), color, width)


def _eye(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """An informer: an eye that is always open."""
    middle = size / 2
    top = [(size * x / 20, middle - size * 0.32 * math.sin(math.pi * x / 20)) for x in range(21)]
    low = [(x, size - y) for x, y in reversed(top)]
    draw.polygon(top + low, color)
    draw.circle((middle, middle), size * 0.2, back)
    draw.circle((middle, middle), size * 0.1, RED if color != RED else BLACK)


def _bubble(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """The word: something said."""
    draw.rounded_rectangle([size * 0.04, size * 0.1, size * 0.96, size * 0.7], size * 0.14, color)
    draw.polygon([(size * 0.2, size * 0.66), (size * 0.5, size * 0.66), (size * 0.22, size * 0.96)], color)
    for row in (0.3, 0.5):
        draw.line([size * 0.22, size * row, size * 0.78, size * row], back, max(1, round(size * 0.09)))


def _glass(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """A look: a magnifying glass."""
    draw.line([size * 0.58, size * 0.58, size * 0.92, size * 0.92], color, round(size * 0.17))
    draw.circle((size * 0.4, size * 0.4), size * 0.34, back, color, round(size * 0.12))


def _star(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """The chairman."""
    corners = []
    for step in range(10):
        radius, angle = size * (0.5 if step % 2 == 0 else 0.2), math.tau * step / 10 - math.pi / 2
        corners.append((size / 2 + radius * math.cos(angle), size / 2 + radius * math.sin(angle)))
    draw.polygon(corners, color)


ROLE_GLYPHS: tuple[str, ...] = ("cog", "megaphone", "eye")
"""By the role's number."""

_PAINT = {"cog": _cog, "megaphone": _megaphone, "eye": _eye, "bubble": _bubble, "glass": _glass, "star": _star}


@kept(256)
def glyph(name: str, size: int, color: RGB, back: RGB) -> Image.Image:
    """Return a mark of one colour, ``size`` pixels wide; ``back`` shows through its holes."""
    return supersampled(size, size, lambda draw, scale: _PAINT[name](draw, size * scale, color, back))


@kept(16)
def card(role: int | None) -> Image.Image:
    """Return a card of ``CARD``'s size: a role face up, or (None) face down."""
    width, height = CARD
    fills: dict[int | None, RGB] = {None: BLACK, Role.DISSIDENT: RED, Role.INFORMER: BLACK}
    fill = fills.get(role, CREAM)

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        corners = [0, 0, width * scale - 1, height * scale - 1]
        draw.rounded_rectangle(corners, 4 * scale, fill, BLACK, round(1.5 * scale))
        if role is None:
            draw.polygon([(4 * scale, 30 * scale), (30 * scale, 4 * scale), (30 * scale, 15 * scale)], RED)
            ray = [(4 * scale, 44 * scale), (4 * scale, 37 * scale), (30 * scale, 22 * scale)]
            draw.polygon(ray, mix(BLACK, PAPER, 0.75))
        else:
            inner = [3 * scale, 3 * scale, (width - 3) * scale - 1, (height - 3) * scale - 1]
            draw.rounded_rectangle(inner, 2 * scale, None, CREAM if fill != CREAM else LINE, round(scale))

    image = supersampled(width, height, paint)
    if role is not None:
        ink = BLACK if fill == CREAM else CREAM
        lay(image, glyph(ROLE_GLYPHS[role], 24, ink, fill), (5, 12))
    return image


@kept(16)
def place() -> Image.Image:
    """Return the empty place of a card that a seat does not hold."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        corners = [scale, scale, (CARD[0] - 1) * scale - 1, (CARD[1] - 1) * scale - 1]
        draw.rounded_rectangle(corners, 4 * scale, None, LINE, round(scale))

    return supersampled(*CARD, paint)


@kept(32)
def ballot(freedom: bool | None, cast: bool, letter: bool = False) -> Image.Image:
    """Return a vote card, 16 by 14: to be cast (empty), covered (hatched), for freedom (red) or the party (black)."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        fill = PAPER if not cast else {None: LINE, True: RED, False: BLACK}[freedom]
        draw.rectangle([0, 0, 16 * scale - 1, 14 * scale - 1], fill, BLACK, round(1.3 * scale))
        if cast and freedom is None:
            for x in (2, 6, 10):
                draw.line([x * scale, 12 * scale, (x + 4) * scale, 2 * scale], GREY, round(scale))
        if cast and freedom is not None and not letter:
            mark = ((4, 4), (8, 10), (12, 4)) if freedom else ((4, 7), (12, 7))
            draw.line([(x * scale, y * scale) for x, y in mark], CREAM, round(2.2 * scale))

    return supersampled(16, 14, paint)
