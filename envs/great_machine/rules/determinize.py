"""Redrawing what a seat cannot know.

* The Machine: which Citizens lie face down in the city and among the arrested, and every Hero's forfeited cards, chosen
  card unless it is shown. Sets of forfeited cards are drawn uniformly from those that are possible.
* The Heroes: which Citizens are unidentified or arrested, and which Directives that they have not seen are in the
  Machine's hand.

Citizens are drawn uniformly, given those surely among the arrested. Once one of the arrested has been taken unseen,
one of each type counts as sure no longer (see RULES.md).
"""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE, MACHINE_SIDE, classes_active
from ...city.rules.sets import random_member
from ...city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    MACHINE,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    Ask,
    Status,
)
from ...city.rules.tracks import size_of
from ...table.compilation.compile import compiled
from ...table.random import below


@compiled
def determinize(setup, state, seat):
    """Redraw all that ``seat`` cannot know."""
    side = MACHINE_SIDE if seat == MACHINE else HERO_SIDE
    redraw_citizens(state, side)
    if seat == MACHINE:
        redraw_access(state)
    else:
        redraw_hand(state)


@compiled(allocates=True)
def redraw_citizens(state, side):
    """Gather all Citizens whose types a side does not know, and deal them out again."""
    pool = np.zeros(NUM_TYPES, np.int64)
    total = np.int64(0)
    hidden = (
        Status.IDENTIFIED if side == MACHINE_SIDE else Status.UNIDENTIFIED
    )  # the last of the states that it cannot see
    for type in range(NUM_TYPES):
        for district in range(NUM_DISTRICTS):
            for status in range(hidden + 1):
                pool[type] += np.int64(state.citizens[district, status, type])
        pool[type] += np.int64(state.citizens[ARRESTED, Status.UNIDENTIFIED, type]) - np.int64(state.sure[side, type])
        total += pool[type]
    if state.carried != NOBODY and state.carried_as <= hidden:
        pool[state.carried] += 1
        total += 1
        state.carried = draw(state.rng, pool, total)
        total -= 1
    shown = np.int64(NOBODY)
    if side == MACHINE_SIDE and state.ask == Ask.SHOW_TYPE:
        shown = draw_active(state, pool)
        take_first(state, np.int64(state.tile))
        total -= 1
    for district in range(NUM_DISTRICTS):
        for status in range(hidden + 1):
            total = redraw_group(state, pool, total, district, status)
    if shown != NOBODY:
        state.citizens[state.tile, Status.IDENTIFIED, shown] += 1
    for type in range(NUM_TYPES):
        state.citizens[ARRESTED, Status.UNIDENTIFIED, type] = state.sure[side, type] + pool[type]
        if side == MACHINE_SIDE:
            state.sure[HERO_SIDE, type] = state.sure[MACHINE_SIDE, type]


@compiled
def take_first(state, district):
    """Take any identified Citizen out of a District: one whose type has been drawn already stands for it."""
    for type in range(NUM_TYPES):
        if state.citizens[district, Status.IDENTIFIED, type]:
            state.citizens[district, Status.IDENTIFIED, type] -= 1
            return


@compiled
def draw_active(state, pool):
    """Draw an active Citizen: the Heroes have said that one is among those identified in a District."""
    active, wanted = classes_active(state), np.int64(0)
    for type in range(active):
        wanted += pool[type]
    chosen = below(state.rng, wanted)
    for type in range(active):
        if 0 <= chosen < pool[type]:
            pool[type] -= 1
            return np.int64(type)
        chosen -= pool[type]
    return np.int64(NOBODY)


@compiled
def redraw_group(state, pool, total, district, status):
    """Deal as many Citizens to a group as it has; return how many are left."""
    number = np.int64(0)
    for type in range(NUM_TYPES):
        number += np.int64(state.citizens[district, status, type])
        state.citizens[district, status, type] = 0
    for _ in range(number):
        state.citizens[district, status, draw(state.rng, pool, total)] += 1
        total -= 1
    return total


@compiled(inline=True)
def draw(words, pool, total):
    """Take a random Citizen of the pool; return its type."""
    chosen, found = below(words, total), np.int64(0)
    for type in range(NUM_TYPES):
        if chosen >= 0:
            found = np.int64(type)
        chosen -= pool[type]
    pool[found] -= 1
    return found


@compiled
def redraw_access(state):
    """Draw each Hero's forfeited cards from the sets that are possible, and a chosen card from its hand.

    A card that is in the hand by now, but was surely forfeited when the Hero chose, cannot be the chosen one.
    """
    for hero in range(NUM_HEROES):
        lost = np.int64(state.guess[hero, below(state.rng, np.int64(state.guesses[hero]))])
        state.cards[hero] = ALL_DISTRICTS & ~lost
        if state.chosen[hero] != NOBODY and not state.shown[hero]:
            state.chosen[hero] = random_member(state.rng, ALL_DISTRICTS & ~lost & ~np.int64(state.barred[hero]))


@compiled
def redraw_hand(state):
    """Draw the unseen Directives of the hand from those that are in hand or deck."""
    seen = np.int64(state.seen)
    hidden = (np.int64(state.hand) | np.int64(state.deck)) & ~seen
    wanted, left = size_of(np.int64(state.hand) & ~seen), size_of(hidden)
    hand = seen
    for directive in range(NUM_DIRECTIVES):
        if hidden >> directive & 1:
            if below(state.rng, left) < wanted:
                hand |= np.int64(1) << directive
                wanted -= 1
            left -= 1
    state.hand = hand
    state.deck = (hidden | seen) & ~hand
