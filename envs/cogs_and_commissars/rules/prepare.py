"""Before the first turn: factions are dealt or chosen, decks built, the ration taken, hands drawn."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.piles import any_of
from ...table.random import below
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import full, has, one, pick, remove
from .actions import Act, ByKind, by_kind
from .box import DRAFT_CARDS, NUM_TYPES, RANDOM_CARDS, REGULAR_CARDS, SUPPLY, Citizen, Decks
from .citizens import gain
from .events import Event, tell_counts, tell_pile
from .state import HAND_SIZE, NOBODY, START_PROLETARIAT, Ask, Phase, Prepared, State, Zone
from .turn import begin_turn
from .zones import draw, fill_deck


@compiled
def prepare(setup: Prepared, state: State) -> None:
    """Deal the factions or ask the first player for one."""
    state.phase, state.winner = Phase.PREPARING, NOBODY
    state.first = below(state.rng, setup.seats) if setup.first == NOBODY else np.int64(setup.first)
    state.player = state.first
    tell(state, Event.FIRST, state.first)
    for citizen in range(NUM_TYPES):
        state.gulag[citizen] = SUPPLY[citizen]
    for seat in range(setup.seats):
        state.faction[seat] = setup.faction[seat]
    if setup.choose_factions:
        state.ask, state.seat = Ask.FACTION, state.first
        return
    for seat in range(setup.seats):
        if state.faction[seat] == NOBODY:
            state.faction[seat] = pick(state.rng, free_factions(setup, state))
        tell(state, Event.FACTION, seat, state.faction[seat])
    build_decks(setup, state)


@compiled
def free_factions(setup: Prepared, state: State) -> Int:
    """Return the set of the factions that nobody has."""
    free = full(setup.factions)
    for seat in range(setup.seats):
        if state.faction[seat] != NOBODY:
            free = remove(free, state.faction[seat])
    return free


@compiled
def allow_factions(setup: Prepared, state: State, mask: Array) -> None:
    free = free_factions(setup, state)
    for faction in range(setup.factions):
        mask[Act.FACTION + faction] = has(free, faction)


@compiled
def choose_faction(setup: Prepared, state: State, action: Int) -> None:
    """Take a faction; then it is the next seat's choice."""
    state.faction[state.seat] = action - Act.FACTION
    state.seat = clockwise(setup.seats, state.seat, 1)
    if state.seat == state.first:
        build_decks(setup, state)


@compiled
def build_decks(setup: Prepared, state: State) -> None:
    """Give everybody a deck, or what of it comes before the draft."""
    if setup.decks == Decks.PRECONSTRUCTED:
        for seat in range(setup.seats):
            for kind in range(setup.kinds):
                own(state, seat, kind, setup.deck[state.faction[seat], kind])
        begin(setup, state)
        return
    for kind in range(setup.kinds):
        state.unused[kind] = setup.regular[kind]
    number = RANDOM_CARDS if setup.decks == Decks.DRAFTED else REGULAR_CARDS
    for seat in range(setup.seats):
        for kind in range(setup.kinds):
            own(state, seat, kind, setup.core_set[state.faction[seat], kind])
        for _ in range(number):
            own(state, seat, any_regular(setup, state), 1)
        tell_counts(setup, state, Event.BUILT, seat, state.owned[seat], seat)
    if setup.decks == Decks.DRAFTED:
        deal_packs(setup, state)
    else:
        begin(setup, state)


@compiled
def own(state: State, seat: Int, kind: Int, copies: Int) -> None:
    """Add cards to a deck that is being built."""
    state.owned[seat, kind] += copies
    state.zones[seat, Zone.DECK, kind] += copies
    state.amounts[seat, Zone.DECK] += copies


@compiled
def any_regular(setup: Prepared, state: State) -> Int:
    """Take a random one of the regular cards that nobody has; return its kind."""
    kind = any_of(state.rng, state.unused, state.unused.sum())
    state.unused[kind] -= 1
    return kind


@compiled
def deal_packs(setup: Prepared, state: State) -> None:
    for seat in range(setup.seats):
        for place in range(DRAFT_CARDS):
            state.packs[seat, place] = any_regular(setup, state)
        state.pack_size[seat] = DRAFT_CARDS
    tell_packs(setup, state)
    state.ask, state.seat = Ask.DRAFT, state.first


@compiled
def tell_packs(setup: Prepared, state: State) -> None:
    """Tell every seat which pack is in front of it."""
    for seat in range(setup.seats):
        tell_pile(state, Event.PACK, seat, state.packs[seat], state.pack_size[seat], seat)


@compiled
def allow_pack(setup: Prepared, state: State, mask: Array) -> None:
    for place in range(state.pack_size[state.seat]):
        mask[by_kind(setup, ByKind.TAKE) + state.packs[state.seat, place]] = 1


@compiled
def draft(setup: Prepared, state: State, action: Int) -> None:
    """Keep a card of the pack; after the last seat all packs move one place to the left."""
    keep(setup, state, state.seat, action - by_kind(setup, ByKind.TAKE))
    seat = clockwise(setup.seats, state.seat, 1)
    if seat != state.first:
        state.seat = seat
        return
    pass_packs(setup, state)
    if state.pack_size[0] > 1:
        tell_packs(setup, state)
        state.seat = seat
        return
    for last in range(setup.seats):  # of one card there is no choice
        tell(state, Event.KEPT, last, state.packs[last, 0], to=one(last))
        keep(setup, state, last, np.int64(state.packs[last, 0]))
    begin(setup, state)


@compiled
def keep(setup: Prepared, state: State, seat: Int, kind: Int) -> None:
    """Move a card from the pack in front of a seat to its deck."""
    size, found = np.int64(state.pack_size[seat]), False
    for place in range(size):
        if not found and state.packs[seat, place] == kind:
            state.packs[seat, place] = state.packs[seat, size - 1]
            found = True
    state.pack_size[seat] = size - 1
    own(state, seat, kind, 1)


@compiled
def pass_packs(setup: Prepared, state: State) -> None:
    """Pass every pack to the left; seats remember what they pass, and see what is left of a pack seen before."""
    state.passes += 1
    for seat in range(setup.seats):
        for place in range(state.pack_size[seat]):
            state.passed[seat, state.packs[seat, place]] += 1
    for place in range(DRAFT_CARDS):
        last = setup.seats - 1
        moving = state.packs[last, place]
        for seat in range(last, 0, -1):
            state.packs[seat, place] = state.packs[seat - 1, place]
        state.packs[0, place] = moving
    if state.passes >= setup.seats:
        for seat in range(setup.seats):
            for place in range(state.pack_size[seat]):
                kind = state.packs[seat, place]
                if state.passed[seat, kind] > 0:  # always, but where the pack has been redrawn
                    state.passed[seat, kind] -= 1


@compiled
def begin(setup: Prepared, state: State) -> None:
    """Take the ration, shuffle, draw the starting hands, and begin the first turn."""
    for seat in range(setup.seats):
        gain(state, seat, np.int64(Citizen.PROLETARIAT), START_PROLETARIAT)
        gain(state, seat, np.int64(Citizen.PROLETARIAT), setup.compensation[distance(setup.seats, state.first, seat)])
        for citizen in range(NUM_TYPES):
            gain(state, seat, citizen, setup.start[state.faction[seat], citizen])
        fill_deck(setup, state, seat)
        draw(setup, state, seat, HAND_SIZE)
    begin_turn(setup, state, state.first)
