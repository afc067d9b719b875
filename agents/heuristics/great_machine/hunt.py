"""Where the Machine thinks that Heroes go, and what Guards, Servants and Raids are worth there."""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.citizens import MACHINE_SIDE, counted
from ....envs.city.rules.hero_costs import guard_cost
from ....envs.city.rules.state import Directive, District, Event, Hero
from ....envs.city.rules.tracks import is_published, servants_in, stage, total_trust
from ....envs.great_machine.rules.plan import MIND_PRICE
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has
from ..city.worth import NUM_NOTES, ODDS_SHAPE, SHEET_SHAPE, Note, Outlook, Sheet, Weight, assess, is_open, odds_at


class Hunt(IntEnum):
    """Rows of a hunt, for every District, behind those of the chance that each Hero comes."""

    VISIT = city.NUM_HEROES  # chance that any comes
    THREAT = city.NUM_HEROES + 1  # chance of a Riot
    MORE = city.NUM_HEROES + 2  # worth of a Guard more
    LESS = city.NUM_HEROES + 3  # worth of a Guard less
    PRESENCE = city.NUM_HEROES + 4  # worth of a Servant


HUNT_SHAPE = city.NUM_HEROES + len(Hunt), city.NUM_DISTRICTS
_YIELD_PULL = 0.1
_UNPAID = 1.5


@compiled
def fill_hunt(outlook, state, hunt):
    """Work out where Heroes are likely to go, as far as cards, ways and the city tell."""
    weights = outlook.weights
    for district in range(city.NUM_DISTRICTS):
        pull = weights[Weight.M_MINOR] if city.is_minor(district) else weights[Weight.M_MAJOR]
        if district == District.SQUARE:
            pull = weights[Weight.M_SQUARE]
        elif not city.is_minor(district) and state.event == Event.OPPRESSION:
            pull += 1.0
        if state.event == Event.NO_ONE_SAFE and not city.is_minor(district):
            pull -= 2.0
        chance = odds_at(outlook, district, 0.0) if is_open(state, district) else 0.0
        hunt[Hunt.THREAT, district] = chance
        pull -= weights[Weight.M_FEAR] * near_servants(state, district)
        pull += weights[Weight.M_RIOT] * chance * outlook.notes[Note.RIOT]
        hunt[Hunt.VISIT, district] = pull + _YIELD_PULL * outlook.sheet[Sheet.YIELD, district]
    for hero in range(city.NUM_HEROES):
        guess_way(weights, state, hunt, hero)
    for district in range(city.NUM_DISTRICTS):
        none = 1.0
        for hero in range(city.NUM_HEROES):
            none *= 1.0 - hunt[hero, district]
        hunt[Hunt.VISIT, district] = 1.0 - none


@compiled(allocates=True)
def expect_hunters(weights, state, hunt):
    """Work out, from what the Machine knows, where it will look for Heroes."""
    outlook = Outlook(weights, np.empty(NUM_NOTES), np.empty(SHEET_SHAPE), np.empty(ODDS_SHAPE))
    assess(outlook, state, MACHINE_SIDE)
    fill_hunt(outlook, state, hunt)


@compiled
def near_servants(state, district):
    """Return how near the Servants are to a District: 1 for each there, less for those farther off."""
    near = 0.0
    for servant in range(city.NUM_SERVANTS):
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
    for district in range(city.NUM_DISTRICTS):
        held = np.float64(state.chance[hero, district])
        share = 0.0
        if held > 0.0:
            pull = hunt[Hunt.VISIT, district]
            if district == at:
                pull += weights[Weight.M_STAY] - (2.0 if state.event == Event.CHECKS else 0.0)
            else:
                cost = first + 2 * (np.int64(state.far[at, district]) - 1)
                pull -= weights[Weight.M_COST] * cost + (_UNPAID if cost > trust else 0.0)
            share = held * math.exp(pull / weights[Weight.M_HEAT])
        hunt[hero, district] = share
        total += share
    for district in range(city.NUM_DISTRICTS):
        hunt[hero, district] /= total


