"""The Heroes' rules of thumb for questions other than where to go and which Action to take."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.citizens import classes_active
from ....envs.city.rules.hero_costs import forfeited, guard_cost
from ....envs.city.rules.state import (
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    Act,
    Ask,
    CitizenClass,
    CitizenType,
)
from ....envs.city.rules.tracks import total_trust
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from ....envs.table.records import Int
from ....envs.table.sets import has, size
from .heroes import NEVER, knowing_one
from .worth import H_BREAK, H_CARD, H_TRUST, HIDDEN, MINUS, P_ACTIVE, P_TRAITOR, PLUS, RANKS, STEP, YIELD

JUDGES_PRICE = 5


@compiled
def choose_hero_answer(weights, setup, state, mask, sheet, notes, odds):
    """Answer a question that is not the Access card's and not the Action's."""
    ask = state.ask
    hero = np.int64(state.hero)
    if ask == Ask.ROUTE:
        return choose_next(state, mask, hero)
    if ask == Ask.IDENTIFY:
        return choose_to_know(weights, state, sheet, notes, odds, hero)
    if ask == Ask.PAY:
        prize = weights[H_BREAK] + sheet[PLUS, state.at[hero]]
        return Act.YES if prize > weights[H_TRUST] * state.die else Act.DONE
    if ask == Ask.CITIZEN or ask == Ask.MOVE_MORE:
        return choose_class(weights, setup, state, mask, sheet, hero)
    if ask == Ask.CITIZEN_TO or ask == Ask.RETURN:
        return choose_place(weights, state, mask, sheet, notes, hero)
    if ask == Ask.SHARE:
        return choose_share(setup, state, mask, hero)
    if ask == Ask.DISCARD or ask == Ask.CANCEL:
        return choose_directive(mask)
    if ask == Ask.OWNER or ask == Ask.GIVE:
        return choose_mate(setup, state, mask)
    if ask == Ask.JUDGE:
        return choose_to_appeal(weights, state, mask, sheet, hero)
    if ask == Ask.PLEDGE:
        return choose_pledge(weights, state, mask, notes, hero)
    if ask == Ask.JOIN:
        return Act.YES
    return choose_somebody(weights, state, mask, sheet)


@compiled
def choose_somebody(weights, state, mask, sheet):
    """Answer where to identify, reveal or call a Citizen, and which card to take back."""
    ask = state.ask
    if ask == Ask.SHOW_TYPE:
        for type in range(CitizenType.TRAITOR):
            if mask[Act.CLASS + CitizenClass.IDENTIFIED_AS + type] != 0:
                return Act.CLASS + CitizenClass.IDENTIFIED_AS + type
    if (
        ask == Ask.FIND
        or ask == Ask.FAVOUR
        or ask == Ask.SHOW
        or ask == Ask.CALL
        or ask == Ask.CARD
        or ask == Ask.JUDGE
    ):
        return best_district(state, mask, sheet, ask == Ask.SHOW, ask == Ask.CARD)
    return pick_legal(state.rng, mask)


@compiled
def best_district(state, mask, sheet, shunned, card):
    """Return the allowed District that is nearest to a Riot, or the one that is farthest where that is shunned."""
    best = NEVER
    chosen: Int = Act.DONE
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            worth = sheet[PLUS, district] + (0.2 * sheet[YIELD, district] if card else 0.05 * sheet[HIDDEN, district])
            if shunned:
                worth = -worth
            if worth > best:
                best, chosen = worth, Act.DISTRICT + district
    return chosen


@compiled
def choose_next(state, mask, hero):
    """Choose the next District on the cheapest way."""
    best = -NEVER
    chosen: Int = Act.DONE
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            cost = way_cost(state, district, np.int64(state.chosen[hero]))
            if cost < best:
                best, chosen = cost, Act.DISTRICT + district
    return chosen


@compiled
def way_cost(state, district, target):
    """Return about what the way from a District to a target costs: exactly where they are at most two exits apart."""
    cost = np.float64(guard_cost(state, district))
    far = np.int64(state.far[district, target])
    if far <= 1:
        return cost
    cheapest = 99.0
    for other in range(NUM_DISTRICTS):
        if has(state.links[district], other) and state.far[other, target] < far:
            cheapest = min(cheapest, np.float64(guard_cost(state, other)))
    return cost + cheapest + 2.0 * (far - 2)


@compiled
def choose_to_know(weights, state, sheet, notes, odds, hero):
    """Whether to identify one more Citizen."""
    at = np.int64(state.at[hero])
    worth = knowing_one(weights, state, sheet, notes, odds, at)
    return Act.YES if worth > weights[H_TRUST] * guard_cost(state, at) else Act.DONE


@compiled
def choose_class(weights, setup, state, mask, sheet, hero):
    """Choose the Citizen that gains most by leaving, or stop."""
    at, trust = np.int64(state.at[hero]), np.float64(state.trust[hero])
    active = classes_active(state)
    best = 0.0
    chosen: Int = Act.DONE
    if mask[Act.DONE] == 0:
        best = NEVER
    for known in range(CitizenClass.IDENTIFIED_AS, CitizenClass.REVEALED_AS + NUM_TYPES):
        if mask[Act.CLASS + known] != 0:
            type = (known - CitizenClass.IDENTIFIED_AS) % NUM_TYPES
            gain = NEVER + 1.0
            for district in range(NUM_DISTRICTS):
                far = np.float64(state.far[at, district])
                if district != at and far <= trust and state.crowd[district] < setup.room[district]:
                    gain = max(gain, moved_gain(sheet, at, district, type, active) - weights[H_TRUST] * far)
            if known >= CitizenClass.REVEALED_AS:
                gain -= 0.02
            if gain > best:
                best, chosen = gain, Act.CLASS + known
    if best == NEVER and mask[Act.CLASS + CitizenClass.UNIDENTIFIED] != 0:
        return Act.CLASS + CitizenClass.UNIDENTIFIED
    return chosen


@compiled
def moved_gain(sheet, at, district, type, active):
    """Return what is gained when a Citizen of a type goes from one District to another."""
    if type == CitizenType.TRAITOR:
        return sheet[PLUS, at] - sheet[MINUS, district]
    if type < active:
        return sheet[PLUS, district] - sheet[MINUS, at]
    return 0.3 * (sheet[PLUS, district] - sheet[MINUS, at])


@compiled
def choose_place(weights, state, mask, sheet, notes, hero):
    """Choose where the Citizen goes that is being moved or set free."""
    active, origin = classes_active(state), np.int64(state.carried_from)
    unknown = state.carried_as == 0
    best = NEVER
    chosen: Int = Act.DISTRICT
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            far = np.float64(state.far[origin, district]) if origin != NOBODY else 0.0
            if unknown:
                gain = notes[P_ACTIVE] * sheet[PLUS, district] - notes[P_TRAITOR] * sheet[MINUS, district]
            else:
                gain = placed_gain(sheet, district, np.int64(state.carried), active)
            gain -= weights[H_TRUST] * far
            if gain > best:
                best, chosen = gain, Act.DISTRICT + district
    return chosen


@compiled
def placed_gain(sheet, district, type, active):
    """Return what a Citizen of a type that comes to a District is worth there."""
    if type == CitizenType.TRAITOR:
        return -sheet[MINUS, district]
    return sheet[PLUS, district] * (1.0 if type < active else 0.3)


@compiled
def choose_share(setup, state, mask, hero):
    """Take a fair share of the Trust, and what the others could not keep."""
    others, space = np.int64(0), np.int64(0)
    for other in range(NUM_HEROES):
        if other > hero and state.at[other] == state.at[hero]:
            others += 1
            space += np.int64(setup.limit[state.heroes[other]]) - np.int64(state.trust[other])
    amount = np.int64(state.to_share)
    own = np.int64(setup.limit[state.heroes[hero]]) - np.int64(state.trust[hero])
    wanted = (amount + others) // (1 + others)
    if wanted < amount - space:
        wanted = amount - space
    wanted = min(wanted, own, amount)
    return Act.AMOUNT + wanted if wanted > 0 else Act.AMOUNT


@compiled
def choose_directive(mask):
    """Choose the Directive that serves the Machine best."""
    best = NEVER
    chosen: Int = Act.DIRECTIVE
    for directive in range(NUM_DIRECTIVES):
        if mask[Act.DIRECTIVE + directive] != 0 and RANKS[directive] > best:
            best, chosen = RANKS[directive], Act.DIRECTIVE + directive
    return chosen


@compiled
def choose_mate(setup, state, mask):
    """Choose the Hero with most cards lost, or with most room for Trust."""
    best = NEVER
    chosen: Int = Act.HERO
    for hero in range(NUM_HEROES):
        if mask[Act.HERO + hero] != 0:
            worth = np.float64(setup.limit[state.heroes[hero]]) - np.float64(state.trust[hero])
            if state.ask == Ask.OWNER:
                worth = np.float64(size(forfeited(state, hero)))
            if worth > best:
                best, chosen = worth, Act.HERO + hero
    return chosen


@compiled
def choose_to_appeal(weights, state, mask, sheet, hero):
    """Take a card back where it is cheap and leaves enough Trust to stop the plan."""
    price = np.int64(state.guards[state.at[hero]])
    left = total_trust(state) - price
    affordable = left >= JUDGES_PRICE or total_trust(state) < JUDGES_PRICE
    if affordable and weights[H_CARD] > weights[H_TRUST] * price:
        return best_district(state, mask, sheet, False, True)
    return Act.DONE


@compiled
def choose_pledge(weights, state, mask, notes, hero):
    """Pledge a share of what is missing, by the Trust that this Hero and those after it have."""
    amount, later = np.int64(state.to_pledge), np.int64(0)
    for other in range(NUM_HEROES):
        if other > hero:
            later += np.int64(state.trust[other])
    own = np.int64(state.trust[hero])
    if own + later < amount or notes[STEP] < weights[H_TRUST] * JUDGES_PRICE:
        return Act.AMOUNT
    share = (amount * own + own + later - 1) // (own + later)
    return Act.AMOUNT + np.int64(max(min(share, own), amount - later))
