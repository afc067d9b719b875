"""The table as a picture: the others above, the stack in the middle, the viewer below, turn and question beside."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from ...table import kernels
from ...table.drawing import write
from ...table.game import RUNNING, Setup
from ..rules.state import ACT_CARD, ACT_CITIZEN, ACT_FACTION, ACT_KINDS, ACT_SEAT, ACT_TYPE, BLOCK_DISCARD
from ..words.facts import knows_all, mode_text, places
from ..words.wording import clockwise
from .centre import draw_centre
from .layout import OWN, WIDTH, backdrop, rival_boxes
from .seats import Scene, draw_own, draw_rival
from .side import draw_side
from .style import GOLD, SHEET


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
    draw_centre(image, scene)
    draw_side(image, scene)
    draw_own(image, scene, own, OWN)
    return np.asarray(image.convert("RGB")).copy()


def scene_of(setup: Setup, state: Any, seat: int | None) -> Scene:
    """Return what is drawn for a seat, with what it may choose if it is the one that is asked."""
    hand: set[int] = set()
    seats: set[int] = set()
    stack: set[int] = set()
    mover, kinds = int(state.seat), int(setup.record[0]["kinds"])
    for action in _legal(setup, state) if seat in (None, mover) else []:
        if action >= ACT_KINDS:
            block, kind = divmod(action - ACT_KINDS, kinds)
            if block <= BLOCK_DISCARD and mover == (seat or 0):
                hand.add(kind)
        elif action >= ACT_CARD:
            stack.add(action - ACT_CARD)
        elif ACT_CITIZEN + 3 <= action < ACT_FACTION:
            seats.add(clockwise(setup, mover, (action - ACT_CITIZEN) // 3))
        elif ACT_SEAT < action < ACT_TYPE:
            seats.add(clockwise(setup, mover, action - ACT_SEAT))
    return Scene(setup, state, seat, knows_all(state, seat), hand, seats, stack)


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
    write(image, (340, 22), mode_text(scene.setup), 15, SHEET)
    view = f"What player_{scene.viewer} knows" if scene.knower is not None else "Everything shown"
    write(image, (WIDTH - 20, 22), view, 15, GOLD, anchor="r")
