"""Units and buildings in play: slots, wounds, destruction, and leaving play."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .gains import gain_brass
from .seats import side_of
from .stack import mark_left, push_program
from .state import (
    AUTOMATON,
    BATTLE,
    DISCARD,
    FACE_UP,
    FIGHT,
    MAX_THINGS,
    NOBODY,
    ON_DESTROYED,
    PRESENT,
    READY,
    SOLITAIRE,
)
from .zones import put


@compiled(inline=True)
def is_face_up(thing):
    """Whether a slot holds a unit or a building that is built."""
    return thing.status & FACE_UP != 0


@compiled(inline=True)
def is_ready(thing):
    """Whether a thing is built or dispatched and has not been used in this turn."""
    return thing.status & (FACE_UP | READY) == FACE_UP | READY


@compiled(inline=True)
def same_thing(thing, other):
    """Whether two things are alike in everything, so that it makes no difference which one is meant."""
    return thing.kind == other.kind and thing.wounds == other.wounds and thing.status == other.status


@compiled
def is_fighting(state, seat, slot):
    """Whether a thing is part of the attack that has been announced, so that it is like no other thing."""
    if state.phase != FIGHT:
        return False
    attacks = state.attacker_seat == seat and state.attacker == slot
    return attacks or (state.target_seat == seat and state.target == slot)


@compiled
def has_twin_before(state, seat, slot):
    """Whether a slot before this one holds the like; a mask offers only the first of things that are alike."""
    thing = state.things[seat, slot]
    if is_fighting(state, seat, slot):
        return False
    for other in range(slot):
        if same_thing(thing, state.things[seat, other]) and not is_fighting(state, seat, other):
            return True
    return False


@compiled
def count_of_type(setup, state, seat, kind_of_card):
    """Number of a seat's face-up units or buildings."""
    number = 0
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        number += is_face_up(thing) and setup.type[thing.kind] == kind_of_card
    return number


@compiled
def free_slot(state, seat):
    """Return the first empty slot, ``NOBODY`` if there is none."""
    for slot in range(MAX_THINGS):
        if state.things[seat, slot].status == 0:
            return slot
    return NOBODY


@compiled
def put_into_play(setup, state, seat, kind, status):
    """Put a card into the first empty slot."""
    thing = state.things[seat, free_slot(state, seat)]
    thing.kind, thing.wounds, thing.status = kind, 0, PRESENT | status


@compiled
def close_gaps(state, seat):
    """Move a seat's things together, in the order in which they came into play."""
    target = 0
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        if thing.status != 0:
            if slot != target:
                to = state.things[seat, target]
                to.kind, to.wounds, to.status = thing.kind, thing.wounds, thing.status
                thing.kind, thing.wounds, thing.status = 0, 0, 0
            target += 1


@compiled
def leave_play(setup, state, seat, slot):
    """Put a thing into its owner's discard; the Mining Platform is turned over instead."""
    thing = state.things[seat, slot]
    kind = thing.kind
    mark_left(state, seat, slot)
    thing.wounds = 0
    if kind == setup.platform:
        thing.status = PRESENT
        return
    thing.kind, thing.status = 0, 0
    put(state, seat, DISCARD, kind)


@compiled
def destroy(setup, state, seat, slot, by):
    """Destroy a thing: its owner's effect of it follows, and ``by`` gains a Brass if it is an opponent's."""
    kind = state.things[seat, slot].kind
    leave_play(setup, state, seat, slot)
    if setup.mode != SOLITAIRE or seat != AUTOMATON:
        push_program(setup, state, seat, kind, NOBODY, ON_DESTROYED)
    if setup.mode != BATTLE and side_of(setup, seat) != side_of(setup, by):
        gain_brass(setup, state, by, 1)


@compiled
def wound(setup, state, seat, slot, damage):
    """Deal damage to a thing; return whether that is more than it can stand."""
    thing = state.things[seat, slot]
    total = thing.wounds + damage
    if total >= setup.health[thing.kind]:
        return True
    thing.wounds = total
    return False
