"""Attacks: announced, answered, and fought with damage on both sides at once."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Array, Int
from ...table.seats import distance
from ...table.sets import add, remove
from .actions import Act, to_seat, to_thing
from .gains import lose_brass
from .seats import is_gone, is_opponent, named_seat, named_thing, slots
from .second_thoughts import allow_way_back, go_back
from .stack import is_card_asking, open_window
from .state import NOBODY, Acting, Ask, Event, Mode, Phase, Prepared, State, Status
from .things import destroy, has_twin_before, is_face_up, wound


@compiled
def allow_targets(setup: Prepared, state: State, mask: Array) -> None:
    """Offer what may be attacked; of an opponent's things that are alike only the first."""
    allow_way_back(state, mask)
    for other in range(setup.places):
        if not is_opponent(setup, state, state.seat, other):
            continue
        away = distance(setup.places, state.seat, other)
        if setup.mode == Mode.BATTLE:
            mask[to_seat(away)] = 1
        for slot in range(slots(state, other)):
            if is_face_up(state.things[other, slot]):
                mask[to_thing(away, slot)] = not has_twin_before(setup, state, other, slot)


@compiled
def attack(setup: Prepared, state: State, action: Int) -> None:
    """Announce an attack on a thing, or in battle mode on a company, or do not attack after all."""
    if action == Act.PASS:
        go_back(state)
    elif action >= Act.THING:
        seat, slot = named_thing(setup, state, action)
        announce(setup, state, state.attacker, seat, slot)
    else:
        announce(setup, state, state.attacker, named_seat(setup, state, action), NOBODY)


@compiled
def announce(setup: Prepared, state: State, slot: Int, target_seat: Int, target: Int) -> None:
    """Announce an attack; before it is fought, the others may respond."""
    state.attacker_seat, state.attacker = state.player, slot
    state.target_seat, state.target = target_seat, target
    attacker = state.things[state.player, slot]
    attacker.status = remove(attacker.status, Status.READY)
    state.acting = add(state.acting, Acting.UNIT)
    state.phase = Phase.FIGHT
    open_window(setup, state, state.player)


@compiled(inline=True)
def is_announced(state: State) -> bool:
    """Whether a seat is asked between an attack's announcement and the fight."""
    return state.phase == Phase.FIGHT and (state.ask == Ask.WINDOW or is_card_asking(state))


@compiled
def fight(setup: Prepared, state: State) -> None:
    """Fight the announced attack; it comes to nothing if one side has left play meanwhile."""
    attacker = state.things[state.attacker_seat, state.attacker]
    if not is_face_up(attacker) or is_gone(state, state.target_seat):
        tell(state, Event.COMES_TO_NOTHING, state.attacker_seat)
        return
    power = setup.attack[attacker.kind]
    if state.target == NOBODY:
        left = max(0, state.brass[state.target_seat] - power)
        tell(state, Event.LOSES_BRASS, state.target_seat, amount=state.brass[state.target_seat] - left, other=left)
        lose_brass(setup, state, state.target_seat, power)
        return
    target = state.things[state.target_seat, state.target]
    if not is_face_up(target):
        tell(state, Event.COMES_TO_NOTHING, state.attacker_seat)
        return
    target_power = setup.attack[target.kind]
    target_falls = wound(setup, state, state.target_seat, state.target, power)
    attacker_falls = wound(setup, state, state.attacker_seat, state.attacker, target_power)
    if target_falls:
        destroy(setup, state, state.target_seat, state.target, state.attacker_seat)
    if attacker_falls:  # pushed last, so that its effect comes first
        destroy(setup, state, state.attacker_seat, state.attacker, state.target_seat)
