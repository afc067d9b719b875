"""Where things lie on the picture, and what of it never changes."""

from __future__ import annotations

from PIL import Image

from ...table.drawing import Box, blank, frame, kept, mix, paste, write
from .style import DARK, GOLD, PAPER, RED, SHEET, token

SIZE = WIDTH, HEIGHT = 1600, 1000
HEADER = 44
GAP = 8
RIVALS = Box(8, 54, 1584, 228)
CENTRE = Box(8, 290, 1080, 370)
SIDE = Box(1096, 290, 496, 370)
OWN = Box(8, 668, 1584, 324)


def grid(count: int, box: Box, columns: int, gap: int = 6) -> list[Box]:
    """Return equal boxes in rows from the top left of a box, at most so many in a row."""
    columns = max(1, min(columns, count))
    rows = -(-max(1, count) // columns)
    width, height = (box.width + gap) // columns - gap, (box.height + gap) // rows - gap
    return [
        Box(box.x + i % columns * (width + gap), box.y + i // columns * (height + gap), width, height)
        for i in range(count)
    ]


@kept()
def backdrop() -> Image.Image:
    image = blank("RGB", SIZE, PAPER)
    paste(image, frame(WIDTH, HEADER, DARK, radius=0, line=1, fill=RED), 0, 0)
    paste(image, frame(WIDTH, 4, DARK, radius=0, line=1, fill=DARK), 0, HEADER)
    write(image, (20, 22), "COGS AND COMMISSARS", 22, SHEET, bold=True)
    x = 900.0
    for citizen, text in enumerate(("Proletariat", "Bourgeoisie", "Commissar")):
        paste(image, frame((citizen + 1) * 18 + 4, 22, mix(RED, DARK, 0.5), radius=4, line=1, fill=SHEET), x - 2, 11)
        paste(image, token(citizen, 18), x, 13)
        x += (citizen + 1) * 18 + 9
        x += write(image, (x, 22), text, 13, GOLD) + 18
    return image
