"""Redrawing what a seat cannot know: decks that it has not seen built, hands, the order of decks, packs of a draft.

With preconstructed decks everybody knows which cards another seat holds in hand and deck together, and the redrawn deal
is uniform over all hands that are possible. Of drafted and random decks a seat keeps, kind by kind, the most cards that
it has seen at one time, and of a draft which cards it has left to others, but not to whom of those that its packs have
reached: the redrawn decks, then hands, are uniform over those with at least these cards. What other seats know beyond
what everybody knows is taken for nothing, but for what they know of this seat's hand. What others have chosen to do is
not taken for evidence.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.piles import any_of, fill_shuffled, wipe
from ...table.records import Array, Int
from ...table.seats import distance
from .box import Core, Decks
from .state import MAX_SEATS, PUBLIC, Ask, Phase, Prepared, State, Zone
from .zones import fill_deck, least_copies, put, seen_copies, take


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    built = state.phase != Phase.PREPARING or state.ask == Ask.DRAFT
    if setup.decks != Decks.PRECONSTRUCTED and built:
        redraw_decks(setup, state, seat)
    for other in range(setup.seats):
        if other != seat:
            if setup.decks == Decks.PRECONSTRUCTED:
                fill_hand(state, other, empty_hand(setup, state, seat, other))
            forget(setup, state, seat, other)
        if state.phase != Phase.PREPARING:
            fill_deck(setup, state, other)
        wipe(state.piles[other], np.int64(state.sizes[other]))
        wipe(state.packs[other], np.int64(state.pack_size[other]))


@compiled
def forget(setup: Prepared, state: State, seat: Int, other: Int) -> None:
    """Let another seat know of all hands and decks but those of ``seat`` what everybody knows."""
    state.orders[other], state.ordered[other] = 0, 0
    for kind in range(setup.kinds):
        state.passed[other, kind] = 0
        for owner in range(setup.seats):
            if owner != seat:
                state.known[other, owner, kind] = state.known[PUBLIC, owner, kind]
                state.least[other, owner, kind] = state.least[PUBLIC, owner, kind]


@compiled
def empty_hand(setup: Prepared, state: State, seat: Int, owner: Int) -> Int:
    """Put the cards of a hand that a seat does not know back into the deck; return how many."""
    unknown = np.int64(0)
    for kind in range(setup.kinds):
        for _ in range(state.zones[owner, Zone.HAND, kind] - state.known[seat, owner, kind]):
            take(state, owner, Zone.HAND, kind)
            put(state, owner, Zone.DECK, kind)
            unknown += 1
    return unknown


@compiled
def fill_hand(state: State, owner: Int, count: Int) -> None:
    """Take cards out of a deck into the hand at random."""
    for _ in range(count):
        kind = any_of(state.rng, state.zones[owner, Zone.DECK], np.int64(state.amounts[owner, Zone.DECK]))
        take(state, owner, Zone.DECK, kind)
        put(state, owner, Zone.HAND, kind)


@compiled(allocates=True)
def redraw_decks(setup: Prepared, state: State, seat: Int) -> None:
    """Redraw the regular cards of the others' decks and packs that a seat does not know of."""
    supply = np.zeros(setup.kinds, np.int64)
    needed = np.zeros(setup.kinds, np.int64)
    room = np.zeros(2 * MAX_SEATS, np.int64)  # free places in the others' decks, then in their packs
    fresh = np.zeros((2 * MAX_SEATS, setup.kinds), np.int64)
    for kind in range(setup.kinds):
        supply[kind] = setup.regular[kind] - (np.int64(state.owned[seat, kind]) if setup.core[kind] == Core.NONE else 0)
        needed[kind] = state.passed[seat, kind]
    for place in range(state.pack_size[seat]):
        supply[state.packs[seat, place]] -= 1
    for other in range(setup.seats):
        if other != seat:
            room[other] = lay_out(setup, state, seat, other, supply, needed)
            room[MAX_SEATS + other] = state.pack_size[other]
    deal_needed(setup, state, seat, supply, needed, room, fresh)
    deal_rest(state, supply, room, fresh)
    for kind in range(setup.kinds):
        if setup.core[kind] == Core.NONE:
            state.unused[kind] = supply[kind]
    for other in range(setup.seats):
        if other != seat:
            rebuild(setup, state, seat, other, fresh)


@compiled
def lay_out(setup: Prepared, state: State, seat: Int, other: Int, supply: Array, needed: Array) -> Int:
    """Take the regular cards that a seat knows to be in another deck out of the supply; return how many are unknown."""
    unknown = np.int64(0)
    for kind in range(setup.kinds):
        if setup.core[kind] == Core.NONE:
            least = least_copies(state, seat, other, kind)
            supply[kind] -= least
            needed[kind] -= least
            unknown += state.owned[other, kind] - least
    return unknown


@compiled(allocates=True)
def deal_needed(
    setup: Prepared, state: State, seat: Int, supply: Array, needed: Array, room: Array, fresh: Array
) -> None:
    """Deal the cards that a seat has passed on and not seen since to places among those that its packs have reached."""
    reached = room.copy()
    for other in range(setup.seats):
        if distance(setup.seats, seat, other) > state.passes:
            reached[other], reached[MAX_SEATS + other] = 0, 0
    for kind in range(setup.kinds):
        for _ in range(needed[kind]):
            place = any_of(state.rng, reached, reached.sum())
            reached[place] -= 1
            room[place] -= 1
            supply[kind] -= 1
            fresh[place, kind] += 1


@compiled
def deal_rest(state: State, supply: Array, room: Array, fresh: Array) -> None:
    """Deal random regular cards to all places that are left."""
    for place in range(room.size):
        for _ in range(room[place]):
            kind = any_of(state.rng, supply, supply.sum())
            supply[kind] -= 1
            fresh[place, kind] += 1


@compiled
def rebuild(setup: Prepared, state: State, seat: Int, other: Int, fresh: Array) -> None:
    """Give another seat its redrawn deck, hand and pack."""
    for kind in range(setup.kinds):
        if setup.core[kind] == Core.NONE:
            state.owned[other, kind] = least_copies(state, seat, other, kind) + fresh[other, kind]
    unknown = empty_hand(setup, state, seat, other)
    for kind in range(setup.kinds):
        state.zones[other, Zone.DECK, kind] = state.owned[other, kind] - seen_copies(state, seat, other, kind)
    fill_hand(state, other, unknown)
    fill_shuffled(state.rng, state.packs[other], fresh[MAX_SEATS + other], setup.kinds)
