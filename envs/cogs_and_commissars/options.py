"""The keyword options of Cogs and Commissars."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from ..table.errors import OptionError, did_you_mean
from ..table.files.cards import card_file
from ..table.game import Options
from .cards import DEFAULT, CardList, fill_leaders, fill_setup
from .rules.box import Decks
from .rules.state import MAX_SEATS, NOBODY

MOST_GIVEN = 6
"""Most Proletariats that a later place may be given: all that six seats could be, and take, are in the box."""


class CogsOptions(Options):
    """Keyword options of Cogs and Commissars."""

    num_players: int = Field(2, ge=2, le=MAX_SEATS, description="Seats at the table.")
    max_decisions: int = Field(20000, ge=1, le=100000, description="Decisions after which an episode is truncated.")
    decks: Literal["preconstructed", "drafted", "random"] = Field(
        "preconstructed",
        description="Decks: each faction's own, or core cards with 18 regular cards, 8 of them dealt and 10 drafted as "
        "decisions, or all of them dealt.",
    )
    leaders: bool = Field(False, description="Each player has the power of the faction's leader.")
    factions: Literal["dealt", "chosen"] | tuple[str, ...] = Field(
        "dealt",
        description="Who plays which faction: dealt at random, chosen in turn as first decisions, or a name a seat.",
    )
    first_player: Literal["drawn"] | Annotated[int, Field(ge=0, lt=MAX_SEATS)] = Field(
        "drawn", description="Who begins: drawn at random, or a seat, as one who has lost the game before."
    )
    blitzes: Literal["between", "inside"] = Field(
        "between",
        description="Where Blitz cards can be played with no card to respond to: between the steps of a turn, or also "
        "before its production, between discarding and drawing, and after each card of its Propaganda and Action step.",
    )
    standing_orders: bool = Field(
        False, description="Seats may say, by actions of their own, in which windows they do not want to be asked."
    )
    windows: Literal["held", "all"] = Field(
        "held",
        description="Who is asked for a response, or to play a card: a seat that holds one it may play, or every seat.",
    )
    compensation: Literal["none"] | tuple[Annotated[int, Field(ge=0, le=MOST_GIVEN)], ...] = Field(
        "none",
        description="Further Proletariats at the start by place in the round, a number for each place; none by the "
        "rulebook.",
    )
    cards: Annotated[CardList, card_file(CardList, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Card file to play with: a path, or its content. The house edition by default.",
    )

    @field_validator("first_player", mode="before")
    @classmethod
    def _has_seat(cls, seat: Any, info: ValidationInfo) -> Any:
        """Say which seats there are at this table; the type knows those of the largest one."""
        seats = info.data.get("num_players")
        if isinstance(seat, int) and seats is not None and not 0 <= seat < seats:
            raise OptionError(f"option 'first_player' is {seat}; the seats are 0 to {seats - 1}, or 'drawn'")
        return seat

    @model_validator(mode="after")
    def _fits(self) -> CogsOptions:
        known = self.cards.factions
        if self.num_players > len(known):
            raise OptionError(f"option 'num_players' is {self.num_players}, but the cards have {len(known)} factions")
        if not isinstance(self.factions, str):
            self._check_factions(self.factions)
        if not isinstance(self.compensation, str) and len(self.compensation) != self.num_players:
            raise OptionError(
                f"option 'compensation' has {len(self.compensation)} numbers; {self.num_players} places need one each"
            )
        return self

    def _check_factions(self, names: tuple[str, ...]) -> None:
        if len(names) != self.num_players:
            raise OptionError(f"option 'factions' has {len(names)} names; {self.num_players} seats need one each")
        for name in names:
            if name not in self.cards.factions:
                raise OptionError(
                    f"option 'factions': {name!r} is no faction; allowed are "
                    f"{', '.join(self.cards.factions)}{did_you_mean(name, self.cards.factions)}"
                )
            if names.count(name) > 1:
                raise OptionError(f"option 'factions': {name!r} is named twice; there is one deck and leader of each")


def build(options: CogsOptions, setup: Any) -> None:
    fill_setup(options.cards, setup)
    fill_leaders(options.cards, setup, options.leaders)
    setup.decks, setup.leaders = Decks.called(options.decks), options.leaders
    setup.ask_all, setup.choose_factions = options.windows == "all", options.factions == "chosen"
    setup.inside, setup.orders = options.blitzes == "inside", options.standing_orders
    setup.first = NOBODY if isinstance(options.first_player, str) else options.first_player
    if not isinstance(options.compensation, str):
        setup.compensation[: len(options.compensation)] = options.compensation
    setup.faction[:] = NOBODY
    if not isinstance(options.factions, str):
        for seat, name in enumerate(options.factions):
            setup.faction[seat] = options.cards.factions.index(name)
