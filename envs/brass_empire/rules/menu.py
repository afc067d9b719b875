"""The own turn: what the player may do in it, and doing it."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has, one
from .actions import Act, CardAct, first_of
from .card_steps import Trigger
from .market import allow_rows, any_for_mate, buy_from_reserve, can_pay, take_wanted
from .seats import slots
from .stack import push_program, put_question
from .state import NOBODY, Acting, Ask, CardType, Mode, Prepared, State, Status, Zone
from .things import free_slot, has_twin_before, is_face_up, put_into_play
from .turn import close_turn
from .uses import allow_uses, can_act, demolish, has_targets, mine, use
from .zones import put, take_from_hand


@compiled
def allow_menu(setup: Prepared, state: State, mask: Array) -> None:
    mask[Act.END] = 1
    mask[Act.REBUILD] = not is_face_up(state.things[state.seat, 0]) and state.construction >= 1
    if not (setup.strict and has(state.acting, Acting.UNIT)):
        allow_plays(setup, state, mask)
        allow_rows(setup, state, mask, 0)
        mask[Act.FOR_MATE] = setup.mode == Mode.TEAM and any_for_mate(setup, state)
        allow_reserve(setup, state, mask)
    allow_units(setup, state, mask)
    allow_uses(setup, state, mask, False)


@compiled
def allow_plays(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards in hand; units and buildings need a free slot."""
    seat = state.seat
    start = first_of(setup, CardAct.HAND)
    full = free_slot(state, seat) == NOBODY
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[seat, Zone.HAND, kind] > 0
    if full:
        for kind in range(setup.kinds):
            if setup.type[kind] != CardType.EMPLOYEE:
                mask[start + kind] = 0


@compiled
def allow_reserve(setup: Prepared, state: State, mask: Array) -> None:
    """Offer the cards of the own reserve that can be paid for."""
    if state.amounts[state.seat, Zone.RESERVE] > 0:
        start, corporation = first_of(setup, CardAct.RESERVE), state.corporation[state.seat]
        for number in range(setup.own_count[corporation]):
            kind = setup.own_kinds[corporation, number]
            if state.zones[state.seat, Zone.RESERVE, kind] > 0:
                mask[start + kind] = can_pay(setup, state, kind, 0)


@compiled
def allow_units(setup: Prepared, state: State, mask: Array) -> None:
    """Offer to mine (not in a battle) and attack with each unit; of those that are alike only the first."""
    seat = state.seat
    targets = np.int64(-1)  # looked up when there is a unit that could attack
    for slot in range(slots(state, seat)):
        if can_act(setup, state, seat, slot) and not has_twin_before(setup, state, seat, slot):
            if targets < 0:
                targets = np.int64(has_targets(setup, state, seat))
            mask[Act.MINE + slot] = setup.mode != Mode.BATTLE
            mask[Act.ATTACK + slot] = targets


@compiled
def act(setup: Prepared, state: State, action: Int) -> None:
    seat = state.player
    if action >= first_of(setup, CardAct.RESERVE):
        buy_from_reserve(setup, state, action - first_of(setup, CardAct.RESERVE))
    elif action >= first_of(setup, CardAct.BUY):
        take_wanted(setup, state, action - first_of(setup, CardAct.BUY))
    elif action >= first_of(setup, CardAct.HAND):
        play(setup, state, action - first_of(setup, CardAct.HAND))
    elif action >= Act.DEMOLISH:
        demolish(setup, state, seat, action - Act.DEMOLISH)
    elif action >= Act.ABILITY:
        use(setup, state, seat, action - Act.ABILITY)
    elif action >= Act.ATTACK:
        state.attacker = action - Act.ATTACK
        put_question(state, Ask.TARGET, seat)
    elif action >= Act.MINE:
        mine(setup, state, action - Act.MINE)
    elif action == Act.FOR_MATE:
        put_question(state, Ask.MATE, seat)
    elif action == Act.REBUILD:
        state.construction -= 1
        state.things[seat, 0].status = add(state.things[seat, 0].status, Status.FACE_UP)
    else:
        close_turn(setup, state)


@compiled
def play(setup: Prepared, state: State, kind: Int) -> None:
    """Play a card from hand: employees work at once, units are dispatched, buildings lie face down."""
    seat = state.player
    take_from_hand(state, seat, kind)
    state.played += 1
    slot = NOBODY
    if setup.type[kind] == CardType.EMPLOYEE:
        put(state, seat, Zone.PLAYED, kind)
    else:
        slot = free_slot(state, seat)
        put_into_play(setup, state, seat, kind, one(Status.FACE_UP) if setup.type[kind] == CardType.UNIT else 0)
    push_program(setup, state, seat, kind, slot, Trigger.PLAY)
