"""The picture's palette, panels and marks: paper, ink and a red band; citizens as tokens told apart by shape and stars.

Types of citizens differ in shape, in length and in the number of their stars, and players are named wherever they are
meant, so that nothing depends on telling colours apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Box, Point, fit_text, frame, kept, lay, mix, paste, supersampled, write

PAPER: RGB = (232, 221, 199)
SHEET: RGB = (250, 244, 230)
INK: RGB = (38, 30, 28)
FAINT: RGB = (122, 108, 96)
LINE: RGB = (168, 150, 126)
RED: RGB = (168, 34, 28)
DARK: RGB = (58, 18, 16)
GOLD: RGB = (240, 190, 60)
WHITE: RGB = (255, 255, 255)
GREY: RGB = (150, 144, 138)
LEADING = 1.22

CITIZEN_COLORS: tuple[RGB, ...] = ((200, 84, 0), (0, 100, 164), (34, 32, 36))
STAR_COLORS: tuple[RGB, ...] = (WHITE, WHITE, GOLD)
TYPE_COLORS: tuple[RGB, ...] = ((152, 44, 62), (62, 70, 84), (176, 116, 0))
"""Propaganda, Actions, Blitz cards."""
FACTION_COLORS: tuple[RGB, ...] = (
    *((150, 36, 30), (0, 88, 140), (24, 104, 76), (108, 62, 136)),
    *((140, 92, 0), (72, 82, 98), (156, 58, 106), (30, 112, 124)),
)
"""By the faction's number in the card file."""


def faction_color(number: int) -> RGB:
    """Return the colour of a faction; grey for NOBODY, before it is chosen."""
    return GREY if number < 0 else FACTION_COLORS[number]


def panel(image: Image.Image, box: Box, fill: RGB, edge: RGB = LINE, radius: int = 8, line: float = 1.5) -> None:
    """Draw a sheet of one colour with an edge."""
    paste(image, frame(box.width, box.height, edge, radius=radius, line=line, fill=fill), box.x, box.y)


def lit(image: Image.Image, box: Box, radius: int = 8) -> None:
    """Draw a thick double frame around what can be chosen or who is asked."""
    for out, line, color in ((5, 5, GOLD), (2, 2, INK)):
        sprite = frame(box.width + 2 * out, box.height + 2 * out, color, radius=radius + out, line=line)
        paste(image, sprite, box.x - out, box.y - out)


def paragraph(
    image: Image.Image, text: str, box: Box, sizes: Sequence[int], color: RGB, tail: bool = True
) -> list[tuple[str, float, int]]:
    """Write a text in the largest of the sizes that it has room in, cut in the end; return its lines.

    Args:
        image: What to write on.
        text: What to write.
        box: Where.
        sizes: Of the letters, the largest first.
        color: Of the letters.
        tail: Whether to begin at the top; else the lines stand in the middle of the box.

    Returns:
        Each line with the height of its middle, and the size of its letters.
    """
    lines, size = fit_text(text, box.width, box.height, sizes, LEADING)
    top = box.y if tail else box.y + (box.height - len(lines) * size * LEADING) / 2
    placed = [(line, top + (number + 0.5) * size * LEADING, size) for number, line in enumerate(lines)]
    for line, y, _ in placed:
        write(image, (box.x, y), line, size, color)
    return placed


def star_points(middle: Point, radius: float) -> list[Point]:
    return [
        (
            middle[0] + radius * (1.0 if step % 2 == 0 else 0.42) * math.sin(math.pi * step / 5),
            middle[1] - radius * (1.0 if step % 2 == 0 else 0.42) * math.cos(math.pi * step / 5),
        )
        for step in range(10)
    ]


@kept(128)
def token(citizen: int, size: int) -> Image.Image:
    """Return a citizen: as many cells of ``size`` pixels long as it is worth points, with as many stars.

    A Proletariat is a disc, a Bourgeoisie a lozenge, a Commissar a block with square corners.
    """
    length = (citizen + 1) * size

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        gap, wide, high = 0.06 * size * scale, length * scale, size * scale
        fill, edge = CITIZEN_COLORS[citizen], mix(CITIZEN_COLORS[citizen], INK, 0.55)
        line = max(1, round(0.05 * size * scale))
        if citizen == 1:
            points = [(gap, high / 2), (high * 0.4, gap), (wide - high * 0.4, gap), (wide - gap, high / 2)]
            points += [(wide - high * 0.4, high - gap), (high * 0.4, high - gap)]
            draw.polygon(points, fill, edge, line)
        else:
            radius = high / 2 if citizen == 0 else high * 0.12
            draw.rounded_rectangle([gap, gap, wide - gap, high - gap], radius, fill, edge, line)
        for star in range(citizen + 1):
            squeeze = 0.84 if citizen == 1 else 1.0  # away from the points of the lozenge
            middle = (wide / 2 + (star - citizen / 2) * high * squeeze, high / 2)
            draw.polygon(star_points(middle, high * 0.32), STAR_COLORS[citizen])

    return supersampled(length, size, paint)


@kept(64)
def card_back(width: int, height: int, color: RGB) -> Image.Image:
    image = frame(width, height, mix(color, INK, 0.4), radius=min(8, width // 5), line=2, fill=color).copy()
    radius = min(width, height) * 0.28

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle = (width / 2 * scale, height / 2 * scale)
        draw.polygon(star_points(middle, radius * scale), mix(color, WHITE, 0.75))

    lay(image, supersampled(width, height, paint))
    return image
