"""The table as a picture: the others above, both rows in the middle, the viewer below, gauge and question beside."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from ...table import views
from ...table.drawing import Point, canvas, lay, mix, paste, supersampled, write
from ...table.game import RUNNING, Setup
from ..rules.actions import CardAct
from ..rules.state import Phase
from ..words.facts import announced, mode_text, places
from ..words.wording import clockwise, player
from .centre import draw_end, draw_market
from .layout import OWN, SIZE, WIDTH, backdrop, rival_boxes
from .palette import BLOOD, CREAM, DARK, DIM, GREEN, LIGHT, SHADE
from .seats import Scene, draw_own, draw_rival
from .side import draw_side
from .style import glyph


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (1000, 1600, 3).

    When a game has ended all cards are laid open.
    """
    scene = scene_of(setup, state, seat)
    image = canvas(backdrop())
    own, *others = places(setup, views.nearest(seat))
    _head(image, scene)
    for other, box in zip(others, rival_boxes(len(others)), strict=True):
        draw_rival(image, scene, other, box)
    draw_market(image, scene)
    draw_side(image, scene)
    draw_own(image, scene, own, OWN)
    _attack(image, scene)
    if state.over != RUNNING:
        draw_end(image, scene)
    return np.array(image.convert("RGB"))


def scene_of(setup: Setup, state: Any, seat: int | None) -> Scene:
    """Return what is drawn for a seat: with it, what the seat to move may choose as far as ``seat`` sees it."""
    mover = int(state.seat)
    cards: dict[str, set[int]] = {act.name: set() for act in CardAct}
    things: set[tuple[int, int]] = set()
    seats: set[int] = set()
    for action in views.legal(setup, state):
        meant = setup.actions.references[action]
        card, slot, away = (meant.thing(kind) for kind in ("card", "slot", "seat"))
        if card is not None:
            cards[meant.block.name].add(card)
        elif slot is not None:
            things.add((clockwise(setup, mover, away or 0), slot))
        elif away is not None:
            seats.add(clockwise(setup, mover, away))
    shown = mover == (0 if seat is None else seat)
    hand = cards[CardAct.HAND.name] if shown else set()  # a hidden hand's would tell of it
    rows, reserve = cards[CardAct.BUY.name], cards[CardAct.RESERVE.name]
    return Scene(setup, state, seat, views.knower(state, seat), hand, rows, reserve, things, seats, {})


def _head(image: Image.Image, scene: Scene) -> None:
    state, setup = scene.state, scene.setup
    text = mode_text(setup)
    x = 400 + write(image, (400, 23), text[0].upper() + text[1:], 16, CREAM) + 30
    if state.over == RUNNING and state.phase != Phase.PREPARING:
        write(image, (x, 23), f"Turn {state.turn}: {player(setup, int(state.player))}", 16, LIGHT, bold=True)
    _legend(image, 930)
    write(image, (WIDTH - 36, 23), views.whose_view(scene.viewer, scene.knower), 15, CREAM, anchor="r")


def _legend(image: Image.Image, x: float) -> None:
    """Tell what the marks on things in play mean."""
    for name, size, color, text in (
        ("lamp", 13, GREEN, "ready"),
        ("lamp", 13, SHADE, "waits for its turn"),
        ("star", 13, LIGHT, "at any time"),
        ("rivet", 9, BLOOD, "wound"),
    ):
        paste(image, glyph(name, size, color, DARK), x, 23 - size / 2)
        x += size + 6 + write(image, (x + size + 6, 23), text, 12, DIM) + 16


def _attack(image: Image.Image, scene: Scene) -> None:
    """Draw the announced attack as an arrow from the unit to its target."""
    attack = announced(scene.state)
    if attack is None or attack[1] is None:
        return
    start = scene.spots.get(attack[0])
    (other, slot) = attack[1]
    end = scene.spots.get((other, slot)) if slot is not None else _company(scene, other)
    if start is not None and end is not None:
        lay(image, _arrow(start, end))


def _company(scene: Scene, seat: int) -> Point:
    """Return where a company's Brass is drawn."""
    own, *others = places(scene.setup, views.nearest(scene.viewer))
    if seat == own:
        return OWN.x + 60, OWN.y + 70
    box = rival_boxes(len(others))[others.index(seat)]
    return box.x + 40, box.y + 47


def _arrow(start: Point, end: Point) -> Image.Image:
    """Return a picture with nothing but an arrow."""
    length = max(1.0, math.dist(start, end))
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (-along[1], along[0])

    def at(far: float, wide: float) -> Point:
        return start[0] + along[0] * far + across[0] * wide, start[1] + along[1] * far + across[1] * wide

    head = min(34.0, length)
    outline = [at(14, 4), at(length - head, 6), at(length - head, 17), at(length, 0)]
    outline += [at(length - head, -17), at(length - head, -6), at(14, -4)]

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        points = [(x * scale, y * scale) for x, y in outline]
        draw.polygon(points, (*BLOOD, 185), (*mix(BLOOD, DARK, 0.6), 255), round(2 * scale))

    return supersampled(*SIZE, paint)
