"""What all parts of the picture are made of: plates, marks, backs of cards, coins; the colours of cards."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Point, blank, cog, kept, mix, paste, stretched, supersampled
from ...table.views import pixel_ratio
from .palette import BRASS, DARK, LIGHT, SHADE, WHITE

TYPE_COLORS: tuple[RGB, ...] = ((44, 104, 94), (142, 54, 38), (64, 88, 126))
"""Employees, units, buildings."""

FACTION_COLORS: tuple[RGB, ...] = (
    *((146, 134, 116), (84, 156, 208), (222, 128, 50), (196, 62, 72), (84, 152, 78)),
    *((146, 104, 186), (232, 186, 52), (56, 172, 162), (212, 130, 164)),
)
"""Neutral cards, then the corporations in the order of the card file."""

COG_LEAN = 0.18
"""How much narrower the teeth of a cog are at the tip."""

Paint = Callable[[ImageDraw.ImageDraw, float, RGB, RGB], None]


@kept(512)
def plate(
    width: int, height: int, top: RGB, low: RGB, radius: int = 8, edge: int = 3, rivets: bool = False, rim: RGB = BRASS
) -> Image.Image:
    """Return a plate with a rim of metal, its colours running from ``top`` to ``low``.

    Args:
        width: In pixels, with the rim.
        height: In pixels, with the rim.
        top: Colour at the top.
        low: Colour at the bottom.
        radius: Of the corners.
        edge: Thickness of the rim; 0 for none.
        rivets: Whether there is one in each corner.
        rim: Colour of the metal.
    """
    image = blank("RGBA", (width, height))
    if edge:
        metal = _slope(width, height, mix(rim, WHITE, 0.45), mix(rim, DARK, 0.55))
        image.paste(metal, (0, 0), _rounded(width, height, radius))
    inner = width - 2 * edge, height - 2 * edge
    within = edge * pixel_ratio()
    image.paste(_slope(*inner, top, low), (within, within), _rounded(*inner, max(1, radius - edge)))
    if rivets:
        for x in (8, width - 8):
            for y in (8, height - 8):
                paste(image, glyph("rivet", 8, rim, DARK), x - 4, y - 4)
    return image


def _rounded(width: int, height: int, radius: int) -> Image.Image:
    def made(wide: int, high: int) -> Image.Image:
        def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
            draw.rounded_rectangle([0, 0, wide * scale - 1, high * scale - 1], radius * scale, WHITE)

        return supersampled(wide, high, paint).getchannel("A")

    return stretched(width, height, radius + 1, made)


def _slope(width: int, height: int, top: RGB, low: RGB) -> Image.Image:
    below, above = (blank("RGB", (width, height), color) for color in (low, top))
    return Image.composite(below, above, Image.linear_gradient("L").resize(above.size))


@kept(64)
def lit_frame(width: int, height: int, color: RGB, radius: int = 9) -> Image.Image:
    """Return a bright frame around something of this size, 5 pixels wider on each side."""

    def made(wide: int, high: int) -> Image.Image:
        def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
            for out, line, share in ((5, 5, 0.35), (3, 3, 1.0)):
                low, right, bottom = ((x * scale) for x in (5 - out, wide - 5 + out, high - 5 + out))
                ink = (*color, round(255 * share))
                draw.rounded_rectangle(
                    [low, low, right - 1, bottom - 1], (radius + out) * scale, None, ink, round(line * scale)
                )

        return supersampled(wide, high, paint)

    return stretched(width + 10, height + 10, radius + 10, made)


def _at(size: float, *points: Point) -> list[Point]:
    return [(x * size, y * size) for x, y in points]


def _cog(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    middle = (size / 2, size / 2)
    draw.polygon(cog(middle, size * 0.5, size * 0.5 * 0.8, 9, lean=COG_LEAN), color)
    draw.circle(middle, size * 0.2, back)


def _rivet(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    middle = size / 2
    draw.circle((middle, middle), size * 0.5, mix(color, back, 0.6))
    draw.circle((middle, middle), size * 0.4, color)
    draw.circle((middle * 0.82, middle * 0.82), size * 0.17, mix(color, WHITE, 0.65))


def _hand(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """Labor: a cap and shoulders."""
    draw.pieslice([size * 0.12, size * 0.55, size * 0.88, size * 1.4], 180, 360, color)
    draw.circle((size * 0.5, size * 0.38), size * 0.2, color)
    draw.pieslice([size * 0.26, size * 0.04, size * 0.74, size * 0.52], 180, 360, color)
    draw.rounded_rectangle([size * 0.22, size * 0.24, size * 0.9, size * 0.32], size * 0.04, color)
    draw.line([size * 0.28, size * 0.345, size * 0.74, size * 0.345], back, max(1, round(size * 0.05)))


def _hammer(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """Construction: a hammer."""
    draw.line(_at(size, (0.16, 0.9), (0.62, 0.36)), color, round(size * 0.15))
    draw.polygon(_at(size, (0.36, 0.2), (0.52, 0.04), (0.96, 0.46), (0.8, 0.64)), color)


def _sword(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    draw.polygon(_at(size, (0.96, 0.04), (0.9, 0.3), (0.42, 0.74), (0.28, 0.6), (0.72, 0.1)), color)
    draw.line(_at(size, (0.16, 0.52), (0.5, 0.86)), color, round(size * 0.13))
    draw.line(_at(size, (0.08, 0.94), (0.3, 0.72)), color, round(size * 0.15))


def _shield(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    right = ((0.5, 0.02), (0.92, 0.16), (0.9, 0.56), (0.74, 0.8))
    left = ((0.5, 0.98), (0.26, 0.8), (0.1, 0.56), (0.08, 0.16))
    draw.polygon(_at(size, *right, *left), color)


def _walker(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """Units: a walking engine."""
    draw.rounded_rectangle([size * 0.2, size * 0.2, size * 0.8, size * 0.58], size * 0.1, color)
    draw.rectangle([size * 0.58, size * 0.02, size * 0.7, size * 0.24], color)
    draw.circle((size * 0.38, size * 0.37), size * 0.09, back)
    draw.circle((size * 0.62, size * 0.37), size * 0.09, back)
    for points in (((0.34, 0.56), (0.2, 0.76), (0.26, 0.96)), ((0.66, 0.56), (0.8, 0.76), (0.74, 0.96))):
        draw.line(_at(size, *points), color, round(size * 0.12), joint="curve")
    draw.line(_at(size, (0.12, 0.95), (0.38, 0.95)), color, round(size * 0.09))
    draw.line(_at(size, (0.62, 0.95), (0.88, 0.95)), color, round(size * 0.09))


def _factory(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """Buildings: a mill with its chimney."""
    walls = _at(
        size, (0.06, 0.94), (0.06, 0.5), (0.34, 0.34), (0.34, 0.5), (0.62, 0.34), (0.62, 0.5), (0.94, 0.5), (0.94, 0.94)
    )
    draw.polygon(walls, color)
    draw.polygon(_at(size, (0.72, 0.52), (0.75, 0.06), (0.87, 0.06), (0.9, 0.52)), color)
    for x in (0.17, 0.42, 0.67):
        draw.rectangle([size * x, size * 0.66, size * (x + 0.13), size * 0.8], back)


def _star(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    corners = []
    for step in range(10):
        radius, angle = size * (0.5 if step % 2 == 0 else 0.21), math.tau * step / 10 - math.pi / 2
        corners.append((size / 2 + radius * math.cos(angle), size / 2 + radius * math.sin(angle)))
    draw.polygon(corners, color)


def _coin(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    middle = (size / 2, size / 2)
    draw.circle(middle, size * 0.5, mix(color, DARK, 0.45))
    draw.circle(middle, size * 0.45, color)
    draw.circle(middle, size * 0.35, mix(color, WHITE, 0.3), mix(color, DARK, 0.3), max(1, round(size * 0.035)))


def _lamp(draw: ImageDraw.ImageDraw, size: float, color: RGB, back: RGB) -> None:
    """Whether something can be used."""
    middle = (size / 2, size / 2)
    draw.circle(middle, size * 0.5, back)
    draw.circle(middle, size * 0.38, color)
    draw.circle((size * 0.4, size * 0.38), size * 0.13, mix(color, WHITE, 0.6))


TYPE_GLYPHS = ("hand", "walker", "factory")

_PAINT: dict[str, Paint] = {
    "cog": _cog,
    "rivet": _rivet,
    "hand": _hand,
    "hammer": _hammer,
    "sword": _sword,
    "shield": _shield,
    "walker": _walker,
    "factory": _factory,
    "star": _star,
    "coin": _coin,
    "lamp": _lamp,
}


@kept(512)
def glyph(name: str, size: int, color: RGB, back: RGB) -> Image.Image:
    """Return a mark of one colour, ``size`` pixels wide; ``back`` shows through its holes."""
    return supersampled(size, size, lambda draw, scale: _PAINT[name](draw, size * scale, color, back))


@kept(64)
def card_back(width: int, height: int, color: RGB) -> Image.Image:
    image = plate(width, height, mix(color, DARK, 0.45), mix(color, DARK, 0.75), 4, 2).copy()
    size = round(min(width, height) * 0.62)
    mark = glyph("cog", size, mix(color, DARK, 0.1), mix(color, DARK, 0.65))
    paste(image, mark, (width - size) / 2, (height - size) / 2)
    return image


@kept(64)
def coins(count: int) -> Image.Image:
    """Return stacks of coins, 96 by 58 pixels: 10 in each stack, at most 50."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        for number in range(min(count, 50)):
            x, y = 2 + number // 10 * 19, 48 - number % 10 * 4.4
            edge = [x * scale, y * scale, (x + 17) * scale, (y + 9) * scale]
            draw.ellipse(edge, SHADE)
            draw.ellipse(
                [edge[0], edge[1] - 1.8 * scale, edge[2], edge[3] - 1.8 * scale], BRASS, SHADE, round(0.7 * scale)
            )
            inner = [edge[0] + 4 * scale, edge[1], edge[2] - 4 * scale, edge[3] - 3.8 * scale]
            draw.ellipse(inner, LIGHT)

    return supersampled(100, 60, paint)
