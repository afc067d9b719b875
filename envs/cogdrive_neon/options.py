"""The keyword options of CogDrive Neon."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..table.files.cards import card_file
from ..table.game import Options
from .cards import DEFAULT, CardList


class CogDriveNeonOptions(Options):
    """Keyword options of CogDrive Neon."""

    num_players: int = Field(2, ge=2, le=2, description="Seats at the table; the game is for two.")
    max_decisions: int = Field(1000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    cards: Annotated[CardList, card_file(CardList, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Card file to play with: a path, or its content. The house edition by default.",
    )
