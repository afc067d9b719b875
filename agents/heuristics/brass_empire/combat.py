"""Brass Empire: what attacks and damage gain, what abilities and demolitions gain here and now."""

from __future__ import annotations

import numpy as np

from ....envs.brass_empire.rules.actions import Act, to_seat, to_thing
from ....envs.brass_empire.rules.card_steps import MAX_STEPS, Effect, Flag, Need, Step, Trigger
from ....envs.brass_empire.rules.seats import is_automaton, is_opponent, slots
from ....envs.brass_empire.rules.state import NOBODY, CardType, Mode, Phase, Prepared, State, Zone
from ....envs.brass_empire.rules.steps import may_be_hit, victims
from ....envs.brass_empire.rules.things import is_face_up
from ....envs.brass_empire.rules.uses import can_act
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.seats import clockwise
from ....envs.table.sets import has
from .purchase import best_acquisition
from .worth import NEVER, Note, Weight, keep_worth, now_worth, play_worth, step_worth, thing_worth


@compiled
def loss(weights: Array, setup: Prepared, notes: Array, seat: Int, kind: Int) -> Float:
    """What a seat loses with a thing: its turns until it is back in play."""
    if kind == setup.platform:
        return thing_worth(weights, setup, notes, kind, min(1.0, notes[Note.TURNS])) + notes[Note.CONSTRUCTION]
    turns = notes[Note.TURNS] if is_automaton(setup, seat) else notes[Note.AWAY]
    return thing_worth(weights, setup, notes, kind, turns)


@compiled
def power_left(setup: Prepared, state: State, seat: Int, but: Int) -> Int:
    """Attack of a seat's units that can still act, but for one."""
    power = np.int64(0)
    for slot in range(slots(state, seat)):
        if slot != but and can_act(setup, state, seat, slot):
            power += np.int64(setup.attack[state.things[seat, slot].kind])
    return power


@compiled
def damage_gain(
    weights: Array, setup: Prepared, state: State, notes: Array, other: Int, slot: Int, damage: Int, more: Int
) -> Float:
    """The gain by damage to an opponent's thing; ``more`` damage may follow this turn."""
    thing = state.things[other, slot]
    left = np.int64(setup.health[thing.kind]) - np.int64(thing.wounds)
    gain = notes[Note.KILL] + notes[Note.SHARE] * loss(weights, setup, notes, other, thing.kind)
    if damage >= left:
        return gain
    share = weights[Weight.FINISHED] if damage + more >= left else weights[Weight.PARTIAL]
    return gain * share * np.float64(damage) / np.float64(left)


@compiled
def retaliation(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, slot: Int, damage: Int
) -> Float:
    """What it costs to have damage dealt to an own thing."""
    thing = state.things[seat, slot]
    left = np.int64(setup.health[thing.kind]) - np.int64(thing.wounds)
    cost = notes[Note.KILL] * notes[Note.SHARE] + loss(weights, setup, notes, seat, thing.kind)
    if damage >= left:
        return cost
    return cost * weights[Weight.PARTIAL] * np.float64(damage) / np.float64(left)


@compiled
def company_gain(weights: Array, state: State, other: Int, damage: Int, more: Int) -> Float:
    """The gain by an attack on a company in a battle: the weaker it is, the more."""
    brass = np.int64(state.brass[other])
    gain = weights[Weight.POWER] * min(damage, brass) * (1.0 + 2.0 / (1.0 + np.float64(brass)))
    if damage >= brass:
        return gain + weights[Weight.FINISHING]
    return gain + (0.5 * weights[Weight.FINISHING] if damage + more >= brass else 0.0)


@compiled
def best_target(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, slot: Int) -> tuple[Float, Int]:
    """Return the highest gain by an attack of a unit, and the action that says on what."""
    kind = state.things[seat, slot].kind
    power = np.int64(setup.attack[kind])
    more = power_left(setup, state, seat, slot)
    best, chosen = NEVER, NOBODY
    for away in range(1, setup.places):  # clockwise, so that equals are not always the same seat
        other = clockwise(setup.places, seat, away)
        if not is_opponent(setup, state, seat, other):
            continue
        if setup.mode == Mode.BATTLE:
            gain = company_gain(weights, state, other, power, more)
            if gain > best:
                best, chosen = gain, to_seat(away)
        for target in range(slots(state, other)):
            if is_face_up(state.things[other, target]):
                gain = damage_gain(weights, setup, state, notes, other, target, power, more)
                back = np.int64(setup.attack[state.things[other, target].kind])
                if back > 0 and gain > best:
                    gain -= retaliation(weights, setup, state, notes, seat, slot, back)
                if gain > best:
                    best, chosen = gain, to_thing(away, target)
    return best, chosen


