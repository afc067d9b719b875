"""The table as a picture: city, Servants and Heroes, and beside them tracks, cards, Missions and the question."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from ...city.picture.city import Scene, Tile, draw_city, riot_and_raid
from ...city.picture.heroes import Telling, draw_heroes
from ...city.picture.style import HERO_COLORS
from ...city.picture.table import draw_header, scene_of
from ...city.rules.state import NUM_DISTRICTS, Hero, Servant
from ...city.words.facts import lost_cards, turn_text
from ...table.drawing import RGB, canvas
from ...table.game import Setup
from ...table.sets import has
from ...table.views import knower, whose_view
from ..rules.guards import regulars
from ..words.card_text import HERO_TEXT
from ..words.facts import choice_text, has_gone, knower_of, lying_at, turned_up
from ..words.mission_facts import Mark, held_text, marks
from .layout import CITY, HEROES, backdrop
from .servants import draw_servants
from .side import draw_side
from .style import MISSION_COLOR, district_token

_LYING: RGB = (110, 40, 40)


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table: uint8, shape (1240, 1600, 3).

    All seats see the same; None, and everybody when a game has ended, sees hidden cards and Citizens, too.
    """
    scene = scene_of(setup, state, seat, knower_of(state, seat), COOP)
    image = canvas(backdrop())
    draw_header(image, scene, whose_view(seat, knower(state, seat)))
    draw_city(image, scene, CITY)
    draw_servants(image, scene)
    draw_heroes(image, scene, HEROES, TELLING)
    draw_side(image, scene)
    return np.array(image)


# Tiles


def _guards(state: Any, district: int) -> list[str]:
    standing = ["standing"] * int(regulars(state, district)) + ["special"] * int(state.specials[district])
    return standing + ["broken"] * int(state.broken[district])


def _tokens(state: Any, district: int, size: int) -> list[Image.Image]:
    up = has(turned_up(state), district)
    return [district_token(size, up), *riot_and_raid(state, district, size)]


def _marks(state: Any, district: int) -> list[tuple[str, RGB]]:
    """Return the tokens of Missions on plates, those of Heroes in their colours, and Servants that lie there."""
    lying = [(f"{Servant(servant).text.split()[0][:6]} down", _LYING) for servant in lying_at(state, district)]
    return lying + [(mark.short, _color(state, mark)) for mark in marks(state, district)]


def _color(state: Any, mark: Mark) -> RGB:
    return MISSION_COLOR if mark.hero is None else HERO_COLORS[int(state.heroes[mark.hero])]


COOP = Tile(_guards, _tokens, _marks)


# Heroes


def _cards(scene: Scene, hero: int) -> list[tuple[str, float]]:
    lost = lost_cards(scene.state, hero)
    return [("no" if card in lost else "yes", float(card not in lost)) for card in range(NUM_DISTRICTS)]


def _text(scene: Scene, hero: int) -> str:
    held = held_text(scene.setup, scene.state, hero)
    ability = HERO_TEXT[Hero(int(scene.state.heroes[hero])).text]
    return f"Has: {held}. {ability}" if held else ability


TELLING = Telling(
    chosen=lambda scene, hero: choice_text(scene.state, hero),
    cards=_cards,
    turn=lambda scene, hero: turn_text(scene.state, hero, over=has_gone(scene.state, hero)),
    text=_text,
)
