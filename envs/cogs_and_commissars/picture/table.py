"""The table as a picture: the others above, the stack in the middle, the viewer below, turn and question beside."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from ...table.drawing import canvas, write
from ...table.game import Setup
from ...table.seats import seat_after
from ...table.views import knower, legal, nearest, whose_view
from ..rules.actions import ByKind
from ..words.facts import mode_text, places
from .centre import draw_centre
from .layout import GAP, OWN, RIVALS, WIDTH, backdrop, grid
from .seats import Scene, draw_own, draw_rival
from .side import draw_side
from .style import GOLD, SHEET


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (1000, 1600, 3).

    When a game has ended all cards are laid open.
    """
    scene = scene_of(setup, state, seat)
    image = canvas(backdrop())
    own, *others = places(setup, nearest(seat))
    _head(image, scene)
    for other, box in zip(others, grid(len(others), RIVALS, len(others), GAP), strict=True):
        draw_rival(image, scene, other, box)
    draw_centre(image, scene)
    draw_side(image, scene)
    draw_own(image, scene, own, OWN)
    return np.array(image)


def scene_of(setup: Setup, state: Any, seat: int | None) -> Scene:
    """Return what is drawn for a seat, with what it may choose if it is the one that is asked."""
    hand: set[int] = set()
    seats: set[int] = set()
    stack: set[int] = set()
    mover = int(state.seat)
    for action in legal(setup, state) if seat in (None, mover) else []:
        refers = setup.actions.references[action]
        kind, away, place = (refers.thing(what) for what in ("card", "seat", "place"))
        if kind is not None and refers.block.name != ByKind.TAKE.name and mover == nearest(seat):
            hand.add(kind)
        elif away is not None:
            seats.add(seat_after(setup.num_seats, mover, away))
        elif place is not None:
            stack.add(place)
    return Scene(setup, state, seat, knower(state, seat), hand, seats, stack)


def _head(image: Image.Image, scene: Scene) -> None:
    write(image, (340, 22), mode_text(scene.setup), 15, SHEET)
    write(image, (WIDTH - 20, 22), whose_view(scene.viewer, scene.knower), 15, GOLD, anchor="r")
