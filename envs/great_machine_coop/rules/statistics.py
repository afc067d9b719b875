"""What a finished game has shown, in numbers, for ``cogitable balance``."""

from __future__ import annotations

from typing import Any

from ...city.rules.statistics import shared_statistics
from ...table.game import Setup
from .state import COUNTDOWN_INDEX, FIRST_EVENT, HEROES_WON, LETTERS, Mission

CAUSES = ("City Events", "the Progress marker", "failed Riots", "Provoke")
"""What advances the Master Plan, in the order of ``state.advances``."""


def statistics(setup: Setup, state: Any) -> dict[str, dict[str, float]]:
    """Return by Hero and Mission who won, what advanced the Master Plan, which City Events did, and the Riots."""
    turned_up = int(state.gone_events) | (state.event == FIRST_EVENT + COUNTDOWN_INDEX) << COUNTDOWN_INDEX
    names = [event.name for event in setup.options.cards.event]
    events = {FIRST_EVENT + event: name for event, name in enumerate(names) if turned_up >> event & 1}
    found = shared_statistics(state, ("share won with", float(state.winner == HEROES_WON)), CAUSES, events)
    if setup.options.with_missions:
        found["share of games in which it was completed"] = {
            Mission(int(state.missions[letter])).text: float(int(state.done) >> letter & 1)
            for letter in range(len(LETTERS))
        }
    return found
