"""The keyword options of Brass Empire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, model_validator

from ..table.errors import OptionError
from ..table.files.card_errors import did_you_mean
from ..table.files.cards import card_file
from ..table.game import Options
from .cards import DEFAULT, CardList, check_reserve, fill_setup
from .rules.state import MAX_RESERVE, MAX_RESERVE_VALUE, MAX_SEATS, NOBODY, Mode

SEATS: Mapping[str, tuple[int, ...]] = {
    "standard": (2, 3, 4, 5),
    "solitaire": (1,),
    "team": (4, 6),
    "battle": (2, 3, 4, 5, 6),
}
"""Numbers of players by mode, the usual one first."""

SOLITAIRE_POOL = 40
_POOLS = {2: 50, 3: 75}
_FULL_POOL = 100
_NEVER = 127


class BrassEmpireOptions(Options):
    """Keyword options of Brass Empire."""

    num_players: int = Field(
        2,
        ge=1,
        le=MAX_SEATS,
        description="Seats at the table: 2 to 5 standard, 1 solitaire, 4 or 6 team, 2 to 6 battle.",
    )
    max_decisions: int = Field(5000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    mode: Literal["standard", "solitaire", "team", "battle"] = Field("standard", description="Which game is played.")
    pool: int | None = Field(
        None, ge=1, le=1000, description="Brass in the Mining Pool; by default as the rulebook has it for the players."
    )
    equal_turns: bool = Field(
        False, description="Solitaire only: the automaton has its last turn even after the pool is exhausted."
    )
    corporations: Literal["dealt", "chosen"] | tuple[str, ...] = Field(
        "dealt",
        description="Who runs which corporation: dealt at random, chosen in turn as first decisions, or a name a seat.",
    )
    reserves: Literal["stock", "draft"] | tuple[dict[str, int], ...] = Field(
        "stock",
        description="Reserve decks: each corporation's stock, drafted as decisions before the game, or given for each "
        "seat as a table of names and copies (then corporations must be given too).",
    )
    reserve_value: int = Field(
        10, ge=1, le=MAX_RESERVE_VALUE, description="Total Brass Value of a drafted reserve; 8 to 12 is recommended."
    )
    cards: Annotated[CardList, card_file(CardList, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Card file to play with: a path, or its content. The house edition by default.",
    )

    @model_validator(mode="before")
    @classmethod
    def _usual_seats(cls, values: Any) -> Any:
        """Take the mode's usual number of players where none is given."""
        if isinstance(values, dict) and "num_players" not in values and values.get("mode") in SEATS:
            return {**values, "num_players": SEATS[values["mode"]][0]}
        return values

    @model_validator(mode="after")
    def _fits(self) -> BrassEmpireOptions:
        if self.num_players not in SEATS[self.mode]:
            allowed = ", ".join(map(str, SEATS[self.mode]))
            raise OptionError(f"option 'num_players' is {self.num_players}: mode {self.mode!r} is for {allowed}")
        if self.equal_turns and self.mode != "solitaire":
            raise OptionError(f"option 'equal_turns' is for mode 'solitaire', not for {self.mode!r}")
        if self.pool is not None and self.mode == "battle":
            raise OptionError("option 'pool' is not for mode 'battle', which has no Mining Pool")
        if not isinstance(self.corporations, str):
            self._check_corporations(self.corporations)
        if not isinstance(self.reserves, str):
            self._check_reserves(self.reserves)
        elif self.reserves == "draft":
            self._check_draft()
        return self

    def _check_corporations(self, names: tuple[str, ...]) -> None:
        if len(names) != self.num_players:
            raise OptionError(f"option 'corporations' has {len(names)} names; {self.num_players} seats need one each")
        for name in names:
            if name not in self.cards.corporations:
                raise OptionError(
                    f"option 'corporations': {name!r} is no corporation; allowed are "
                    f"{', '.join(self.cards.corporations)}{did_you_mean(name, self.cards.corporations)}"
                )

    def _check_reserves(self, reserves: tuple[dict[str, int], ...]) -> None:
        if isinstance(self.corporations, str):
            raise OptionError("option 'reserves' gives reserves; then 'corporations' must give a name for each seat")
        if len(reserves) != self.num_players:
            raise OptionError(f"option 'reserves' has {len(reserves)} tables; {self.num_players} seats need one each")
        for seat, (name, reserve) in enumerate(zip(self.corporations, reserves, strict=True)):
            try:
                check_reserve(self.cards, name, reserve, f"option 'reserves', seat {seat}")
            except ValueError as error:
                raise OptionError(str(error)) from None
            self._check_copies(name, reserve, seat)
        values = [sum(self.cards.kinds[self.cards.numbers[n]].value * c for n, c in r.items()) for r in reserves]
        if len(set(values)) > 1:
            shown = ", ".join(map(str, values))
            raise OptionError(f"option 'reserves': their total Brass Values are {shown}; they must all be equal")

    def _check_copies(self, corporation: str, reserve: Mapping[str, int], seat: int) -> None:
        stock = next(c.reserve for c in self.cards.corporation if c.name == corporation)
        for name, copies in reserve.items():
            there_are = self.cards.kinds[self.cards.numbers[name]].copies + stock.get(name, 0)
            if copies > there_are:
                raise OptionError(
                    f"option 'reserves', seat {seat}: {copies} cards {name!r}, but there are only {there_are}"
                )

    def _check_draft(self) -> None:
        for number, name in enumerate(self.cards.corporations):
            if fewest_cards(self.cards, number, -1, self.reserve_value)[-1] > MAX_RESERVE:
                raise OptionError(
                    f"option 'reserve_value' is {self.reserve_value}: {name} has no {MAX_RESERVE} cards or fewer of "
                    "exactly this total Brass Value"
                )


