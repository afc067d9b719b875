"""Where the Machine thinks that Heroes go, and what Guards, Servants and Raids are worth there."""

from __future__ import annotations

import math

import numpy as np

from ....envs.city.rules.citizens import counted
from ....envs.city.rules.hero_costs import guard_cost
from ....envs.city.rules.state import (
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_MINOR,
    NUM_SERVANTS,
    RIOT_STAGE,
    Directive,
    District,
    Event,
    Hero,
)
from ....envs.city.rules.tracks import is_published, servants_in, stage, total_trust
from ....envs.great_machine.rules.plan import MIND_PRICE
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has
from ..city.worth import (
    HIDDEN,
    M_BOND,
    M_BROKEN,
    M_CARD,
    M_COST,
    M_EVENT,
    M_FEAR,
    M_GUARD,
    M_HEAT,
    M_LOCK,
    M_MAJOR,
    M_MINOR,
    M_RIOT,
    M_SHADOW,
    M_SQUARE,
    M_STAY,
    M_TRUST,
    MINUS,
    NEED,
    PLUS,
    PRICE,
    RIOT,
    STEP,
    UPRISE,
    YIELD,
    is_open,
    odds_of,
)

# Rows of a hunt: chances of each Hero, that any comes; threat of a Riot; worth of a Guard more and less, of a Servant
VISIT, THREAT, MORE, LESS, PRESENCE, HUNT_ROWS = range(NUM_HEROES, NUM_HEROES + 6)
_YIELD_PULL = 0.1
_UNPAID = 1.5


@compiled
def fill_hunt(weights, state, sheet, notes, odds, hunt):
    """Work out where Heroes are likely to go, as far as cards, ways and the city tell."""
    for district in range(NUM_DISTRICTS):
        pull = weights[M_MINOR] if district < NUM_MINOR else weights[M_MAJOR]
        if district == District.SQUARE:
            pull = weights[M_SQUARE]
        elif district >= NUM_MINOR and state.event == Event.OPPRESSION:
            pull += 1.0
        if state.event == Event.NO_ONE_SAFE and district >= NUM_MINOR:
            pull -= 2.0
        chance = odds_of(odds, sheet[HIDDEN, district], sheet[NEED, district]) if is_open(state, district) else 0.0
        hunt[THREAT, district] = chance
        pull -= weights[M_FEAR] * near_servants(state, district)
        hunt[VISIT, district] = pull + weights[M_RIOT] * chance * notes[RIOT] + _YIELD_PULL * sheet[YIELD, district]
    for hero in range(NUM_HEROES):
        guess_way(weights, state, hunt, hero)
    for district in range(NUM_DISTRICTS):
        none = 1.0
        for hero in range(NUM_HEROES):
            none *= 1.0 - hunt[hero, district]
        hunt[VISIT, district] = 1.0 - none


@compiled
def near_servants(state, district):
    """Return how near the Servants are to a District: 1 for each there, less for those farther off."""
    near = 0.0
    for servant in range(NUM_SERVANTS):
        far = np.int64(state.far[state.servants[servant], district])
        near += 1.0 / (1.0 + far * far)
    return near


@compiled
def guess_way(weights, state, hunt, hero):
    """Work out how likely a Hero goes to each District."""
    at, trust = np.int64(state.at[hero]), np.int64(state.trust[hero])
    first = 0 if state.heroes[hero] == Hero.VAGABOND else guard_cost(state, at)
    first += state.event == Event.CHECKS
    total = 0.0
    for district in range(NUM_DISTRICTS):
        held = np.float64(state.chance[hero, district])
        share = 0.0
        if held > 0.0:
            pull = hunt[VISIT, district]
            if district == at:
                pull += weights[M_STAY] - (2.0 if state.event == Event.CHECKS else 0.0)
            else:
                cost = first + 2 * (np.int64(state.far[at, district]) - 1)
                pull -= weights[M_COST] * cost + (_UNPAID if cost > trust else 0.0)
            share = held * math.exp(pull / weights[M_HEAT])
        hunt[hero, district] = share
        total += share
    for district in range(NUM_DISTRICTS):
        hunt[hero, district] /= total


