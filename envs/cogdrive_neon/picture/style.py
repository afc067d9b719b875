"""The picture's palette, and the marks of the card colours."""

from __future__ import annotations

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Point, kept, supersampled, write

NIGHT: RGB = (9, 9, 20)
PANEL: RGB = (17, 18, 36)
INK: RGB = (236, 239, 250)
DIM: RGB = (150, 156, 186)
FAINT: RGB = (74, 79, 112)
WARNING: RGB = (255, 120, 90)
SEATS: tuple[RGB, RGB] = ((84, 255, 190), (196, 140, 255))
"""The two players' own lights, unlike the four card colours."""
COLORS: tuple[RGB, ...] = ((255, 212, 60), (176, 188, 208), (255, 86, 164), (64, 164, 255))
"""Lights of yellow, gray, pink and blue cards."""
SHAPES: tuple[tuple[Point, ...], ...] = (
    ((0, -1.06), (1.1, 0.86), (-1.1, 0.86)),
    ((-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)),
    ((0, -1.14), (1.14, 0), (0, 1.14), (-1.14, 0)),
    (),
)
"""The same for eyes that do not tell colours apart: triangle, square, diamond and (no corners) circle."""


@kept(256)
def symbol(color: int, size: int, letter: str = "") -> Image.Image:
    """Return the mark of a card colour, ``size`` pixels wide, with a letter or number in it."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        centre, radius = size * scale / 2, size * scale / 2.3
        if SHAPES[color]:
            draw.polygon([(centre + x * radius, centre + y * radius) for x, y in SHAPES[color]], COLORS[color])
        else:
            draw.circle((centre, centre), radius, COLORS[color])

    image = supersampled(size, size, paint)
    if letter:
        lower = 0.6 if color == 0 else 0.5
        share = 0.5 if color in (0, 2) else 0.6
        write(image, (size / 2, size * lower), letter, round(size * share), NIGHT, bold=True, anchor="m")
    return image
