"""Rules of thumb for Cogs and Commissars: every card is worth the points that it moves, a Revolution the game."""

from __future__ import annotations

import numpy as np

from ....envs.cogs_and_commissars.rules.actions import Act, ByKind, at_citizen, at_seat, by_kind
from ....envs.cogs_and_commissars.rules.seats import clockwise
from ....envs.cogs_and_commissars.rules.stack import top
from ....envs.cogs_and_commissars.rules.state import (
    MAX_FACTIONS,
    MAX_KINDS,
    NO_TYPE,
    NOBODY,
    NUM_TYPES,
    STATE,
    Ask,
    CardType,
    Do,
    Prepared,
    State,
    Zone,
)
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import has
from .. import supply
from .hand import KEPT, action_worth, fill_keeping, keep_worth, usual_worth
from .play import choose_in_turn, choose_in_window, rescues
from .stack import find_rebel, has_step, response_gain, retyped
from .worth import (
    DIGGING,
    DIGGING_SURELY,
    FRESH,
    NEED,
    NUMBER_OF_NOTES,
    POINTS_OF_STAR,
    STAR,
    SURE,
    VICTORY,
    WEIGHTS,
    effect,
    judge,
    revolution_of,
)

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
    seat, ask = np.int64(state.seat), state.ask
    notes = np.empty(NUMBER_OF_NOTES)
    judge(weights, setup, state, seat, notes)
    if ask == Ask.FACTION:
        return choose_faction(weights, setup, state, mask, seat)
    if ask == Ask.DRAFT:
        return choose_draft(weights, setup, state, mask, seat)
    find_rebel(setup, state, notes)
    if ask == Ask.WINDOW:
        return choose_in_window(weights, setup, state, mask, notes, seat)
    if ask == Ask.PROPAGANDA or ask == Ask.ACTION:
        return choose_in_turn(weights, setup, state, mask, notes, seat)
    if ask == Ask.HAND or ask == Ask.DISCARD:
        keeping = np.empty((2, MAX_KINDS))
        return choose_discard(weights, setup, state, mask, notes, seat, keeping)
    if ask == Ask.RETRIEVE or ask == Ask.INTERCEPT:
        return choose_card(weights, setup, state, mask, notes, seat)
    return choose_target(weights, setup, state, mask, notes, seat)


@compiled
def choose_faction(weights: Array, setup: Prepared, state: State, mask: Array, seat: Int) -> Int:
    """Choose the faction whose deck is worth most."""
    best, chosen = NEVER, Act.PASS
    for faction in range(MAX_FACTIONS):
        if mask[Act.FACTION + faction] != 0:
            worth = 0.0
            for kind in range(setup.kinds):
                copies = np.float64(setup.deck[faction, kind])
                if copies > 0.0:
                    worth += copies * built_worth(weights, setup, state, seat, kind)
            if worth > best:
                best, chosen = worth, Act.FACTION + faction
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
    return worth + weights[STAR] * stars


@compiled
def choose_draft(weights: Array, setup: Prepared, state: State, mask: Array, seat: Int) -> Int:
    """Keep the card that is worth most in a deck."""
    best, chosen = NEVER, Act.PASS
    for kind in range(setup.kinds):
        action = by_kind(setup, ByKind.TAKE) + kind
        if mask[action] != 0:
            worth = built_worth(weights, setup, state, seat, kind)
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled
def choose_discard(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, keeping: Array
) -> Int:
    """Discard the card that is worth least, or none when all are worth more than unknown ones."""
    fill_keeping(weights, setup, state, notes, seat, keeping)
    fresh = weights[FRESH]
    mine = revolution_of(setup, state, seat)
    if mine != NOBODY and state.points[seat] >= notes[NEED] and state.zones[seat, Zone.HAND, mine] == 0:
        sure = notes[SURE] > 0 and state.points[seat] >= notes[SURE]
        fresh += weights[DIGGING_SURELY if sure else DIGGING]
    least, chosen = fresh if mask[Act.PASS] != 0 else -NEVER, Act.PASS
    for kind in range(setup.kinds):
        if has(state.held[seat], kind) and keeping[KEPT, kind] < least:
            least, chosen = keeping[KEPT, kind], by_kind(setup, ByKind.DISCARD) + kind
    return chosen


@compiled
def choose_card(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Take the best card back from the discard, or play the best one out of another hand."""
    best, chosen = NEVER, Act.PASS
    for kind in range(setup.kinds):
        action = by_kind(setup, ByKind.TAKE) + kind
        if mask[action] != 0:
            if state.ask == Ask.RETRIEVE:
                worth = keep_worth(weights, setup, state, notes, seat, kind)
                if state.zones[seat, Zone.HAND, kind] > 0:
                    worth *= 0.7
                worth += VICTORY if rescues(setup, state, notes, seat, kind) else 0.0
            else:
                worth = action_worth(weights, setup, state, notes, seat, kind)
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled
def choose_target(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose what the card on top of the stack is aimed at."""
    record, ask = top(state), state.ask
    kind = np.int64(record.kind)
    best, chosen = NEVER, Act.PASS
    if ask == Ask.CARD:
        for place in range(record.reach):
            if mask[Act.CARD + place] != 0:
                worth = response_gain(weights, setup, state, notes, seat, kind, place)
                if worth > best:
                    best, chosen = worth, Act.CARD + place
    elif ask == Ask.SEAT or ask == Ask.CITIZEN:
        for away in range(1, setup.seats):
            other = clockwise(setup, seat, away)
            for citizen in range(1 if ask == Ask.SEAT else 3):
                action = at_seat(away) if ask == Ask.SEAT else at_citizen(away, citizen)
                if mask[action] != 0:
                    typed = NO_TYPE if ask == Ask.SEAT else citizen
                    worth = effect(weights, setup, state, notes, seat, kind, seat, other, typed)
                    if worth > best:
                        best, chosen = worth, action
    else:
        for citizen in range(NUM_TYPES):
            if mask[Act.TYPE + citizen] != 0:
                if setup.retypes[kind]:
                    worth = retyped(weights, setup, state, notes, seat, record.card, citizen)
                else:
                    worth = effect(weights, setup, state, notes, seat, kind, seat, NOBODY, citizen)
                if worth > best:
                    best, chosen = worth, Act.TYPE + citizen
    return chosen


supply(STATE, choose=choose)
