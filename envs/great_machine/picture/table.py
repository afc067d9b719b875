"""The table as a picture: the city, the Heroes below it, tracks, event, Directives and the question beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from ...city.picture.city import Scene, draw_city, draw_waiting
from ...city.picture.heroes import draw_heroes
from ...city.picture.layout import HEADER, WIDTH, backdrop
from ...city.picture.side import draw_side
from ...city.picture.style import DIM, IVORY
from ...city.rules.state import (
    MACHINE,
)
from ...table.compilation.uncompiled import as_compiled
from ...table.drawing import write
from ...table.game import RUNNING, Setup
from ..words.facts import PHASE_NAMES, knows_all, legal


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (1000, 1600, 3).

    When a game has ended everything is laid open.
    """
    scene = scene_of(setup, state, seat)
    image = backdrop().copy()
    draw_header(image, scene, _view(scene))
    if scene.state.there:
        draw_city(image, scene)
    else:
        draw_waiting(image, "No District lies on the table yet")
    draw_heroes(image, scene)
    draw_side(image, scene)
    return np.asarray(image.convert("RGB")).copy()


def draw_header(image: Image.Image, scene: Scene, view: str) -> None:
    """Write the round, the phase and what is shown."""
    stands = [f"Round {scene.state.week}"] if scene.state.week else []
    stands.append(PHASE_NAMES[scene.state.phase] if scene.state.over == RUNNING else "The end")
    write(image, (WIDTH / 2, HEADER / 2 - 1), " - ".join(stands), 18, IVORY, bold=True, anchor="m")
    write(image, (WIDTH - 16, HEADER / 2 - 1), view, 15, DIM, anchor="r")


def scene_of(setup: Setup, state: Any, seat: int | None) -> Scene:
    """Return what is drawn for a seat, with what it may choose if it is the one that is asked."""
    choices = tuple(legal(setup, state)) if seat in (None, int(state.seat)) else ()
    return Scene(setup, as_compiled(state), seat, knows_all(state, seat), choices)


def _view(scene: Scene) -> str:
    if scene.knower is None:
        return "Everything shown"
    side = "the Great Machine" if scene.knower == MACHINE else "a Revolutionary"
    return f"What player_{scene.knower}, {side}, knows"
