"""The picture's palette, panels and tokens: brass and slate; everything is told apart by shape or letter, too."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Box, Point, fit_line, fit_text, frame, kept, mix, paste, supersampled, write
from ..rules.state import Status
from ..words.facts import SYMBOLS, SeenCitizen

NIGHT: RGB = (27, 32, 42)
SLATE: RGB = (43, 50, 64)
EDGE: RGB = (86, 96, 114)
IVORY: RGB = (242, 234, 216)
DIM: RGB = (166, 172, 184)
INK: RGB = (26, 24, 28)
BRASS: RGB = (222, 176, 84)
RED: RGB = (200, 58, 44)
GREEN: RGB = (92, 176, 108)
WHITE: RGB = (255, 255, 255)
GREY: RGB = (120, 122, 128)
LIGHT_RED: RGB = mix(RED, WHITE, 0.35)
LEADING = 1.22

DISTRICT_COLORS: tuple[RGB, ...] = (
    *((196, 92, 124), (198, 146, 44), (168, 94, 58), (46, 132, 150), (126, 84, 158)),
    *((82, 92, 112), (52, 70, 132), (36, 118, 88), (160, 48, 44)),
)
CITIZEN_COLORS: tuple[RGB, ...] = (
    *((206, 78, 120), (38, 122, 168), (188, 128, 20), (122, 92, 70), (112, 66, 152)),
    (28, 26, 30),
)
HERO_COLORS: tuple[RGB, ...] = (
    *((150, 44, 40), (36, 96, 60), (176, 60, 122), (44, 84, 150), (156, 104, 20)),
    (24, 118, 126),
)
SERVANT_COLOR: RGB = (30, 30, 38)
GUARD_COLOR: RGB = (58, 76, 104)


def panel(
    image: Image.Image, box: Box, fill: RGB | None = SLATE, edge: RGB = EDGE, radius: int = 8, line: float = 1.5
) -> None:
    """Draw a plate of one colour, or none, with an edge."""
    paste(image, frame(box.width, box.height, edge, radius=radius, line=line, fill=fill), box.x, box.y)


def rim(image: Image.Image, box: Box, color: RGB, line: float = 4) -> None:
    """Draw a thick frame just inside a box."""
    paste(image, frame(box.width, box.height, color, radius=8, line=line), box.x, box.y)


def paragraph(image: Image.Image, text: str, box: Box, sizes: Sequence[int], color: RGB) -> float:
    """Write a text in the largest of the sizes that it has room in, cut in the end; return its height."""
    lines, size = fit_text(text, box.width, box.height, sizes, LEADING)
    for number, line in enumerate(lines):
        write(image, (box.x, box.y + (number + 0.5) * size * LEADING), line, size, color)
    return len(lines) * size * LEADING


def packed(count: int, box: Box, aspect: float, most: int) -> list[Box]:
    """Return equal boxes in rows from the top left of a box, as large as they can be.

    Args:
        count: How many.
        box: What they have to fit in.
        aspect: Height of each as a multiple of its width.
        most: Greatest width.
    """
    if not count:
        return []
    best = 0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        best = max(best, min(most, box.width // columns, int(box.height / rows / aspect)))
    width = max(1, best)
    high, columns = int(width * aspect), max(1, box.width // max(1, best))
    columns = min(columns, count)
    return [
        Box(box.x + number % columns * width, box.y + number // columns * high, width, high) for number in range(count)
    ]


@kept(512)
def chip(text: str, width: int, height: int, color: RGB) -> Image.Image:
    """Return a small plate with a word on it."""
    image = frame(width, height, IVORY, radius=max(2, height // 4), line=1, fill=mix(color, INK, 0.25)).copy()
    told, size = fit_line(text, width - 4, tuple(range(max(7, min(13, round(height * 0.72))), 6, -1)), bold=True)
    write(image, (width / 2, height / 2), told, size, WHITE, bold=True, anchor="m")
    return image


# Citizens


@kept(512)
def citizen_disc(citizen: SeenCitizen, size: int) -> Image.Image:
    """Return a Citizen: dark with a question mark, dark with a green rim and its number, or in its class's colour.

    A thick double ring is round the revealed ones that are active.
    """
    number = "" if citizen.kind is None else SYMBOLS[citizen.kind]
    fill, ring, ink = {
        Status.UNIDENTIFIED: (mix(GREY, INK, 0.35), mix(GREY, INK, 0.6), IVORY),
        Status.IDENTIFIED: (mix(SLATE, INK, 0.2), GREEN, IVORY),
        Status.REVEALED: (WHITE if citizen.kind is None else CITIZEN_COLORS[citizen.kind], INK, WHITE),
    }[Status(citizen.status)]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle, radius = size * scale / 2, size * scale / 2
        if citizen.active:
            draw.circle((middle, middle), radius * 0.98, BRASS, INK, max(1, round(radius * 0.05)))
            draw.circle((middle, middle), radius * 0.74, fill, INK, max(1, round(radius * 0.07)))
        else:
            width = 0.16 if citizen.status == Status.IDENTIFIED else 0.08
            draw.circle((middle, middle), radius * 0.92, fill, ring, max(1, round(radius * width)))

    image = supersampled(size, size, paint)
    text = {Status.UNIDENTIFIED: f"?{number}", Status.IDENTIFIED: number or "i", Status.REVEALED: number}[
        Status(citizen.status)
    ]
    letters = max(7, round(size * (0.5 if len(text) == 1 else 0.4)))
    color = ink if number or citizen.status == Status.UNIDENTIFIED else GREEN
    write(image, (size / 2, size / 2), text, letters, color, bold=True, anchor="m")
    return image


@kept(64)
def empty_square(size: int, color: RGB) -> Image.Image:
    """Return a free square for a Citizen."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle = size * scale / 2
        draw.circle((middle, middle), size * scale * 0.4, None, color, max(1, round(scale * 1.2)))

    return supersampled(size, size, paint)