@compiled
def fill_values(weights, state, sheet, notes, odds, hunt):
    """Work out what one Guard more or less and a Servant are worth in each District."""
    lonely = lonely_chance(state, hunt)
    for district in range(NUM_DISTRICTS):
        visit, hidden, need = hunt[VISIT, district], sheet[HIDDEN, district], sheet[NEED, district]
        more = weights[M_GUARD] * visit + lock_gain(weights, state, sheet, notes, hunt, district)
        less = weights[M_GUARD] * visit
        if is_open(state, district):
            fear = visit * notes[RIOT]
            broken = weights[M_BROKEN]
            below, now, above = (
                odds_of(odds, hidden, need - 1.0),
                hunt[THREAT, district],
                odds_of(odds, hidden, need + 1.0),
            )
            lowest = odds_of(odds, hidden, need - 2.0)
            more += fear * ((1.0 - broken) * (now - above) + broken * (below - now)) + 0.3 * sheet[MINUS, district]
            less += fear * ((1.0 - broken) * (below - now) + broken * (lowest - below)) + 0.3 * sheet[PLUS, district]
        hunt[MORE, district] = more + event_of_guard(weights, state, notes, district, 1)
        hunt[LESS, district] = less - event_of_guard(weights, state, notes, district, -1)
        hunt[PRESENCE, district] = presence(weights, state, notes, hunt, district, lonely)


@compiled
def lock_gain(weights, state, sheet, notes, hunt, district):
    """Return what one Guard more in a District costs Heroes that leave it."""
    gain = 0.0
    for hero in range(NUM_HEROES):
        if state.at[hero] == district and state.heroes[hero] != Hero.VAGABOND:
            leaves = 1.0 - hunt[hero, district]
            if state.trust[hero] > sheet[PRICE, district]:
                gain += leaves * weights[M_TRUST]
            elif state.trust[hero] == sheet[PRICE, district]:
                gain += leaves * weights[M_LOCK] * notes[STEP] * 0.5
    return gain


@compiled
def event_of_guard(weights, state, notes, district, change):
    """Return what a Guard more or less in a District means for the City Event's condition."""
    event, guards = state.event, np.int64(state.guards[district])
    if event == Event.MAINTENANCE and not has(state.riots, district) and change < 0 and not any_bare(state):
        if guards == 1:
            return weights[M_EVENT] * notes[STEP]
        return 0.4 * weights[M_EVENT] * notes[STEP] if guards == 2 else 0.0
    if event == Event.MAINTENANCE and guards == 0 and change > 0 and not has(state.riots, district):
        return -weights[M_EVENT] * notes[STEP]
    if event == Event.SNEAKING:
        spare = guards - counted(state, district)
        others = overguarded_elsewhere(state, district)
        if not others and spare <= 0 and spare + change > 0:
            return weights[M_EVENT] * notes[STEP]
        if not others and spare > 0 and spare + change <= 0:
            return -weights[M_EVENT] * notes[STEP]
    return 0.0


@compiled
def any_bare(state):
    """Whether a District has no Guards and no Riot token."""
    for district in range(NUM_DISTRICTS):
        if state.guards[district] == 0 and not (state.riots | state.raids) >> district & 1:
            return True
    return False


@compiled
def overguarded_elsewhere(state, district):
    """Whether another District has more Guards than Citizens."""
    for other in range(NUM_DISTRICTS):
        if other != district and state.guards[other] > counted(state, other):
            return True
    return False


@compiled
def lonely_chance(state, hunt):
    """Return the chance that no Hero comes to where a Servant is."""
    chance = 1.0
    for district in range(NUM_DISTRICTS):
        if servants_in(state, district) > 0:
            chance *= 1.0 - hunt[VISIT, district]
    return chance


@compiled
def presence(weights, state, notes, hunt, district, lonely):
    """Return what the only Servant in a District is worth there without an Action."""
    event, visit = state.event, hunt[VISIT, district]
    worth = weights[M_SHADOW] * visit if is_published(state, Directive.SHADOW) else 0.05 * visit
    if event == Event.STALKERS:
        without = lonely / max(1.0 - visit, 0.01) if servants_in(state, district) > 0 else lonely
        worth += weights[M_EVENT] * notes[STEP] * visit * min(without, 1.0)
    elif event == Event.SEARCHES:
        worth += weights[M_CARD] * visit
    elif event == Event.BREAD:
        worth += max(0.0, notes[UPRISE] - 2.0 * weights[M_BOND]) * visit
    elif event == Event.OPPRESSION and district < NUM_MINOR:
        worth += weights[M_BOND]
    elif event == Event.READY and state.broken[district] > 0 and not has(state.riots, district):
        worth += 0.3 * weights[M_EVENT] * notes[STEP]
    return worth


@compiled
def bonds_to_keep(state):
    """Return the Bonds that this round's City Event will ask for."""
    if state.event == Event.OPEN_MIND:
        return min(stage(state), RIOT_STAGE - 1) + MIND_PRICE
    if state.event == Event.ORDER:
        return np.int64(5)
    if state.event == Event.TRUST_BONDS:
        return total_trust(state) * 6 // 10
    return np.int64(0)
