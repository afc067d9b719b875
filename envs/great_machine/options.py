"""The keyword options of City of the Great Machine."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Literal

import numpy as np
from pydantic import Field, field_validator, model_validator

from ..table.cards import load_cards
from ..table.errors import OptionError
from ..table.game import Options
from .board import DEFAULT, METHODS, Board, fill_numbers, parse_rows
from .state import HEROES, MAX_SEATS, NOBODY, NUM_HEROES, PRESET, SHUFFLED


class MachineOptions(Options):
    """Keyword options of City of the Great Machine."""

    num_players: int = Field(4, ge=2, le=MAX_SEATS, description="Seats: the Great Machine and 1 to 3 Revolutionaries.")
    max_decisions: int = Field(5000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    revolutionaries: int | None = Field(
        None,
        ge=1,
        le=NUM_HEROES,
        description="Persons against the Machine, who set where Discontent starts: one less than the seats by default. "
        "Give it with four seats to have one agent a Hero in a game of fewer persons.",
    )
    heroes: Literal["dealt", "chosen"] | tuple[str, ...] = Field(
        "dealt", description="The three Heroes: dealt at random, chosen as first decisions, or three names."
    )
    city: str | tuple[str, ...] = Field(
        "normal 1",
        description="The city: a name from the board file, 'random' (any legal one), 'advised' (a random one that "
        "follows the Guide's advice), 'confrontation' (both sides lay it out), or rows of a grid of your own.",
    )
    repositioning: Literal["lifted", "laid"] = Field(
        "lifted",
        description="When a District may be moved: if the Two Route Principle holds without it and once it lies anew, "
        "or once it lies anew.",
    )
    master_plan: int = Field(3, ge=1, le=3, description="Where the Master Plan starts; higher helps the Machine.")
    help_heroes: bool = Field(
        False, description="With each successful Riot every Hero identifies a Citizen or gets 2 Trust."
    )
    reconsider: bool = Field(False, description="Once all have chosen an Access card, each may change its choice.")
    board: Board = Field(
        default=None,
        validate_default=True,
        description="Board file to play with: a path, or its content. The printed numbers as far as known by default.",
    )

    @field_validator("board", mode="before")
    @classmethod
    def _load(cls, value: Any) -> Board:
        return value if isinstance(value, Board) else load_cards(Board, value, DEFAULT)

    @model_validator(mode="after")
    def _fits(self) -> MachineOptions:
        if self.revolutionaries not in (None, self.num_players - 1) and self.num_players != MAX_SEATS:
            raise OptionError(
                f"option 'revolutionaries' is {self.revolutionaries} with {self.num_players} seats; give it with "
                f"{MAX_SEATS} seats, one a Hero, or leave it out"
            )
        if not isinstance(self.heroes, str):
            _check_heroes(self.heroes)
        _find_city(self)
        return self


def _check_heroes(names: tuple[str, ...]) -> None:
    if len(names) != NUM_HEROES or len(set(names)) != NUM_HEROES:
        raise OptionError(f"option 'heroes' is {list(names)}; it must be {NUM_HEROES} different names")
    for name in names:
        if name not in HEROES:
            raise OptionError(f"option 'heroes' names {name!r}; the Heroes are {', '.join(HEROES)}")


def _find_city(options: MachineOptions) -> tuple[int, np.ndarray | None]:
    """Return how the city is laid out, and its tiles where they are given."""
    if not isinstance(options.city, str):
        try:
            return PRESET, parse_rows(options.city)
        except ValueError as error:
            raise OptionError(f"option 'city': {error}") from None
    if options.city in METHODS:
        return METHODS[options.city], None
    for city in options.board.city:
        if city.name == options.city:
            return (SHUFFLED if city.minors == "random" else PRESET), parse_rows(city.rows)
    known = [*(city.name for city in options.board.city), *METHODS]
    close = get_close_matches(options.city, known, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise OptionError(f"option 'city' is {options.city!r}; it must be {', '.join(known)}, or rows of a grid{hint}")


def build(options: MachineOptions, setup: Any) -> None:
    """Fill the SETUP record from the options."""
    setup.revolutionaries = options.revolutionaries or options.num_players - 1
    setup.start_plan = options.master_plan
    setup.start_slot = setup.revolutionaries - 1
    setup.help_heroes, setup.reconsider = options.help_heroes, options.reconsider
    setup.choose_heroes = options.heroes == "chosen"
    named = not isinstance(options.heroes, str)
    setup.heroes[:] = [HEROES.index(name) for name in options.heroes] if named else NOBODY
    setup.lifted = options.repositioning == "lifted"
    setup.layout, place = _find_city(options)
    if place is not None:
        setup.place[:] = place
    fill_numbers(options.board, setup)
