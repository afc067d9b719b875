"""Before the game: corporations are chosen or dealt, reserves are built, and the table is laid out.

A drafted reserve is a set of cards, and a set is drafted in just one way: in the order of the card file. Only cards are
offered with which what is missing in Brass Value can still be made up, of what others have left.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.random import below
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import add, has, one, pick
from .actions import Act, CardAct, first_of
from .market import refill
from .state import (
    AUTOMATON,
    BATTLE_BRASS,
    MAX_RESERVE,
    MAX_RESERVE_VALUE,
    NOBODY,
    ROW_PLACES,
    Ask,
    Event,
    Mode,
    Phase,
    Prepared,
    State,
    Status,
    Zone,
)
from .things import put_into_play
from .turn import begin_turn
from .zones import draw, fill_deck, push_central, put, shuffle_centre


@compiled
def prepare(setup: Prepared, state: State) -> None:
    """Begin with corporations and reserves; what needs no decision is done at once."""
    state.pool = setup.pool
    state.first = below(state.rng, setup.seats)
    for row in range(2):
        for place in range(ROW_PLACES):
            state.rows[row, place] = NOBODY
    state.seat, state.phase = state.first, Phase.PREPARING
    if setup.seats > 1:
        tell(state, Event.BEGINS, state.first)
    for seat in range(setup.places):
        state.corporation[seat] = NOBODY
    if setup.choose_corporations:
        state.ask = Ask.CORPORATION
        return
    for seat in range(setup.seats):
        given = np.int64(setup.corporation[seat])
        state.corporation[seat] = pick(state.rng, free_corporations(setup, state)) if given == NOBODY else given
        tell(state, Event.RUNS, seat, state.corporation[seat])
    after_corporations(setup, state)


@compiled
def free_corporations(setup: Prepared, state: State) -> Int:
    """Return the set of the corporations that the fewest seats have."""
    free, fewest = np.int64(0), np.int64(setup.seats)
    for corporation in range(setup.factions):
        users = np.int64(0)
        for seat in range(setup.seats):
            users += state.corporation[seat] == corporation
        if users < fewest:
            free, fewest = np.int64(0), users
        if users == fewest:
            free = add(free, corporation)
    return free


@compiled
def allow_corporations(setup: Prepared, state: State, mask: Array) -> None:
    free = free_corporations(setup, state)
    for corporation in range(setup.factions):
        mask[Act.CORPORATION + corporation] = has(free, corporation)


@compiled
def choose_corporation(setup: Prepared, state: State, action: Int) -> None:
    """A seat takes a corporation; the next one without is asked."""
    state.corporation[state.seat] = action - Act.CORPORATION
    state.seat = clockwise(setup.places, state.seat, 1)
    if state.corporation[state.seat] != NOBODY or setup.seats == 1:
        state.seat = state.first
        after_corporations(setup, state)


@compiled
def after_corporations(setup: Prepared, state: State) -> None:
    """Draft the reserves, or hand them out and begin."""
    if setup.draft:
        state.ask = Ask.DRAFT
        return
    for seat in range(setup.seats):
        given = False
        for kind in range(setup.kinds):
            given = given or setup.given_reserve[seat, kind] > 0
        for kind in range(setup.kinds):
            copies = setup.given_reserve[seat, kind] if given else setup.stock[state.corporation[seat], kind]
            for _ in range(copies):
                put(state, seat, Zone.RESERVE, kind)
    lay_out(setup, state)


@compiled
def reserve_total(setup: Prepared, state: State, seat: Int) -> Int:
    """Total Brass Value of a seat's reserve."""
    total = np.int64(0)
    for kind in range(setup.kinds):
        total += np.int64(state.zones[seat, Zone.RESERVE, kind]) * np.int64(setup.value[kind])
    return total


@compiled
def copies_for(setup: Prepared, state: State, seat: Int, kind: Int) -> Int:
    """Number of a kind's cards that a seat may have in its reserve: its stock, and what others leave in the centre."""
    left = np.int64(setup.copies[kind])
    for other in range(setup.seats):
        if other != seat:
            left -= beyond_stock(setup, state, other, kind)
    return left + np.int64(setup.stock[state.corporation[seat], kind])


@compiled
def beyond_stock(setup: Prepared, state: State, seat: Int, kind: Int) -> Int:
    """Number of a kind's cards in a seat's reserve that are not of its corporation's stock."""
    stock = np.int64(setup.stock[state.corporation[seat], kind])
    return max(np.int64(0), np.int64(state.zones[seat, Zone.RESERVE, kind]) - stock)


