"""The faces and backs of CogDrive cards, in three sizes; every face is drawn once and kept."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from ...table import drawing
from ...table.drawing import RGB, blank, fit_line, fit_lines, fit_text, frame, kept, mix, paste, pen, wrap, write
from ..cards import CardList
from ..words.wording import task_text
from .emblems import mech
from .style import COLORS, DIM, FAINT, INK, NIGHT, symbol

CARD = 158, 236
"""Width and height of a card with its Task."""
MINI = 68, 94
"""Width and height of a card without."""
LOW = 114
"""Height of a card with its Task whose emblem has become small: two of them are as high as one card."""
MARGIN = 9
"""Transparent pixels around every card, for its light."""
STRIP = 33
"""Height of a small card's head: what has to be seen of it under another one."""
_LEADING = 1.22
_TASK_SIZES = (13, 12, 11, 10, 9, 8)
_FITS = ((13, 86), (12, 86), (12, 72), (11, 72), (11, 44), (10, 44), (9, 44), (8, 44))
"""Sizes of a Task's letters, each with the height that it leaves to the emblem."""


def face(cards: CardList, card: int) -> Image.Image:
    """Return a card with its Task."""
    return _face(*_printed(cards, card))


def low(cards: CardList, card: int, width: int) -> Image.Image:
    """Return a low card with its Task, for full hands."""
    return _low(*_printed(cards, card), width)


def mini(cards: CardList, card: int) -> Image.Image:
    """Return a small card without its Task."""
    name, kind, color, power, _ = _printed(cards, card)
    return _mini(name, kind, color, power)


def _printed(cards: CardList, card: int) -> tuple[str, str, int, int, str]:
    """Return a card's name, colour in words (with a number where several share name and colour), Power and Task."""
    played = cards.cards[card]
    drive = cards.cogdrive[played.cogdrive]
    kind = played.label[len(drive.name) + 1 :].lower().replace("-", " #")
    return drive.name, kind, played.color, played.power, task_text(drive.task)


@kept(512)
def _face(name: str, kind: str, color: int, power: int, task: str) -> Image.Image:
    width, height = CARD
    light = COLORS[color]
    image = _blank(width, height, light)
    left, top = MARGIN, MARGIN
    paste(image, symbol(color, 36, str(power)), left + 6, top + 6)
    text, size = fit_line(name, width - 56, (19, 17, 15, 13, 12, 11, 10), bold=True)
    write(image, (left + 48, top + 16), text, size, INK, bold=True)
    write(image, (left + 48, top + 33), kind.upper(), 11, light)
    lines, size, art = _fitted(task)
    paste(image, mech(name, light, width - 4, art), left + 2, top + 47)
    line = top + 49 + art
    pen(image).line([left + 10, line, left + width - 10, line], mix(NIGHT, light, 0.5))
    _write_lines(image, lines, size, left + width / 2, (line + top + height) / 2)
    return image


def _fitted(task: str) -> tuple[list[str], int, int]:
    """Return a Task's lines, the size of their letters, and the height of the emblem above them."""
    width, height = CARD
    for size, art in _FITS:
        lines = wrap(task, width - 16, size)
        if len(lines) * size * _LEADING <= height - art - 61:
            return lines, size, art
    return fit_lines(task, width - 16, height - art - 61, size, _LEADING), size, art


def _write_lines(image: Image.Image, lines: Sequence[str], size: int, x: float, y: float) -> None:
    for i, text in enumerate(lines):
        write(image, (x, y + (i + 0.5 - len(lines) / 2) * size * _LEADING), text, size, INK, anchor="m")


