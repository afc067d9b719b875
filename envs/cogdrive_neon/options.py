"""The keyword options of CogDrive Neon."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ..table.files.cards import card_file
from ..table.game import Options
from .cards import DEFAULT, CardList, fill_setup


class CogDriveNeonOptions(Options):
    """Keyword options of CogDrive Neon."""

    num_players: int = Field(2, ge=2, le=2, description="Seats at the table; the game is for two.")
    max_decisions: int = Field(1000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    compensation: Literal["none", "card", "clash"] = Field(
        "none",
        description="What the second player has for the first one's start: nothing, as in the rulebook; a fourth card "
        "in hand; or the top card of the deck at the Clash, as the first player has.",
    )
    cards: Annotated[CardList, card_file(CardList, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Card file to play with: a path, or its content. The house edition by default.",
    )


def build(options: CogDriveNeonOptions, setup: Any) -> None:
    fill_setup(options.cards, setup)
    setup.more_cards, setup.more_clash = options.compensation == "card", options.compensation == "clash"