@compiled
def may_draft(value: Int, copies: Int, missing: Int, room: Int, fewest: Array) -> bool:
    """Whether one or more cards of a value, and the ``fewest`` of later kinds, make up what is missing."""
    for further in range(1, copies + 1):
        rest = missing - further * value
        if rest >= 0 and further + fewest[rest] <= room:
            return True
    return False


@compiled
def add_copies(value: Int, copies: Int, fewest: Array) -> None:
    """Reckon with so many more cards of a value in the fewest cards that make up each total."""
    if value > 0:
        for _ in range(copies):
            for total in range(MAX_RESERVE_VALUE, value - 1, -1):
                fewest[total] = min(fewest[total], fewest[total - value] + 1)


@compiled
def allow_draft(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards that a reserve can be completed with, and the end once its value is right."""
    start = first_of(setup, CardAct.RESERVE)
    missing = np.int64(setup.reserve_value) - reserve_total(setup, state, state.seat)
    room = MAX_RESERVE - np.int64(state.amounts[state.seat, Zone.RESERVE])
    fewest = mask[Act.THING : Act.THING + MAX_RESERVE_VALUE + 1]  # room to reckon in, empty again in the end
    fewest[1:] = MAX_RESERVE + 1
    offered = False
    for kind in range(setup.kinds - 1, -1, -1):
        if setup.faction[kind] == 1 + state.corporation[state.seat]:
            own, value = np.int64(state.zones[state.seat, Zone.RESERVE, kind]), np.int64(setup.value[kind])
            copies = copies_for(setup, state, state.seat, kind)
            if may_draft(value, copies - own, missing, room, fewest):
                mask[start + kind] = 1
                offered = True
            if own > 0:
                break  # those before it have been passed
            add_copies(value, copies, fewest)
    fewest[:] = 0
    mask[Act.END] = missing == 0 or not offered


@compiled
def draft(setup: Prepared, state: State, action: Int) -> None:
    """Add a card to the own reserve; once it is complete the next seat drafts, or the table is laid out."""
    if action != Act.END:
        put(state, state.seat, Zone.RESERVE, action - first_of(setup, CardAct.RESERVE))
        return
    state.seat = clockwise(setup.places, state.seat, 1)
    if state.seat == state.first or setup.seats == 1:
        lay_out(setup, state)


@compiled
def lay_out(setup: Prepared, state: State) -> None:
    """Lay out decks, rows, platforms and hands, and begin the first turn."""
    for kind in range(setup.kinds):
        copies = np.int64(setup.copies[kind])
        for seat in range(setup.seats):
            copies -= beyond_stock(setup, state, seat, kind)
        if setup.shuffle_starting:
            copies += unused_stock(setup, state, kind)
        push_central(setup, state, kind, copies)
        state.total[kind] += copies
    shuffle_centre(state)
    for row in range(2):
        for place in range(ROW_PLACES):
            refill(setup, state, row, place)
    for seat in range(setup.seats):
        if setup.mode == Mode.BATTLE:
            state.brass[seat] = BATTLE_BRASS
        state.brass[seat] += setup.compensation[distance(setup.places, state.first, seat)]
        give_start(setup, state, seat)
    if setup.mode == Mode.SOLITAIRE:
        state.brass[AUTOMATON] = setup.automaton_brass
    begin_turn(setup, state, state.first)


@compiled
def unused_stock(setup: Prepared, state: State, kind: Int) -> Int:
    """Number of a kind's cards in stock reserves that nobody has: those of corporations without a player among them."""
    unused = np.int64(0)
    for corporation in range(setup.factions):
        stock, played = np.int64(setup.stock[corporation, kind]), False
        for seat in range(setup.seats):
            if state.corporation[seat] == corporation:
                played = True
                unused += max(np.int64(0), stock - np.int64(state.zones[seat, Zone.RESERVE, kind]))
        if not played:
            unused += stock
    return unused


@compiled
def give_start(setup: Prepared, state: State, seat: Int) -> None:
    """Give a seat its starting deck, its platform and its first hand."""
    for kind in range(setup.kinds):
        state.zones[seat, Zone.DECK, kind] = setup.start[kind]
        state.amounts[seat, Zone.DECK] += setup.start[kind]
        state.worth[seat] += np.int64(setup.start[kind]) * np.int64(setup.value[kind])
        state.total[kind] += np.int64(setup.start[kind]) + np.int64(state.zones[seat, Zone.RESERVE, kind])
    state.total[setup.platform] += 1
    state.worth[seat] += setup.value[setup.platform]
    put_into_play(setup, state, seat, setup.platform, one(Status.FACE_UP))
    fill_deck(setup, state, seat)
    draw(setup, state, seat, np.int64(setup.first_hands[distance(setup.places, state.first, seat)]))
