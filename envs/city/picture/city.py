"""The city on the picture: tiles to scale, with everything and everybody on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import Image

from ...table.drawing import RGB, Box, extent, fit_line, mix, paste, text_width, write
from ...table.game import Setup
from ...table.sets import has
from ...table.spots import about, note
from ..rules.state import MAJOR_DISTRICTS, Act, District, Hero
from ..rules.variants import district_in_question
from ..words.facts import citizens_in, heroes_at, servants_at
from ..words.terms import members
from . import style
from .style import (
    chip,
    citizen_disc,
    empty_square,
    guard,
    packed,
    panel,
    pawn,
    raid_token,
    rim,
    riot_token,
    servant_sprite,
)

_LARGEST = 206
_GAP = 4
_SMALLEST = 7  # letters


class Tile(NamedTuple):
    """What lies on a tile in a way of the game's own; each is asked of a state and a District.

    Attributes:
        guards: Its Guards, as ``picture_style.guard`` draws them.
        tokens: Tokens right of its name, of a height.
        marks: Words on plates below, each with a colour.
    """

    guards: Callable[[Any, int], list[str]]
    tokens: Callable[[Any, int, int], list[Image.Image]]
    marks: Callable[[Any, int], list[tuple[str, RGB]]]


def standing_and_broken(state: Any, district: int) -> list[str]:
    """Return the Guards of a District."""
    return ["standing"] * int(state.guards[district]) + ["broken"] * int(state.broken[district])


def riot_and_raid(state: Any, district: int, size: int) -> list[Image.Image]:
    """Return the Riot and the Raid token of a District."""
    tokens = (state.riots, riot_token(size)), (state.raids, raid_token(size))
    return [sprite for places, sprite in tokens if has(places, district)]


PLAIN = Tile(standing_and_broken, riot_and_raid, lambda state, district: [])


class Scene(NamedTuple):
    """What is drawn.

    Attributes:
        setup: The game.
        state: The position.
        viewer: The seat that looks; None for nobody in particular.
        knower: As whose knowledge the table is drawn; None for everything.
        choices: Actions that the viewer, being asked, can choose.
        tile: What lies on the tiles.
    """

    setup: Setup
    state: Any
    viewer: int | None
    knower: int | None
    choices: tuple[int, ...]
    tile: Tile = PLAIN

    @property
    def districts(self) -> set[int]:
        """Districts that can be chosen."""
        assert self.setup.actions is not None
        named = (self.setup.actions.references[action] for action in self.choices)
        return {number for one in named if one.block.name == Act.DISTRICT.name for _, number in one.things}


def draw_city(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw every tile that is laid out, in the middle of a box."""
    state = scene.state
    there = members(int(state.there))
    if not there:
        return
    tiles = {district: tuple(int(number) for number in state.place[district]) for district in there}
    columns = max(x + 2 - turned for x, _, turned in tiles.values())
    rows = max(y + 1 + turned for _, y, turned in tiles.values())
    unit = min(_LARGEST, box.width // columns, box.height // rows)
    left = box.x + (box.width - unit * columns) // 2
    top = box.y + (box.height - unit * rows) // 2
    for district, (x, y, turned) in tiles.items():
        place = Box(left + x * unit + 2, top + y * unit + 2, (2 - turned) * unit - _GAP, (1 + turned) * unit - _GAP)
        _tile(image, scene, district, place, bool(turned), unit)


def _tile(image: Image.Image, scene: Scene, district: int, box: Box, upright: bool, unit: int) -> None:
    color = style.DISTRICT_COLORS[district]
    major = district in MAJOR_DISTRICTS
    edge = style.BRASS if major else mix(color, style.INK, 0.5)
    panel(image, box, mix(color, style.WHITE, 0.72), edge, line=3 if major else 2)
    note(box, about(("District", district)))
    band = max(17, round(unit * 0.15))
    _band(image, scene, district, Box(box.x + 3, box.y + 3, box.width - 6, band), color)
    inner = Box(box.x + 7, box.y + band + 6, box.width - 14, box.height - band - 12)
    marks = scene.tile.marks(scene.state, district)
    if marks:
        inner = _marks(image, marks, inner, unit)
    guards, citizens, people = _parts(inner, (0.19, 0.38, 0.43) if upright else (0.25, 0.38, 0.37), upright)
    _guards(image, scene, district, guards, unit)
    _citizens(image, scene, district, citizens, unit)
    _people(image, scene, district, people, unit)
    if district in scene.districts:
        rim(image, box, style.WHITE, 4)
    if district in (district_in_question(scene.state), scene.state.anchor):
        rim(image, Box(box.x + 4, box.y + 4, box.width - 8, box.height - 8), style.INK, 3)


def _parts(box: Box, shares: tuple[float, ...], upright: bool) -> list[Box]:
    """Return the parts of a tile: one below the other where it stands upright, else side by side."""
    boxes = []
    x, y = box.x, box.y
    for share in shares:
        wide, high = (0, int(box.height * share)) if upright else (int(box.width * share), 0)
        boxes.append(Box(x, y, box.width, high - _GAP) if upright else Box(x, y, wide - _GAP, box.height))
        x, y = x + wide, y + high
    return boxes


def _band(image: Image.Image, scene: Scene, district: int, box: Box, color: tuple[int, int, int]) -> None:
    """Draw the name, and Raid and Riot tokens to its right."""
    fill = mix(color, style.INK, 0.25)
    panel(image, box, fill, fill, 6, 1)
    right = box.right - 2
    for sprite in scene.tile.tokens(scene.state, district, box.height - 2):
        right -= extent(sprite)[0]
        paste(image, sprite, right, box.y + 1)
        right -= 2
    name = District(district).text.upper() if district in MAJOR_DISTRICTS else District(district).text
    sizes = tuple(range(min(20, round(box.height * 0.62)), 6, -1))
    text, letters = fit_line(name, right - box.x - 10, sizes, bold=True)
    write(image, (box.x + 7, box.y + box.height / 2), text, letters, style.IVORY, bold=True)


def _guards(image: Image.Image, scene: Scene, district: int, box: Box, unit: int) -> None:
    state = scene.state
    room = int(scene.setup.record["guard_room"][0][district])
    kinds = scene.tile.guards(state, district)
    kinds += ["free"] * max(0, room - len(kinds))
    for kind, place in zip(kinds, packed(len(kinds), box, 1.0, round(unit * 0.3)), strict=True):
        paste(image, guard(place.width, kind), place.x, place.y)


def _marks(image: Image.Image, marks: list[tuple[str, RGB]], box: Box, unit: int) -> Box:
    """Draw plates with words at the bottom of a tile; return what is left of it."""
    most = max(1, box.width // max(1, round(unit * 0.38)))
    rows = -(-len(marks) // most)
    columns = -(-len(marks) // rows)
    high, wide = max(11, round(unit * 0.11)), box.width // columns
    top = box.low - rows * high
    for number, (text, color) in enumerate(marks):
        at = box.x + number % columns * wide, top + number // columns * high
        paste(image, chip(text, wide - 2, high - 2, color), at[0], at[1] + 1)
    return Box(box.x, box.y, box.width, max(10, box.height - rows * high - 1))


def _citizens(image: Image.Image, scene: Scene, district: int, box: Box, unit: int) -> None:
    room = int(scene.setup.record["room"][0][district])
    citizens = citizens_in(scene.state, district, scene.knower)
    places = packed(max(room, len(citizens)), box, 1.0, round(unit * 0.27))
    for number, place in enumerate(places):
        if number < len(citizens):
            paste(image, citizen_disc(citizens[number], place.width), place.x, place.y)
        else:
            paste(
                image,
                empty_square(place.width, mix(style.DISTRICT_COLORS[district], style.WHITE, 0.35)),
                place.x,
                place.y,
            )


def _people(image: Image.Image, scene: Scene, district: int, box: Box, unit: int) -> None:
    """Draw Servants, then Heroes with their names below."""
    state = scene.state
    servants, heroes = servants_at(state, district), heroes_at(state, district)
    places = packed(len(servants) + len(heroes), box, 1.28, round(unit * 0.4))
    for servant, place in zip(servants, places, strict=False):
        paste(image, servant_sprite(servant, place.width - 2), place.x + 1, place.y, about=about(("Servant", servant)))
    for hero, place in zip(heroes, places[len(servants) :], strict=True):
        if hero == state.hero:  # below the name, which may be as wide as the place
            panel(image, place, None, style.BRASS, min(5, place.width // 4), min(2.5, place.width / 12))
        kind = int(state.heroes[hero])
        paste(image, pawn(kind, int(state.trust[hero]), place.width - 2), place.x + 1, place.y)
        note(place, about(("Hero", hero)))
        text, letters = _label(Hero(kind).text, place)
        at = place.x + place.width / 2, place.y + place.width + (place.height - place.width) / 2 - 1
        write(image, at, text, letters, style.INK, bold=True, anchor="m")


def _label(name: str, place: Box) -> tuple[str, int]:
    """Return a name, or its beginning where there is no room for it, and the size of its letters."""
    most = max(_SMALLEST, min(14, round(place.height * 0.2)))
    for text in (name, name[:4], name[:3]):
        for size in range(most, max(_SMALLEST, most - 3) - 1, -1):
            if text_width(text, size, True) <= place.width - 2:
                return text, size
    return name[:2], _SMALLEST


def draw_waiting(image: Image.Image, box: Box, text: str) -> None:
    """Write what there is to say before the first tile lies."""
    panel(image, box, None, style.EDGE, line=1)
    write(image, box.middle, text, 18, style.DIM, anchor="m")
