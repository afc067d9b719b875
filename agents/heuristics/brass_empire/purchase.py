"""Brass Empire: what to buy, alone or in pairs, for whom, and which corporation and reserve to begin with."""

from __future__ import annotations

import numpy as np

from ....envs.brass_empire.rules.actions import Act, CardAct, first_of
from ....envs.brass_empire.rules.market import can_pay
from ....envs.brass_empire.rules.seats import teammate
from ....envs.brass_empire.rules.state import MAX_FACTIONS, NOBODY, ROW_PLACES, CardType, Mode, Row, Zone
from ....envs.table.compilation.compile import compiled
from .worth import DENIED, HASTE, NEVER, RESERVED, TURNS, card_worth, judge, thing_worth

# Rows of the list of what may be bought
OFFER_ACTION, OFFER_WORTH, OFFER_LABOR, OFFER_CONSTRUCTION, OFFER_ROWS = range(5)
MAX_OFFERS = 40


@compiled
def choose_purchase(weights, setup, state, mask, notes, seat, offers):
    """Return the dearest of the cards that are worth most together, ``NOBODY`` if none is worth anything."""
    count = list_offers(weights, setup, state, mask, notes, seat, offers)
    best, chosen = 0.0, NOBODY
    for one in range(count):
        worth = offers[OFFER_WORTH, one]
        if worth > best:
            best, chosen = worth, int(offers[OFFER_ACTION, one])
        for two in range(one + 1, count):
            both = worth + offers[OFFER_WORTH, two]
            if both > best and fits(state, offers, one, two):
                better = one if worth >= offers[OFFER_WORTH, two] else two
                best, chosen = both, int(offers[OFFER_ACTION, better])
    if setup.mode == Mode.TEAM and mask[Act.FOR_MATE] != 0 and chosen != NOBODY:
        return np.int64(Act.FOR_MATE) if pays_for_mate(weights, setup, state, notes, seat, chosen, offers) else chosen
    return chosen


@compiled(inline=True)
def fits(state, offers, one, two):
    """Whether two offers can be paid for together."""
    if offers[OFFER_LABOR, one] + offers[OFFER_LABOR, two] > state.labor:
        return False
    return offers[OFFER_CONSTRUCTION, one] + offers[OFFER_CONSTRUCTION, two] <= state.construction


@compiled
def add_offer(offers, count, action, worth, labor, construction):
    """Append what may be bought to the list if it is worth anything; return the new length."""
    if worth <= 0.0 or count == MAX_OFFERS:
        return count
    offers[OFFER_ACTION, count], offers[OFFER_WORTH, count] = action, worth
    offers[OFFER_LABOR, count], offers[OFFER_CONSTRUCTION, count] = labor, construction
    return count + 1


@compiled
def list_offers(weights, setup, state, mask, notes, seat, offers):
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
                worth = weights[RESERVED] * card_worth(weights, setup, notes, kind)
                count = add_offer(offers, count, action, worth, setup.labor[kind], setup.construction[kind])
    if mask[Act.REBUILD] != 0:
        worth = thing_worth(weights, setup, notes, setup.platform, notes[TURNS])
        count = add_offer(offers, count, Act.REBUILD, worth, 0, 1)
    return count


@compiled
def threat(weights, setup, notes, kind):
    """What a card is worth to the automaton."""
    if kind == NOBODY:
        return 0.0
    each = 1.0 if setup.type[kind] != CardType.UNIT else np.float64(setup.attack[kind])
    lasting = 0.0 if setup.type[kind] == CardType.EMPLOYEE else each * max(0.0, notes[TURNS] - 1.0)
    return np.float64(setup.value[kind]) + lasting


@compiled
def denial(weights, setup, state, notes, row, place):
    """What it is worth to keep the automaton from taking the last card of a row, the next one coming up instead."""
    if setup.mode != Mode.SOLITAIRE or place != ROW_PLACES - 1:
        return 0.0
    last = threat(weights, setup, notes, state.rows[row, place])
    return weights[DENIED] * (last - threat(weights, setup, notes, state.rows[row, place - 1]))


@compiled
def choose_place(weights, setup, state, mask, notes):
    """Of equal cards take the last one if that keeps something from the automaton, else the first."""
    first, last = NOBODY, NOBODY
    for number in range(2 * ROW_PLACES):
        if mask[Act.PLACE + number] != 0:
            last = number
            if first == NOBODY:
                first = number
    row = Row.LABOR if last < ROW_PLACES else Row.DESIGN
    return Act.PLACE + (last if denial(weights, setup, state, notes, row, last % ROW_PLACES) > 0.0 else first)


@compiled
def best_for_mate(weights, setup, state, mate_notes):
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
def pays_for_mate(weights, setup, state, notes, seat, chosen, offers):
    """Whether the best card for the teammate is worth clearly more there than what would be bought for oneself."""
    mine = 0.0
    for number in range(MAX_OFFERS):
        if offers[OFFER_ACTION, number] == chosen:
            mine = offers[OFFER_WORTH, number]
            break
    turns = notes[TURNS]
    judge(weights, setup, state, teammate(setup, seat), notes)
    best, _ = best_for_mate(weights, setup, state, notes)
    judge(weights, setup, state, seat, notes)
    return turns > 0.0 and best > mine + weights[HASTE]


@compiled
def choose_for_mate(weights, setup, state, mask, notes, seat):
    """Choose the card for the teammate that is worth most there."""
    judge(weights, setup, state, teammate(setup, seat), notes)
    best, chosen = NEVER, NOBODY
    for kind in range(setup.kinds):
        if mask[first_of(setup, CardAct.BUY) + kind] != 0:
            worth = card_worth(weights, setup, notes, kind)
            if worth > best:
                best, chosen = worth, kind
    return first_of(setup, CardAct.BUY) + chosen


@compiled
def reserve_worth(weights, setup, notes, kind):
    """What a card in the reserve is worth beyond what its price buys elsewhere."""
    price = np.float64(setup.labor[kind]) + np.float64(setup.construction[kind])
    return card_worth(weights, setup, notes, kind) - 0.8 * price


@compiled
def choose_corporation(weights, setup, mask, notes):
    """Choose the corporation whose stock reserve is worth most."""
    best, chosen = NEVER, 0
    for corporation in range(MAX_FACTIONS):
        if mask[Act.CORPORATION + corporation] != 0:
            worth = 0.0
            for kind in range(setup.kinds):
                copies = np.float64(setup.stock[corporation, kind])
                if copies > 0:
                    worth += copies * reserve_worth(weights, setup, notes, kind)
            if worth > best:
                best, chosen = worth, corporation
    return Act.CORPORATION + chosen


@compiled
def choose_draft(weights, setup, state, mask, notes):
    """Add the card that is worth most for each point of Brass Value that it takes up."""
    best, chosen = NEVER, np.int64(Act.END)
    for kind in range(setup.kinds):
        action = first_of(setup, CardAct.RESERVE) + kind
        if mask[action] != 0:
            worth = reserve_worth(weights, setup, notes, kind) / (0.5 + np.float64(setup.value[kind]))
            if worth > best:
                best, chosen = worth, action
    return np.int64(Act.END) if mask[Act.END] != 0 else chosen
