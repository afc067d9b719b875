"""Before the game: corporations are chosen or dealt, reserves are built, and the table is laid out.

A drafted reserve is a set of cards, and a set is drafted in just one way: in the order of the card file. Whether what
is missing in Brass Value can still be made up is looked up in ``setup.need_above``: the fewest cards of the same
corporation, from those after a kind, that are worth exactly so much.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, has, one, pick
from .actions import Act, CardAct, first_of
from .market import refill
from .seats import clockwise
from .state import BATTLE_BRASS, MAX_RESERVE, NOBODY, ROW_PLACES, Ask, Event, Mode, Phase, Prepared, State, Status, Zone
from .things import put_into_play
from .turn import begin_turn
from .zones import draw_hand, fill_deck, push_central, put, shuffle_centre


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
    state.seat = clockwise(setup, state.seat, 1)
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
def may_draft(setup: Prepared, state: State, seat: Int, kind: Int, missing: Int) -> bool:
    """Whether a seat may put one more card of a kind into its reserve, ``missing`` Brass Value still to be added."""
    corporation = state.corporation[seat]
    own = np.int64(state.zones[seat, Zone.RESERVE, kind])
    copies = np.int64(setup.copies[kind]) + np.int64(setup.stock[corporation, kind])
    if setup.faction[kind] != 1 + corporation or own >= copies:
        return False
    for later in range(kind + 1, setup.kinds):
        if state.zones[seat, Zone.RESERVE, later] > 0:
            return False
    room = MAX_RESERVE - np.int64(state.amounts[seat, Zone.RESERVE])
    for further in range(1, copies - own + 1):  # this one, and as many more of the kind as it takes
        rest = missing - further * np.int64(setup.value[kind])
        if rest >= 0 and further + np.int64(setup.need_above[kind, rest]) <= room:
            return True
    return False


@compiled
def allow_draft(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards that a reserve can be completed with, and the end once its value is right."""
    start = first_of(setup, CardAct.RESERVE)
    missing = np.int64(setup.reserve_value) - reserve_total(setup, state, state.seat)
    for kind in range(setup.kinds):
        mask[start + kind] = may_draft(setup, state, state.seat, kind, missing)
    mask[Act.END] = missing == 0


@compiled
def draft(setup: Prepared, state: State, action: Int) -> None:
    """Add a card to the own reserve; once it is complete the next seat drafts, or the table is laid out."""
    if action != Act.END:
        put(state, state.seat, Zone.RESERVE, action - first_of(setup, CardAct.RESERVE))
        return
    state.seat = clockwise(setup, state.seat, 1)
    if state.seat == state.first or setup.seats == 1:
        lay_out(setup, state)


@compiled
def lay_out(setup: Prepared, state: State) -> None:
    """Lay out decks, rows, platforms and hands, and begin the first turn."""
    for kind in range(setup.kinds):
        copies = max(0, np.int64(setup.copies[kind]) - taken_from_the_centre(setup, state, kind))
        push_central(setup, state, kind, copies)
        state.total[kind] += copies
    shuffle_centre(state)
    for row in range(2):
        for place in range(ROW_PLACES):
            refill(setup, state, row, place)
    for seat in range(setup.seats):
        if setup.mode == Mode.BATTLE:
            state.brass[seat] = BATTLE_BRASS
        give_start(setup, state, seat)
    begin_turn(setup, state, state.first)


@compiled
def taken_from_the_centre(setup: Prepared, state: State, kind: Int) -> Int:
    """Number of a kind's cards in reserves that are no cards of a corporation's stock."""
    taken = np.int64(0)
    for seat in range(setup.seats):
        stock = np.int64(setup.stock[state.corporation[seat], kind])
        beyond = np.int64(state.zones[seat, Zone.RESERVE, kind]) - stock
        taken += beyond if beyond > 0 else np.int64(0)
    return taken


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
    draw_hand(setup, state, seat)
