"""What things are worth in Brass Empire, in points of the final score, read off the steps of any card file.

A card pays by its Brass Value and by what it does until the end of the game: an employee each time it is drawn, less
what the average card of the deck would have done in its place; a unit or a building once as it is played and then every
turn. So all depends on the turns that are left, which follow from the Mining Pool and everybody's income, and on how
fast the deck is drawn through. In a battle what companies have left takes the pool's place, and power that of income.
"""

from __future__ import annotations

import math

import numpy as np

from ....envs.brass_empire.rules.seats import is_gone
from ....envs.brass_empire.rules.state import (
    AUTOMATON,
    BATTLE_BRASS,
    HAND_SIZE,
    MAX_STEPS,
    MAX_THINGS,
    NO_PROGRAM,
    CardType,
    Effect,
    Mode,
    Need,
    Trigger,
    Zone,
)
from ....envs.table.compilation.compile import compiled

# Weights: numbers, and what they weigh.
LABOR_LATE, LABOR_EARLY, CONSTRUCTION_LATE, CONSTRUCTION_EARLY = 0, 1, 2, 3  # worth of a resource, by the time left
DRAWN, TAKEN_BACK = 4, 5  # what a card drawn or taken back is worth, in average cards
DAMAGED, DISMISSED, DISCARDED, ACQUIRED = 6, 7, 8, 9  # worth of a step before it is known what it will find
UNDER_CONDITION = 10  # share of a step's worth that is left under a condition
DILUTED = 11  # share of the average card's worth that one more card in the deck costs
FRAIL = 12  # share of a thing's turns that is lost for want of health
GUARD = 13  # worth of a building's attack each turn
DEMOLISHED = 14  # share of what a demolition does that counts when a card is bought
GROWTH = 15  # Brass by which each seat's income grows every turn
PARTIAL, FINISHED = 16, 17  # share of a kill that wounds are worth: when nobody can finish it this turn, when one can
OPPONENTS_LOSS = 18  # worth of a point that an opponent loses
RESERVED = 19  # worth of a card in the reserve, which cannot be bought away, in cards of the rows
DENIED = 20  # worth of what the automaton is kept from taking
HEALED, POWER = 21, 22  # worth of a restored Brass in a battle, and of a point of attack each turn
FINISHING = 23  # worth of driving a company out of a battle
HELD = 24  # what a response must gain
HASTE = 25  # least advantage of buying for the teammate
WEIGHTS = np.array(
    [
        0.55,  # LABOR_LATE
        0.76,  # LABOR_EARLY
        0.34,  # CONSTRUCTION_LATE
        1.12,  # CONSTRUCTION_EARLY
        1.57,  # DRAWN
        3.48,  # TAKEN_BACK
        2.99,  # DAMAGED
        0.19,  # DISMISSED
        0.71,  # DISCARDED
        0.58,  # ACQUIRED
        0.33,  # UNDER_CONDITION
        1.44,  # DILUTED
        0.35,  # FRAIL
        0.09,  # GUARD
        0.38,  # DEMOLISHED
        0.25,  # GROWTH
        0.16,  # PARTIAL
        0.71,  # FINISHED
        1.04,  # OPPONENTS_LOSS
        0.79,  # RESERVED
        0.80,  # DENIED
        0.60,  # HEALED
        1.00,  # POWER
        4.00,  # FINISHING
        0.10,  # HELD
        0.50,  # HASTE
    ]
)
"""Set by hand, then by an evolution strategy on games of two among themselves; those of battles by hand."""

# Notes on the position, for one seat.
TURNS = 0  # own turns after this one
LABOR, CONSTRUCTION, BRASS, VALUE, MINED = 1, 2, 3, 4, 5  # worth of one; of a point of attack that is used
AVERAGE = 6  # worth of what the average card of the own deck does when it is played
PLAYS, ONCE, ACTIVE = 7, 8, 9  # expected plays of a card bought now, plays of a thing, and its turns in play
AWAY = 10  # turns that a destroyed thing is out of play
KILL, SHARE = 11, 12  # Brass for a destroyed thing, and worth of a point that an opponent loses
MATTERS = 13  # whether damage can hit anything
NUMBER_OF_NOTES = 14

LONG = 12.0  # turns left in an early game
NEVER = -1e9


