"""What a finished game of either kind has shown, in numbers, for ``cogitable balance``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...table.game import Setup
from .state import NOBODY, TRACK_END, Hero


def lengths(setup: Setup, state: Any) -> dict[str, float]:
    """Return how long a game was."""
    return {"rounds": int(state.week)}


def shared_statistics(
    state: Any, won: tuple[str, float], causes: Sequence[str], events: Mapping[int, str]
) -> dict[str, dict[str, float]]:
    """Return by Hero who won, what advanced the Master Plan, which City Events did, and the Riots.

    Args:
        state: The end of a game.
        won: Heading and number of who won.
        causes: What ``state.advances`` counts, by name.
        events: City Events that were turned up, by number in ``state.moved_by``, and their names.
    """
    heading, number = won
    return {
        heading: {Hero(hero).text: number for hero in state.heroes if hero != NOBODY},
        "advances of the Master Plan by": {name: float(state.advances[cause]) for cause, name in enumerate(causes)},
        "share of games in which the plan was moved by": {
            name: float(int(state.moved_by) >> event & 1) for event, name in events.items()
        },
        "Riots won": {"in Districts": int(state.riots).bit_count(), "by the Riot Stage": int(state.slot == TRACK_END)},
    }