@compiled
def fill_values(outlook, state, hunt):
    """Work out what one Guard more or less and a Servant are worth in each District."""
    weights, sheet = outlook.weights, outlook.sheet
    lonely = lonely_chance(state, hunt)
    for district in range(city.NUM_DISTRICTS):
        visit = hunt[Hunt.VISIT, district]
        more = weights[Weight.M_GUARD] * visit + lock_gain(outlook, state, hunt, district)
        less = weights[Weight.M_GUARD] * visit
        if is_open(state, district):
            fear = visit * outlook.notes[Note.RIOT]
            broken, now = weights[Weight.M_BROKEN], hunt[Hunt.THREAT, district]
            above, below = odds_at(outlook, district, 1.0), odds_at(outlook, district, -1.0)
            lowest = odds_at(outlook, district, -2.0)
            plus, minus = 0.3 * sheet[Sheet.PLUS, district], 0.3 * sheet[Sheet.MINUS, district]
            more += fear * ((1.0 - broken) * (now - above) + broken * (below - now)) + minus
            less += fear * ((1.0 - broken) * (below - now) + broken * (lowest - below)) + plus
        hunt[Hunt.MORE, district] = more + event_of_guard(outlook, state, district, 1)
        hunt[Hunt.LESS, district] = less - event_of_guard(outlook, state, district, -1)
        hunt[Hunt.PRESENCE, district] = presence(outlook, state, hunt, district, lonely)


@compiled
def lock_gain(outlook, state, hunt, district):
    """Return what one Guard more in a District costs Heroes that leave it."""
    weights, price = outlook.weights, outlook.sheet[Sheet.PRICE, district]
    gain = 0.0
    for hero in range(city.NUM_HEROES):
        if state.at[hero] == district and state.heroes[hero] != Hero.VAGABOND:
            leaves = 1.0 - hunt[hero, district]
            if state.trust[hero] > price:
                gain += leaves * weights[Weight.M_TRUST]
            elif state.trust[hero] == price:
                gain += leaves * weights[Weight.M_LOCK] * outlook.notes[Note.STEP] * 0.5
    return gain


@compiled
def event_of_guard(outlook, state, district, change):
    """Return what a Guard more or less in a District means for the City Event's condition."""
    weights, notes = outlook.weights, outlook.notes
    guards, step = np.int64(state.guards[district]), weights[Weight.M_EVENT] * notes[Note.STEP]
    if state.event == Event.MAINTENANCE and not has(state.riots | state.raids, district):
        if change < 0 and not any_bare(state):
            return step if guards == 1 else 0.4 * weights[Weight.M_EVENT] * notes[Note.STEP] if guards == 2 else 0.0
        return -step if change > 0 and guards == 0 else 0.0
    if state.event == Event.SNEAKING and not overguarded_elsewhere(state, district):
        spare = guards - counted(state, district)
        if spare <= 0 < spare + change:
            return step
        if spare + change <= 0 < spare:
            return -step
    return 0.0


@compiled
def any_bare(state):
    """Whether a District has no Guards, no Raid and no Riot token."""
    for district in range(city.NUM_DISTRICTS):
        if state.guards[district] == 0 and not has(state.riots | state.raids, district):
            return True
    return False


@compiled
def overguarded_elsewhere(state, district):
    """Whether another District has more Guards than Citizens."""
    for other in range(city.NUM_DISTRICTS):
        if other != district and state.guards[other] > counted(state, other):
            return True
    return False


@compiled
def lonely_chance(state, hunt):
    """Return the chance that no Hero comes to where a Servant is."""
    chance = 1.0
    for district in range(city.NUM_DISTRICTS):
        if servants_in(state, district) > 0:
            chance *= 1.0 - hunt[Hunt.VISIT, district]
    return chance


@compiled
def presence(outlook, state, hunt, district, lonely):
    """Return what the only Servant in a District is worth there without an Action."""
    weights, notes = outlook.weights, outlook.notes
    event, visit = state.event, hunt[Hunt.VISIT, district]
    worth = weights[Weight.M_SHADOW] * visit if is_published(state, Directive.SHADOW) else 0.05 * visit
    if event == Event.STALKERS:
        without = lonely / max(1.0 - visit, 0.01) if servants_in(state, district) > 0 else lonely
        worth += weights[Weight.M_EVENT] * notes[Note.STEP] * visit * min(without, 1.0)
    elif event == Event.SEARCHES:
        worth += weights[Weight.M_CARD] * visit
    elif event == Event.BREAD:
        worth += max(0.0, notes[Note.UPRISE] - 2.0 * weights[Weight.M_BOND]) * visit
    elif event == Event.OPPRESSION and city.is_minor(district):
        worth += weights[Weight.M_BOND]
    elif event == Event.READY and state.broken[district] > 0 and not has(state.riots, district):
        worth += 0.3 * weights[Weight.M_EVENT] * notes[Note.STEP]
    return worth


@compiled
def bonds_to_keep(state):
    """Return the Bonds that this round's City Event will ask for."""
    if state.event == Event.OPEN_MIND:
        return min(stage(state), city.RIOT_STAGE - 1) + MIND_PRICE
    if state.event == Event.ORDER:
        return np.int64(5)
    if state.event == Event.TRUST_BONDS:
        return total_trust(state) * 6 // 10
    return np.int64(0)
