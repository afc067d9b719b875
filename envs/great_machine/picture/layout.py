"""Where things lie on the picture, and what of it never changes."""

from __future__ import annotations

from PIL import Image

from ...city.picture.layout import WIDTH, draw_legend, empty_table
from ...city.picture.style import guard, raid_token, riot_token
from ...city.rules.state import Status
from ...city.words.facts import SeenCitizen
from ...table.drawing import Box, kept

SIZE = WIDTH, 1000
CITY = Box(8, 50, 1040, 672)
LEGEND = Box(8, 724, 1040, 46)
HEROES = Box(8, 774, 1040, 218)
TRACKS = Box(1056, 50, 536, 250)
EVENT = Box(1056, 306, 536, 166)
DIRECTIVES = Box(1056, 478, 536, 290)
QUESTION = Box(1056, 774, 536, 218)


@kept()
def backdrop() -> Image.Image:
    """Return the empty table with what explains the tokens."""
    image = empty_table(SIZE, "CITY OF THE GREAT MACHINE")
    citizens = (
        (SeenCitizen(Status.UNIDENTIFIED, None, False), "unidentified"),
        (SeenCitizen(Status.IDENTIFIED, None, False), "identified"),
        (SeenCitizen(Status.REVEALED, 0, False), "revealed"),
        (SeenCitizen(Status.REVEALED, 0, True), "revealed and active"),
    )
    tokens = (
        (guard(22, "standing"), "Guard"),
        (guard(22, "broken"), "broken Guard"),
        (raid_token(20), "Raid"),
        (riot_token(20), "Riot won"),
    )
    draw_legend(image, LEGEND, citizens, tokens, "Pawns: Heroes and Trust. Cards: ! where the Machine is sure")
    return image
