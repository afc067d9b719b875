"""Where things lie on the picture, and what of it never changes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ...table.drawing import Box, blank, extent, fit_line, frame, paste, write
from ...table.named import texts
from ..rules.state import CitizenType, Servant
from ..words.facts import SeenCitizen
from .style import BRASS, CITIZEN_COLORS, DIM, IVORY, NIGHT, SLATE, citizen_disc, servant_sprite

WIDTH = 1600
HEADER = 44
GAP = 8


def empty_table(size: tuple[int, int], title: str) -> Image.Image:
    """Return a table with its title."""
    image = blank("RGB", size, NIGHT)
    paste(image, frame(size[0], HEADER, SLATE, radius=0, line=1, fill=SLATE), 0, 0)
    paste(image, frame(size[0], 3, BRASS, radius=0, line=1, fill=BRASS), 0, HEADER - 3)
    write(image, (16, 21), title, 20, BRASS, bold=True)
    return image


def draw_legend(
    image: Image.Image,
    box: Box,
    citizens: Sequence[tuple[SeenCitizen, str]],
    tokens: Sequence[tuple[Image.Image, str]],
    told: str,
) -> None:
    """Draw two lines, Citizens by state and type, Servants and tokens; what else is to be told ends the shorter one."""
    first, second = box.y + 12, box.y + 34
    x: float = box.x + 4
    for citizen, text in citizens:
        paste(image, citizen_disc(citizen, 20), x, first - 10)
        x += 24 + write(image, (x + 24, first), text, 13, DIM) + 12
    for number, name in enumerate(texts(CitizenType)):
        symbol = "12345T"[number]
        paste(image, frame(18, 18, IVORY, radius=9, line=1, fill=CITIZEN_COLORS[number]), x, first - 9)
        write(image, (x + 9, first), symbol, 11, IVORY, bold=True, anchor="m")
        x += 22 + write(image, (x + 22, first), name, 13, DIM) + 10
    end = x
    x = box.x + 4
    for servant, name in enumerate(texts(Servant)):
        paste(image, servant_sprite(servant, 22), x, second - 11)
        x += 26 + write(image, (x + 26, second), name, 13, DIM) + 14
    for sprite, text in tokens:
        paste(image, sprite, x, second - extent(sprite)[1] / 2)
        x += 4 + extent(sprite)[0] + write(image, (x + 4 + extent(sprite)[0], second), text, 13, DIM) + 14
    told, size = fit_line(told, box.right - min(end, x), (13, 12, 11, 10))
    write(image, (min(end, x), first if end < x else second), told, size, DIM)
