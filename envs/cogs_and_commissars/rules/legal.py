"""The legal answers to every question."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .playing import blitz_plays, plain_plays
from .prepare import is_free
from .programs import can_intercept_any, may_intercept
from .seats import distance
from .stack import live_below, top
from .state import (
    ACT_CARD,
    ACT_CITIZEN,
    ACT_FACTION,
    ACT_KINDS,
    ACT_PASS,
    ACT_SEAT,
    ACT_TYPE,
    ASK_ACTION,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_DISCARD,
    ASK_DRAFT,
    ASK_FACTION,
    ASK_HAND,
    ASK_INTERCEPT,
    ASK_PROPAGANDA,
    ASK_RETRIEVE,
    ASK_SEAT,
    ASK_TYPE,
    ASK_WINDOW,
    BLOCK_BLITZ,
    BLOCK_DISCARD,
    BLOCK_PLAY,
    BLOCK_TAKE,
    DISCARD,
    HAND,
)
from .targets import can_answer, is_target, may_choose_citizen, open_types
from .zones import is_in


@compiled(inline=True)
def by_kind(setup, block):
    """Return where a block of actions by kind begins."""
    return ACT_KINDS + block * np.int64(setup.kinds)


@compiled
def legal_actions(setup, state, mask):
    ask = state.ask
    if ask == ASK_WINDOW or ask == ASK_PROPAGANDA or ask == ASK_ACTION:
        mask[ACT_PASS] = 1
        allow_plays(setup, state, mask)
    elif ask == ASK_HAND:
        mask[ACT_PASS] = state.amounts[state.seat, HAND] <= state.limit
        allow_zone(setup, state, mask, HAND, BLOCK_DISCARD)
    elif ask == ASK_DISCARD:
        allow_zone(setup, state, mask, HAND, BLOCK_DISCARD)
    elif ask == ASK_DRAFT:
        for place in range(state.pack_size[state.seat]):
            mask[by_kind(setup, BLOCK_TAKE) + state.packs[state.seat, place]] = 1
    elif ask == ASK_FACTION:
        for faction in range(setup.factions):
            mask[ACT_FACTION + faction] = is_free(setup, state, faction)
    elif ask == ASK_RETRIEVE:
        allow_retrieval(setup, state, mask)
    elif ask == ASK_INTERCEPT:
        mask[ACT_PASS] = not can_intercept_any(setup, state, top(state))  # of a hand that a third seat has redrawn
        for kind in range(setup.kinds):
            mask[by_kind(setup, BLOCK_TAKE) + kind] = may_intercept(setup, state, top(state), kind)
    else:
        allow_targets(setup, state, mask)


@compiled
def allow_plays(setup, state, mask):
    """Offer the cards that may be played now."""
    place = live_below(state, state.depth)
    plain, blitz = plain_plays(setup, state, state.seat, place), blitz_plays(setup, state, state.seat, place)
    play_at, blitz_at = by_kind(setup, BLOCK_PLAY), by_kind(setup, BLOCK_BLITZ)
    if plain | blitz != np.uint64(0):
        for kind in range(setup.kinds):
            mask[play_at + kind] = is_in(plain, kind)
            mask[blitz_at + kind] = is_in(blitz, kind)


@compiled
def allow_zone(setup, state, mask, zone, block):
    """Offer the kinds that the seat has in a zone."""
    start = by_kind(setup, block)
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[state.seat, zone, kind] > 0


@compiled
def allow_retrieval(setup, state, mask):
    """Offer what a card can take back from the discard: any other title."""
    start, title = by_kind(setup, BLOCK_TAKE), setup.title[top(state).kind]
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[state.seat, DISCARD, kind] > 0 and setup.title[kind] != title


@compiled
def allow_targets(setup, state, mask):
    """Offer what the card on top of the stack can be aimed at."""
    record, ask = top(state), state.ask
    if ask == ASK_TYPE:
        types = open_types(setup, state, record)
        for citizen in range(3):
            mask[ACT_TYPE + citizen] = (types >> citizen) & 1
        return
    if ask == ASK_CARD:
        for place in range(record.reach):
            mask[ACT_CARD + place] = can_answer(setup, state, record.kind, place)
        return
    for other in range(setup.seats):
        away = distance(setup, state.seat, other)
        if ask == ASK_SEAT:
            if is_target(setup, state, record.kind, record.player, other):
                mask[ACT_SEAT + away] = 1
        elif ask == ASK_CITIZEN:
            for citizen in range(3):
                if may_choose_citizen(setup, state, record.kind, record.player, other, citizen):
                    mask[ACT_CITIZEN + 3 * away + citizen] = 1
