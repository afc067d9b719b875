"""The score, laid over the middle of the table when a game is over."""

from __future__ import annotations

from typing import Any

from PIL import Image

from ...table.drawing import Box, frame, lay, mix, pen, write
from ...table.game import TERMINATED, Setup
from ...table.seats import seat_name
from ..rules.scoring import winning_margin
from ..words.view import outcome, reserve_power, rules_of, score_lines, tie_break
from .layout import HANGAR, QUESTION
from .style import DIM, FAINT, INK, NIGHT, SEATS, symbol

_PLACE = Box(HANGAR.x, HANGAR.y, HANGAR.width, QUESTION.y + QUESTION.height - HANGAR.y)
_COLUMNS = (400, 550, 700, 840)
_HEADINGS = ("cards at the Clash", "Clash won", "best colour", "points")
_MARGIN = 10


def draw_end(image: Image.Image, setup: Setup, state: Any) -> None:
    """Draw how the game has ended, over the Hangar."""
    counted = state.over == TERMINATED
    margin = winning_margin(rules_of(setup), state) if counted else 0
    light = INK if margin == 0 else SEATS[0 if margin > 0 else 1]
    fill = mix(NIGHT, light, 0.07)
    panel = frame(_PLACE.width, _PLACE.height, light, radius=14, line=2, fill=fill, light=1.3, margin=_MARGIN)
    lay(image, panel, (_PLACE.x - _MARGIN, _PLACE.y - _MARGIN))
    headline = _PLACE.x + _PLACE.width / 2, _PLACE.y + 62 if counted else _PLACE.middle[1]
    write(image, headline, outcome(setup, state).upper(), 36, light, bold=True, anchor="m")
    if counted:
        _score(image, setup, state)


def _score(image: Image.Image, setup: Setup, state: Any) -> None:
    left, top = _PLACE.x, _PLACE.y + 124
    for x, heading in zip(_COLUMNS, _HEADINGS, strict=True):
        write(image, (left + x, top), heading, 15, DIM, anchor="m")
    pen(image).line([left + 90, top + 18, left + _PLACE.width - 60, top + 18], FAINT)
    for who, (cards, won, deck, total) in enumerate(score_lines(setup, state)):
        y = top + 52 + 56 * who
        write(image, (left + 100, y), seat_name(who), 22, SEATS[who], bold=True)
        for x, number in zip(_COLUMNS, (cards, won, deck, total), strict=True):
            last = x == _COLUMNS[-1]
            write(image, (left + x, y), str(number), 32 if last else 24, INK, bold=last, anchor="m")
        power, _ = reserve_power(setup, state, who, None)
        if deck:
            lay(image, symbol(power.index(deck), 22), (left + _COLUMNS[2] + 22, y - 11))
    write(image, (left + _PLACE.width / 2, top + 168), tie_break(setup, state), 15, DIM, anchor="m")
