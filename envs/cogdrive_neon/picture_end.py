"""The score, laid over the table when a game is over."""

from __future__ import annotations

from typing import Any

from PIL import Image, ImageDraw

from ..table.game import TERMINATED, Setup
from .neon import DIM, FAINT, INK, NIGHT, SEATS, frame, mix, write
from .scoring import final_margin
from .state import COLORS
from .view_text import outcome, reserve_power, score_lines, tie_break

_WIDTH, _HEIGHT, _MARGIN = 660, 250, 14
_COLUMNS = (250, 370, 485, 600)


def draw_end(image: Image.Image, setup: Setup, state: Any, middle: tuple[int, int]) -> None:
    """Draw how the game has ended, around a middle point."""
    margin = final_margin(setup, state) if state.over == TERMINATED else 0
    light = INK if margin == 0 else SEATS[0 if margin > 0 else 1]
    counted = state.over == TERMINATED
    height = _HEIGHT if counted else 110
    left, top = middle[0] - _WIDTH // 2, middle[1] - height // 2
    fill = mix(NIGHT, light, 0.06)
    panel = frame(_WIDTH, height, light, radius=16, line=2.5, fill=fill, light=1.6, margin=_MARGIN)
    image.alpha_composite(panel, (left - _MARGIN, top - _MARGIN))
    headline_y = top + (44 if counted else height // 2)
    write(image, (middle[0], headline_y), outcome(setup, state).upper(), 30, light, bold=True, anchor="m")
    if counted:
        _score(image, setup, state, left, top)


def _score(image: Image.Image, setup: Setup, state: Any, left: int, top: int) -> None:
    headings = ("at the Clash", "Clash won", "best colour", "points")
    for x, heading in zip(_COLUMNS, headings, strict=True):
        write(image, (left + x, top + 90), heading, 14, DIM, anchor="m")
    ImageDraw.Draw(image).line([left + 30, top + 106, left + _WIDTH - 30, top + 106], FAINT)
    for who, (cards, won, deck, total) in enumerate(score_lines(setup, state)):
        y = top + 132 + 44 * who
        write(image, (left + 40, y), f"player_{who}", 18, SEATS[who], bold=True)
        for x, number in zip(_COLUMNS, (cards, won, deck, total), strict=True):
            last = x == _COLUMNS[-1]
            write(image, (left + x, y), str(number), 26 if last else 20, INK, bold=last, anchor="m")
        if deck:
            power, _ = reserve_power(setup, state, who, None)
            write(image, (left + _COLUMNS[2], y + 17), COLORS[power.index(max(power))], 12, DIM, anchor="m")
    tie = tie_break(setup, state)
    if tie:
        write(image, (left + _WIDTH // 2, top + _HEIGHT - 22), tie, 13, DIM, anchor="m")