# Guards


@kept(64)
def guard(size: int, state: str) -> Image.Image:
    """Return a Guard: ``standing``, ``special`` (brass, with a crest), ``broken`` (lying), or its ``free`` square."""
    image = supersampled(size, size, lambda draw, scale: _paint_guard(draw, size * scale, state))
    return image.rotate(90) if state == "broken" else image


def _paint_guard(draw: ImageDraw.ImageDraw, size: float, state: str) -> None:
    def at(*points: Point) -> list[Point]:
        return [(x * size, y * size) for x, y in points]

    if state == "free":
        draw.rounded_rectangle(
            [size * 0.16, size * 0.16, size * 0.84, size * 0.84], size * 0.1, None, GREY, round(size * 0.03)
        )
        return
    fill = {"broken": GREY, "special": mix(BRASS, INK, 0.35)}.get(state, GUARD_COLOR)
    line = max(1, round(size * 0.035))
    draw.polygon(at((0.26, 0.94), (0.33, 0.44), (0.67, 0.44), (0.74, 0.94)), fill, INK, line)
    draw.rounded_rectangle([size * 0.31, size * 0.08, size * 0.69, size * 0.46], size * 0.14, fill, INK, line)
    draw.rectangle([size * 0.37, size * 0.22, size * 0.63, size * 0.31], INK if state == "broken" else IVORY)
    if state == "special":
        draw.polygon(at((0.42, 0.1), (0.5, 0.0), (0.58, 0.1)), RED, INK, line)
        draw.rectangle([size * 0.46, size * 0.56, size * 0.54, size * 0.84], IVORY)
    if state == "broken":
        draw.line(at((0.3, 0.66), (0.46, 0.58), (0.54, 0.74), (0.7, 0.64)), INK, max(1, round(size * 0.05)))


