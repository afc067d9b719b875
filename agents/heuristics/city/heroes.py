"""The Heroes' rules of thumb: where to go, and what to do there, each seeing what the team has planned."""

from __future__ import annotations

import math

import numpy as np

from ....envs.city.rules.state import NUM_DISTRICTS, NUM_HEROES
from ....envs.table.compilation.compile import compiled
from .worth import (
    ACTIVE,
    H_INFO,
    H_KNOW,
    H_TRUST,
    HIDDEN,
    MINUS,
    NEED,
    PLUS,
    PRICE,
    RIOT,
    RIOT_WORTH,
    TRAITORS,
    is_open,
    odds_of,
)

NEVER = -1e9


# Where to go


# What to do


@compiled
def worth_of_giving(weights, setup, state):
    """Return what Trust from the Control Nexus is worth: as much as the neediest Hero can take."""
    most = 0.0
    for hero in range(NUM_HEROES):
        most = max(most, np.float64(setup.limit[state.heroes[hero]]) - np.float64(state.trust[hero]))
    return weights[H_TRUST] * min(3.0, most)


@compiled
def worth_of_knowing(weights, state, sheet, notes, odds, at, trust):
    """Return what it is worth to identify as many Citizens as can be paid."""
    number, price = sheet[HIDDEN, at], sheet[PRICE, at]
    if price > 0.0:
        number = min(number, math.floor(trust / price))
    each = knowing_one(weights, state, sheet, notes, odds, at)
    return number * max(0.0, each - weights[H_TRUST] * price)


@compiled
def knowing_one(weights, state, sheet, notes, odds, at):
    """Return what it is worth to identify one Citizen of a District: most where a Riot may go either way."""
    if not is_open(state, at):
        return 0.8 * weights[H_KNOW]
    chance = odds_of(odds, sheet[HIDDEN, at], sheet[NEED, at])
    return weights[H_KNOW] + weights[H_INFO] * 4.0 * chance * (1.0 - chance) * notes[RIOT] / weights[RIOT_WORTH]


@compiled
def worth_of_moving(weights, setup, state, sheet, at, trust):
    """Return what moving Citizens is worth: active ones to where they make a Riot, Traitors out of its way."""
    gain, far = best_move(weights, setup, state, sheet, at, trust, True)
    worth = 0.0
    if sheet[ACTIVE, at] > 0.0 and gain > 0.0:
        worth = gain * min(sheet[ACTIVE, at], math.floor(trust / far)) * 0.9
    gain, far = best_move(weights, setup, state, sheet, at, trust, False)
    if sheet[TRAITORS, at] > 0.0 and gain > 0.0:
        worth = max(worth, gain * min(sheet[TRAITORS, at], math.floor(trust / far)) * 0.9)
    return worth


@compiled
def best_move(weights, setup, state, sheet, at, trust, active):
    """Return the most that one active Citizen, or Traitor, gains by leaving a District, and how far it goes."""
    best, way = NEVER, 1.0
    for district in range(NUM_DISTRICTS):
        if district == at or state.crowd[district] >= setup.room[district]:
            continue
        far = np.float64(state.far[at, district])
        if far > trust:
            continue
        gain = sheet[PLUS, district] - sheet[MINUS, at] if active else sheet[PLUS, at] - sheet[MINUS, district]
        gain -= weights[H_TRUST] * far
        if gain > best:
            best, way = gain, far
    return best, way
