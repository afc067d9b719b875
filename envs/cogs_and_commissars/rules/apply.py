"""The decisions of Cogs and Commissars, by what is being asked; ``turn.py`` has what follows from them."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .legal import by_kind
from .playing import play, spend_action, takes_action
from .prepare import choose_faction, draft, prepare
from .seats import clockwise
from .stack import finish_step, pop, top
from .state import (
    ACT_CARD,
    ACT_CITIZEN,
    ACT_FACTION,
    ACT_PASS,
    ACT_SEAT,
    ACT_TYPE,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_DISCARD,
    ASK_DRAFT,
    ASK_FACTION,
    ASK_HAND,
    ASK_RETRIEVE,
    ASK_SEAT,
    ASK_TYPE,
    ASK_WINDOW,
    BLOCK_BLITZ,
    BLOCK_DISCARD,
    BLOCK_PLAY,
    BLOCK_TAKE,
    DISCARD,
    PREPARING,
)
from .turn import draw_up, leave_step, settle
from .zones import discard_from_hand, put_into_hand_openly, take, take_from_hand


@compiled
def deal(setup, state):
    prepare(setup, state)
    if state.phase != PREPARING:
        settle(setup, state)


@compiled
def apply(setup, state, action):
    ask = state.ask
    if ask == ASK_FACTION:
        choose_faction(setup, state, action - ACT_FACTION)
    elif ask == ASK_DRAFT:
        draft(setup, state, action - by_kind(setup, BLOCK_TAKE))
    elif ask == ASK_HAND:
        discard_or_stop(setup, state, action)
    elif ask == ASK_WINDOW:
        if action == ACT_PASS:
            state.cursor += 1
        else:
            play_from_hand(setup, state, action)
    elif ask >= ASK_SEAT and ask <= ASK_CARD:
        aim(setup, state, top(state), action)
    elif ask >= ASK_DISCARD:
        answer(setup, state, top(state), action)
    elif action == ACT_PASS:  # the Propaganda or the Action step
        leave_step(state)
    else:
        play_from_hand(setup, state, action)
    if state.phase != PREPARING:
        settle(setup, state)


@compiled
def discard_or_stop(setup, state, action):
    """Discard a card before drawing, or draw."""
    if action == ACT_PASS:
        draw_up(setup, state)
    else:
        discard_from_hand(setup, state, state.seat, action - by_kind(setup, BLOCK_DISCARD))


@compiled
def play_from_hand(setup, state, action):
    """Play a card from the own hand, as what it is or as a Blitz."""
    as_blitz = action >= by_kind(setup, BLOCK_BLITZ)
    kind = action - by_kind(setup, BLOCK_BLITZ if as_blitz else BLOCK_PLAY)
    seat = np.int64(state.seat)
    if takes_action(setup, kind, as_blitz):
        spend_action(state)
    take_from_hand(setup, state, seat, kind)
    play(setup, state, seat, seat, kind, as_blitz)


@compiled
def aim(setup, state, record, action):
    """Choose what a card is aimed at."""
    ask = state.ask
    if ask == ASK_SEAT:
        record.seat = clockwise(setup, record.player, action - ACT_SEAT)
    elif ask == ASK_CITIZEN:
        away = (action - ACT_CITIZEN) // 3
        record.seat = clockwise(setup, record.player, away)
        record.type = action - ACT_CITIZEN - 3 * away
    elif ask == ASK_TYPE:
        record.type = action - ACT_TYPE
    else:
        record.card = action - ACT_CARD


@compiled
def answer(setup, state, record, action):
    """Answer what a card asks while it resolves."""
    seat, ask = np.int64(state.seat), state.ask
    if ask == ASK_DISCARD:
        discard_from_hand(setup, state, seat, action - by_kind(setup, BLOCK_DISCARD))
        record.count += 1
        return
    kind = action - by_kind(setup, BLOCK_TAKE)
    if ask == ASK_RETRIEVE:
        take(state, seat, DISCARD, kind)
        put_into_hand_openly(setup, state, seat, kind)
        record.count += 1
        record.done = 1
    elif action == ACT_PASS:  # nothing of a redrawn hand can be played
        finish_step(record)
    else:
        owner = np.int64(record.seat)
        pop(state)  # the card that looked into the hand has done its work
        take_from_hand(setup, state, owner, kind)
        play(setup, state, seat, owner, kind, False)
