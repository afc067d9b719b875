"""The keyword options of Comrade."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from ..table.errors import OptionError
from ..table.game import Options
from .rules.state import MAX_SEATS, MAX_TURNS, MIN_SEATS


class ComradeOptions(Options):
    """Keyword options of Comrade."""

    num_players: int = Field(5, ge=MIN_SEATS, le=MAX_SEATS, description="Seats at the table.")
    max_decisions: int = Field(5000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    max_turns: int = Field(
        MAX_TURNS,
        ge=1,
        le=MAX_TURNS,
        description="Turns after which an episode is truncated; a table has room for the history of no more.",
    )
    everyone_gives: bool = Field(
        False,
        description="In the first pass everybody gives a card; by default who holds two cards by then is passed over.",
    )
    claims: bool = Field(
        False, description="Every turn begins with one short claim by each seat, true or not (a house variant)."
    )

    @field_validator("max_turns", mode="before")
    @classmethod
    def _has_room(cls, turns: Any) -> Any:
        """Say why there is a highest limit."""
        if isinstance(turns, int) and turns > MAX_TURNS:
            raise OptionError(
                f"Comrade: option 'max_turns' is {turns}; it can be up to {MAX_TURNS}: a table keeps all that has "
                f"happened, which beliefs and redraws are worked out from, and has room for {MAX_TURNS} turns"
            )
        return turns


def fill_setup(options: ComradeOptions, setup: Any) -> None:
    """Fill the SETUP record from the options."""
    setup.voters = (options.num_players + 1) // 2
    setup.max_turns = options.max_turns
    setup.everyone_gives = options.everyone_gives
    setup.claims = options.claims
