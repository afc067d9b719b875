"""The conditions that a step of a card may set, judged when the step is reached."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Int
from .card_steps import Need, Step
from .seats import is_opponent, slots
from .state import CardType, Frame, Prepared, State, Zone
from .things import count_of_type, is_face_up


@compiled
def holds(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    """Whether the condition of a step holds for the seat whose effect it is."""
    return is_met(setup, state, frame.seat, frame.card, frame.left != 0, step)


@compiled
def is_met(setup: Prepared, state: State, seat: Int, card: Int, left: bool, step: Step) -> bool:
    """Whether the condition of a step of a seat's card holds; ``left`` says that the card has left play."""
    condition = step.condition
    if condition == Need.ALWAYS:
        return True
    found = np.int64(0)
    if condition == Need.ALLIED:
        found += allies(setup, state, seat, card, left)
    elif condition == Need.UNITS:
        found += count_of_type(setup, state, seat, CardType.UNIT)
    elif condition == Need.BUILDINGS:
        found += count_of_type(setup, state, seat, CardType.BUILDING)
    elif condition == Need.PLAYED:
        found += np.int64(state.played) if seat == state.player else 0
    elif condition == Need.BEHIND:
        found += richer_opponents(setup, state, seat)
    return found >= step.at_least


@compiled
def allies(setup: Prepared, state: State, seat: Int, card: Int, left: bool) -> Int:
    """Number of other cards of the card's corporation that were played this turn or are in play face up."""
    faction = setup.faction[card]
    number = np.int64(0)
    for kind in range(setup.kinds):
        if setup.faction[kind] == faction:
            number += np.int64(state.zones[seat, Zone.PLAYED, kind])
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        number += is_face_up(thing) and setup.faction[thing.kind] == faction
    return number if left else number - 1


@compiled
def richer_opponents(setup: Prepared, state: State, seat: Int) -> Int:
    number = np.int64(0)
    for other in range(setup.places):
        number += is_opponent(setup, state, seat, other) and state.brass[other] > state.brass[seat]
    return number
