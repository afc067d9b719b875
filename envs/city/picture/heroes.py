"""The Heroes below the city: Trust, cards, what the Machine can conclude, and what they can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from ...table.drawing import RGB, Box, fit_line, frame, mix, paste, write
from ...table.game import RUNNING
from ...table.seats import seat_name
from ...table.spots import about, note
from ..rules.state import NOBODY, NUM_DISTRICTS, NUM_HEROES, Act, District, Hero
from ..words.facts import is_there, lost_cards
from . import style
from .city import Scene
from .layout import GAP
from .style import panel, paragraph, pawn, rim

_CARD_NAMES = ("Art", "Com", "Ind", "Sci", "Vel", "Cit", "Tow", "Nex", "Squ")
_CARD_HEIGHT = 46


class Telling(NamedTuple):
    """What is told of a Hero in a way of the game's own; each is asked of a scene and the Hero.

    Attributes:
        chosen: The Access card chosen, ``-`` for none.
        cards: A word for each Access card and how surely it is in hand, from 0 to 1.
        turn: What its turn has come to.
        text: Its ability and what else there is to say.
    """

    chosen: Callable[[Scene, int], str]
    cards: Callable[[Scene, int], list[tuple[str, float]]]
    turn: Callable[[Scene, int], str]
    text: Callable[[Scene, int], str]


def draw_heroes(image: Image.Image, scene: Scene, row: Box, telling: Telling) -> None:
    """Draw a panel for each Hero."""
    width = (row.width - GAP * (NUM_HEROES - 1)) // NUM_HEROES
    for hero in range(NUM_HEROES):
        _hero(image, scene, hero, Box(row.x + hero * (width + GAP), row.y, width, row.height), telling)


def _hero(image: Image.Image, scene: Scene, hero: int, box: Box, telling: Telling) -> None:
    state = scene.state
    kind = int(state.heroes[hero])
    panel(image, box)
    note(box, about(("Hero", hero)))
    if kind == NOBODY:
        write(image, box.middle, "a Hero not known yet", 15, style.DIM, anchor="m")
        return
    _title(image, scene, hero, Box(box.x + 3, box.y + 3, box.width - 6, 38))
    inner = Box(box.x + 10, box.y + 46, box.width - 20, box.height - 52)
    if is_there(state):
        _trust(image, scene, hero, Box(inner.x, inner.y, inner.width, 22))
        _stands(image, scene, hero, Box(inner.x, inner.y + 26, inner.width, 18), telling.chosen(scene, hero))
        _cards(image, scene, hero, Box(inner.x, inner.y + 48, inner.width, _CARD_HEIGHT), telling)
    text = telling.text(scene, hero)
    paragraph(
        image, text, Box(inner.x, inner.y + 118, inner.width, inner.height - 118), (14, 13, 12, 11, 10), style.DIM
    )
    if state.hero == hero and state.over == RUNNING:
        rim(image, box, style.BRASS, 4)


def _title(image: Image.Image, scene: Scene, hero: int, box: Box) -> None:
    state = scene.state
    kind = int(state.heroes[hero])
    color = style.HERO_COLORS[kind]
    panel(image, box, mix(color, style.INK, 0.2), color, 6, 1)
    paste(image, pawn(kind, int(state.trust[hero]), 34), box.x + 4, box.y + 2)
    wide = write(image, (box.x + 44, box.y + box.height / 2), Hero(kind).text, 19, style.WHITE, bold=True)
    if is_there(state):
        who = seat_name(int(state.runs[hero])) + (" (you)" if state.runs[hero] == scene.viewer else "")
        text, size = fit_line(who, box.width - 60 - wide, (15, 14, 13, 12, 11))
        write(image, (box.right - 8, box.y + box.height / 2), text, size, style.IVORY, anchor="r")


def _trust(image: Image.Image, scene: Scene, hero: int, box: Box) -> None:
    """Draw the Trust as filled pips up to the limit."""
    state = scene.state
    limit, has = int(scene.setup.record["limit"][0][state.heroes[hero]]), int(state.trust[hero])
    wide = write(image, (box.x, box.y + 11), "Trust", 14, style.DIM)
    for number in range(limit):
        fill = style.BRASS if number < has else style.SLATE
        paste(
            image, frame(18, 18, style.EDGE, radius=9, line=1.5, fill=fill), box.x + wide + 8 + 21 * number, box.y + 2
        )
    write(image, (box.right, box.y + 11), f"{has} of {limit}", 15, style.IVORY, bold=True, anchor="r")


def _stands(image: Image.Image, scene: Scene, hero: int, box: Box, chosen: str) -> None:
    """Write where a Hero is and where it goes."""
    text = f"in {District(scene.state.at[hero]).text}" + ("" if chosen == "-" else f", card: {chosen}")
    text, size = fit_line(text, box.width, (14, 13, 12, 11, 10, 9))
    write(image, (box.x, box.y + 9), text, size, style.IVORY)


def _cards(image: Image.Image, scene: Scene, hero: int, box: Box, telling: Telling) -> None:
    """Draw the nine Access cards, and below how many are in hand and what the Hero's turn has come to."""
    state = scene.state
    lost = lost_cards(state, hero)
    step = box.width // NUM_DISTRICTS
    for card, (mark, share) in enumerate(telling.cards(scene, hero)):
        if state.hero == hero:
            note(
                (box.x + card * step, box.y, step - 3, box.height),
                about(("District", card), blocks=(Act.DISTRICT.name,)),
            )
        _card(image, Box(box.x + card * step, box.y, step - 3, box.height), card, mark, share)
    wide = write(
        image, (box.x, box.low + 11), f"{NUM_DISTRICTS - len(lost)} of {NUM_DISTRICTS} cards in hand", 13, style.DIM
    )
    text, size = fit_line(telling.turn(scene, hero), box.width - wide - 12, (13, 12, 11, 10, 9), bold=True)
    write(image, (box.right, box.low + 11), text, size, style.BRASS, bold=True, anchor="r")


def _card(image: Image.Image, box: Box, card: int, mark: str, share: float) -> None:
    color = mix(style.GREY, style.DISTRICT_COLORS[card], share)
    fill = mix(mix(style.SLATE, style.INK, 0.3), color, 0.25 + 0.75 * share)
    panel(image, box, fill, radius=4)
    write(image, (box.x + box.width / 2, box.y + 13), _CARD_NAMES[card], 12, style.IVORY, bold=True, anchor="m")
    ink: RGB = style.WHITE if share > 0 else mix(style.RED, style.WHITE, 0.3)
    text, size = fit_line(mark, box.width - 4, (13, 12, 11, 10, 9), bold=True)
    write(image, (box.x + box.width / 2, box.y + 33), text, size, ink, bold=True, anchor="m")
