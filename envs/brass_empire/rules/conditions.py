"""The conditions that a step of a card may set, judged when the step is reached."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .seats import is_opponent
from .state import ALLIED, ALWAYS, BEHIND, BUILDING, BUILDINGS, MAX_THINGS, PLAYED, PLAYED_CARDS, UNIT, UNITS
from .things import count_of_type, is_face_up


@compiled
def holds(setup, state, frame, step):
    """Whether the condition of a step holds for the seat whose effect it is."""
    condition = step.condition
    if condition == ALWAYS:
        return True
    found = np.int64(0)
    if condition == ALLIED:
        found += allies(setup, state, frame)
    elif condition == UNITS:
        found += count_of_type(setup, state, frame.seat, UNIT)
    elif condition == BUILDINGS:
        found += count_of_type(setup, state, frame.seat, BUILDING)
    elif condition == PLAYED_CARDS:
        found += np.int64(state.played) if frame.seat == state.player else 0
    elif condition == BEHIND:
        found += richer_opponents(setup, state, frame.seat)
    return found >= step.at_least


@compiled
def allies(setup, state, frame):
    """Number of other cards of the card's corporation that were played this turn or are in play face up."""
    faction = setup.faction[frame.card]
    number = np.int64(0)
    for kind in range(setup.kinds):
        if setup.faction[kind] == faction:
            number += np.int64(state.zones[frame.seat, PLAYED, kind])
    for slot in range(MAX_THINGS):
        thing = state.things[frame.seat, slot]
        number += is_face_up(thing) and setup.faction[thing.kind] == faction
    return number if frame.left else number - 1


@compiled
def richer_opponents(setup, state, seat):
    """Number of opponents with more Brass."""
    number = np.int64(0)
    for other in range(setup.places):
        number += is_opponent(setup, state, seat, other) and state.brass[other] > state.brass[seat]
    return number
