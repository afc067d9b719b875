"""Brass Empire: what to buy, alone or in pairs, for whom, and which corporation and reserve to begin with."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....envs.brass_empire.rules.actions import Act, CardAct, first_of
from ....envs.brass_empire.rules.card_steps import Step
from ....envs.brass_empire.rules.market import can_pay
from ....envs.brass_empire.rules.seats import teammate
from ....envs.brass_empire.rules.state import NOBODY, ROW_PLACES, CardType, Mode, Prepared, State, Zone
from ....envs.brass_empire.rules.steps import may_acquire
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from .worth import NEVER, Note, Weight, card_worth, judge, thing_worth

MAX_OFFERS = 40


class Offer(IntEnum):
    """Rows of the list of what may be bought."""

    ACTION = 0
    WORTH = 1
    LABOR = 2
    CONSTRUCTION = 3


OFFER_ROWS = len(Offer)


@compiled
def choose_purchase(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, offers: Array
) -> Int:
    """Return the dearest of the cards that are worth most together, ``NOBODY`` if none is worth anything."""
    count = list_offers(weights, setup, state, mask, notes, seat, offers)
    best, chosen = 0.0, NOBODY
    for one in range(count):
        worth = offers[Offer.WORTH, one]
        if worth > best:
            best, chosen = worth, int(offers[Offer.ACTION, one])
        for two in range(one + 1, count):
            both = worth + offers[Offer.WORTH, two]
            if both > best and fits(state, offers, one, two):
                better = one if worth >= offers[Offer.WORTH, two] else two
                best, chosen = both, int(offers[Offer.ACTION, better])
    if setup.mode == Mode.TEAM and mask[Act.FOR_MATE] != 0:
        return np.int64(Act.FOR_MATE) if pays_for_mate(weights, setup, state, notes, seat, chosen, offers) else chosen
    return chosen


@compiled(inline=True)
def fits(state: State, offers: Array, one: Int, two: Int) -> bool:
    """Whether two offers can be paid for together."""
    if offers[Offer.LABOR, one] + offers[Offer.LABOR, two] > state.labor:
        return False
    return offers[Offer.CONSTRUCTION, one] + offers[Offer.CONSTRUCTION, two] <= state.construction


@compiled
def add_offer(offers: Array, count: Int, action: Int, worth: Float, labor: Int, construction: Int) -> Int:
    """Append what may be bought to the list if it is worth anything; return the new length."""
    if worth <= 0.0 or count == MAX_OFFERS:
        return count
    offers[Offer.ACTION, count], offers[Offer.WORTH, count] = action, worth
    offers[Offer.LABOR, count], offers[Offer.CONSTRUCTION, count] = labor, construction
    return count + 1


@compiled
def list_offers(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, offers: Array
) -> Int:
    """List all that can be paid for and is worth something: cards of rows and reserve, the platform's rebuilding."""
    count = 0
    for row in range(2):
        for place in range(ROW_PLACES):
            kind = int(state.rows[row, place])
            if kind != NOBODY and mask[first_of(setup, CardAct.BUY) + kind] != 0:
                worth = card_worth(weights, setup, notes, kind) + denial(weights, setup, state, notes, row, place)
                action = first_of(setup, CardAct.BUY) + kind
                count = add_offer(offers, count, action, worth, setup.labor[kind], setup.construction[kind])
    if state.amounts[seat, Zone.RESERVE] > 0:
        for kind in range(setup.kinds):
            action = first_of(setup, CardAct.RESERVE) + kind
            if mask[action] != 0:
                worth = weights[Weight.RESERVED] * card_worth(weights, setup, notes, kind)
                count = add_offer(offers, count, action, worth, setup.labor[kind], setup.construction[kind])
    if mask[Act.REBUILD] != 0:
        worth = thing_worth(weights, setup, notes, setup.platform, notes[Note.TURNS])
        count = add_offer(offers, count, np.int64(Act.REBUILD), worth, 0, 1)
    return count


@compiled
def threat(setup: Prepared, notes: Array, kind: Int) -> Float:
    """What a card is worth to the automaton."""
    if kind == NOBODY:
        return 0.0
    each = 1.0 if setup.type[kind] != CardType.UNIT else np.float64(setup.attack[kind])
    lasting = 0.0 if setup.type[kind] == CardType.EMPLOYEE else each * max(0.0, notes[Note.TURNS] - 1.0)
    return np.float64(setup.value[kind]) + lasting


