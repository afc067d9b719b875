"""What things are worth in Brass Empire, in points of the final score, read off the steps of any card file.

A card pays by its Brass Value and by what it does until the end of the game: an employee each time it is drawn, less
what the average card of the deck would have done in its place; a unit or a building once as it is played and then every
turn. So all depends on the turns that are left, which follow from the Mining Pool and everybody's income, and on how
fast the deck is drawn through. In a battle what companies have left takes the pool's place, and power that of income.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from ....envs.brass_empire.rules.card_steps import MAX_STEPS, NO_PROGRAM, Effect, Need, Step, Trigger
from ....envs.brass_empire.rules.seats import is_automaton, is_gone, slots
from ....envs.brass_empire.rules.state import BATTLE_BRASS, HAND_SIZE, CardType, Mode, Prepared, State, Zone
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ..weights import Weights


class Weight(Weights):
    """What is weighed, each with its weight: set by hand, then by an evolution strategy on games of two among
    themselves; those of battles by hand.
    """

    LABOR_LATE = 0.55  # worth of a resource, by the time left
    LABOR_EARLY = 0.76
    CONSTRUCTION_LATE = 0.34
    CONSTRUCTION_EARLY = 1.12
    DRAWN = 1.57  # what a card drawn is worth, in average cards
    TAKEN_BACK = 3.48  # and one taken back
    DAMAGED = 2.99  # worth of a step before it is known what it will find
    DISMISSED = 0.19
    DISCARDED = 0.71
    ACQUIRED = 0.58
    UNDER_CONDITION = 0.33  # share of a step's worth that is left under a condition
    DILUTED = 1.44  # share of the average card's worth that one more card in the deck costs
    FRAIL = 0.35  # share of a thing's turns that is lost for want of health
    GUARD = 0.09  # worth of a building's attack each turn
    DEMOLISHED = 0.38  # share of what a demolition does that counts when a card is bought
    GROWTH = 0.25  # Brass by which each seat's income grows every turn
    PARTIAL = 0.16  # share of a kill that wounds are worth when nobody can finish it this turn
    FINISHED = 0.71  # and when one can
    OPPONENTS_LOSS = 1.04  # worth of a point that an opponent loses
    RESERVED = 0.79  # worth of a card in the reserve, which cannot be bought away, in cards of the rows
    DENIED = 0.80  # worth of what the automaton is kept from taking
    HEALED = 0.60  # worth of a restored Brass in a battle
    POWER = 1.00  # and of a point of attack each turn
    STOLEN = 1.00  # and of a Brass that an opponent loses by theft
    FINISHING = 4.00  # worth of driving a company out of a battle
    HELD = 0.10  # what a response must gain
    HASTE = 0.50  # least advantage of buying for the teammate


WEIGHTS = Weight.array()


class Note(IntEnum):
    """Notes on the position, for one seat."""

    TURNS = 0  # own turns after this one
    LABOR = 1  # worth of one, as of those that follow
    CONSTRUCTION = 2
    BRASS = 3
    VALUE = 4
    MINED = 5  # worth of a point of attack that is used
    AVERAGE = 6  # worth of what the average card of the own deck does when it is played
    PLAYS = 7  # expected plays of a card bought now
    ONCE = 8  # expected plays of a thing bought now
    ACTIVE = 9  # and its turns in play
    AWAY = 10  # turns that a destroyed thing is out of play
    KILL = 11  # Brass for a destroyed thing
    SHARE = 12  # worth of a point that an opponent loses
    MATTERS = 13  # whether damage can hit anything
    THEFT = 14  # worth of a Brass that an opponent loses by theft


NUM_NOTES = len(Note)


LONG = 12.0  # turns left in an early game
NEVER = -1e9


@compiled
def judge(weights: Array, setup: Prepared, state: State, seat: Int, notes: Array) -> None:
    """Fill in the notes for a seat."""
    turns = turns_left(weights, setup, state)
    early = min(1.0, turns / LONG)
    notes[Note.TURNS] = turns
    notes[Note.LABOR] = weights[Weight.LABOR_LATE] + (weights[Weight.LABOR_EARLY] - weights[Weight.LABOR_LATE]) * early
    notes[Note.CONSTRUCTION] = weights[Weight.CONSTRUCTION_LATE]
    notes[Note.CONSTRUCTION] += (weights[Weight.CONSTRUCTION_EARLY] - weights[Weight.CONSTRUCTION_LATE]) * early
    notes[Note.SHARE] = weights[Weight.OPPONENTS_LOSS] / (np.float64(setup.sides) - 1.0 if setup.sides > 1 else 1.0)
    notes[Note.BRASS], notes[Note.VALUE], notes[Note.MINED], notes[Note.KILL] = 1.0, 1.0, 1.0, 1.0
    notes[Note.THEFT] = notes[Note.SHARE]
    if setup.mode == Mode.BATTLE:
        hurt = max(0.0, 1.0 - np.float64(state.brass[seat]) / BATTLE_BRASS)
        notes[Note.BRASS], notes[Note.VALUE] = weights[Weight.HEALED] * min(1.0, 0.3 + hurt), 0.02
        notes[Note.MINED], notes[Note.KILL] = weights[Weight.POWER], 0.0
        notes[Note.THEFT] = weights[Weight.STOLEN]
    notes[Note.MATTERS] = 1.0
    notes[Note.AVERAGE] = weights[Weight.LABOR_EARLY]
    notes[Note.PLAYS] = 1.0  # what the cards of the deck do is judged before it is known how often they come up
    judge_deck(weights, setup, state, seat, notes)


@compiled
def judge_deck(weights: Array, setup: Prepared, state: State, seat: Int, notes: Array) -> None:
    """Note how good the own cards are on average, and how often a card bought now will come up."""
    total, drawn, cards = 0.0, np.float64(HAND_SIZE), np.int64(0)
    for kind in range(setup.kinds):
        number = owned(state, seat, kind)
        if number > 0:
            cards += number
            if setup.type[kind] == CardType.EMPLOYEE:
                total += number * program_worth(weights, setup, notes, setup.program[kind, Trigger.PLAY])
            else:
                total += number * 2.0 * notes[Note.LABOR]
    cycle = max(1.0, (cards + 1.0) / drawn)
    notes[Note.AVERAGE] = total / (cards if cards > 0 else 1)
    wait = np.float64(state.amounts[seat, Zone.DECK]) / drawn
    left = max(0.0, notes[Note.TURNS] - math.floor(wait))
    notes[Note.PLAYS] = left / cycle
    notes[Note.ONCE] = min(1.0, left / cycle)
    after = max(0.0, left - 1.0)
    notes[Note.ACTIVE] = after - 0.5 * cycle if after > cycle else 0.5 * after * after / cycle
    notes[Note.AWAY] = min(notes[Note.TURNS], 1.0 + wait + 0.5 * cycle)


@compiled(inline=True)
def owned(state: State, seat: Int, kind: Int) -> Int:
    """Number of a seat's cards of a kind that are not in play."""
    unseen = np.int64(state.zones[seat, Zone.HAND, kind]) + np.int64(state.zones[seat, Zone.DECK, kind])
    return unseen + np.int64(state.zones[seat, Zone.DISCARD, kind]) + np.int64(state.zones[seat, Zone.PLAYED, kind])


