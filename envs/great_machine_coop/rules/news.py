"""What happens by itself in the co-operative game alone, as rules tell it (:mod:`...table.events`).

In the events of a Servant ``other`` says which.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int

_MOVE_BITS = 4


class CoopNews(IntEnum):
    """Kinds of events beside those of both games (``city.rules.news``); in brackets as there."""

    SERVANT = 29  # (Servant Movement card, where: see packed_move, Servant)
    FALLS = 30  # (District, -, Servant)
    STANDS_UP = 31  # (District, -, Servant)
    CONFISCATED = 32  # (-, Trust, Hero)
    OPTIMIZED = 33  # (-, -, Servant)
    NO_ACTION = 34  # (-, -, Servant)
    SWAPPED = 35  # (District, -, District)
    DIRECTIVE_TAKEN = 36  # (Directive, UNKNOWN unless it was known)
    DIRECTIVE_RETURNED = 37  # (Directive)
    PUBLISHED = 38  # (Directive)
    MARKER = 39  # (-, steps)
    REPAIRED = 40  # (District, Guards)
    RESETTLED = 41  # (type, District, other District)
    SPECIAL_GUARD = 42  # (District)
    TOKENS = 43  # (1 if all were turned down and mixed first, Districts whose tokens were turned up)
    SHUFFLED = 44  # Servant Movement cards (-, Maintenance cards that left, as a set)
    BROKEN = 45  # (District, Guards)
    RAID_TOKEN_LEAVES = 46  # (District)
    PROTOCOL = 47  # (1 if it is prevented)
    BREAKTHROUGH = 48  # (1 if it succeeds, how much of what it brings can be had, City Event)
    MISSION_DONE = 49  # (Mission)
    MISSION_BEGINS = 50  # (Mission, Districts of its tokens as a set)
    ORDERS_LAID = 51
    TOKEN_BACK = 52  # (type, Hero or UNKNOWN for an Intel token, District)
    CORE_TAKEN = 53  # (District)
    DETAINED = 54  # (Servant, Trust there was; for Phantasmer 1 if the turn goes on, Hero)
    DRONE = 55  # (-, Trust, Hero)
    PROGRAMMED = 56  # (-, Trust on the die)
    LEVIED = 57  # (-, Trust, Hero)
    PACIFIED = 58
    PLAN_BACK = 59  # (-, where it is now)
    INTEL_ARRIVES = 60  # (type, -, District)
    REMOVED = 61  # a Directive of the Machine's hand leaves the game (Directive)


@compiled
def packed_move(district: Int, hero: Int) -> Int:
    """Return where a Servant goes, and after which Hero (NOBODY for after none), as one number."""
    return (np.int64(hero) + 1) << _MOVE_BITS | np.int64(district)


def unpacked_move(packed: int) -> tuple[int, int]:
    """Return the District and the Hero, NOBODY for none."""
    return packed & (1 << _MOVE_BITS) - 1, (packed >> _MOVE_BITS) - 1
