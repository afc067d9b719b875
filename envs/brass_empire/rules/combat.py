"""Attacks: announced, answered, and fought with damage on both sides at once."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .gains import lose_brass
from .seats import is_gone
from .stack import open_window
from .state import FIGHT, NOBODY, READY
from .things import destroy, is_face_up, wound


@compiled
def announce(setup, state, slot, target_seat, target):
    """Announce an attack; before it is fought, the others may respond."""
    state.attacker_seat, state.attacker = state.player, slot
    state.target_seat, state.target = target_seat, target
    state.things[state.player, slot].status &= ~READY
    state.phase = FIGHT
    open_window(setup, state, state.player)


@compiled
def fight(setup, state):
    """Fight the announced attack; it comes to nothing if one side has left play meanwhile."""
    attacker = state.things[state.attacker_seat, state.attacker]
    if not is_face_up(attacker) or is_gone(state, state.target_seat):
        return
    power = setup.attack[attacker.kind]
    if state.target == NOBODY:
        lose_brass(setup, state, state.target_seat, power)
        return
    target = state.things[state.target_seat, state.target]
    if not is_face_up(target):
        return
    target_power = setup.attack[target.kind]
    target_falls = wound(setup, state, state.target_seat, state.target, power)
    attacker_falls = wound(setup, state, state.attacker_seat, state.attacker, target_power)
    if target_falls:
        destroy(setup, state, state.target_seat, state.target, state.attacker_seat)
    if attacker_falls:  # pushed last, so that its effect comes first
        destroy(setup, state, state.attacker_seat, state.attacker, state.target_seat)
