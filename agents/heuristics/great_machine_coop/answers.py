"""The team's rules of thumb for questions other than Access cards, Actions and Interactions."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.tracks import total_trust
from ....envs.great_machine.rules.state import (
    ACT_AMOUNT,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_HERO,
    ACT_YES,
    ASK_PAY,
    ASK_PLEDGE,
    NUM_DISTRICTS,
    NUM_HEROES,
    SQUARE,
)
from ....envs.great_machine_coop.rules.state import (
    ACT_REGULAR,
    ACT_SPECIAL,
    ASK_BREAK,
    ASK_BREAK_KIND,
    ASK_EVADE,
    ASK_RALLY,
    ASK_TURN,
)
from ....envs.table.compilation.compile import compiled
from ..city.hero_answers import choose_hero_answer
from ..city.worth import COMING, H_BREAK, H_TRUST, PLUS, UPRISE
from .events import wants_to_pay
from .missions import choose_mission_answer
from .worth import C_CORE, C_SPECIAL, C_SQUARE


@compiled
def choose_answer(weights, setup, state, mask, sheet, notes, odds):
    """Answer a question by what promises most."""
    ask = state.ask
    if ask == ASK_PAY:
        prize = worth_of_breaking(weights, state, sheet, notes, np.int64(state.at[state.hero]))
        if state.die_special:
            prize += weights[C_SPECIAL]
        return ACT_YES if prize > weights[H_TRUST] * state.die else ACT_DONE
    if ask == ASK_PLEDGE:
        return choose_pledge(weights, setup, state, notes)
    if ask == ASK_EVADE or ask == ASK_RALLY:
        return ACT_YES
    if ask == ASK_BREAK:
        return choose_to_break(weights, state, mask, sheet, notes)
    if ask == ASK_BREAK_KIND:
        return ACT_REGULAR if state.cores >> np.int64(state.tile) & 1 else ACT_SPECIAL
    if ask == ASK_TURN:
        return choose_turn(state, mask)
    if ask < ASK_TURN:
        return choose_hero_answer(weights, setup, state, mask, sheet, notes, odds)
    return choose_mission_answer(weights, setup, state, mask, sheet)


@compiled
def worth_of_breaking(weights, state, sheet, notes, district):
    """Return the worth of a Guard less in a District."""
    worth = weights[H_BREAK] + sheet[PLUS, district]
    if district == SQUARE:
        worth += notes[UPRISE] * (weights[C_SQUARE] + sheet[COMING, district])
    if state.cores >> district & 1:
        worth += weights[C_CORE]
    return worth


@compiled
def choose_to_break(weights, state, mask, sheet, notes):
    """Choose the District where a Guard less is worth most."""
    best, chosen = -1e9, ACT_DISTRICT
    for district in range(NUM_DISTRICTS):
        if mask[ACT_DISTRICT + district]:
            worth = worth_of_breaking(weights, state, sheet, notes, district)
            if state.specials[district] > 0:
                worth += weights[C_SPECIAL]
            if worth > best:
                best, chosen = worth, ACT_DISTRICT + district
    return chosen


@compiled
def choose_turn(state, mask):
    """The Heroes go by Initiative."""
    for hero in range(NUM_HEROES):
        if mask[ACT_HERO + hero]:
            return ACT_HERO + hero
    return ACT_HERO


@compiled
def choose_pledge(weights, setup, state, notes):
    """Pledge a share of what is missing, by the Trust that this Hero and those after it have."""
    hero, amount, later = np.int64(state.hero), np.int64(state.amount), np.int64(0)
    pledged = np.int64(0)
    for other in range(NUM_HEROES):
        pledged += np.int64(state.pledge[other])
        if other > hero:
            later += np.int64(state.trust[other])
    own = np.int64(state.trust[hero])
    if own + later < amount or not (pledged > 0 or wants_to_pay(weights, setup, state, notes, total_trust(state))):
        return ACT_AMOUNT
    share = (amount * own + own + later - 1) // (own + later)
    return ACT_AMOUNT + max(min(share, own, amount), amount - later)
