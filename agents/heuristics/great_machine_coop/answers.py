"""The team's rules of thumb for questions other than Access cards, Actions and Interactions."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.state import NUM_DISTRICTS, NUM_HEROES, Act, Ask, District
from ....envs.city.rules.tracks import total_trust
from ....envs.great_machine_coop.rules.state import CoopAct
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import has
from ..city.hero_answers import choose_hero_answer
from ..city.worth import COMING, H_BREAK, H_TRUST, PLUS, UPRISE
from .events import wants_to_pay
from .missions import choose_mission_answer
from .worth import C_CORE, C_SPECIAL, C_SQUARE


@compiled
def choose_answer(weights, setup, state, mask, sheet, notes, odds):
    """Answer a question by what promises most."""
    ask = state.ask
    if ask == Ask.PAY:
        prize = worth_of_breaking(weights, state, sheet, notes, np.int64(state.at[state.hero]))
        if state.die_special:
            prize += weights[C_SPECIAL]
        return Act.YES if prize > weights[H_TRUST] * state.die else Act.DONE
    if ask == Ask.PLEDGE:
        return choose_pledge(weights, setup, state, notes)
    if ask == Ask.EVADE or ask == Ask.RALLY:
        return Act.YES
    if ask == Ask.BREAK:
        return choose_to_break(weights, state, mask, sheet, notes)
    if ask == Ask.BREAK_KIND:
        return np.int64(CoopAct.REGULAR if has(state.cores, state.breaking_in) else CoopAct.SPECIAL)
    if ask == Ask.TURN:
        return choose_turn(state, mask)
    if ask < Ask.TURN:
        return choose_hero_answer(weights, setup, state, mask, sheet, notes, odds)
    return choose_mission_answer(weights, setup, state, mask, sheet)


@compiled
def worth_of_breaking(weights, state, sheet, notes, district):
    """Return the worth of a Guard less in a District."""
    worth = weights[H_BREAK] + sheet[PLUS, district]
    if district == District.SQUARE:
        worth += notes[UPRISE] * (weights[C_SQUARE] + sheet[COMING, district])
    if has(state.cores, district):
        worth += weights[C_CORE]
    return worth


@compiled
def choose_to_break(weights, state, mask, sheet, notes):
    """Choose the District where a Guard less is worth most."""
    best = -1e9
    chosen: Int = Act.DISTRICT
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district]:
            worth = worth_of_breaking(weights, state, sheet, notes, district)
            if state.specials[district] > 0:
                worth += weights[C_SPECIAL]
            if worth > best:
                best, chosen = worth, Act.DISTRICT + district
    return chosen


@compiled
def choose_turn(state, mask):
    """The Heroes go by Initiative."""
    for hero in range(NUM_HEROES):
        if mask[Act.HERO + hero]:
            return Act.HERO + hero
    return Act.HERO


@compiled
def choose_pledge(weights, setup, state, notes):
    """Pledge a share of what is missing, by the Trust that this Hero and those after it have."""
    hero, amount, later = np.int64(state.hero), np.int64(state.to_pledge), np.int64(0)
    pledged = np.int64(0)
    for other in range(NUM_HEROES):
        pledged += np.int64(state.pledge[other])
        if other > hero:
            later += np.int64(state.trust[other])
    own = np.int64(state.trust[hero])
    if own + later < amount or not (pledged > 0 or wants_to_pay(weights, setup, state, notes, total_trust(state))):
        return Act.AMOUNT
    share = (amount * own + own + later - 1) // (own + later)
    return Act.AMOUNT + max(min(share, own, amount), amount - later)
