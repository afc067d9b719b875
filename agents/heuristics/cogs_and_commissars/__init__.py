"""Rules of thumb for Cogs and Commissars: every card is worth the points that it moves, a Revolution the game."""

from __future__ import annotations

import numpy as np

from ....envs.cogs_and_commissars.rules.actions import Act, ByKind, at_citizen, at_seat, by_kind
from ....envs.cogs_and_commissars.rules.box import NO_TYPE, NUM_TYPES, POINTS, CardType
from ....envs.cogs_and_commissars.rules.card_steps import Do
from ....envs.cogs_and_commissars.rules.stack import top
from ....envs.cogs_and_commissars.rules.state import MAX_KINDS, NOBODY, STATE, Ask, Prepared, State, Zone
from ....envs.table.compilation.compile import compiled
from ....envs.table.questions import switch
from ....envs.table.records import Array, Float, Int
from ....envs.table.seats import clockwise
from ....envs.table.sets import has
from .. import supply
from .hand import KEEPING_ROWS, Keeping, action_worth, fill_keeping, keep_worth, usual_worth
from .play import choose_in_turn, choose_in_window, rescues
from .stack import find_rebel, has_step, response_gain, retyped
from .worth import NUMBER_OF_NOTES, VICTORY, WEIGHTS, Note, Weight, effect, judge, revolution_of

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
def faction_worth(weights: Array, setup: Prepared, state: State, seat: Int, action: Int) -> Float:
    """Return what the cards of a faction's deck are worth."""
    worth = 0.0
    for kind in range(setup.kinds):
        copies = np.float64(setup.deck[action - Act.FACTION, kind])
        if copies > 0.0:
            worth += copies * built_worth(weights, setup, state, seat, kind)
    return worth


@compiled
def built_worth(weights: Array, setup: Prepared, state: State, seat: Int, kind: Int) -> Float:
    """Return what a card is worth in a deck: what it does, and what it produces."""
    stars = 0.0
    for citizen in range(NUM_TYPES):
        stars += np.float64(setup.stars[kind, citizen]) * POINTS[citizen]
    worth = usual_worth(weights, setup, state, seat, kind)
    if setup.type[kind] == CardType.ACTION:
        worth *= CROWDED
    elif not has(setup.responses, kind):
        worth += REPLACED * (has_step(setup, kind, Do.DRAW) + has_step(setup, kind, Do.RETRIEVE))
    return worth + weights[Weight.STAR] * stars


@compiled
def draft_worth(weights: Array, setup: Prepared, state: State, seat: Int, action: Int) -> Float:
    """Return what a card of the pack is worth in a deck."""
    return built_worth(weights, setup, state, seat, action - by_kind(setup, ByKind.TAKE))


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
def retrieval_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, action: Int) -> Float:
    """Return what it is worth to take a card back from the discard."""
    kind = action - by_kind(setup, ByKind.TAKE)
    worth = keep_worth(weights, setup, state, notes, seat, kind)
    if state.zones[seat, Zone.HAND, kind] > 0:
        worth *= 0.7
    return worth + VICTORY if rescues(setup, state, notes, seat, kind) else worth


@compiled
def interception_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, action: Int) -> Float:
    """Return what it is worth to play a card out of another hand."""
    return action_worth(weights, setup, state, notes, seat, action - by_kind(setup, ByKind.TAKE))


@compiled
def seat_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, action: Int) -> Float:
    """Return what it is worth to aim the card on top of the stack at a player."""
    other = clockwise(setup.seats, seat, action - at_seat(0))
    return effect(weights, setup, state, notes, seat, np.int64(top(state).kind), seat, other, NO_TYPE)


@compiled
def citizen_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, action: Int) -> Float:
    """Return what it is worth to aim the card on top of the stack at a player's citizen."""
    away = (action - at_citizen(0, 0)) // NUM_TYPES
    citizen, other = action - at_citizen(away, 0), clockwise(setup.seats, seat, away)
    return effect(weights, setup, state, notes, seat, np.int64(top(state).kind), seat, other, citizen)


@compiled
def type_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, action: Int) -> Float:
    """Return what it is worth to choose a type of citizen for the card on top of the stack."""
    record, citizen = top(state), action - Act.TYPE
    if setup.retypes[record.kind]:
        return retyped(weights, setup, state, notes, seat, record.card, citizen)
    return effect(weights, setup, state, notes, seat, np.int64(record.kind), seat, NOBODY, citizen)


@compiled
def card_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, action: Int) -> Float:
    """Return what it is worth to aim the duplicate on top of the stack at a card."""
    return response_gain(weights, setup, state, notes, seat, np.int64(top(state).kind), action - Act.CARD)


WORTHS = {
    Ask.FACTION: faction_worth,
    Ask.DRAFT: draft_worth,
    Ask.SEAT: seat_worth,
    Ask.CITIZEN: citizen_worth,
    Ask.TYPE: type_worth,
    Ask.CARD: card_worth,
    Ask.RETRIEVE: retrieval_worth,
    Ask.INTERCEPT: interception_worth,
}
answer_worth = switch("answer_worth", ("weights", "setup", "state", "notes", "seat", "action"), WORTHS)


@compiled
def choose_best(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose the answer that is worth most; pass only where there is no other."""
    best, chosen = NEVER, np.int64(Act.PASS)
    for action in range(Act.PASS + 1, mask.size):
        if mask[action] != 0:
            worth = answer_worth(weights, setup, state, notes, seat, np.int64(action))
            if worth > best:
                best, chosen = worth, np.int64(action)
    return chosen


choose_answer = switch(
    "choose_answer",
    ("weights", "setup", "state", "mask", "notes", "seat"),
    {
        Ask.HAND: choose_discard,
        Ask.PROPAGANDA: choose_in_turn,
        Ask.ACTION: choose_in_turn,
        Ask.WINDOW: choose_in_window,
        Ask.DISCARD: choose_discard,
        **dict.fromkeys(WORTHS, choose_best),
    },
)

supply(STATE, choose=choose)
