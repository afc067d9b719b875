"""What happens by itself in the game of one against many alone, as rules tell it (:mod:`...table.events`)."""

from __future__ import annotations

from enum import IntEnum


class MachineNews(IntEnum):
    """Kinds of events beside those of both games (``city.rules.news``); in brackets as there."""

    TILE = 22  # drawn (District)
    BONDS = 23  # (-, gained)
    DRAWN = 24  # (Directive)
    HAND = 25  # (-, Directives as a set)
    RAIDED = 26  # (District, 1 if it detains, Hero)
    RAIDS_FAILED = 28  # (1 at the Riot Stage, Districts as a set, slots)