@compiled
def judge(weights, setup, state, seat, notes):
    """Fill in the notes for a seat."""
    turns = turns_left(weights, setup, state)
    early = min(1.0, turns / LONG)
    notes[TURNS] = turns
    notes[LABOR] = weights[LABOR_LATE] + (weights[LABOR_EARLY] - weights[LABOR_LATE]) * early
    notes[CONSTRUCTION] = weights[CONSTRUCTION_LATE]
    notes[CONSTRUCTION] += (weights[CONSTRUCTION_EARLY] - weights[CONSTRUCTION_LATE]) * early
    notes[SHARE] = weights[OPPONENTS_LOSS] / (np.float64(setup.sides) - 1.0 if setup.sides > 1 else 1.0)
    notes[BRASS], notes[VALUE], notes[MINED], notes[KILL] = 1.0, 1.0, 1.0, 1.0
    if setup.mode == Mode.BATTLE:
        hurt = 1.0 - np.float64(state.brass[seat]) / BATTLE_BRASS
        notes[BRASS], notes[VALUE] = weights[HEALED] * min(1.0, 0.3 + hurt), 0.02
        notes[MINED], notes[KILL] = weights[POWER], 0.0
    notes[MATTERS] = 1.0
    notes[AVERAGE] = weights[LABOR_EARLY]
    judge_deck(weights, setup, state, seat, notes)


@compiled
def judge_deck(weights, setup, state, seat, notes):
    """Note how good the own cards are on average, and how often a card bought now will come up."""
    total, drawn, cards = 0.0, np.float64(HAND_SIZE), np.int64(0)
    for kind in range(setup.kinds):
        number = owned(state, seat, kind)
        if number > 0:
            cards += number
            if setup.type[kind] == CardType.EMPLOYEE:
                total += number * program_worth(weights, setup, notes, setup.program[kind, Trigger.PLAY])
            else:
                total += number * 2.0 * notes[LABOR]
    cycle = max(1.0, (cards + 1.0) / drawn)
    notes[AVERAGE] = total / (cards if cards > 0 else 1)
    wait = np.float64(state.amounts[seat, Zone.DECK]) / drawn
    left = max(0.0, notes[TURNS] - math.floor(wait))
    notes[PLAYS] = left / cycle
    notes[ONCE] = min(1.0, left / cycle)
    after = max(0.0, left - 1.0)
    notes[ACTIVE] = after - 0.5 * cycle if after > cycle else 0.5 * after * after / cycle
    notes[AWAY] = min(notes[TURNS], 1.0 + wait + 0.5 * cycle)


@compiled(inline=True)
def owned(state, seat, kind):
    """Number of a seat's cards of a kind that are not in play."""
    unseen = np.int64(state.zones[seat, Zone.HAND, kind]) + np.int64(state.zones[seat, Zone.DECK, kind])
    return unseen + np.int64(state.zones[seat, Zone.DISCARD, kind]) + np.int64(state.zones[seat, Zone.PLAYED, kind])


@compiled
def turns_left(weights, setup, state):
    """Own turns after this one, from what is left to gain and what everybody gains, which grows."""
    if state.ending != 0:
        return 0.0
    pool, rate, growth = np.float64(state.pool), 0.0, 0.0
    most = 0.0
    for seat in range(setup.places):
        if is_gone(state, seat):
            continue
        rate += income(setup, state, seat)
        growth += weights[GROWTH]
        if setup.mode == Mode.BATTLE:
            pool += np.float64(state.brass[seat])
            most = max(most, np.float64(state.brass[seat]))
    if setup.mode == Mode.BATTLE:
        pool -= most
    return max(0.0, (math.sqrt(rate * rate + 2.0 * growth * pool) - rate) / growth - 0.5)


@compiled
def income(setup, state, seat):
    """Brass that a seat gains each turn with its things, or in a battle its power."""
    total = 0.0
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        if thing.status == 0:
            continue
        if setup.type[thing.kind] == CardType.UNIT:
            total += np.float64(setup.attack[thing.kind])
        elif setup.mode == Mode.SOLITAIRE and seat == AUTOMATON:
            total += 1.0
        elif setup.mode != Mode.BATTLE and setup.by_itself[thing.kind]:
            total += np.float64(setup.steps[setup.program[thing.kind, Trigger.ABILITY], 0].brass)
    return total + 1.0 if setup.mode == Mode.SOLITAIRE and seat == AUTOMATON else total


