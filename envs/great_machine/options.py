"""The keyword options of City of the Great Machine."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from ..city.options import CityOptions, fill_city
from ..city.rules.state import NUM_HEROES
from ..table.errors import OptionError
from .rules.state import MAX_SEATS


class MachineOptions(CityOptions):
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
    master_plan: int = Field(3, ge=1, le=3, description="Where the Master Plan starts; higher helps the Machine.")
    help_heroes: bool = Field(
        False, description="With each successful Riot every Hero identifies a Citizen or gets 2 Trust."
    )

    @model_validator(mode="after")
    def _has_seats(self) -> MachineOptions:
        if self.revolutionaries not in (None, self.num_players - 1) and self.num_players != MAX_SEATS:
            raise OptionError(
                f"option 'revolutionaries' is {self.revolutionaries} with {self.num_players} seats; give it with "
                f"{MAX_SEATS} seats, one a Hero, or leave it out"
            )
        return self


def build(options: MachineOptions, setup: Any) -> None:
    """Fill the SETUP record from the options."""
    setup.revolutionaries = options.revolutionaries or options.num_players - 1
    setup.start_plan = options.master_plan
    setup.start_slot = setup.revolutionaries - 1
    setup.help_heroes = options.help_heroes
    fill_city(options, setup)
    setup.income[:] = [stage.bonds for stage in options.board.stage]
