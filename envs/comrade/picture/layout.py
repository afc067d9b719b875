"""Where things lie on the picture, and what of it never changes."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from ...table.drawing import Box, Point, blank, glow, kept, lay, mix, pen, supersampled, write
from ...table.game import Setup
from .style import BLACK, CREAM, DEEP, LINE, PAPER, RED, glyph

SIZE = WIDTH, HEIGHT = 1280, 800
HEADER = 48
MIDDLE: Point = (454.0, 425.0)
"""Of the table."""

PLATE, CLAIM_LINE = (188, 97), 18
"""A seat's plate, and what it is higher by where claims are made."""


STATUS = Box(908, 58, 362, 108)
SPOKEN = Box(908, 172, 362, 44)
VOTES = Box(908, 222, 362, 202)
CARDS = Box(908, 430, 362, 280)
LEGEND = Box(908, 716, 362, 76)
BANNER = Box(234, 330, 440, 190)


def plates(setup: Setup, first: int) -> list[Box]:
    """Return the plate of every seat, around an oval and clockwise, the ``first`` seat at the bottom."""
    width, height = PLATE[0], PLATE[1] + (CLAIM_LINE if setup.options.claims else 0)
    across, down = (880 - width) / 2, (734 - height) / 2
    found = []
    for seat in range(setup.num_seats):
        angle = math.tau * ((seat - first) % setup.num_seats) / setup.num_seats
        x, y = MIDDLE[0] - across * math.sin(angle), MIDDLE[1] + down * math.cos(angle)
        found.append(Box(round(x - width / 2), round(y - height / 2), width, height))
    return found


@kept()
def backdrop() -> Image.Image:
    """Return the empty table."""
    image = blank("RGB", SIZE, PAPER)
    lay(image, _beams())
    lay(image, _header())
    lay(image, _table(), (round(MIDDLE[0]) - 380, round(MIDDLE[1]) - 310))
    for box in (VOTES, CARDS, LEGEND):
        pen(image).rectangle([box.x, box.y, box.x + box.width - 1, box.y + box.height - 1], CREAM, BLACK, 2)
    for number, letter in enumerate("COMRADE"):
        write(image, (34 + 30 * number, 24), letter, 24, CREAM, bold=True, anchor="m")
    lay(image, glyph("star", 26, CREAM, RED), (250, 11))
    return image


def _beams() -> Image.Image:
    """Return slanting beams behind the table."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        shade = mix(PAPER, LINE, 0.45)
        for x, width in ((-60, 150), (180, 40), (560, 220), (830, 24)):
            beam = [(x, HEIGHT), (x + width, HEIGHT), (x + width + 420, 0), (x + 420, 0)]
            draw.polygon([(a * scale, b * scale) for a, b in beam], shade)

    return supersampled(WIDTH, HEIGHT, paint)


def _header() -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.rectangle([0, 0, WIDTH * scale, HEADER * scale], BLACK)
        wedge = [(0, 0), (330, 0), (290, HEADER), (0, HEADER)]
        draw.polygon([(x * scale, y * scale) for x, y in wedge], RED)
        stripe = [(338, 0), (350, 0), (310, HEADER), (298, HEADER)]
        draw.polygon([(x * scale, y * scale) for x, y in stripe], CREAM)

    return supersampled(WIDTH, HEADER, paint)


def _table() -> Image.Image:
    """Return the oval table, 760 by 620, with its wedge."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.ellipse([30 * scale, 30 * scale, 730 * scale, 590 * scale], BLACK)
        draw.ellipse([40 * scale, 40 * scale, 720 * scale, 580 * scale], mix(RED, DEEP, 0.35))
        draw.ellipse([52 * scale, 52 * scale, 708 * scale, 568 * scale], None, mix(RED, CREAM, 0.3), round(2 * scale))
        draw.circle((380 * scale, 310 * scale), 128 * scale, mix(RED, DEEP, 0.65))
        wedge = [(196, 420), (268, 516), (470, 232)]
        draw.polygon([(x * scale, y * scale) for x, y in wedge], mix(RED, CREAM, 0.1))

    return glow(supersampled(760, 620, paint), 8, 0.5)
