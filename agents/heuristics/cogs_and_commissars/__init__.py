"""Rules of thumb for Cogs and Commissars: every card is worth the points that it moves, a Revolution the game."""

from __future__ import annotations

import numpy as np

from ....envs.cogs_and_commissars.rules.actions import Act, ByKind, at_citizen, at_seat, by_kind
from ....envs.cogs_and_commissars.rules.box import NO_TYPE, NUM_TYPES, CardType
from ....envs.cogs_and_commissars.rules.card_steps import Do
from ....envs.cogs_and_commissars.rules.seats import clockwise
from ....envs.cogs_and_commissars.rules.stack import top
from ....envs.cogs_and_commissars.rules.state import MAX_FACTIONS, MAX_KINDS, NOBODY, STATE, Ask, Prepared, State, Zone
from ....envs.table.compilation.compile import compiled
from ....envs.table.questions import switch
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import has
from .. import supply
from .hand import KEEPING_ROWS, Keeping, action_worth, fill_keeping, keep_worth, usual_worth
from .play import choose_in_turn, choose_in_window, rescues
from .stack import find_rebel, has_step, response_gain, retyped
from .worth import NUMBER_OF_NOTES, POINTS_OF_STAR, VICTORY, WEIGHTS, Note, Weight, effect, judge, revolution_of

NEVER = -1e9
CROWDED = 0.25
"""Share of the worth of an Action in a deck: there is one a turn, and several come to hand."""
REPLACED = 1.5
"""Worth in a deck of each card that a Blitz brings to hand."""