# Servants and Heroes


@kept(64)
def servant_sprite(servant: int, size: int) -> Image.Image:
    """Return a Servant: a ghost, a shield, or a spiked six-sided figure, each with its letter."""

    def at(scale: float, *points: Point) -> list[Point]:
        return [(x * size * scale, y * size * scale) for x, y in points]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        line = max(1, round(size * scale * 0.05))
        if servant == 0:
            arch = [
                (0.5 - 0.38 * math.cos(math.pi * i / 12), 0.44 - 0.38 * math.sin(math.pi * i / 12)) for i in range(13)
            ]
            hem = [(0.88, 0.94), (0.75, 0.8), (0.63, 0.94), (0.5, 0.8), (0.37, 0.94), (0.25, 0.8), (0.12, 0.94)]
            draw.polygon(at(scale, *arch, *hem), SERVANT_COLOR, BRASS, line)
        elif servant == 1:
            shield = [(0.1, 0.12), (0.9, 0.12), (0.9, 0.5), (0.72, 0.8), (0.5, 0.95), (0.28, 0.8), (0.1, 0.5)]
            draw.polygon(at(scale, *shield), SERVANT_COLOR, BRASS, line)
        else:
            points = []
            for step in range(12):
                radius, angle = (0.48 if step % 2 == 0 else 0.37), math.pi * step / 6
                points.append((0.5 + radius * math.sin(angle), 0.5 - radius * math.cos(angle)))
            draw.polygon(at(scale, *points), SERVANT_COLOR, BRASS, line)

    image = supersampled(size, size, paint)
    write(image, (size / 2, size * 0.48), "PJL"[servant], max(7, round(size * 0.44)), BRASS, bold=True, anchor="m")
    return image


@kept(256)
def pawn(hero: int, trust: int, size: int) -> Image.Image:
    """Return a Hero's pawn with its Trust on it."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        high, line = size * scale, max(1, round(size * scale * 0.04))
        fill = HERO_COLORS[hero]
        body = [(0.1, 0.97), (0.18, 0.72), (0.36, 0.42), (0.64, 0.42), (0.82, 0.72), (0.9, 0.97)]
        draw.polygon([(x * high, y * high) for x, y in body], fill, WHITE, line)
        draw.circle((high / 2, high * 0.28), high * 0.25, fill, WHITE, line)

    image = supersampled(size, size, paint)
    write(image, (size / 2, size * 0.72), str(trust), max(7, round(size * 0.42)), WHITE, bold=True, anchor="m")
    return image


# Raids, Riots and money


@kept(64)
def raid_token(size: int) -> Image.Image:
    """Return a Raid token: an open eye on black."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        low, high = full * 0.04, full * 0.96
        draw.rounded_rectangle([low, low, high, high], full * 0.2, INK, WHITE, round(full * 0.06))
        top = [(full * (0.14 + 0.72 * i / 16), full * (0.5 - 0.26 * math.sin(math.pi * i / 16))) for i in range(17)]
        draw.polygon([*top, *((x, full - y) for x, y in reversed(top))], WHITE)
        draw.circle((full / 2, full / 2), full * 0.15, RED)

    return supersampled(size, size, paint)


@kept(64)
def riot_token(size: int, won: bool = True) -> Image.Image:
    """Return a Riot token: a flame on red; an outline where none has been won yet."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        fill, edge = (RED, WHITE) if won else (SLATE, EDGE)
        draw.circle((full / 2, full / 2), full * 0.47, fill, edge, max(1, round(full * 0.06)))
        flame = ((0.5, 0.12), (0.62, 0.36), (0.72, 0.3), (0.78, 0.6), (0.64, 0.84), (0.36, 0.84), (0.22, 0.6))
        draw.polygon([(x * full, y * full) for x, y in (*flame, (0.34, 0.44))], BRASS if won else EDGE)

    return supersampled(size, size, paint)
