"""What is printed on the cards, tiles and dice of both games, and its rows in their tables of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..board import EMPTY
from ..rules.state import MINOR_DISTRICTS, District, Hero

if TYPE_CHECKING:
    from ...table.game import Setup
    from ..board import Board

HERO_TEXT: dict[str, str] = {
    "Veteran": "Attacks by rolling first; then pays what the die shows, or not.",
    "Fowler": "Two Actions of different kinds, Gain Trust not first; with a Riot only that one.",
    "Vagabond": "Pays nothing for Guards or Servants on the first exit of a round.",
    "Artificer": "3 Trust more in the Opening Phase in Grand Citadel, Tower or Control Nexus.",
}
"""The ability of the Heroes that are the same in both games."""

DIRECTIVE_TEXT: dict[str, str] = {
    "Reinforce": "One Guard more counts against every Riot.",
    "Shadow": "What Heroes pay by Guards, for exits and Actions, they pay by Servants as well.",
}
"""What the Directives that are the same in both games do while they are published."""

_LAST_INITIATIVE = 9


def initiative(hero: int) -> int:
    """Return the number printed on a Hero: its place, but 9 for the Physician, who stays last."""
    return _LAST_INITIATIVE if hero == Hero.PHYSICIAN else hero + 1


def hero_rows(board: Board, text: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Return the rows of the Heroes, whose abilities are told in ``text``."""
    for number, hero in enumerate(board.hero):
        figures = f"Initiative {initiative(number)}, limit {hero.limit}, starts in {hero.start}"
        yield hero.name, "Hero", figures, text[Hero(number).text], hero.source


def district_rows(board: Board) -> Iterator[tuple[str, ...]]:
    """Return the rows of the Districts."""
    for number, district in enumerate(board.district):
        kind = "Minor District" if number in MINOR_DISTRICTS else "Major District"
        squares = f"{district.room} squares for Citizens, {district.guards} for Guards"
        yield District(number).text, kind, squares, f"{district.citizens} Citizens at the start", district.source


def die_rows(board: Board) -> Iterator[tuple[str, ...]]:
    """Return the rows of the dice."""
    assault, escape = board.die
    needed = ", ".join(str(face or "shield") for face in assault.faces)
    yield assault.name, "die", needed, "the Trust that breaks a Guard; nothing does against the shield", assault.source
    let_go = ", ".join("free" if face else "caught" for face in escape.faces)
    yield escape.name, "die", let_go, "rolled by a Hero that cannot pay for an exit", escape.source


def has_city(setup: Setup, row: Sequence[str]) -> bool:
    """Whether a row of a card table is no city, or the one that is played in."""
    return row[1] != "city" or row[0] == setup.options.city


def city_rows(board: Board) -> Iterator[tuple[str, ...]]:
    """Return the rows of the cities that have names."""
    for city in board.city:
        grid = " / ".join(" ".join(row.split()) for row in city.rows)
        minors = "Minor Districts change places at random" if city.minors == "random" else "always the same"
        yield city.name, "city", grid, f"{minors}; {EMPTY} is no tile", city.source
