"""Beside the rows: the pool as a pressure gauge or the companies of a battle, labor and construction, the question."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from ...table.drawing import (
    RGB,
    Box,
    extent,
    fit_line,
    fit_text,
    kept,
    mix,
    paste,
    pen,
    supersampled,
    text_width,
    write,
)
from ...table.game import RUNNING
from ...table.spots import about, note
from ...table.views import many
from ..options import pool_of
from ..rules.state import BATTLE_BRASS, Phase
from ..words.facts import attack_text, card_asking, is_automaton, is_out, pool_text, result
from ..words.questions import question
from ..words.wording import player
from .cards import CONSTRUCTION_COLOR, LABOR_COLOR, mini
from .layout import SIDE
from .palette import BLOOD, BRASS, COPPER, CREAM, DARK, DIM, INK, LIGHT, PARCHMENT, WALNUT, WHITE
from .seats import Scene, faction_color
from .style import glyph, plate

_DIAL = 172
_START, _SWEEP = 135, 270  # degrees, clockwise from the right


def draw_side(image: Image.Image, scene: Scene) -> None:
    box = SIDE
    wall = plate(box.width, box.height, mix(WALNUT, COPPER, 0.25), mix(DARK, COPPER, 0.1), 10, 3, rivets=True)
    paste(image, wall, box.x, box.y)
    if scene.setup.options.mode == "battle":
        _companies(image, scene, Box(box.x + 16, box.y + 14, 176, _DIAL))
    else:
        _gauge(image, scene, box.x + 12, box.y + 12)
    _works(image, scene, Box(box.x + 196, box.y + 16, box.width - 210, _DIAL))
    _question(image, scene, Box(box.x + 12, box.y + 196, box.width - 24, box.height - 208))


# The pool


def _gauge(image: Image.Image, scene: Scene, x: int, y: int) -> None:
    """Draw the Mining Pool as a gauge whose needle falls into the red as it runs out."""
    full, left = pool_of(scene.setup.options), int(scene.state.pool)
    ink = BLOOD if scene.state.ending else INK
    middle = x + _DIAL / 2
    paste(image, _dial(), x, y)
    paste(image, _needle(round(100 * min(1.0, left / full))), x, y)
    write(image, (middle, y + 115), str(left), 24, ink, bold=True, anchor="m")
    last = "last round" if scene.state.over == RUNNING else "exhausted"
    write(image, (middle, y + 135), last if scene.state.ending else f"of {full}", 12, ink, anchor="m")
    write(image, (middle, y + 149), "Mining Pool", 10, ink, anchor="m")


@kept(1)
def _dial() -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        middle = _DIAL / 2 * scale

        def ring(radius: float, color: RGB) -> None:
            draw.circle((middle, middle), radius * scale, color)

        for radius, color in ((86, mix(BRASS, DARK, 0.6)), (84, BRASS), (80, LIGHT), (77, mix(BRASS, DARK, 0.35))):
            ring(radius, color)
        ring(73, PARCHMENT)
        arc = [middle - 67 * scale, middle - 67 * scale, middle + 67 * scale, middle + 67 * scale]
        draw.arc(arc, _START, _START + 0.18 * _SWEEP, BLOOD, round(9 * scale))
        draw.arc(arc, _START + 0.18 * _SWEEP, _START + _SWEEP, mix(BRASS, PARCHMENT, 0.35), round(9 * scale))
        for tick in range(21):
            angle = math.radians(_START + _SWEEP * tick / 20)
            near = 52 if tick % 5 == 0 else 58
            ends = [(middle + r * scale * math.cos(angle), middle + r * scale * math.sin(angle)) for r in (near, 67)]
            draw.line(ends, INK, round((2 if tick % 5 == 0 else 1) * scale))

    image = supersampled(_DIAL, _DIAL, paint)
    for number in range(8):
        angle = math.tau * (number + 0.5) / 8
        place = [_DIAL / 2 + 79 * f(angle) - 4 for f in (math.cos, math.sin)]
        paste(image, glyph("rivet", 8, LIGHT, DARK), place[0], place[1])
    return image


@kept(128)
def _needle(percent: int) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        angle, middle = math.radians(_START + _SWEEP * percent / 100), _DIAL / 2 * scale

        def at(radius: float, turn: float) -> tuple[float, float]:
            return middle + radius * scale * math.cos(angle + turn), middle + radius * scale * math.sin(angle + turn)

        draw.polygon([at(60, 0), at(9, 1.2), at(20, math.pi), at(9, -1.2)], mix(BLOOD, DARK, 0.3))
        draw.circle((middle, middle), 9 * scale, BRASS, DARK, round(2 * scale))

    return supersampled(_DIAL, _DIAL, paint)


def _companies(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw what every company in a battle has left."""
    setup, state = scene.setup, scene.state
    write(image, (box.x, box.y + 8), "Battle", 16, LIGHT, bold=True)
    if pool_text(setup, state):
        write(image, (box.right - 4, box.y + 8), "nothing is restored", 11, LIGHT, anchor="r")
    step = min(28, (box.height - 24) // setup.num_seats)
    draw = pen(image)
    for seat in range(setup.num_seats):
        y = box.y + 32 + seat * step
        out = is_out(state, seat)
        write(image, (box.x, y), player(setup, seat), 12, DIM if out else CREAM, bold=seat == scene.viewer)
        left, wide = box.x + 62, 80
        draw.rectangle([left, y - 6, left + wide, y + 6], DARK, mix(BRASS, DARK, 0.3))
        if state.brass[seat] > 0:
            share = min(1.0, int(state.brass[seat]) / BATTLE_BRASS)
            draw.rectangle([left + 1, y - 5, left + 1 + round((wide - 2) * share), y + 5], faction_color(scene, seat))
        write(
            image, (box.right - 4, y), "out" if out else str(state.brass[seat]), 13, DIM if out else CREAM, anchor="r"
        )


# The turn


def _works(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw whose turn it is and what there is to spend."""
    setup, state = scene.setup, scene.state
    if state.phase == Phase.PREPARING or state.over != RUNNING:
        text = "Before the game" if state.over == RUNNING else "The game is over"
        write(image, (box.x, box.y + 10), text, 15, LIGHT, bold=True)
        return
    write(image, (box.x, box.y + 10), f"Turn {state.turn}", 20, LIGHT, bold=True)
    text, size = fit_line(player(setup, int(state.player)), box.width - 4, (15, 14, 13, 12, 11), bold=True)
    write(image, (box.x, box.y + 33), text, size, mix(faction_color(scene, int(state.player)), WHITE, 0.25), bold=True)
    if is_automaton(setup, int(state.player)):
        return
    for number, (name, amount, mark, color) in enumerate(
        (
            ("labor", state.labor, "hand", LABOR_COLOR),
            ("construction", state.construction, "hammer", CONSTRUCTION_COLOR),
        )
    ):
        y = box.y + 46 + 54 * number
        paste(image, plate(box.width, 49, PARCHMENT, mix(PARCHMENT, color, 0.35), 8, 2), box.x, y)
        paste(image, glyph(mark, 34, color, PARCHMENT), box.x + 8, y + 7)
        wide = write(image, (box.x + 50, y + 25), str(amount), 28, INK, bold=True)
        if box.width - 62 - wide > text_width(name, 11):
            write(image, (box.x + 57 + wide, y + 30), name, 11, INK)
    write(image, (box.x, box.y + 165), f"{many(state.played, 'card')} played", 12, CREAM)


def _question(image: Image.Image, scene: Scene, box: Box) -> None:
    """Write who is asked what, and the attack that has been announced."""
    setup, state = scene.setup, scene.state
    running = state.over == RUNNING
    color = faction_color(scene, int(state.seat)) if running else BRASS
    paste(image, plate(box.width, box.height, PARCHMENT, mix(PARCHMENT, color, 0.3), 9, 3, rim=color), box.x, box.y)
    note(box, about())
    y, room = box.y + 20.0, box.width - 24
    if not running:
        _lines(image, result(setup, state), box.x + 12, y, room, box.height - 20, INK)
        return
    attack = attack_text(setup, state)
    if attack:
        y = _lines(image, f"{attack}.", box.x + 12, y, room, 62, BLOOD) + 6
    name = player(setup, int(state.seat)) + (" (you)" if state.seat == scene.viewer else "")
    write(image, (box.x + 12, y), name, 16, mix(color, INK, 0.55), bold=True)
    text = question(setup, state)
    kind = card_asking(state)
    foot = 66 if kind is not None else 0
    _lines(image, text[0].upper() + text[1:], box.x + 12, y + 22, room, box.low - y - 26 - foot, INK)
    if kind is not None:
        sprite = mini(setup, kind, 190, 46, 1)
        paste(image, sprite, box.right - extent(sprite)[0] - 12, box.low - extent(sprite)[1] - 12)


def _lines(image: Image.Image, text: str, x: float, y: float, width: float, height: float, color: RGB) -> float:
    """Write a text in the largest letters that it has room in; return where it ends."""
    lines, size = fit_text(text, width, height, (15, 14, 13, 12, 11, 10), 1.25)
    for line in lines:
        write(image, (x, y), line, size, color)
        y += size * 1.25
    return y
