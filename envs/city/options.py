"""The options that both games on this board have: Heroes, the city, how it may be laid anew, and the board file."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from ..table.errors import OptionError, did_you_mean
from ..table.files.cards import card_file
from ..table.game import Options
from ..table.named import texts
from .board import DEFAULT, METHODS, Board, fill_numbers, parse_rows
from .rules.state import NOBODY, NUM_HEROES, CityLayout, Hero


class CityOptions(Options):
    """Keyword options of a game in the city of the Great Machine."""

    methods: ClassVar[dict[str, int]] = METHODS
    """Ways to lay out a city that is not given."""

    heroes: Literal["dealt", "chosen"] | tuple[str, ...] = Field(
        "dealt", description="The three Heroes: dealt at random, chosen as first decisions, or three names."
    )
    city: str | tuple[str, ...] = Field(
        "normal 1",
        description="The city: a name from the board file, 'random' (any legal one), 'advised' (a random one that "
        "follows the Guide's advice), where there is a player for the Machine 'confrontation' (both sides lay it out), "
        "or rows of a grid of your own.",
    )
    repositioning: Literal["lifted", "laid"] = Field(
        "lifted",
        description="When a District may be moved: if the Two Route Principle holds without it and once it lies anew, "
        "or once it lies anew.",
    )
    reconsider: bool = Field(False, description="Once all have chosen an Access card, each may change its choice.")
    board: Annotated[Board, card_file(Board, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Board file to play with: a path, or its content. The printed numbers as far as known by default.",
    )

    @model_validator(mode="after")
    def _has_city_and_heroes(self) -> CityOptions:
        if not isinstance(self.heroes, str):
            _check_heroes(self.heroes)
        _find_city(self)
        return self


def _check_heroes(names: tuple[str, ...]) -> None:
    if len(names) != NUM_HEROES or len(set(names)) != NUM_HEROES:
        raise OptionError(f"option 'heroes' is {list(names)}; it must be {NUM_HEROES} different names")
    for name in names:
        if name not in texts(Hero):
            raise OptionError(f"option 'heroes' names {name!r}; the Heroes are {', '.join(texts(Hero))}")


def _find_city(options: CityOptions) -> tuple[int, np.ndarray | None]:
    """Return how the city is laid out, and its tiles where they are given."""
    if not isinstance(options.city, str):
        try:
            return CityLayout.PRESET, parse_rows(options.city)
        except ValueError as error:
            raise OptionError(f"option 'city': {error}") from None
    if options.city in options.methods:
        return options.methods[options.city], None
    for city in options.board.city:
        if city.name == options.city:
            return (CityLayout.SHUFFLED if city.minors == "random" else CityLayout.PRESET), parse_rows(city.rows)
    known = [*(city.name for city in options.board.city), *options.methods]
    hint = did_you_mean(options.city, known)
    raise OptionError(f"option 'city' is {options.city!r}; it must be {', '.join(known)}, or rows of a grid{hint}")


def fill_city(options: CityOptions, setup: Any) -> None:
    """Fill in who takes part, how the city is laid out and what the board file says."""
    setup.choose_heroes = options.heroes == "chosen"
    named = not isinstance(options.heroes, str)
    setup.heroes[:] = [texts(Hero).index(name) for name in options.heroes] if named else NOBODY
    setup.reconsider, setup.lifted = options.reconsider, options.repositioning == "lifted"
    setup.layout, place = _find_city(options)
    if place is not None:
        setup.place[:] = place
    fill_numbers(options.board, setup)
