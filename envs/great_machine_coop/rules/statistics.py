"""What a finished game has shown, in numbers, for ``cogitable balance``."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NOBODY, TRACK_END, Hero
from ...table.game import Setup
from .state import COUNTDOWN_INDEX, FIRST_EVENT, HEROES_WON, LETTERS, Mission

CAUSES = ("City Events", "the Progress marker", "failed Riots", "Provoke")
"""What advances the Master Plan, in the order of ``state.advances``."""


def lengths(setup: Setup, state: Any) -> dict[str, float]:
    """Return how long a game was."""
    return {"rounds": int(state.week)}


def statistics(setup: Setup, state: Any) -> dict[str, dict[str, float]]:
    """Return by Hero and Mission who won, what advanced the Master Plan, which City Events did, and the Riots."""
    won = float(state.winner == HEROES_WON)
    moved, gone = int(state.moved_by), int(state.gone_events)
    gone |= (state.event == FIRST_EVENT + COUNTDOWN_INDEX) << COUNTDOWN_INDEX
    names = [event.name for event in setup.options.cards.event]
    found: dict[str, dict[str, float]] = {
        "share won with": {Hero(hero).text: won for hero in state.heroes if hero != NOBODY},
        "advances of the Master Plan by": {name: float(state.advances[cause]) for cause, name in enumerate(CAUSES)},
        "share of games in which the plan was moved by": {
            name: float(moved >> (FIRST_EVENT + event) & 1) for event, name in enumerate(names) if gone >> event & 1
        },
        "Riots won": {"in Districts": int(state.riots).bit_count(), "by the Riot Stage": int(state.slot == TRACK_END)},
    }
    if setup.options.with_missions:
        found["share of games in which it was completed"] = {
            Mission(int(state.missions[letter])).text: float(int(state.done) >> letter & 1)
            for letter in range(len(LETTERS))
        }
    return found