@compiled
def choose(setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that promises most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights: Array, setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that promises most by the given weights."""
    seat = np.int64(state.seat)
    notes = np.empty(NUMBER_OF_NOTES)
    judge(weights, setup, state, seat, notes)
    find_rebel(setup, state, notes)
    return choose_answer(weights, setup, state, mask, notes, seat)


@compiled
def choose_faction(weights: Array, setup: Prepared, state: State, mask: Array, seat: Int) -> Int:
    """Choose the faction whose deck is worth most."""
    best, chosen = NEVER, np.int64(Act.PASS)
    for faction in range(MAX_FACTIONS):
        if mask[Act.FACTION + faction] != 0:
            worth = 0.0
            for kind in range(setup.kinds):
                copies = np.float64(setup.deck[faction, kind])
                if copies > 0.0:
                    worth += copies * built_worth(weights, setup, state, seat, kind)
            if worth > best:
                best, chosen = worth, np.int64(Act.FACTION + faction)
    return chosen


@compiled
def built_worth(weights: Array, setup: Prepared, state: State, seat: Int, kind: Int) -> Float:
    """Return what a card is worth in a deck: what it does, and what it produces."""
    stars = 0.0
    for citizen in range(NUM_TYPES):
        stars += np.float64(setup.stars[kind, citizen]) * POINTS_OF_STAR[citizen]
    worth = usual_worth(weights, setup, state, seat, kind)
    if setup.type[kind] == CardType.ACTION:
        worth *= CROWDED
    elif not has(setup.responses, kind):
        worth += REPLACED * (has_step(setup, kind, Do.DRAW) + has_step(setup, kind, Do.RETRIEVE))
    return worth + weights[Weight.STAR] * stars


@compiled
def choose_draft(weights: Array, setup: Prepared, state: State, mask: Array, seat: Int) -> Int:
    """Keep the card that is worth most in a deck."""
    best, chosen = NEVER, np.int64(Act.PASS)
    for kind in range(setup.kinds):
        action = by_kind(setup, ByKind.TAKE) + kind
        if mask[action] != 0:
            worth = built_worth(weights, setup, state, seat, kind)
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled(allocates=True)
def choose_discard(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Discard the card that is worth least, or none when all are worth more than unknown ones."""
    keeping = np.empty((KEEPING_ROWS, MAX_KINDS))
    fill_keeping(weights, setup, state, notes, seat, keeping)
    fresh = weights[Weight.FRESH]
    mine = revolution_of(setup, state, seat)
    if mine != NOBODY and state.points[seat] >= notes[Note.NEED] and state.zones[seat, Zone.HAND, mine] == 0:
        sure = notes[Note.SURE] > 0 and state.points[seat] >= notes[Note.SURE]
        fresh += weights[Weight.DIGGING_SURELY if sure else Weight.DIGGING]
    least, chosen = fresh if mask[Act.PASS] != 0 else -NEVER, np.int64(Act.PASS)
    for kind in range(setup.kinds):
        if has(state.held[seat], kind) and keeping[Keeping.KEPT, kind] < least:
            least, chosen = keeping[Keeping.KEPT, kind], by_kind(setup, ByKind.DISCARD) + kind
    return chosen


@compiled
def choose_retrieval(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Take the best card back from the discard."""
    best, chosen = NEVER, np.int64(Act.PASS)
    for kind in range(setup.kinds):
        action = by_kind(setup, ByKind.TAKE) + kind
        if mask[action] != 0:
            worth = keep_worth(weights, setup, state, notes, seat, kind)
            if state.zones[seat, Zone.HAND, kind] > 0:
                worth *= 0.7
            worth += VICTORY if rescues(setup, state, notes, seat, kind) else 0.0
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled
def choose_interception(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Play the best card out of another hand."""
    best, chosen = NEVER, np.int64(Act.PASS)
    for kind in range(setup.kinds):
        action = by_kind(setup, ByKind.TAKE) + kind
        if mask[action] != 0:
            worth = action_worth(weights, setup, state, notes, seat, kind)
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled
def choose_seat(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose at which player to aim the card on top of the stack."""
    kind, best, chosen = np.int64(top(state).kind), NEVER, np.int64(Act.PASS)
    for away in range(1, setup.seats):
        if mask[at_seat(away)] != 0:
            other = clockwise(setup, seat, away)
            worth = effect(weights, setup, state, notes, seat, kind, seat, other, NO_TYPE)
            if worth > best:
                best, chosen = worth, at_seat(away)
    return chosen


@compiled
def choose_citizen(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose at whose citizen to aim the card on top of the stack."""
    kind, best, chosen = np.int64(top(state).kind), NEVER, np.int64(Act.PASS)
    for away in range(1, setup.seats):
        other = clockwise(setup, seat, away)
        for citizen in range(NUM_TYPES):
            if mask[at_citizen(away, citizen)] != 0:
                worth = effect(weights, setup, state, notes, seat, kind, seat, other, citizen)
                if worth > best:
                    best, chosen = worth, at_citizen(away, citizen)
    return chosen


@compiled
def choose_type(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose the type of citizen for the card on top of the stack."""
    record, best, chosen = top(state), NEVER, np.int64(Act.PASS)
    kind = np.int64(record.kind)
    for citizen in range(NUM_TYPES):
        if mask[Act.TYPE + citizen] != 0:
            if setup.retypes[kind]:
                worth = retyped(weights, setup, state, notes, seat, record.card, citizen)
            else:
                worth = effect(weights, setup, state, notes, seat, kind, seat, NOBODY, citizen)
            if worth > best:
                best, chosen = worth, np.int64(Act.TYPE + citizen)
    return chosen


@compiled
def choose_card(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose at which card to aim the duplicate on top of the stack."""
    record, best, chosen = top(state), NEVER, np.int64(Act.PASS)
    for place in range(record.reach):
        if mask[Act.CARD + place] != 0:
            worth = response_gain(weights, setup, state, notes, seat, np.int64(record.kind), place)
            if worth > best:
                best, chosen = worth, np.int64(Act.CARD + place)
    return chosen


choose_answer = switch(
    "choose_answer",
    ("weights", "setup", "state", "mask", "notes", "seat"),
    {
        Ask.FACTION: choose_faction,
        Ask.DRAFT: choose_draft,
        Ask.HAND: choose_discard,
        Ask.PROPAGANDA: choose_in_turn,
        Ask.ACTION: choose_in_turn,
        Ask.WINDOW: choose_in_window,
        Ask.SEAT: choose_seat,
        Ask.CITIZEN: choose_citizen,
        Ask.TYPE: choose_type,
        Ask.CARD: choose_card,
        Ask.DISCARD: choose_discard,
        Ask.RETRIEVE: choose_retrieval,
        Ask.INTERCEPT: choose_interception,
    },
)

supply(STATE, choose=choose)
