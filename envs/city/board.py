"""The board file of City of the Great Machine: squares, tracks, dice, Heroes' limits and cities to play in."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field, model_validator

from ..table.files.cards import Card, CardFile
from ..table.named import texts
from .rules.city import set_links, two_routes
from .rules.state import ALL_DISTRICTS, DIE, MOST_TRUST, NUM_CITIZENS, NUM_DISTRICTS, CityLayout, District, Hero

DEFAULT = Path(__file__).with_name("board.toml")
CODES = ("Art", "Com", "Ind", "Sci", "Vel", "GC", "Tow", "CN", "CS")
"""How Districts are written in the rows of a city, by number."""
EMPTY = ".."
STAGES = ("Zero Stage", "Stage 1", "Stage 2", "Stage 3", "Stage 4", "Stage 5", "Riot Stage")
DICE = ("assault", "escape")
METHODS: dict[str, int] = {
    "random": CityLayout.RANDOM,
    "advised": CityLayout.ADVISED,
    "confrontation": CityLayout.CONFRONTATION,
}
"""Ways to lay out a city that is not given."""

DistrictName = Literal[
    "Art", "Commerce", "Industrial", "Science", "Velvet", "Grand Citadel", "Tower", "Control Nexus", "Square"
]


class DistrictCard(Card):
    """A District: what its tile has room for, and how many Citizens begin there."""

    room: int = Field(ge=1, le=10, description="Squares for Citizens.")
    guards: int = Field(ge=2, le=10, description="Squares for Guards.")
    citizens: int = Field(ge=0, le=6, description="Citizens at the start.")

    @model_validator(mode="after")
    def _fits(self) -> DistrictCard:
        if self.citizens > self.room:
            raise ValueError(f"citizens: {self.citizens} begin on {self.room} squares")
        return self


class HeroCard(Card):
    """A Hero: the limit of Trust and the District at the start."""

    limit: int = Field(ge=1, le=MOST_TRUST, description="Most Trust.")
    start: DistrictName


class Stage(Card):
    """A Stage of Discontent: Bonds of each Opening Phase."""

    bonds: int = Field(ge=0, le=40)


class Die(Card):
    """A die: by face, the Trust that it needs (0 for the shield), or 1 for a face that lets a Hero go."""

    faces: tuple[int, ...] = Field(min_length=DIE, max_length=DIE)


class City(Card):
    """A city to play in: rows of a grid, each tile on two cells."""

    rows: tuple[str, ...] = Field(min_length=2)
    minors: Literal["fixed", "random"] = Field("fixed", description="Whether Minor Districts change places at random.")

    @model_validator(mode="after")
    def _fits(self) -> City:
        if self.name in METHODS:
            raise ValueError(f"name: {self.name!r} already means a way to lay out the city, as {', '.join(METHODS)} do")
        parse_rows(self.rows)
        return self


class Board(CardFile):
    """A board file."""

    district: tuple[DistrictCard, ...]
    hero: tuple[HeroCard, ...]
    stage: tuple[Stage, ...]
    die: tuple[Die, ...]
    city: tuple[City, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _complete(self) -> Board:
        for table, entries, wanted in (
            ("district", self.district, texts(District)),
            ("hero", self.hero, texts(Hero)),
            ("stage", self.stage, STAGES),
            ("die", self.die, DICE),
        ):
            names = tuple(entry.name for entry in entries)
            if names != wanted:
                raise ValueError(f"{table}: the entries are {', '.join(names)}; they must be {', '.join(wanted)}")
        self._check_numbers()
        return self

    def _check_numbers(self) -> None:
        total = sum(district.citizens for district in self.district)
        if total > NUM_CITIZENS:
            raise ValueError(f"district: {total} Citizens begin in the city; there are {NUM_CITIZENS}")
        assault, escape = (die.faces for die in self.die)
        if not all(face == 0 or 2 <= face <= 4 for face in assault):
            raise ValueError(f"die 'assault': faces {list(assault)}; each must be 0 (the shield) or 2 to 4")
        if not all(face in (0, 1) for face in escape):
            raise ValueError(f"die 'escape': faces {list(escape)}; each must be 0 or 1")
        if not any(assault):
            raise ValueError("die 'assault': one face at least must break a Guard")


def parse_rows(rows: tuple[str, ...]) -> np.ndarray:
    """Return the tiles of a city drawn as rows of a grid, shape (9, 3): x, y and 1 for upright.

    Raises:
        ValueError: A code that is not known, a District that is missing or not one tile of two cells, or a city
            against the Two Route Principle.
    """
    cells: dict[str, list[tuple[int, int]]] = {code: [] for code in CODES}
    for y, row in enumerate(rows):
        for x, code in enumerate(row.split()):
            if code == EMPTY:
                continue
            if code not in cells:
                raise ValueError(f"rows: {code!r} is no District; they are {', '.join(CODES)}, and {EMPTY} for no tile")
            cells[code].append((x, y))
    place = np.array([_tile(code, found) for code, found in cells.items()])
    place[:, :2] -= place[:, :2].min(axis=0)
    links = np.zeros(NUM_DISTRICTS, np.int16)
    set_links(place, links, ALL_DISTRICTS)
    if not two_routes(links, ALL_DISTRICTS):
        raise ValueError(
            "rows: the city breaks the Two Route Principle: every District needs two neighbours, and without any one "
            "District the others must still be connected"
        )
    return place.astype(np.int8)


def _tile(code: str, cells: list[tuple[int, int]]) -> tuple[int, int, int]:
    if len(cells) == 2:
        (x, y), (other_x, other_y) = sorted(cells)
        if (other_x - x, other_y - y) in ((1, 0), (0, 1)):
            return x, y, int(other_y > y)
    raise ValueError(f"rows: {code} covers {len(cells)} cells {cells}; a District is two cells side by side")


def fill_numbers(board: Board, setup: Any) -> None:
    """Fill in what the board file says."""
    for number, district in enumerate(board.district):
        setup.room[number], setup.guard_room[number] = district.room, district.guards
        setup.start_citizens[number] = district.citizens
    for number, hero in enumerate(board.hero):
        setup.limit[number], setup.start[number] = hero.limit, texts(District).index(hero.start)
    setup.assault[:], setup.escape[:] = board.die[0].faces, board.die[1].faces
