"""What the pictures of both games begin with: whose view it is, and the line at the top."""

from __future__ import annotations

from typing import Any

from PIL import Image

from ...table.compilation.uncompiled import as_compiled
from ...table.drawing import write
from ...table.game import RUNNING, Setup
from ...table.views import legal
from ..words.facts import PHASE_NAMES
from .city import PLAIN, Scene, Tile
from .layout import HEADER, WIDTH
from .style import DIM, IVORY


def scene_of(setup: Setup, state: Any, seat: int | None, knower: int | None, tile: Tile = PLAIN) -> Scene:
    """Return what is drawn for a seat, with what it may choose if it is the one that is asked."""
    choices = tuple(legal(setup, state)) if seat in (None, int(state.seat)) else ()
    return Scene(setup, as_compiled(state), seat, knower, choices, tile)


def draw_header(image: Image.Image, scene: Scene, view: str) -> None:
    """Write the round, the phase and what is shown."""
    stands = [f"Round {scene.state.week}"] if scene.state.week else []
    stands.append(PHASE_NAMES[scene.state.phase] if scene.state.over == RUNNING else "The end")
    write(image, (WIDTH / 2, HEADER / 2 - 1), " - ".join(stands), 18, IVORY, bold=True, anchor="m")
    write(image, (WIDTH - 16, HEADER / 2 - 1), view, 15, DIM, anchor="r")