@kept(512)
def _low(name: str, kind: str, color: int, power: int, task: str, width: int) -> Image.Image:
    light = COLORS[color]
    image = _blank(width, LOW, light)
    paste(image, symbol(color, 28, str(power)), MARGIN + 5, MARGIN + 4)
    room = width - 114
    if drawing.text_width(name, 12, bold=True) <= room:
        paste(image, mech(name, light, 50, 34), MARGIN + width - 74, MARGIN + 2)
    else:
        room = width - 66
    text, size = fit_line(name, room, (16, 15, 14, 13, 12, 11, 10), bold=True)
    write(image, (MARGIN + 38, MARGIN + 12), text, size, INK, bold=True)
    write(image, (MARGIN + 38, MARGIN + 27), kind.upper(), 10, light)
    room = LOW - 40
    lines, size = fit_text(task, width - 12, room, _TASK_SIZES, _LEADING)
    _write_lines(image, lines, size, MARGIN + width / 2, MARGIN + LOW - 2 - room / 2)
    return image


@kept(512)
def _mini(name: str, kind: str, color: int, power: int) -> Image.Image:
    width, height = MINI
    light = COLORS[color]
    image = _blank(width, height, light)
    paste(image, symbol(color, 26, str(power)), MARGIN + 4, MARGIN + 4)
    text, size = fit_line(name, width - 38, (14, 13, 12, 11, 10), bold=True)
    write(image, (MARGIN + 33, MARGIN + 11), text, size, INK, bold=True)
    text, size = fit_line(kind, width - 38, (11, 10, 9))
    write(image, (MARGIN + 33, MARGIN + 24), text, size, light)
    paste(image, mech(name, light, width - 4, height - STRIP - 4), MARGIN + 2, MARGIN + STRIP + 1)
    if drawing.text_width(name, 10, bold=True) > width - 38:
        _write_below(image, name, light)
    return image


def _write_below(image: Image.Image, name: str, light: RGB) -> None:
    """Write a name too long for a small card's head over the foot of its emblem."""
    (width, height), size = MINI, 9
    lines = fit_lines(name, width - 8, 3 * size * _LEADING, size, _LEADING)
    deep = round(len(lines) * size * _LEADING) + 4
    band = blank("RGBA", (width - 6, deep), (*mix(NIGHT, light, 0.12), 225))
    paste(image, band, MARGIN + 3, MARGIN + height - 3 - deep)
    _write_lines(image, lines, size, MARGIN + width / 2, MARGIN + height - 3 - deep / 2)


def _blank(width: int, height: int, light: RGB) -> Image.Image:
    fill = mix(NIGHT, light, 0.09)
    return frame(width, height, light, radius=9, line=1.6, fill=fill, light=0.75, margin=MARGIN).copy()


@kept(16)
def back(light: RGB) -> Image.Image:
    """Return the back of a small card."""
    width, height = MINI
    edge, fill = mix(NIGHT, light, 0.7), mix(NIGHT, light, 0.07)
    image = frame(width, height, edge, radius=9, line=1.4, fill=fill, light=0.4, margin=MARGIN).copy()

    def pattern(draw: ImageDraw.ImageDraw, scale: float) -> None:
        line, middle = round(1.2 * scale), (width * scale / 2, height * scale / 2)
        inner = [5 * scale, 5 * scale, (width - 5) * scale, (height - 5) * scale]
        draw.rounded_rectangle(inner, 5 * scale, None, mix(NIGHT, light, 0.3), line)
        for i, share in enumerate((0.75, 0.5, 0.35)):
            radius = (10 + 7 * i) * scale
            draw.regular_polygon((*middle, radius), 6, 30 * i, None, mix(NIGHT, light, share), line)
        draw.circle(middle, 3.5 * scale, mix(light, (255, 255, 255), 0.4))

    paste(image, drawing.glow(drawing.supersampled(width, height, pattern), 3, 0.6), MARGIN, MARGIN)
    return image


@kept(4)
def empty_place(width: int, height: int) -> Image.Image:
    """Return the outline of a place where a card could lie."""
    return frame(width, height, mix(NIGHT, FAINT, 0.75), radius=9, line=1.2, fill=mix(NIGHT, DIM, 0.03), margin=MARGIN)
