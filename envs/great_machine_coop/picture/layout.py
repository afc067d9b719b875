"""Where things lie on the picture, with and without Missions, and what of it never changes."""

from __future__ import annotations

from PIL import Image

from ...city.picture.layout import WIDTH, draw_legend, empty_table
from ...city.picture.style import chip, guard, raid_token, riot_token
from ...city.rules.state import Status
from ...city.words.facts import SeenCitizen
from ...table.drawing import Box, kept
from .style import MISSION_COLOR, district_token

SIZE = WIDTH, 1240
CITY = Box(8, 50, 1040, 720)
LEGEND = Box(8, 774, 1040, 46)
SERVANTS = Box(8, 824, 1040, 170)
HEROES = Box(8, 1000, 1040, 232)
TRACKS = Box(1056, 50, 536, 272)
EVENT = Box(1056, 328, 536, 186)
DIRECTIVES = Box(1056, 520, 536, 206)
MISSIONS = Box(1056, 732, 536, 280)
QUESTION = Box(1056, 1018, 536, 214)
ALL_QUESTION = Box(1056, 732, 536, 500)
"""The question without Missions."""


@kept()
def backdrop() -> Image.Image:
    """Return the empty table with what explains the tokens."""
    image = empty_table(SIZE, "CITY OF THE GREAT MACHINE, CO-OPERATIVE")
    citizens = (
        (SeenCitizen(Status.UNIDENTIFIED, None, False), "unidentified"),
        (SeenCitizen(Status.REVEALED, 0, False), "revealed"),
        (SeenCitizen(Status.REVEALED, 0, True), "revealed and active"),
    )
    tokens = (
        (guard(22, "standing"), "Guard"),
        (guard(22, "special"), "special"),
        (guard(22, "broken"), "broken"),
        (raid_token(20), "Raid"),
        (riot_token(20), "Riot"),
        (district_token(20, True), "District up"),
        (district_token(20, False), "down"),
        (chip("token", 44, 16, MISSION_COLOR), "of a Mission"),
    )
    draw_legend(image, LEGEND, citizens, tokens, "Pawns: Heroes and Trust. Grey cards: discarded")
    return image