@compiled
def denial(weights: Array, setup: Prepared, state: State, notes: Array, row: Int, place: Int) -> Float:
    """What it is worth to keep the automaton from taking the last card of a row, the next one coming up instead."""
    if setup.mode != Mode.SOLITAIRE or place != ROW_PLACES - 1:
        return 0.0
    last = threat(setup, notes, state.rows[row, place])
    return weights[Weight.DENIED] * (last - threat(setup, notes, state.rows[row, place - 1]))


@compiled
def choose_place(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array) -> Int:
    """Of equal cards take the last one if that keeps something from the automaton, else the first."""
    first, last = NOBODY, NOBODY
    for number in range(2 * ROW_PLACES):
        if mask[Act.PLACE + number] != 0:
            first, last = number if first == NOBODY else first, number
    gain = denial(weights, setup, state, notes, last // ROW_PLACES, last % ROW_PLACES)
    return Act.PLACE + (last if gain > 0.0 else first)


@compiled
def best_for_mate(weights: Array, setup: Prepared, state: State, mate_notes: Array) -> tuple[Float, Int]:
    """Return the best card that can be bought for the teammate and what it is worth there."""
    best, chosen = 0.0, NOBODY
    for row in range(2):
        for place in range(ROW_PLACES):
            kind = int(state.rows[row, place])
            if kind != NOBODY and can_pay(setup, state, kind, 1):
                worth = card_worth(weights, setup, mate_notes, kind)
                if worth > best:
                    best, chosen = worth, kind
    return best, chosen


@compiled
def best_acquisition(weights: Array, setup: Prepared, state: State, notes: Array, step: Step) -> tuple[Float, Int]:
    """Return what the best card that a step may acquire is worth, and its kind."""
    best, chosen = NEVER, NOBODY
    for row in range(2):
        for place in range(ROW_PLACES):
            if may_acquire(setup, state, row, place, step):
                worth = card_worth(weights, setup, notes, state.rows[row, place])
                if worth > best:
                    best, chosen = worth, state.rows[row, place]
    return best, chosen


@compiled
def pays_for_mate(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, chosen: Int, offers: Array
) -> bool:
    """Whether the best card for the teammate is worth clearly more there than what would be bought for oneself."""
    mine = 0.0
    for number in range(MAX_OFFERS):
        if offers[Offer.ACTION, number] == chosen:
            mine = offers[Offer.WORTH, number]
            break
    turns = notes[Note.TURNS]
    judge(weights, setup, state, teammate(setup, seat), notes)
    best, _ = best_for_mate(weights, setup, state, notes)
    judge(weights, setup, state, seat, notes)
    return turns > 0.0 and best > mine + weights[Weight.HASTE]


@compiled
def reserve_worth(weights: Array, setup: Prepared, notes: Array, kind: Int) -> Float:
    """What a card in the reserve is worth beyond what its price buys elsewhere."""
    price = np.float64(setup.labor[kind]) + np.float64(setup.construction[kind])
    return card_worth(weights, setup, notes, kind) - 0.8 * price


@compiled
def corporation_worth(weights: Array, setup: Prepared, notes: Array, action: Int) -> Float:
    """What a corporation's stock reserve is worth."""
    worth = 0.0
    for kind in range(setup.kinds):
        copies = np.float64(setup.stock[action - Act.CORPORATION, kind])
        if copies > 0:
            worth += copies * reserve_worth(weights, setup, notes, kind)
    return worth


@compiled
def draft_worth(weights: Array, setup: Prepared, notes: Array, action: Int) -> Float:
    """What a card is worth for each point of Brass Value that it takes up; a reserve that is complete stays so."""
    if action == Act.END:
        return -NEVER
    kind = action - first_of(setup, CardAct.RESERVE)
    return reserve_worth(weights, setup, notes, kind) / (0.5 + np.float64(setup.value[kind]))


@compiled
def bought_worth(weights: Array, setup: Prepared, notes: Array, action: Int) -> Float:
    """What a card of the rows is worth to the company that the notes are about."""
    return card_worth(weights, setup, notes, action - first_of(setup, CardAct.BUY))
