"""What a finished game has shown, in numbers, for ``cogitable balance``."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import MACHINE, NOBODY, TRACK_END, Cause, Event, Hero
from ...table.game import Setup
from ...table.named import texts


def lengths(setup: Setup, state: Any) -> dict[str, float]:
    """Return how long a game was."""
    return {"rounds": int(state.week)}


def statistics(setup: Setup, state: Any) -> dict[str, dict[str, float]]:
    """Return by Hero who won, what advanced the Master Plan, which City Events did, and the Riots."""
    won = float(state.winner == MACHINE)
    moved = int(state.moved_by)
    turned_up = int(state.gone_events) | (state.event == Event.COUNTDOWN) << Event.COUNTDOWN
    return {
        "share won by the Machine against": {Hero(hero).text: won for hero in state.heroes if hero != NOBODY},
        "advances of the Master Plan by": {
            name: float(state.advances[cause]) for cause, name in enumerate(texts(Cause))
        },
        "share of games in which the plan was moved by": {
            name: float(moved >> event & 1) for event, name in enumerate(texts(Event)) if turned_up >> event & 1
        },
        "Riots won": {"in Districts": int(state.riots).bit_count(), "by the Riot Stage": int(state.slot == TRACK_END)},
    }