@compiled
def turns_left(weights: Array, setup: Prepared, state: State) -> Float:
    """Own turns after this one, from what is left to gain and what everybody gains, which grows."""
    if state.ending != 0:
        return 0.0
    pool, rate, growth = np.float64(state.pool), 0.0, 0.0
    most = 0.0
    for seat in range(setup.places):
        if is_gone(state, seat):
            continue
        rate += income(setup, state, seat)
        growth += weights[Weight.GROWTH]
        if setup.mode == Mode.BATTLE:
            pool += np.float64(state.brass[seat])
            most = max(most, np.float64(state.brass[seat]))
    if setup.mode == Mode.BATTLE:
        pool -= most
    return max(0.0, (math.sqrt(rate * rate + 2.0 * growth * pool) - rate) / growth - 0.5)


@compiled
def income(setup: Prepared, state: State, seat: Int) -> Float:
    """Brass that a seat gains each turn with its things, or in a battle its power."""
    total = 0.0
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        if thing.status == 0:
            continue
        if setup.type[thing.kind] == CardType.UNIT:
            total += np.float64(setup.attack[thing.kind])
        elif is_automaton(setup, seat):
            total += 1.0
        elif setup.mode != Mode.BATTLE and setup.by_itself[thing.kind]:
            total += np.float64(setup.steps[setup.program[thing.kind, Trigger.ABILITY], 0].brass)
    return total + 1.0 if is_automaton(setup, seat) else total


@compiled
def step_worth(weights: Array, notes: Array, step: Step) -> Float:
    """Worth of a step that is no choice, before it is known what it will find."""
    what, amount = step.what, np.float64(step.amount)
    if what == Effect.GAIN:
        resources = amount * notes[Note.LABOR] + np.float64(step.construction) * notes[Note.CONSTRUCTION]
        return resources + np.float64(step.brass) * notes[Note.BRASS]
    if what == Effect.DRAW:
        return amount * weights[Weight.DRAWN] * notes[Note.AVERAGE]
    if what == Effect.DAMAGE:
        return amount * weights[Weight.DAMAGED] * notes[Note.MATTERS]
    if what == Effect.DISMISS:
        return amount * weights[Weight.DISMISSED] * min(1.0, notes[Note.PLAYS])
    if what == Effect.DISCARD:
        return amount * weights[Weight.DISCARDED]
    if what == Effect.STEAL:
        return np.float64(step.brass) * (notes[Note.BRASS] + notes[Note.THEFT])
    if what == Effect.ACQUIRE:
        return amount * weights[Weight.ACQUIRED]
    if what == Effect.RECOVER:
        return amount * weights[Weight.TAKEN_BACK] * notes[Note.AVERAGE]
    return 0.0


