"""Where things lie on the picture, and what of it never changes."""

from __future__ import annotations

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Box, Point, blank, cog, kept, mix, paste, supersampled, write
from ...table.views import pixel_ratio
from .palette import BRASS, COPPER, DARK, LIGHT, SHADE, WALNUT
from .style import COG_LEAN, glyph, plate

SIZE = WIDTH, HEIGHT = 1600, 1000
HEADER = 46
GAP = 8


RIVALS = Box(8, 54, 1584, 244)
MARKET = Box(8, 304, 1212, 366)
SIDE = Box(1228, 304, 364, 366)
OWN = Box(8, 676, 1584, 318)
CARD = 182, 172
"""A card of a row."""


def rival_boxes(count: int) -> list[Box]:
    """Return the panels of all places but the viewer's, from left to right."""
    width = (RIVALS.width - GAP * (count - 1)) // max(1, count)
    return [Box(RIVALS.x + i * (width + GAP), RIVALS.y, width, RIVALS.height) for i in range(count)]


def row_place(row: int, place: int) -> Point:
    return MARKET.x + 86 + place * (CARD[0] + 5), MARKET.y + 8 + row * (CARD[1] + 6)


def spread(count: int, start: float, room: float, width: float, gap: float) -> list[float]:
    """Return where things of a width begin in a line of them, overlapping where there are too many."""
    step = width + gap
    if count > 1:
        step = min(step, (room - width) / (count - 1))
    return [start + i * step for i in range(count)]


def grid(count: int, room: tuple[int, int], sizes: tuple[tuple[int, int], ...]) -> tuple[int, int, int]:
    """Return columns, width and height of equal boxes: the first of ``sizes`` that all have room in, widened to it."""
    for width, height in sizes:
        columns = max(1, (room[0] + 4) // (width + 4))
        if columns * ((room[1] + 4) // (height + 4)) >= count:
            break
    used = min(columns, max(1, count))
    return columns, min((room[0] + 4) // max(used, min(columns, 2)) - 4, width + width // 3), height


@kept()
def backdrop() -> Image.Image:
    image = blank("RGBA", SIZE, (*WALNUT, 255))
    paste(image, _planks(), 0, 0)
    for middle, radius, teeth, color in (
        ((90, 960), 210, 26, SHADE),
        ((1560, 290), 170, 22, COPPER),
        ((820, 690), 130, 18, SHADE),
        ((380, 180), 150, 20, COPPER),
    ):
        wheel = _wheel(radius, teeth, mix(WALNUT, color, 0.22))
        across, down = ((place - radius) * pixel_ratio() for place in middle)
        image.paste(wheel, (across, down), wheel)  # may reach over the edge
    paste(image, plate(WIDTH, HEADER, mix(BRASS, DARK, 0.62), DARK, 2, 2), 0, 0)
    for x in (16, WIDTH - 16):
        paste(image, glyph("rivet", 10, BRASS, DARK), x - 5, HEADER / 2 - 5)
    paste(image, glyph("cog", 34, BRASS, DARK), 32, 6)
    paste(image, glyph("cog", 20, COPPER, DARK), 60, 20)
    left = 94.0
    for letter in "BRASS EMPIRE":
        write(image, (left + 1, 25), letter, 24, DARK, bold=True)
        left += max(8.0, write(image, (left, 23), letter, 24, LIGHT, bold=True)) + 5
    return image


def _planks() -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        for number, y in enumerate(range(0, HEIGHT, 50)):
            shade: RGB = mix(WALNUT, DARK if number % 3 else BRASS, 0.25 if number % 3 else 0.05)
            draw.rectangle([0, y * scale, WIDTH * scale, (y + 48) * scale], shade)
            for grain in (13, 29):
                line = mix(shade, DARK, 0.25)
                draw.line(
                    [0, (y + grain) * scale, WIDTH * scale, (y + grain + number % 5 - 2) * scale], line, round(scale)
                )

    return supersampled(WIDTH, HEIGHT, paint)


def _wheel(radius: int, teeth: int, color: RGB) -> Image.Image:
    """Return a large cog with spokes for the background, cut off at the picture's edge by whoever lays it there."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle = (radius * scale, radius * scale)
        draw.polygon(cog(middle, radius * scale, radius * scale * (1 - 0.1), teeth, lean=COG_LEAN), color)
        draw.circle(middle, radius * 0.72 * scale, mix(WALNUT, DARK, 0.2))
        for turn in range(3):
            spoke = cog(
                middle, radius * 0.8 * scale, radius * 0.8 * scale * (1 - 0.02), 2, lean=COG_LEAN, turn=turn * 1.047
            )
            draw.line([spoke[0], spoke[4]], color, round(radius * 0.1 * scale))
        draw.circle(middle, radius * 0.2 * scale, color)

    return supersampled(2 * radius, 2 * radius, paint)
