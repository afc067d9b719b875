"""The table as a picture: the city, the Heroes below it, tracks, event, Directives and the question beside it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...city.picture.city import Scene, draw_city, draw_waiting
from ...city.picture.heroes import draw_heroes
from ...city.picture.table import draw_header, scene_of
from ...city.rules.state import MACHINE
from ...table.drawing import canvas
from ...table.game import Setup
from ...table.seats import seat_name
from ...table.views import PUBLIC, knower, whose_view
from .heroes import TELLING
from .layout import CITY, HEROES, backdrop
from .side import draw_side


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (1000, 1600, 3).

    When a game has ended everything is laid open.
    """
    scene = scene_of(setup, state, seat, knower(state, seat))
    image = canvas(backdrop())
    draw_header(image, scene, _view(scene))
    if scene.state.there:
        draw_city(image, scene, CITY)
    else:
        draw_waiting(image, CITY, "No District lies on the table yet")
    draw_heroes(image, scene, HEROES, TELLING)
    draw_side(image, scene)
    return np.array(image)


def _view(scene: Scene) -> str:
    if scene.knower in (None, PUBLIC):
        return whose_view(scene.viewer, scene.knower)
    side = "the Great Machine" if scene.knower == MACHINE else "a Revolutionary"
    return f"What {seat_name(scene.knower)}, {side}, knows"