@compiled
def plain_worth(weights: Array, setup: Prepared, notes: Array, program: Int) -> Float:
    """Worth of a program, counting nothing for its choices."""
    total = 0.0
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            break
        worth = step_worth(weights, notes, step)
        total += worth if step.condition == Need.ALWAYS else worth * weights[Weight.UNDER_CONDITION]
    return total


@compiled
def program_worth(weights: Array, setup: Prepared, notes: Array, program: Int) -> Float:
    """Worth of a program, 0 for none."""
    if program == NO_PROGRAM:
        return 0.0
    total = plain_worth(weights, setup, notes, program)
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.CHOOSE:
            total += best_option_worth(weights, setup, notes, step)
    return total


@compiled
def best_option_worth(weights: Array, setup: Prepared, notes: Array, step: Step) -> Float:
    """Worth of the best option of a choice."""
    best = 0.0
    for option in range(step.among):
        best = max(best, plain_worth(weights, setup, notes, np.int64(step.program) + option))
    return best


@compiled
def turn_worth(weights: Array, setup: Prepared, notes: Array, kind: Int) -> Float:
    """What a unit or a building is worth each turn in play."""
    ability = program_worth(weights, setup, notes, setup.program[kind, Trigger.ABILITY])
    attack = np.float64(setup.attack[kind])
    if setup.type[kind] == CardType.BUILDING:
        return ability + weights[Weight.GUARD] * attack
    return max(ability, attack * notes[Note.MINED])


@compiled
def play_worth(weights: Array, setup: Prepared, notes: Array, kind: Int) -> Float:
    """What a card is worth at once as it is played or built."""
    trigger = Trigger.BUILT if setup.type[kind] == CardType.BUILDING else Trigger.PLAY
    return program_worth(weights, setup, notes, setup.program[kind, trigger])


@compiled
def thing_worth(weights: Array, setup: Prepared, notes: Array, kind: Int, turns: Float) -> Float:
    """What a unit or a building is worth in play over so many turns."""
    lasting = 1.0 - weights[Weight.FRAIL] / (1.0 + np.float64(setup.health[kind]))
    return turns * lasting * turn_worth(weights, setup, notes, kind)


@compiled
def card_worth(weights: Array, setup: Prepared, notes: Array, kind: Int) -> Float:
    """What it is worth to acquire a card."""
    worth = np.float64(setup.value[kind]) * notes[Note.VALUE]
    gain = play_worth(weights, setup, notes, kind) - weights[Weight.DILUTED] * notes[Note.AVERAGE]
    if setup.type[kind] == CardType.EMPLOYEE:
        return worth + gain * notes[Note.PLAYS]
    ends = weights[Weight.DEMOLISHED] * program_worth(weights, setup, notes, setup.program[kind, Trigger.DEMOLISH])
    ends += (
        0.5 * weights[Weight.DEMOLISHED] * program_worth(weights, setup, notes, setup.program[kind, Trigger.DESTROYED])
    )
    worth += (gain + ends) * notes[Note.ONCE]
    return worth + thing_worth(weights, setup, notes, kind, notes[Note.ACTIVE])


@compiled
def now_worth(weights: Array, setup: Prepared, notes: Array, kind: Int) -> Float:
    """What it is worth to have a card in hand that is about to be played."""
    worth = play_worth(weights, setup, notes, kind)
    if setup.type[kind] == CardType.EMPLOYEE:
        return worth
    return worth + thing_worth(weights, setup, notes, kind, min(notes[Note.TURNS], notes[Note.AWAY]))


@compiled
def keep_worth(weights: Array, setup: Prepared, notes: Array, kind: Int) -> Float:
    """What it is worth to keep a card that is owned; what another card would do in its place is taken off."""
    worth = np.float64(setup.value[kind]) * notes[Note.VALUE]
    if setup.type[kind] == CardType.EMPLOYEE:
        gain = play_worth(weights, setup, notes, kind) - weights[Weight.DILUTED] * notes[Note.AVERAGE]
        return worth + gain * notes[Note.PLAYS]
    return worth + thing_worth(weights, setup, notes, kind, notes[Note.ACTIVE])
