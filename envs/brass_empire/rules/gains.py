"""Brass: gained from the pool, restored, lost and taken, and what follows when a company has none left."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.game import TERMINATED
from ...table.records import Int
from ...table.seats import distance
from ...table.sets import add, full, only, size
from .card_steps import Step
from .seats import is_gone, slots
from .state import Event, Mode, Prepared, State, Zone


@compiled
def gain_brass(setup: Prepared, state: State, seat: Int, amount: Int, card: Int) -> None:
    """Gain Brass and tell of it; ``card`` is the kind that does it, NOBODY for none."""
    if setup.mode == Mode.BATTLE:
        if not is_gone(state, seat):
            restored = min(amount, restorable(setup, state, seat))
            tell(state, Event.GAINS_BRASS, seat, card, restored, is_worn_out(setup, state))
            take_brass(setup, state, seat, restored)
        return
    tell(state, Event.GAINS_BRASS, seat, card, amount)
    take_brass(setup, state, seat, amount)


@compiled
def most_brass(setup: Prepared, state: State, seat: Int) -> Int:
    """Most Brass to which a company is restored in a battle: as much as it began with, unless there is no cap."""
    return np.int64(setup.cap) + np.int64(setup.compensation[distance(setup.places, state.first, seat)])


@compiled
def is_worn_out(setup: Prepared, state: State) -> bool:
    """Whether nothing restores Brass any more in a battle, because it has lasted too long."""
    return bool(setup.restoring > 0 and np.int64(state.turn) > np.int64(setup.restoring) * np.int64(setup.places))


@compiled
def restorable(setup: Prepared, state: State, seat: Int) -> Int:
    """Brass that can still be restored to a company in a battle."""
    if is_worn_out(setup, state):
        return np.int64(0)
    return max(np.int64(0), most_brass(setup, state, seat) - np.int64(state.brass[seat]))


@compiled
def has_of(setup: Prepared, state: State, seat: Int, taken: Int) -> Int:
    """Return what a seat has of Brass that it takes from an opponent: in a battle what can be restored to it."""
    return min(taken, restorable(setup, state, seat)) if setup.mode == Mode.BATTLE else taken


@compiled
def take_brass(setup: Prepared, state: State, seat: Int, amount: Int) -> None:
    """Take Brass from the pool, and beyond it once it is exhausted; in battle mode there is none."""
    state.brass[seat] += amount
    if setup.mode == Mode.BATTLE:
        return
    state.pool = max(0, state.pool - amount)
    if state.pool == 0 and amount > 0:
        if not state.ending:
            tell(state, Event.EXHAUSTED, seat)
        state.ending = 1


@compiled
def gain_resources(state: State, step: Step, card: Int) -> None:
    """Gain the labor and construction of a step, in the player's own turn, and tell of it."""
    state.labor += step.amount
    state.construction += step.construction
    if step.amount > 0:
        tell(state, Event.GAINS_LABOR, state.player, card, step.amount)
    if step.construction > 0:
        tell(state, Event.GAINS_CONSTRUCTION, state.player, card, step.construction)


@compiled
def lose_brass(setup: Prepared, state: State, seat: Int, amount: Int) -> Int:
    """Lose Brass, as far as there is any; in battle mode a company without any is out."""
    lost = min(amount, state.brass[seat])
    state.brass[seat] -= lost
    if setup.mode == Mode.BATTLE and state.brass[seat] == 0 and lost > 0:
        eliminate(setup, state, seat)
    return lost


@compiled
def eliminate(setup: Prepared, state: State, seat: Int) -> None:
    """Take a seat out of the game with all its cards; the last one left has won."""
    state.gone = add(state.gone, seat)
    tell(state, Event.ELIMINATED, seat)
    for kind in range(setup.kinds):
        for zone in (Zone.HAND, Zone.DISCARD, Zone.PLAYED, Zone.RESERVE, Zone.DECK):
            state.trash[kind] += state.zones[seat, zone, kind]
            state.zones[seat, zone, kind] = 0
        state.zones[seat, Zone.KNOWN, kind] = 0
    for each in range(state.amounts.shape[1]):
        state.amounts[seat, each] = 0
    state.sizes[seat], state.worth[seat] = 0, 0
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        if thing.status != 0:
            state.trash[thing.kind] += 1
        thing.kind, thing.wounds, thing.status = 0, 0, 0
    state.reach[seat] = 0
    left = full(setup.seats) & ~np.int64(state.gone)
    if size(left) == 1:
        state.over, state.winners = TERMINATED, left
        tell(state, Event.WINS, only(left))
