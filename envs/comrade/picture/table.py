"""The table as a picture: an oval with the viewer at the bottom, arrows for cards handed over, votes to the right."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from ...table import views
from ...table.drawing import canvas, pen, text_width, wrap, write
from ...table.game import RUNNING, TERMINATED, Setup
from ...table.seats import seat_name
from ..rules.state import Winner, Word
from ..words.view import believed_by, log_of, result, told_handover
from .arrows import draw_handovers
from .layout import BANNER, HEADER, WIDTH, backdrop, plates
from .panel import draw_panel
from .seats import draw_plate
from .style import BLACK, CREAM, RED


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (800, 1280, 3).

    When a game has been won all cards are laid open.
    """
    knower = views.knower(state, seat)
    image = canvas(backdrop())
    _head(image, state, seat, knower)
    boxes = plates(setup, views.nearest(seat))
    beliefs = believed_by(setup, state, knower)
    draw_handovers(image, state, boxes, knower)
    for other, box in enumerate(boxes):
        draw_plate(image, setup, state, other, box, seat, knower, beliefs)
    draw_panel(image, setup, state, seat, knower)
    if state.over != RUNNING:
        _end(image, setup, state)
    return np.array(image)


def _head(image: Image.Image, state: Any, seat: int | None, knower: int | None) -> None:
    view = views.whose_view(seat, knower)
    if seat not in (None, views.PUBLIC) and knower is None:
        view += f" to {seat_name(seat)}"
    write(image, (WIDTH - 18, HEADER / 2), view, 15, CREAM, anchor="r")


def _end(image: Image.Image, setup: Setup, state: Any) -> None:
    """Lay the result over the middle of the table."""
    box = BANNER
    draw = pen(image)
    won: dict[int, str] = {Winner.FREEDOM: "FREEDOM WINS", Winner.INFORMER: "THE INFORMER WINS"}
    title = won[int(state.winner)] if state.over == TERMINATED else "CUT OFF"
    fill = RED if state.winner == Winner.FREEDOM else BLACK
    draw.rectangle([box.x, box.y, box.x + box.width - 1, box.y + box.height - 1], CREAM, BLACK, 3)
    right = box.x + box.width
    draw.polygon([(box.x, box.y), (right, box.y), (right, box.y + 70), (box.x, box.y + 86)], fill)
    size = next(size for size in range(32, 10, -1) if text_width(title, size, True) <= box.width - 40)
    write(image, (box.x + box.width / 2, box.y + 39), title, size, CREAM, bold=True, anchor="m")
    lines = wrap(result(setup, state), box.width - 40, 16)
    if state.winner == Winner.INFORMER:
        lines.append(f"{told_handover(state, log_of(state)[-1], None)}.")
    if state.winner == Winner.FREEDOM:
        lines.append(f"All voters stood up for {Word(state.word).text}.")
    top = box.y + 138 - 13 * (len(lines) - 1)
    for number, line in enumerate(lines):
        write(image, (box.x + box.width / 2, top + 26 * number), line, 16, BLACK, anchor="m")
