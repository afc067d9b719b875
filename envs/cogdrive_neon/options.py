"""The keyword options of CogDrive Neon."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from ..table.files.cards import load_cards
from ..table.game import Options
from .cards import DEFAULT, CardList


class CogDriveNeonOptions(Options):
    """Keyword options of CogDrive Neon."""

    num_players: int = Field(2, ge=2, le=2, description="Seats at the table; the game is for two.")
    max_decisions: int = Field(1000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    cards: CardList = Field(
        default=None,
        validate_default=True,
        description="Card file to play with: a path, or its content. The house edition by default.",
    )

    @field_validator("cards", mode="before")
    @classmethod
    def _load(cls, value: Any) -> CardList:
        return value if isinstance(value, CardList) else load_cards(CardList, value, DEFAULT)
