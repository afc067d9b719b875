"""The faces of cards; every face is drawn once and kept by what is on it."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from ...table.drawing import (
    RGB,
    Box,
    extent,
    fit_line,
    frame,
    kept,
    lay,
    mix,
    paste,
    pen,
    supersampled,
    text_width,
    wrap,
    write,
)
from ...table.game import Setup
from ..cards import PlayCard
from ..rules.box import CardType, Citizen
from ..words.card_text import does_text, kind_text, use_text
from .style import FAINT, GOLD, GREY, INK, LEADING, SHEET, TYPE_COLORS, WHITE, paragraph, token

TEXT_SIZES = (15, 14, 13, 12, 11, 10, 9, 8)
_HEAD = 40
_SMALL = 10  # letters in which what a card on the stack does is still told
_LEAST = 64  # pixels from which there is room for words


def face(setup: Setup, kind: int, width: int, height: int, copies: int = 1) -> Image.Image:
    """Return a card with everything that is printed on it; more copies than one are told on it."""
    return _face(setup.options.cards.card[kind], (width, height), copies)


def text_box(width: int, height: int) -> Box:
    """Return where on a card of this size it is told what the card does."""
    return Box(8, _HEAD + 26, width - 16, height - _HEAD - 32)


@kept(384)
def _face(card: PlayCard, size: tuple[int, int], copies: int) -> Image.Image:
    width, height = size
    color = TYPE_COLORS[CardType.called(card.type)]
    image = frame(width, height, color, radius=8, line=2.5, fill=SHEET).copy()
    _title(image, card.name, color, copies)
    x = 8.0
    cell = 16 if len(card.stars) == 1 else 12
    for star in map(Citizen.called, card.stars):
        paste(image, token(star, cell), x, _HEAD + 13 - cell / 2)
        x += (star + 1) * cell + 2
    text, letters = fit_line(use_text(card), width - 10 - x, (12, 11, 10, 9, 8), bold=True)
    write(image, (width - 8, _HEAD + 13), text, letters, mix(color, INK, 0.3), bold=True, anchor="r")
    paragraph(image, kind_text(card), text_box(width, height), TEXT_SIZES, INK)
    return image


def _title(image: Image.Image, name: str, color: RGB, copies: int, visible: int = 0) -> None:
    """Write a card's name on a band of the colour of its type, in two lines where it needs them."""
    width = extent(image)[0]
    paste(image, frame(width, _HEAD, color, radius=8, line=1, fill=color), 0, 0)
    pen(image).rectangle([0, _HEAD - 9, width - 1, _HEAD - 1], color)
    tag = f"x{copies}" if copies > 1 else ""
    room = (visible or width) - 16 - (text_width(tag, 14, True) + 6 if tag else 0)
    if tag:
        write(image, (width - 8, _HEAD / 2), tag, 14, GOLD, bold=True, anchor="r")
    for size in (14, 13, 12, 11, 10):
        lines = wrap(name, room, size, bold=True)
        if len(lines) <= 2 and all("..." not in line for line in lines):
            break
    else:
        lines = [fit_line(name, room, (9, 8, 7), bold=True)[0]]
        size = fit_line(name, room, (9, 8, 7), bold=True)[1]
    for number, line in enumerate(lines):
        y = _HEAD / 2 + (number - (len(lines) - 1) / 2) * size * 1.15
        write(image, (8, y), line, size, WHITE, bold=True)


def played(
    setup: Setup,
    kind: int,
    number: int,
    whose: str,
    color: RGB,
    notes: Sequence[str],
    size: tuple[int, int],
    visible: int,
) -> Image.Image:
    """Return a card on the stack.

    Args:
        setup: The game.
        kind: Number of the card.
        number: Its place from below, from 1.
        whose: Who plays it.
        color: Of that player.
        notes: What it is aimed at and what is particular about it.
        size: Width and height in pixels.
        visible: How much of it from the left is not covered by the next card.
    """
    return _played(setup.options.cards.card[kind], number, whose, color, tuple(notes), size, visible)


@kept(256)
def _played(
    card: PlayCard, number: int, whose: str, color: RGB, notes: tuple[str, ...], size: tuple[int, int], visible: int
) -> Image.Image:
    width, height = size
    dead = "countered" in notes
    shade = GREY if dead else TYPE_COLORS[CardType.called(card.type)]
    image = frame(width, height, mix(shade, INK, 0.3), radius=8, line=2.5, fill=SHEET).copy()
    _title(image, card.name if visible >= _LEAST else "", shade, 1, visible)
    paste(image, frame(width - 5, 24, color, radius=2, line=1, fill=color), 2.5, _HEAD)
    place = f"#{number}"
    text, letters = fit_line(place, visible - 6, (14, 12, 10, 9, 8, 7), bold=True)
    wide = write(image, (min(8, visible // 5), _HEAD + 12), text, letters, WHITE, bold=True)
    if visible - 22 - wide > text_width(whose, 9, True):
        text, letters = fit_line(whose, visible - 22 - wide, (13, 12, 11, 10, 9), bold=True)
        write(image, (visible - 8, _HEAD + 12), text, letters, WHITE, bold=True, anchor="r")
    if visible >= _LEAST:
        box = Box(8, _HEAD + 30, visible - 16, height - _HEAD - 36)
        _notes(image, "; ".join(notes), does_text(card), box)
    if dead:
        lay(image, _crossed(width, height))
    return image


def _notes(image: Image.Image, notes: str, effect: str, box: Box) -> None:
    """Write what a card is aimed at, and below it, where there is room, what it does."""
    y = box.y
    if notes:
        placed = paragraph(image, notes, box, (14, 13, 12, 11, 10, 9, 8), INK)
        y += round(len(placed) * placed[0][2] * LEADING) + 4
    rest = Box(box.x, y, box.width, box.low - y)
    if len(wrap(effect, rest.width, _SMALL)) * _SMALL * LEADING <= rest.height:
        paragraph(image, effect, rest, (12, 11, _SMALL), FAINT)


@kept(8)
def _crossed(width: int, height: int) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        line = [8 * scale, (height - 8) * scale, (width - 8) * scale, (_HEAD + 30) * scale]
        draw.line(line, (*FAINT, 130), round(5 * scale))

    return supersampled(width, height, paint)
