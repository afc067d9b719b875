"""The legal actions of the seat that is asked."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .market import can_pay, copies_in_row
from .programs import may_acquire, may_be_hit
from .reserves import allow_draft, corporation_is_free
from .seats import distance, is_opponent
from .stack import top
from .state import (
    ACT_ABILITY,
    ACT_ATTACK,
    ACT_CORPORATION,
    ACT_DEMOLISH,
    ACT_END,
    ACT_FOR_MATE,
    ACT_KINDS,
    ACT_MINE,
    ACT_OPTION,
    ACT_PASS,
    ACT_PLACE,
    ACT_REBUILD,
    ACT_SEAT,
    ACT_THING,
    ASK_ACQUIRE,
    ASK_COPY,
    ASK_CORPORATION,
    ASK_DAMAGE,
    ASK_DISCARD,
    ASK_DISMISS,
    ASK_DRAFT,
    ASK_DRAW,
    ASK_MATE,
    ASK_MENU,
    ASK_OPTION,
    ASK_STEAL,
    ASK_TARGET,
    ASK_WINDOW,
    BATTLE,
    BLOCK_BUY,
    BLOCK_DISCARD,
    BLOCK_HAND,
    BLOCK_RESERVE,
    DISCARD,
    EMPLOYEE,
    FROM_DISCARD,
    FROM_HAND,
    HAND,
    MAX_THINGS,
    MAY,
    NOBODY,
    RESERVE,
    ROW_PLACES,
    TEAM,
)
from .things import free_slot, has_twin_before, is_face_up
from .uses import can_act, can_demolish, can_mine, can_use, has_targets


@compiled(inline=True)
def by_kind(setup, block):
    """Return the first action of a block of actions by kind."""
    return np.int64(ACT_KINDS) + np.int64(block) * np.int64(setup.kinds)


@compiled
def legal_actions(setup, state, mask):
    ask = state.ask
    if ask == ASK_MENU:
        allow_menu(setup, state, mask)
    elif ask == ASK_CORPORATION:
        for corporation in range(setup.factions):
            mask[ACT_CORPORATION + corporation] = corporation_is_free(setup, state, corporation)
    elif ask == ASK_DRAFT:
        allow_draft(setup, state, mask, by_kind(setup, BLOCK_RESERVE), ACT_END)
    elif ask == ASK_TARGET:
        allow_targets(setup, state, mask)
    elif ask == ASK_MATE:
        allow_rows(setup, state, mask, 1)
    elif ask == ASK_COPY:
        allow_copies(state, mask)
    elif ask == ASK_WINDOW:
        mask[ACT_PASS] = 1
        allow_uses(setup, state, mask, True)
    elif ask == ASK_DISCARD:
        allow_zone(setup, state, mask, HAND, BLOCK_HAND)
    else:
        allow_answers(setup, state, mask)


@compiled
def allow_menu(setup, state, mask):
    """Offer all that a player may do in its own turn."""
    seat = state.seat
    mask[ACT_END] = 1
    platform = state.things[seat, 0]
    mask[ACT_REBUILD] = not is_face_up(platform) and state.construction >= 1
    allow_plays(setup, state, mask)
    allow_rows(setup, state, mask, 0)
    mask[ACT_FOR_MATE] = setup.mode == TEAM and any_for_mate(setup, state)
    if state.amounts[seat, RESERVE] > 0:
        start = by_kind(setup, BLOCK_RESERVE)
        for kind in range(setup.kinds):
            if state.zones[seat, RESERVE, kind] > 0:
                mask[start + kind] = can_pay(setup, state, kind, 0)
    allow_units(setup, state, mask)
    allow_uses(setup, state, mask, False)


@compiled
def allow_plays(setup, state, mask):
    """Offer the cards in hand; units and buildings need a free slot."""
    seat = state.seat
    start = by_kind(setup, BLOCK_HAND)
    full = free_slot(state, seat) == NOBODY
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[seat, HAND, kind] > 0
    if full:
        for kind in range(setup.kinds):
            if setup.type[kind] != EMPLOYEE:
                mask[start + kind] = 0


@compiled
def allow_rows(setup, state, mask, extra):
    """Offer the cards of both rows that can be paid for."""
    start = by_kind(setup, BLOCK_BUY)
    for row in range(2):
        for place in range(ROW_PLACES):
            kind = state.rows[row, place]
            if kind != NOBODY and can_pay(setup, state, kind, extra):
                mask[start + kind] = 1


@compiled
def any_for_mate(setup, state):
    """Whether there is a card to be bought for the teammate."""
    for row in range(2):
        for place in range(ROW_PLACES):
            kind = state.rows[row, place]
            if kind != NOBODY and can_pay(setup, state, kind, 1):
                return True
    return False


@compiled
def allow_units(setup, state, mask):
    """Offer to mine and attack with each unit; of those that are alike only the first."""
    seat = state.seat
    targets = np.int64(-1)  # looked up when there is a unit that could attack
    for slot in range(MAX_THINGS):
        if can_act(setup, state, seat, slot) and not has_twin_before(state, seat, slot):
            if targets < 0:
                targets = np.int64(has_targets(setup, state, seat))
            mask[ACT_MINE + slot] = can_mine(setup, state, seat, slot)
            mask[ACT_ATTACK + slot] = targets


@compiled
def allow_uses(setup, state, mask, responding):
    """Offer abilities and demolitions; in a response only those for any time."""
    seat = state.seat
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        if not is_face_up(thing) or (responding and not setup.any_time[thing.kind]):
            continue
        ability, demolition = can_use(setup, state, seat, slot), can_demolish(setup, state, seat, slot)
        if (ability or demolition) and not has_twin_before(state, seat, slot):
            mask[ACT_ABILITY + slot] = ability
            mask[ACT_DEMOLISH + slot] = demolition


@compiled
def allow_targets(setup, state, mask):
    """Offer what may be attacked; of an opponent's things that are alike only the first."""
    for other in range(setup.places):
        if not is_opponent(setup, state, state.seat, other):
            continue
        away = distance(setup, state.seat, other)
        if setup.mode == BATTLE:
            mask[ACT_SEAT + away] = 1
        for slot in range(MAX_THINGS):
            if is_face_up(state.things[other, slot]):
                mask[ACT_THING + away * MAX_THINGS + slot] = not has_twin_before(state, other, slot)