@compiled
def choose_target(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose what the announced attack goes to; of equal things the mask offers the first."""
    _, chosen = best_target(weights, setup, state, notes, seat, np.int64(state.attacker))
    return chosen


@compiled
def best_hit(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, step: Step) -> tuple[Float, Int]:
    """Return the highest gain by a step's damage, and the action that says to what."""
    best, chosen = NEVER, NOBODY
    more = power_left(setup, state, seat, NOBODY) if seat == state.player else 0
    for away in range(1, setup.places):
        other = clockwise(setup.places, seat, away)
        if not is_opponent(setup, state, seat, other):
            continue
        for slot in range(slots(state, other)):
            if may_be_hit(setup, state.things[other, slot], step):
                gain = damage_gain(weights, setup, state, notes, other, slot, np.int64(step.amount), more)
                gain += averted(weights, setup, state, notes, seat, other, slot, np.int64(step.amount))
                if gain > best:
                    best, chosen = gain, to_thing(away, slot)
    return best, chosen


@compiled
def averted(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, other: Int, slot: Int, damage: Int
) -> Float:
    """What it saves to destroy the unit that has announced an attack on the seat."""
    if (
        state.phase != Phase.FIGHT
        or state.target_seat != seat
        or state.attacker_seat != other
        or state.attacker != slot
    ):
        return 0.0
    thing = state.things[other, slot]
    if damage < np.int64(setup.health[thing.kind]) - np.int64(thing.wounds):
        return 0.0
    power = np.int64(setup.attack[thing.kind])
    if state.target == NOBODY:
        return weights[Weight.POWER] * power
    return retaliation(weights, setup, state, notes, seat, np.int64(state.target), power)


@compiled
def dismissal_gain(weights: Array, setup: Prepared, notes: Array, kind: Int, from_hand: bool) -> Float:
    """The gain by dismissing a card; one in hand could have been played first."""
    gain = -keep_worth(weights, setup, notes, kind)
    return gain - play_worth(weights, setup, notes, kind) if from_hand else gain


@compiled
def best_dismissal(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, among: Int
) -> tuple[Float, Int, bool]:
    """Return the highest gain by dismissing a card, its kind, and whether it is one in hand."""
    best, chosen, from_hand = NEVER, NOBODY, False
    for kind in range(setup.kinds):
        if has(among, Zone.DISCARD) and state.zones[seat, Zone.DISCARD, kind] > 0:
            gain = dismissal_gain(weights, setup, notes, kind, False)
            if gain > best:
                best, chosen, from_hand = gain, kind, False
        if has(among, Zone.HAND) and state.zones[seat, Zone.HAND, kind] > 0:
            gain = dismissal_gain(weights, setup, notes, kind, seat == state.player)
            if gain > best:
                best, chosen, from_hand = gain, kind, True
    return best, chosen, from_hand


@compiled
def best_recovery(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int) -> tuple[Float, Int]:
    """Return what the best card to be taken back is worth, and its kind."""
    best, chosen = NEVER, NOBODY
    for kind in range(setup.kinds):
        if state.zones[seat, Zone.DISCARD, kind] > 0:
            worth = now_worth(weights, setup, notes, kind)
            if worth > best:
                best, chosen = worth, kind
    return best, chosen


@compiled
def step_gain(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, step: Step) -> Float:
    """The gain by a step that is no choice, here and now."""
    what = step.what
    if what == Effect.GAIN and seat != state.player:
        return np.float64(step.brass) * notes[Note.BRASS]
    if what == Effect.DAMAGE:
        gain, chosen = best_hit(weights, setup, state, notes, seat, step)
        return 0.0 if chosen == NOBODY else gain
    if what == Effect.DISMISS:
        gain, kind, _ = best_dismissal(weights, setup, state, notes, seat, np.int64(step.among))
        if kind == NOBODY:
            return 0.0
        return max(0.0, gain) if has(step.bits, Flag.MAY) else gain
    if what == Effect.RECOVER:
        gain, kind = best_recovery(weights, setup, state, notes, seat)
        return 0.0 if kind == NOBODY or seat != state.player else gain
    if what == Effect.ACQUIRE:
        gain, kind = best_acquisition(weights, setup, state, notes, step)
        return 0.0 if kind == NOBODY else gain
    if what == Effect.STEAL:
        return step_worth(weights, notes, step) if victims(setup, state, seat) != 0 else 0.0
    return step_worth(weights, notes, step)


@compiled
def plain_gain(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, program: Int) -> Float:
    """The gain by a program here and now, counting nothing for its choices."""
    total, before = 0.0, 1.0
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            break
        gain = 0.0
        if step.what != Effect.CHOOSE and (not has(step.bits, Flag.IF_DONE) or before != 0.0):
            gain = step_gain(weights, setup, state, notes, seat, step)
        total += gain if step.condition == Need.ALWAYS else gain * weights[Weight.UNDER_CONDITION]
        before = gain
    return total


@compiled
def program_gain(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, program: Int) -> Float:
    """The gain by a program here and now."""
    total = plain_gain(weights, setup, state, notes, seat, program)
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.CHOOSE:
            best, _ = best_option(weights, setup, state, notes, seat, step)
            total += best
    return total


@compiled
def best_option(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, step: Step
) -> tuple[Float, Int]:
    """Return the highest gain by an option of a choice, and its number."""
    best, chosen = NEVER, 0
    for option in range(step.among):
        gain = plain_gain(weights, setup, state, notes, seat, np.int64(step.program) + option)
        if gain > best:
            best, chosen = gain, option
    return best, chosen


@compiled
def unit_gain(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, slot: Int
) -> tuple[Float, Int]:
    """Return the highest gain by a unit's work over mining with it, and the action."""
    kind = state.things[seat, slot].kind
    best, chosen, mined = NEVER, NOBODY, 0.0
    if mask[Act.MINE + slot] != 0:
        mined = np.float64(setup.attack[kind]) * notes[Note.MINED]
        best, chosen = mined, Act.MINE + slot
    if mask[Act.ATTACK + slot] != 0:
        gain, _ = best_target(weights, setup, state, notes, seat, slot)
        if gain > max(0.0, best):
            best, chosen = gain, Act.ATTACK + slot
    if mask[Act.ABILITY + slot] != 0:
        gain = program_gain(weights, setup, state, notes, seat, setup.program[kind, Trigger.ABILITY])
        if gain > max(0.0, best):
            best, chosen = gain, Act.ABILITY + slot
    return best - mined, chosen


@compiled
def choose_unit(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Return the work of the unit that gains most over mining with it, ``NOBODY`` if there is none."""
    best, chosen = NEVER, NOBODY
    for slot in range(slots(state, seat)):
        if mask[Act.MINE + slot] != 0 or mask[Act.ATTACK + slot] != 0 or mask[Act.ABILITY + slot] != 0:
            if setup.type[state.things[seat, slot].kind] != CardType.UNIT:
                continue
            gain, action = unit_gain(weights, setup, state, mask, notes, seat, slot)
            if action != NOBODY and gain > best:
                best, chosen = gain, action
    return chosen


@compiled
def is_doomed(setup: Prepared, state: State, seat: Int, slot: Int) -> bool:
    """Whether the announced attack is going to destroy an own thing."""
    if state.phase != Phase.FIGHT or state.target_seat != seat or state.target != slot:
        return False
    thing = state.things[seat, slot]
    power = np.int64(setup.attack[state.things[state.attacker_seat, state.attacker].kind])
    return bool(power >= np.int64(setup.health[thing.kind]) - np.int64(thing.wounds))


@compiled
def demolition_gain(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, slot: Int) -> Float:
    """The gain by demolishing an own building; it costs nothing what is going to be destroyed anyway."""
    kind = state.things[seat, slot].kind
    gain = program_gain(weights, setup, state, notes, seat, setup.program[kind, Trigger.DEMOLISH])
    if is_doomed(setup, state, seat, slot):
        return gain + notes[Note.KILL] * notes[Note.SHARE]
    return gain - loss(weights, setup, notes, seat, kind) - 0.5 * notes[Note.AVERAGE]


@compiled
def choose_demolition(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, least: Float
) -> Int:
    """Return the demolition that gains most and at least so much, ``NOBODY`` if none does."""
    best, chosen = least, NOBODY
    for slot in range(slots(state, seat)):
        if mask[Act.DEMOLISH + slot] != 0:
            gain = demolition_gain(weights, setup, state, notes, seat, slot)
            if gain > best:
                best, chosen = gain, Act.DEMOLISH + slot
    return chosen


@compiled
def choose_response(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Use at another seat's turn what gains something: it would lie idle until the own turn."""
    best = weights[Weight.HELD]
    chosen: Int = np.int64(Act.PASS)
    for slot in range(slots(state, seat)):
        if mask[Act.ABILITY + slot] != 0:
            program = setup.program[state.things[seat, slot].kind, Trigger.ABILITY]
            gain = program_gain(weights, setup, state, notes, seat, program)
            if gain > best:
                best, chosen = gain, Act.ABILITY + slot
        if mask[Act.DEMOLISH + slot] != 0:
            gain = demolition_gain(weights, setup, state, notes, seat, slot)
            if gain > best:
                best, chosen = gain, Act.DEMOLISH + slot
    return chosen


@compiled
def victim_worth(setup: Prepared, state: State, seat: Int, action: Int) -> Float:
    """What speaks for taking Brass from an opponent: its riches, in a battle its poverty."""
    other = clockwise(setup.places, seat, action - to_seat(0))
    brass = np.float64(state.brass[other])
    return -brass if setup.mode == Mode.BATTLE else brass + np.float64(state.worth[other])
