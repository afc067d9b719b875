"""Where things lie on the picture, and what of it never changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from ...table import drawing
from ...table.drawing import Box, blank, frame, kept, lay, mix, pen, write
from .cards import MARGIN, MINI
from .style import COLORS, FAINT, INK, NIGHT, PANEL, WARNING

SIZE = WIDTH, HEIGHT = 1280, 800


_SIGN = 440, 50
RIVAL = Box(12, 50, 946, 128)
HANGAR = Box(12, 186, 946, 270)
QUESTION = Box(12, 464, 946, 46)
OWN = Box(12, 518, 946, 270)
CLASH = Box(966, 50, 302, 738)
SCORE = Box(972, 374, 290, 92)


def spread(count: int, start: float, room: float, size: float, gap: float) -> Sequence[float]:
    """Return where ``count`` things of one size begin: with a gap between them, or overlapping to keep within."""
    step = min(size + gap, (room - size) / max(1, count - 1))
    return [start + i * step for i in range(count)]


def shares(counts: Sequence[int], room: int) -> list[int]:
    """Return widths for rows of small cards: as many as they need, or shares of the room."""
    wanted = [max(1, n) * (MINI[0] + 6) - 6 for n in counts]
    if sum(wanted) <= room:
        return wanted
    spare, needed = room - MINI[0] * len(counts), [w - MINI[0] for w in wanted]
    return [MINI[0] + spare * need // sum(needed) for need in needed]


@kept()
def backdrop() -> Image.Image:
    """Return the empty table."""
    image = blank("RGB", SIZE, NIGHT)
    shade = np.linspace(0, 1, image.height)[:, None, None]
    top, bottom = np.array((22, 12, 44)), np.array((6, 10, 26))
    pixels = np.broadcast_to(top * (1 - shade) + bottom * shade, (image.height, image.width, 3)).astype(np.uint8)
    image.paste(Image.fromarray(pixels))
    lines = blank("RGBA", SIZE)
    draw = pen(lines)
    for i in range(-20, 60):
        draw.line([i * 40, 0, i * 40 - 330, HEIGHT], (120, 90, 220, 20))
        draw.line([i * 40 - 330, 0, i * 40, HEIGHT], (120, 90, 220, 20))
    lay(image, lines)
    for box in (RIVAL, HANGAR, OWN, CLASH):
        panel = frame(box.width, box.height, mix(PANEL, FAINT, 0.6), radius=12, line=1.2, fill=PANEL)
        panel.putalpha(panel.getchannel("A").point(lambda a: a * 215 // 255))
        lay(image, panel, (box.x, box.y))
    score = frame(SCORE.width, SCORE.height, FAINT, radius=10, line=1.4, fill=NIGHT, light=0.8, margin=6)
    lay(image, score, (SCORE.x - 6, SCORE.y - 6))
    return image


@kept()
def title() -> Image.Image:
    """Return the game's name as a neon sign."""
    image = blank("RGBA", _SIGN)
    x = 14.0
    for word, color in (("C O G D R I V E", COLORS[3]), ("N E O N", COLORS[2])):
        sign = blank("RGBA", _SIGN)
        width = write(sign, (x, 25), word, 22, mix(color, (255, 255, 255), 0.55), bold=True)
        light = blank("RGBA", _SIGN)
        write(light, (x, 25), word, 22, color, bold=True)
        lay(image, drawing.glow(light, 5, 2.2))
        lay(image, sign)
        x += width + 20
    return image


@kept()
def eye() -> Image.Image:
    """Return the mark of a card in one's hand that the rival knows of."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        draw.ellipse([1 * scale, 4 * scale, 17 * scale, 14 * scale], None, INK, round(1.5 * scale))
        draw.circle((9 * scale, 9 * scale), 3 * scale, INK)

    return drawing.supersampled(18, 18, paint)


@kept()
def wreckage() -> Image.Image:
    """Return the Wreckage card, as large as a small card."""
    width, height = MINI
    fill = mix(NIGHT, WARNING, 0.15)
    image = frame(width, height, WARNING, radius=9, line=1.6, fill=fill, light=0.8, margin=MARGIN).copy()

    def broken(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle, line = width * scale / 2, round(1.6 * scale)
        draw.regular_polygon((middle, 38 * scale, 20 * scale), 6, 12, mix(NIGHT, WARNING, 0.3), WARNING, line)
        crack = [(30, 14), (37, 30), (30, 38), (40, 46), (35, 62)]
        draw.line([(x * scale, y * scale) for x, y in crack], NIGHT, round(4 * scale), joint="curve")

    lay(image, drawing.supersampled(width, height, broken), (MARGIN, MARGIN))
    write(image, (MARGIN + width / 2, MARGIN + height - 18), "Wreckage", 11, WARNING, bold=True, anchor="m")
    return image
