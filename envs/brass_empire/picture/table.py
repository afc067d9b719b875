"""The table as a picture: the others above, both rows in the middle, the viewer below, gauge and question beside."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from ...table import kernels
from ...table.drawing import Point, mix, paste, supersampled, write
from ...table.game import RUNNING, Setup
from ..rules.state import (
    ACT_KINDS,
    ACT_MINE,
    ACT_PLACE,
    ACT_SEAT,
    ACT_THING,
    BLOCK_BUY,
    BLOCK_HAND,
    BLOCK_RESERVE,
    MAX_THINGS,
    PREPARING,
)
from ..words.facts import announced, knows_all, mode_text, places
from ..words.wording import clockwise, player
from .centre import draw_end, draw_market
from .layout import OWN, SIZE, WIDTH, backdrop, rival_boxes
from .seats import Scene, draw_own, draw_rival
from .side import draw_side
from .style import BLOOD, CREAM, DARK, DIM, GREEN, LIGHT, SHADE, glyph


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (1000, 1600, 3).

    When a game has ended all cards are laid open.
    """
    scene = scene_of(setup, state, seat)
    image = backdrop().copy()
    own, *others = places(setup, seat or 0)
    _head(image, scene)
    for other, box in zip(others, rival_boxes(len(others)), strict=True):
        draw_rival(image, scene, other, box)
    draw_market(image, scene)
    draw_side(image, scene)
    draw_own(image, scene, own, OWN)
    _attack(image, scene)
    if state.over != RUNNING:
        draw_end(image, scene)
    return np.asarray(image.convert("RGB")).copy()


def scene_of(setup: Setup, state: Any, seat: int | None) -> Scene:
    """Return what is drawn for a seat: with it, what the seat to move may choose as far as ``seat`` sees it."""
    knower = knows_all(state, seat)
    hand: set[int] = set()
    rows: set[int] = set()
    reserve: set[int] = set()
    things: set[tuple[int, int]] = set()
    seats: set[int] = set()
    mover, kinds = int(state.seat), int(setup.record[0]["kinds"])
    for action in _legal(setup, state):
        block, kind = divmod(action - ACT_KINDS, kinds)
        if action >= ACT_KINDS:
            if block != BLOCK_HAND or seat in (None, mover):  # what may be done with a hidden hand would tell of it
                {BLOCK_HAND: hand, BLOCK_BUY: rows, BLOCK_RESERVE: reserve}.get(block, set()).add(kind)
        elif action >= ACT_THING + MAX_THINGS:
            away, slot = divmod(action - ACT_THING, MAX_THINGS)
            things.add((clockwise(setup, mover, away), slot))
        elif action >= ACT_MINE:
            things.add((mover, (action - ACT_MINE) % MAX_THINGS))
        elif ACT_SEAT < action < ACT_PLACE:
            seats.add(clockwise(setup, mover, action - ACT_SEAT))
    if mover != (seat or 0):
        hand = set()
    return Scene(setup, state, seat, knower, hand, rows, reserve, things, seats, {})


def _legal(setup: Setup, state: Any) -> list[int]:
    """Return the actions of the seat to move."""
    if state.over != RUNNING:
        return []
    mask = np.zeros((1, setup.num_actions), np.int8)
    states = np.array([state.tobytes()]).view(setup.game.state_dtype)
    look = setup.game.kernel(kernels.observe_many)
    look(setup.record, states, np.array([-1]), np.zeros((1, setup.layout.size), np.float32), mask, 0, 1)
    return np.flatnonzero(mask[0]).tolist()


def _head(image: Image.Image, scene: Scene) -> None:
    state, setup = scene.state, scene.setup
    text = mode_text(setup)
    x = 400 + write(image, (400, 23), text[0].upper() + text[1:], 16, CREAM) + 30
    if state.over == RUNNING and state.phase != PREPARING:
        write(image, (x, 23), f"Turn {state.turn}: {player(setup, int(state.player))}", 16, LIGHT, bold=True)
    _legend(image, 930)
    view = f"What player_{scene.viewer} knows" if scene.knower is not None else "Everything shown"
    write(image, (WIDTH - 36, 23), view, 15, CREAM, anchor="r")


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
        image.alpha_composite(_arrow(start, end))


def _company(scene: Scene, seat: int) -> Point:
    """Return where a company's Brass is drawn."""
    own, *others = places(scene.setup, scene.viewer or 0)
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