@compiled
def allow_copies(state, mask):
    """Offer the places of equal cards."""
    for row in range(2):
        if copies_in_row(state, row, state.wanted) > 0:
            for place in range(ROW_PLACES):
                mask[ACT_PLACE + row * ROW_PLACES + place] = state.rows[row, place] == state.wanted


@compiled
def allow_zone(setup, state, mask, zone, block):
    """Offer the kinds that the seat has in a zone."""
    start = by_kind(setup, block)
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[state.seat, zone, kind] > 0


@compiled
def allow_answers(setup, state, mask):
    """Offer the answers to a question that a step of a card asks."""
    frame = top(state)
    step = setup.steps[frame.program, frame.step]
    ask = state.ask
    mask[ACT_PASS] = step.bits & MAY != 0
    if ask == ASK_OPTION:
        for option in range(step.among):
            mask[ACT_OPTION + option] = 1
    elif ask == ASK_DRAW:
        mask[ACT_OPTION] = 1
    elif ask == ASK_DAMAGE:
        allow_hits(setup, state, mask, step)
    elif ask == ASK_DISMISS:
        if step.among & FROM_HAND != 0:
            allow_zone(setup, state, mask, HAND, BLOCK_HAND)
        if step.among & FROM_DISCARD != 0:
            allow_zone(setup, state, mask, DISCARD, BLOCK_DISCARD)
    elif ask == ASK_STEAL:
        for other in range(setup.places):
            if is_opponent(setup, state, state.seat, other) and state.brass[other] > 0:
                mask[ACT_SEAT + distance(setup, state.seat, other)] = 1
    elif ask == ASK_ACQUIRE:
        start = by_kind(setup, BLOCK_BUY)
        for row in range(2):
            for place in range(ROW_PLACES):
                if may_acquire(setup, state, row, place, step):
                    mask[start + state.rows[row, place]] = 1
    else:
        allow_zone(setup, state, mask, DISCARD, BLOCK_DISCARD)


@compiled
def allow_hits(setup, state, mask, step):
    """Offer what a step's damage may go to."""
    for other in range(setup.places):
        if is_opponent(setup, state, state.seat, other):
            start = ACT_THING + distance(setup, state.seat, other) * MAX_THINGS
            for slot in range(MAX_THINGS):
                if may_be_hit(setup, state.things[other, slot], step):
                    mask[start + slot] = not has_twin_before(state, other, slot)
