"""Tokens and cards that only this game has: District tokens, the Progress marker, Servant Movement cards."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from ...city.picture.style import BRASS, DIM, EDGE, GREEN, GREY, HERO_COLORS, INK, IVORY, RED, SLATE, WHITE
from ...table.drawing import RGB, extent, fit_line, frame, kept, lay, mix, supersampled, write
from ..rules.state import MoveCard

MARKER_COLOR: RGB = (92, 196, 214)
MISSION_COLOR: RGB = (120, 92, 190)
_ARROWS = (0, 90, 180, 270)
_WORDS = {MoveCard.HEART: "Square", MoveCard.PATROL: "stay", MoveCard.GUARD_PATROL: "Guard"}


@kept(64)
def district_token(size: int, up: bool) -> Image.Image:
    """Return a District token: a bright plate when it lies face up, a dark one when it may still come."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        points = [(0.5, 0.06), (0.92, 0.3), (0.92, 0.7), (0.5, 0.94), (0.08, 0.7), (0.08, 0.3)]
        line = max(1, round(full * 0.07))
        draw.polygon([(x * full, y * full) for x, y in points], IVORY if up else INK, EDGE if up else IVORY, line)
        if up:
            draw.circle((full / 2, full / 2), full * 0.16, mix(RED, INK, 0.2))

    return supersampled(size, size, paint)


@kept(16)
def marker(size: int) -> Image.Image:
    """Return the Progress marker: a cogwheel."""

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        full = size * scale
        points = []
        for step in range(32):
            radius = 0.48 if step % 4 < 2 else 0.38
            angle = 2 * math.pi * (step + 0.5) / 32
            points.append((full * (0.5 + radius * math.sin(angle)), full * (0.5 - radius * math.cos(angle))))
        draw.polygon(points, MARKER_COLOR, INK, max(1, round(full * 0.05)))
        draw.circle((full / 2, full / 2), full * 0.15, INK)

    return supersampled(size, size, paint)


@kept(256)
def move_card(card: int, width: int, height: int, hero: int, state: str) -> Image.Image:
    """Return a Servant Movement card.

    Args:
        card: Which one.
        width: In pixels.
        height: In pixels.
        hero: Kind of the Hero that a Tracking card leads to, -1 before there is one.
        state: ``left`` in the deck, ``drawn`` in this round, or ``gone``: discarded.
    """
    tracking = card < MoveCard.UP
    fill = HERO_COLORS[hero] if tracking and hero >= 0 else mix(SLATE, INK, 0.3)
    fill = mix(fill, GREY, 0.75) if state == "gone" else fill
    ink = {"left": IVORY, "drawn": WHITE, "gone": mix(GREY, INK, 0.5)}[state]
    edge = {"left": DIM, "drawn": BRASS, "gone": EDGE}[state]
    line = 2.5 if state == "drawn" else 1.2
    image = frame(width, height, edge, radius=4, line=line, fill=mix(fill, INK, 0.15)).copy()
    if MoveCard.UP <= card < MoveCard.HEART:
        arrow = _arrow(min(width, height) - 12, ink).rotate(-_ARROWS[card - MoveCard.UP])
        lay(image, arrow, ((width - extent(arrow)[0]) // 2, (height - extent(arrow)[1]) // 2))
        return image
    word = str(card + 1) if tracking else _WORDS.get(MoveCard(card), "idle" if card >= MoveCard.MAINTENANCE_1 else "")
    sizes = (18, 16, 14, 12, 11, 10, 9, 8, 7)
    text, size = fit_line(word, width - 6, sizes, bold=True)
    write(image, (width / 2, height / 2), text, size, ink, bold=True, anchor="m")
    return image


@kept(16)
def _arrow(size: int, color: RGB) -> Image.Image:
    shape = ((0.5, 0.05), (0.88, 0.48), (0.62, 0.48), (0.62, 0.95), (0.38, 0.95), (0.38, 0.48), (0.12, 0.48))
    return supersampled(
        size, size, lambda draw, scale: draw.polygon([(x * size * scale, y * size * scale) for x, y in shape], color)
    )


@kept(16)
def pip(size: int, filled: bool) -> Image.Image:
    """Return one of the things that an Objective asks for, done or not."""
    return frame(size, size, EDGE, radius=size // 2, line=1.5, fill=mix(GREEN, WHITE, 0.1) if filled else SLATE)
