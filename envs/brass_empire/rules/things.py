"""Units and buildings in play: slots, wounds, destruction, and leaving play."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Int
from ...table.sets import add, has, one
from .card_steps import Trigger
from .gains import gain_brass
from .seats import is_automaton, side_of, slots
from .stack import is_running, mark_left, push_program
from .state import MAX_THINGS, NOBODY, CardType, Event, Mode, Phase, Prepared, State, Status, Thing, Zone
from .zones import put


@compiled(inline=True)
def is_face_up(thing: Thing) -> bool:
    """Whether a slot holds a unit or a building that is built."""
    return has(thing.status, Status.FACE_UP)


@compiled(inline=True)
def is_ready(thing: Thing) -> bool:
    """Whether a thing is built or dispatched and has not been used in this turn."""
    return has(thing.status, Status.FACE_UP) and has(thing.status, Status.READY)


@compiled
def is_fighting(state: State, seat: Int, slot: Int) -> bool:
    """Whether a thing is part of the attack that has been announced."""
    if state.phase != Phase.FIGHT:
        return False
    attacks = state.attacker_seat == seat and state.attacker == slot
    return attacks or (state.target_seat == seat and state.target == slot)


@compiled
def is_like_no_other(state: State, seat: Int, slot: Int) -> bool:
    """Whether a thing is part of the attack that was announced, or does what its text says."""
    return is_fighting(state, seat, slot) or is_running(state, seat, slot)


@compiled
def has_twin_before(setup: Prepared, state: State, seat: Int, slot: Int) -> bool:
    """Whether a slot before this one holds the like; a mask offers only the first of things that are alike.

    The automaton's units act in their order, so that no two of them are.
    """
    thing = state.things[seat, slot]
    is_ordered = is_automaton(setup, seat) and setup.type[thing.kind] == CardType.UNIT
    if is_ordered or is_like_no_other(state, seat, slot):
        return False
    for place in range(slot):
        other = state.things[seat, place]
        alike = thing.kind == other.kind and thing.wounds == other.wounds and thing.status == other.status
        if alike and not is_like_no_other(state, seat, place):
            return True
    return False


@compiled
def count_of_type(setup: Prepared, state: State, seat: Int, kind_of_card: Int) -> Int:
    """Number of a seat's face-up units or buildings."""
    number = 0
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        number += is_face_up(thing) and setup.type[thing.kind] == kind_of_card
    return number


@compiled
def free_slot(state: State, seat: Int) -> Int:
    """Return the first empty slot, ``NOBODY`` if there is none."""
    used = slots(state, seat)
    for slot in range(used):
        if state.things[seat, slot].status == 0:
            return np.int64(slot)
    return used if used < MAX_THINGS else np.int64(NOBODY)


@compiled
def put_into_play(setup: Prepared, state: State, seat: Int, kind: Int, status: Int) -> None:
    """Put a card into the first empty slot."""
    slot = free_slot(state, seat)
    state.reach[seat] = max(slots(state, seat), slot + 1)
    thing = state.things[seat, slot]
    thing.kind, thing.wounds, thing.status = kind, 0, add(status, Status.PRESENT)


@compiled
def close_gaps(state: State, seat: Int) -> None:
    """Move a seat's things together, in the order in which they came into play."""
    target = 0
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        if thing.status != 0:
            if slot != target:
                to = state.things[seat, target]
                to.kind, to.wounds, to.status = thing.kind, thing.wounds, thing.status
                thing.kind, thing.wounds, thing.status = 0, 0, 0
            target += 1
    state.reach[seat] = target


@compiled
def leave_play(setup: Prepared, state: State, seat: Int, slot: Int) -> None:
    """Put a thing into its owner's discard; the Mining Platform is turned over instead."""
    thing = state.things[seat, slot]
    kind = thing.kind
    mark_left(state, seat, slot)
    thing.wounds = 0
    if kind == setup.platform:
        thing.status = one(Status.PRESENT)
        return
    thing.kind, thing.status = 0, 0
    put(state, seat, Zone.DISCARD, kind)


@compiled
def destroy(setup: Prepared, state: State, seat: Int, slot: Int, by: Int) -> None:
    """Destroy a thing: its owner's effect of it follows, and ``by`` gains a Brass if it is an opponent's."""
    kind = state.things[seat, slot].kind
    tell(state, Event.DESTROYED, seat, kind)
    leave_play(setup, state, seat, slot)
    if not is_automaton(setup, seat):
        push_program(setup, state, seat, kind, NOBODY, Trigger.DESTROYED)
    if setup.mode != Mode.BATTLE and side_of(setup, seat) != side_of(setup, by):
        gain_brass(setup, state, by, 1, NOBODY)


@compiled
def wound(setup: Prepared, state: State, seat: Int, slot: Int, damage: Int) -> Int:
    """Deal damage to a thing; return whether that is more than it can stand."""
    thing = state.things[seat, slot]
    total = thing.wounds + damage
    if total >= setup.health[thing.kind]:
        return True
    thing.wounds = total
    if damage > 0:
        tell(state, Event.DAMAGED, seat, thing.kind, damage, setup.health[thing.kind] - total)
    return False
