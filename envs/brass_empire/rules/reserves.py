"""Before the game: corporations are chosen or dealt, reserves are built, and the table is laid out.

A drafted reserve is a set of cards, and a set is drafted in just one way: in the order of the card file. Whether what
is missing in Brass Value can still be made up is looked up in ``setup.need_above``: the fewest cards of the same
corporation, from those after a kind, that are worth exactly so much.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below, shuffle
from .market import refill
from .seats import clockwise
from .state import (
    ASK_CORPORATION,
    ASK_DRAFT,
    BATTLE,
    BATTLE_BRASS,
    DECK,
    DESIGN_DECK,
    FACE_UP,
    HAND_SIZE,
    LABOR_DECK,
    MAX_RESERVE,
    NOBODY,
    PREPARING,
    RESERVE,
    ROW_PLACES,
)
from .things import put_into_play
from .turn import begin_turn
from .zones import central_row, draw, fill_deck, push_central, put


@compiled
def prepare(setup, state):
    """Begin with corporations and reserves; what needs no decision is done at once."""
    state.pool = setup.pool
    state.first = below(state.rng, setup.seats)
    for row in range(2):
        for place in range(ROW_PLACES):
            state.rows[row, place] = NOBODY
    state.seat, state.phase = state.first, PREPARING
    for seat in range(setup.places):
        state.corporation[seat] = NOBODY
    if setup.choose_corporations:
        state.ask = ASK_CORPORATION
        return
    for seat in range(setup.seats):
        given = setup.corporation[seat]
        state.corporation[seat] = deal_corporation(setup, state) if given == NOBODY else given
    after_corporations(setup, state)


@compiled
def corporation_is_free(setup, state, corporation):
    """Whether no corporation has fewer seats than this one."""
    here = users_of(setup, state, corporation)
    for other in range(setup.factions):
        if users_of(setup, state, other) < here:
            return False
    return True


@compiled
def users_of(setup, state, corporation):
    """Number of seats that have a corporation."""
    users = 0
    for seat in range(setup.seats):
        users += state.corporation[seat] == corporation
    return users


@compiled
def deal_corporation(setup, state):
    """Draw one of the corporations that the fewest seats have."""
    free = 0
    for corporation in range(setup.factions):
        free += corporation_is_free(setup, state, corporation)
    wanted = below(state.rng, free)
    for corporation in range(setup.factions):
        if corporation_is_free(setup, state, corporation):
            if wanted == 0:
                return corporation
            wanted -= 1
    return NOBODY


@compiled
def choose_corporation(setup, state, corporation):
    """A seat takes a corporation; the next one without is asked."""
    state.corporation[state.seat] = corporation
    state.seat = clockwise(setup, state.seat, 1)
    if state.corporation[state.seat] != NOBODY or setup.seats == 1:
        state.seat = state.first
        after_corporations(setup, state)


@compiled
def after_corporations(setup, state):
    """Draft the reserves, or hand them out and begin."""
    if setup.draft:
        state.ask = ASK_DRAFT
        return
    for seat in range(setup.seats):
        given = False
        for kind in range(setup.kinds):
            given = given or setup.given_reserve[seat, kind] > 0
        for kind in range(setup.kinds):
            copies = setup.given_reserve[seat, kind] if given else setup.stock[state.corporation[seat], kind]
            for _ in range(copies):
                put(state, seat, RESERVE, kind)
    lay_out(setup, state)


@compiled
def reserve_total(setup, state, seat):
    """Total Brass Value of a seat's reserve."""
    total = np.int64(0)
    for kind in range(setup.kinds):
        total += np.int64(state.zones[seat, RESERVE, kind]) * np.int64(setup.value[kind])
    return total


@compiled
def may_draft(setup, state, seat, kind, missing):
    """Whether a seat may put one more card of a kind into its reserve, ``missing`` Brass Value still to be added."""
    corporation = state.corporation[seat]
    has = np.int64(state.zones[seat, RESERVE, kind])
    copies = np.int64(setup.copies[kind]) + np.int64(setup.stock[corporation, kind])
    if setup.faction[kind] != 1 + corporation or has >= copies:
        return False
    for later in range(kind + 1, setup.kinds):
        if state.zones[seat, RESERVE, later] > 0:
            return False
    room = MAX_RESERVE - np.int64(state.amounts[seat, RESERVE])
    for further in range(1, copies - has + 1):  # this one, and as many more of the kind as it takes
        rest = missing - further * np.int64(setup.value[kind])
        if rest >= 0 and further + np.int64(setup.need_above[kind, rest]) <= room:
            return True
    return False


@compiled
def allow_draft(setup, state, mask, act_reserve, act_done):
    """Offer the cards that a reserve can be completed with, and the end once its value is right."""
    missing = np.int64(setup.reserve_value) - reserve_total(setup, state, state.seat)
    for kind in range(setup.kinds):
        mask[act_reserve + kind] = may_draft(setup, state, state.seat, kind, missing)
    mask[act_done] = missing == 0


@compiled
def finish_reserve(setup, state):
    """A seat's reserve is complete; the next seat drafts, or the table is laid out."""
    state.seat = clockwise(setup, state.seat, 1)
    if state.seat == state.first or setup.seats == 1:
        lay_out(setup, state)


@compiled
def lay_out(setup, state):
    """Lay out decks, rows, platforms and hands, and begin the first turn."""
    for kind in range(setup.kinds):
        copies = max(0, np.int64(setup.copies[kind]) - taken_from_the_centre(setup, state, kind))
        push_central(state, LABOR_DECK + central_row(setup, kind), kind, copies)
        state.total[kind] += copies
    for pile in (LABOR_DECK, DESIGN_DECK):
        shuffle(state.rng, state.piles[pile], 0, state.sizes[pile])
    for row in range(2):
        for place in range(ROW_PLACES):
            refill(setup, state, row, place)
    for seat in range(setup.seats):
        if setup.mode == BATTLE:
            state.brass[seat] = BATTLE_BRASS
        give_start(setup, state, seat)
    begin_turn(setup, state, state.first)


@compiled
def taken_from_the_centre(setup, state, kind):
    """Number of a kind's cards in reserves that are no cards of a corporation's stock."""
    taken = np.int64(0)
    for seat in range(setup.seats):
        stock = np.int64(setup.stock[state.corporation[seat], kind])
        beyond = np.int64(state.zones[seat, RESERVE, kind]) - stock
        taken += beyond if beyond > 0 else np.int64(0)
    return taken


@compiled
def give_start(setup, state, seat):
    """Give a seat its starting deck, its platform and its first hand."""
    for kind in range(setup.kinds):
        state.zones[seat, DECK, kind] = setup.start[kind]
        state.amounts[seat, DECK] += setup.start[kind]
        state.worth[seat] += np.int64(setup.start[kind]) * np.int64(setup.value[kind])
        state.total[kind] += np.int64(setup.start[kind]) + np.int64(state.zones[seat, RESERVE, kind])
    state.total[setup.platform] += 1
    state.worth[seat] += setup.value[setup.platform]
    put_into_play(setup, state, seat, setup.platform, FACE_UP)
    fill_deck(setup, state, seat)
    draw(setup, state, seat, HAND_SIZE)
