"""What a finished game has shown, in numbers, for ``cogitable balance``."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import MACHINE, Cause, Event
from ...city.rules.statistics import shared_statistics
from ...table.game import Setup
from ...table.named import texts


def statistics(setup: Setup, state: Any) -> dict[str, dict[str, float]]:
    """Return by Hero who won, what advanced the Master Plan, which City Events did, and the Riots."""
    turned_up = int(state.gone_events) | (state.event == Event.COUNTDOWN) << Event.COUNTDOWN
    won = ("share won by the Machine against", float(state.winner == MACHINE))
    return shared_statistics(state, won, texts(Cause), {event: event.text for event in Event if turned_up >> event & 1})