def pool_of(options: BrassEmpireOptions) -> int:
    """Return the Brass in the Mining Pool at the beginning."""
    if options.mode == "battle":
        return 0
    if options.pool is not None:
        return options.pool
    return SOLITAIRE_POOL if options.mode == "solitaire" else _POOLS.get(options.num_players, _FULL_POOL)


def fewest_cards(cards: CardList, corporation: int, above: int, value: int) -> list[int]:
    """Return the fewest cards of a corporation, of kinds numbered above one, worth just 0 to ``value``; 127 if none."""
    name = cards.corporations[corporation]
    fewest = [0] + [_NEVER] * value
    for number, kind in enumerate(cards.kinds):
        if number <= above or kind.corporation != name or not kind.value:
            continue
        for _ in range(kind.copies + cards.corporation[corporation].reserve.get(kind.name, 0)):
            for total in range(value, kind.value - 1, -1):
                fewest[total] = min(fewest[total], fewest[total - kind.value] + 1)
    return fewest


def build(options: BrassEmpireOptions, setup: Any) -> None:
    cards = options.cards
    fill_setup(cards, setup)
    setup.mode, setup.pool, setup.equal_turns = Mode.called(options.mode), pool_of(options), options.equal_turns
    setup.places = options.num_players + (options.mode == "solitaire")
    setup.shown = max(SEATS[options.mode]) + (options.mode == "solitaire")
    setup.sides = options.num_players // 2 if options.mode == "team" else setup.places
    setup.draft, setup.choose_corporations = options.reserves == "draft", options.corporations == "chosen"
    setup.reserve_value = options.reserve_value
    setup.corporation[:] = NOBODY
    if not isinstance(options.corporations, str):
        for seat, name in enumerate(options.corporations):
            setup.corporation[seat] = cards.corporations.index(name)
    if not isinstance(options.reserves, str):
        for seat, reserve in enumerate(options.reserves):
            for name, copies in reserve.items():
                setup.given_reserve[seat, cards.numbers[name]] = copies
    if setup.draft:
        setup.need_above[: len(cards.kinds), : options.reserve_value + 1] = _need_above(options)


def _need_above(options: BrassEmpireOptions) -> np.ndarray:
    cards, value = options.cards, options.reserve_value
    need = np.full((len(cards.kinds), value + 1), _NEVER, np.int8)
    for number, kind in enumerate(cards.kinds):
        if kind.corporation is not None:
            need[number] = fewest_cards(cards, cards.faction(kind) - 1, number, value)
    return need