@compiled
def step_worth(weights, notes, step):
    """Worth of a step that is no choice, before it is known what it will find."""
    what, amount = step.what, np.float64(step.amount)
    if what == Effect.GAIN:
        resources = amount * notes[LABOR] + np.float64(step.construction) * notes[CONSTRUCTION]
        return resources + np.float64(step.brass) * notes[BRASS]
    if what == Effect.DRAW:
        return amount * weights[DRAWN] * notes[AVERAGE]
    if what == Effect.DAMAGE:
        return amount * weights[DAMAGED] * notes[MATTERS]
    if what == Effect.DISMISS:
        return amount * weights[DISMISSED] * min(1.0, notes[PLAYS])
    if what == Effect.DISCARD:
        return amount * weights[DISCARDED]
    if what == Effect.STEAL:
        return np.float64(step.brass) * (notes[BRASS] + notes[SHARE])
    if what == Effect.ACQUIRE:
        return amount * weights[ACQUIRED]
    if what == Effect.RECOVER:
        return amount * weights[TAKEN_BACK] * notes[AVERAGE]
    return 0.0


@compiled
def plain_worth(weights, setup, notes, program):
    """Worth of a program, counting nothing for its choices."""
    total = 0.0
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            break
        worth = step_worth(weights, notes, step)
        total += worth if step.condition == Need.ALWAYS else worth * weights[UNDER_CONDITION]
    return total


@compiled
def program_worth(weights, setup, notes, program):
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
def best_option_worth(weights, setup, notes, step):
    """Worth of the best option of a choice."""
    best = 0.0
    for option in range(step.among):
        best = max(best, plain_worth(weights, setup, notes, np.int64(step.program) + option))
    return best


@compiled
def turn_worth(weights, setup, notes, kind):
    """What a unit or a building is worth each turn in play."""
    ability = program_worth(weights, setup, notes, setup.program[kind, Trigger.ABILITY])
    attack = np.float64(setup.attack[kind])
    if setup.type[kind] == CardType.BUILDING:
        return ability + weights[GUARD] * attack
    return max(ability, attack * notes[MINED])


@compiled
def play_worth(weights, setup, notes, kind):
    """What a card is worth at once as it is played or built."""
    trigger = Trigger.BUILT if setup.type[kind] == CardType.BUILDING else Trigger.PLAY
    return program_worth(weights, setup, notes, setup.program[kind, trigger])


@compiled
def thing_worth(weights, setup, notes, kind, turns):
    """What a unit or a building is worth in play over so many turns."""
    lasting = 1.0 - weights[FRAIL] / (1.0 + np.float64(setup.health[kind]))
    return turns * lasting * turn_worth(weights, setup, notes, kind)


@compiled
def card_worth(weights, setup, notes, kind):
    """What it is worth to acquire a card."""
    worth = np.float64(setup.value[kind]) * notes[VALUE]
    gain = play_worth(weights, setup, notes, kind) - weights[DILUTED] * notes[AVERAGE]
    if setup.type[kind] == CardType.EMPLOYEE:
        return worth + gain * notes[PLAYS]
    ends = weights[DEMOLISHED] * program_worth(weights, setup, notes, setup.program[kind, Trigger.DEMOLISH])
    ends += 0.5 * weights[DEMOLISHED] * program_worth(weights, setup, notes, setup.program[kind, Trigger.DESTROYED])
    worth += (gain + ends) * notes[ONCE]
    return worth + thing_worth(weights, setup, notes, kind, notes[ACTIVE])


@compiled
def now_worth(weights, setup, notes, kind):
    """What it is worth to have a card in hand that is about to be played."""
    worth = play_worth(weights, setup, notes, kind)
    if setup.type[kind] == CardType.EMPLOYEE:
        return worth
    return worth + thing_worth(weights, setup, notes, kind, min(notes[TURNS], notes[AWAY]))


@compiled
def keep_worth(weights, setup, notes, kind):
    """What it is worth to keep a card that is owned; what another card would do in its place is taken off."""
    worth = np.float64(setup.value[kind]) * notes[VALUE]
    if setup.type[kind] == CardType.EMPLOYEE:
        gain = play_worth(weights, setup, notes, kind) - weights[DILUTED] * notes[AVERAGE]
        return worth + gain * notes[PLAYS]
    return worth + thing_worth(weights, setup, notes, kind, notes[ACTIVE])
