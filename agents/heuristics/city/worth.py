"""What a side makes of the city in City of the Great Machine: odds of Riots, how near they are, and the weights."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.citizens import HERO_SIDE, classes_active, trust_from
from ....envs.city.rules.hero_costs import guard_cost
from ....envs.city.rules.state import (
    DIE,
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    OF_EACH_TYPE,
    PLAN_END,
    RIOTS_TO_WIN,
    SLOTS_A_STAGE,
    TRACK_END,
    CitizenType,
    Directive,
    Phase,
    Status,
)
from ....envs.city.rules.tracks import is_published, riots_won
from ....envs.city.rules.variants import coin_change
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has

# Weights: numbers, and what they weigh. Each side has its own; scales are those of a Riot won.
RIOT_WORTH, LAST_RIOT = 0, 1  # a Riot won, one that wins the game
PLAN, PLAN_LATE = 2, 3  # a step of the Master Plan, what the last ones count more
RISE, STAGE_UP, RISE_LATE = 4, 5, 6  # a step of Discontent, one to a new Stage, what steps near the Riot Stage add
NEAR, NEAR_AT, NEAR_WIDTH = 7, 8, 9  # worth of a District near a Riot, where it has half of it, and how steep that is
H_TRUST, H_BREAK, H_KNOW, H_CARD = 10, 11, 12, 13  # Heroes: a Trust, a broken Guard, a Citizen identified, a card
H_NEXT, H_RAID, H_STAY, H_SHARED = 14, 15, 16, 17  # Trust of next round, fear of Servants, of staying, of company
H_HEAT = 18  # width of the lots when Access cards are chosen
H_BURN, H_CANCEL, H_RELEASE = 19, 20, 21
H_SURE = 22  # share of a Riot's odds that is believed before the Machine has moved
M_BOND, M_TURN, M_TRUST, M_CARD = 23, 24, 25, 26  # Machine: a Bond, a Hero's turn, its Trust, its card
M_HEAT, M_STAY, M_COST, M_RIOT = 27, 28, 29, 30  # where Heroes go: heat, staying, Trust on the way, Riots near
M_MINOR, M_SQUARE, M_MAJOR = 31, 32, 33  # and kinds of District
M_DIRECTIVE, M_DRAW, M_REPAIR, M_ARREST = 34, 35, 36, 37
M_GUARD, M_SHADOW, M_LOCK = 38, 39, 40  # a Guard where a Hero acts, a Servant there with Shadow, a Hero locked in
M_BROKEN = 41  # how much of a Riot's odds with a Guard less the Machine fears
M_EVENT = 42  # share of a step of the plan that an event's condition counts
H_FOLLOW = 43  # share of a Riot's odds that counts where another Hero is still to come
H_TIGHT, H_HUNTED = 44, 45  # fear of a way that takes all Trust; of Servants where the Machine expects the Hero
H_INFO = 46  # worth of knowing Citizens where a Riot's odds are even
M_FEAR = 47  # how much Heroes shun Servants, as the Machine thinks
LAST_STEP = 48  # the step of the Master Plan that ends the game
WEIGHTS = np.array(
    [
        (4.82, 9.87),  # RIOT_WORTH
        (17.64, 5.50),  # LAST_RIOT
        (3.61, 6.87),  # PLAN
        (0.98, 0.25),  # PLAN_LATE
        (1.16, 1.85),  # RISE
        (1.38, 0.76),  # STAGE_UP
        (0.77, 0.38),  # RISE_LATE
        (4.26, 3.32),  # NEAR
        (1.13, 1.93),  # NEAR_AT
        (0.74, 2.47),  # NEAR_WIDTH
        (0.30, 0.45),  # H_TRUST
        (0.80, 0.44),  # H_BREAK
        (0.35, 0.43),  # H_KNOW
        (0.80, 0.45),  # H_CARD
        (0.25, 0.23),  # H_NEXT
        (0.60, 0.36),  # H_RAID
        (0.30, 0.21),  # H_STAY
        (1.00, 2.20),  # H_SHARED
        (0.60, 0.20),  # H_HEAT
        (0.80, 1.53),  # H_BURN
        (1.50, 1.89),  # H_CANCEL
        (0.60, 0.71),  # H_RELEASE
        (0.60, 0.69),  # H_SURE
        (0.14, 0.25),  # M_BOND
        (0.51, 1.20),  # M_TURN
        (0.34, 0.25),  # M_TRUST
        (1.66, 0.80),  # M_CARD
        (1.51, 0.75),  # M_HEAT
        (0.27, 0.47),  # M_STAY
        (0.39, 0.43),  # M_COST
        (0.39, 0.81),  # M_RIOT
        (-0.06, 0.01),  # M_MINOR
        (0.85, 0.67),  # M_SQUARE
        (-0.44, -2.70),  # M_MAJOR
        (4.90, 2.50),  # M_DIRECTIVE
        (1.06, 1.00),  # M_DRAW
        (0.47, 0.50),  # M_REPAIR
        (0.85, 1.00),  # M_ARREST
        (0.57, 0.60),  # M_GUARD
        (0.82, 0.50),  # M_SHADOW
        (1.54, 1.00),  # M_LOCK
        (0.57, 0.30),  # M_BROKEN
        (1.33, 0.80),  # M_EVENT
        (0.80, 0.85),  # H_FOLLOW
        (0.30, 0.28),  # H_TIGHT
        (2.00, 3.81),  # H_HUNTED
        (0.50, 0.36),  # H_INFO
        (0.43, 0.36),  # M_FEAR
        (17.64, 12.00),  # LAST_STEP
    ]
)
"""The Machine's and the Heroes', by evolution strategies in turn, each against the other's last ones, and sweeps. That
the Heroes' last Riot counts less than others keeps them from trying it at poor odds."""
MACHINE_WEIGHTS, HERO_WEIGHTS = np.ascontiguousarray(WEIGHTS.T)

RANKS = np.array([0.2, 0.6, 0.6, 0.4, 0.35, 0.8, 0.65, 0.5, 1.0])
"""What Directives are worth to the Machine, for the best one: by how much more often it wins if they are published."""

# A sheet has these rows, each with a number for every District.
ACTIVE, TRAITORS, HIDDEN, NEED, PRICE, YIELD, COMING, PLUS, MINUS, ROWS = range(10)
"""Known active Citizens and Traitors, others face down, what these must add up to, price of Actions, Trust given,
Heroes that are still to come in this round, gain of one supporter more and loss of one less."""

MOST_HIDDEN = 6
NUM_ODDS = 2 * MOST_HIDDEN + 1

# Notes about the whole table
STEP, RIOT, UPRISE, P_ACTIVE, P_TRAITOR, NUM_NOTES = range(6)
"""Worth of a step of the plan, of a Riot, of a step of Discontent; chances that who is hidden is active, a Traitor."""


@compiled
def fill_notes(weights, state, side, notes):
    """Work out what tracks are worth now, and what a hidden Citizen is likely to be."""
    last = riots_won(state) + 1 >= RIOTS_TO_WIN
    notes[RIOT] = weights[LAST_RIOT] if last else weights[RIOT_WORTH]
    left = PLAN_END - np.int64(state.plan)
    notes[STEP] = weights[PLAN] + weights[PLAN_LATE] * max(0, 4 - left)
    if left == 1:
        notes[STEP] = weights[LAST_STEP]
    notes[UPRISE] = worth_of_rise(weights, state, notes)
    fill_chances(state, side, notes)


@compiled
def worth_of_rise(weights, state, notes):
    """Return the worth of the next step of Discontent; at the Riot Stage it is a Citizen identified."""
    slot = np.int64(state.slot)
    if slot >= TRACK_END:
        return weights[H_KNOW]
    worth = weights[RISE] * notes[RIOT] / weights[RIOT_WORTH]
    worth += weights[RISE_LATE] * slot / TRACK_END
    if (slot + 1) % SLOTS_A_STAGE == 0 and slot // SLOTS_A_STAGE < CitizenType.TRAITOR:
        worth += weights[STAGE_UP]
    if slot == TRACK_END - 1:
        worth += finish(weights, notes)
    return worth


@compiled(inline=True)
def finish(weights, notes):
    """Return what reaching the Riot Stage is worth: a Riot that has nearly been won before, or the game."""
    return notes[RIOT] if notes[RIOT] == weights[LAST_RIOT] else 0.5 * notes[RIOT]


@compiled
def fill_chances(state, side, notes):
    """Work out the chances of hidden Citizens from those that a side knows."""
    stage = classes_active(state)
    active, traitors, total = np.int64(0), np.int64(0), np.int64(0)
    for type in range(NUM_TYPES):
        left = np.int64(OF_EACH_TYPE) - np.int64(state.sure[side, type])
        for district in range(NUM_DISTRICTS):
            left -= np.int64(state.citizens[district, Status.REVEALED, type])
            if side == HERO_SIDE:
                left -= np.int64(state.citizens[district, Status.IDENTIFIED, type])
        total += left
        if type == CitizenType.TRAITOR:
            traitors += left
        elif type < stage:
            active += left
    notes[P_ACTIVE] = active / total if total > 0 else 0.0
    notes[P_TRAITOR] = traitors / total if total > 0 else 0.0


@compiled
def fill_sheet(state, side, sheet):
    """Count each District's Citizens as a side knows them."""
    stage = classes_active(state)
    extra = 1 if is_published(state, Directive.REINFORCE) else 0
    for district in range(NUM_DISTRICTS):
        active, hidden, traitors = np.int64(0), np.int64(0), np.int64(0)
        for type in range(NUM_TYPES):
            known = np.int64(state.citizens[district, Status.REVEALED, type])
            covered = np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
            identified = np.int64(state.citizens[district, Status.IDENTIFIED, type])
            if side == HERO_SIDE:
                known += identified
            else:
                covered += identified
            hidden += covered
            if type == CitizenType.TRAITOR:
                traitors += known
            elif type < stage:
                active += known
        sheet[ACTIVE, district], sheet[TRAITORS, district], sheet[HIDDEN, district] = active, traitors, hidden
        sheet[NEED, district] = np.int64(state.guards[district]) + extra + 1 + traitors - active
        sheet[PRICE, district] = guard_cost(state, district)
        sheet[YIELD, district] = trust_from(state, district)
        sheet[COMING, district] = 0.0


@compiled
def fill_odds(notes, odds):
    """Work out the chance that so many hidden Citizens, active ones less Traitors, add up to a number or more."""
    up, down = notes[P_ACTIVE], notes[P_TRAITOR]
    for at in range(NUM_ODDS):
        odds[0, at] = 1.0 if at <= MOST_HIDDEN else 0.0
    for number in range(1, MOST_HIDDEN + 1):
        for at in range(NUM_ODDS):
            lower = odds[number - 1, at - 1] if at > 0 else 1.0
            higher = odds[number - 1, at + 1] if at < NUM_ODDS - 1 else 0.0
            odds[number, at] = up * lower + down * higher + (1.0 - up - down) * odds[number - 1, at]


@compiled(inline=True)
def odds_of(odds, hidden, need):
    """Return the chance that ``hidden`` Citizens outweigh what is needed."""
    if need <= -hidden:
        return 1.0
    if need > hidden:
        return 0.0
    return odds[np.int64(min(hidden, MOST_HIDDEN)), np.int64(min(max(need, -MOST_HIDDEN), MOST_HIDDEN)) + MOST_HIDDEN]


@compiled(inline=True)
def is_open(state, district):
    """Whether no Riot has been won in a District."""
    return not has(state.riots, district)


@compiled
def nearness(weights, lack):
    """Return the worth of a District that lacks so much for a Riot: steep where it begins to be within reach."""
    z = (weights[NEAR_AT] - lack) / weights[NEAR_WIDTH]
    return weights[NEAR] * (0.5 + 0.5 * z / (1.0 + abs(z)))


@compiled(inline=True)
def lack_of(sheet, notes, district):
    """Return what a District lacks for a Riot, as far as can be expected."""
    return sheet[NEED, district] - sheet[HIDDEN, district] * (notes[P_ACTIVE] - notes[P_TRAITOR])


@compiled
def break_chance(setup, state, district, payment):
    """Return the chance that an attack with a payment breaks a Guard."""
    change, faces = coin_change(state, district), np.int64(0)
    for face in range(DIE):
        coins = np.int64(setup.assault[face])
        if 0 < coins <= payment - change:
            faces += 1
    return faces / DIE


@compiled
def fill_costs(state, hero, first_free, extra, costs):
    """Work out the least Trust for the way from where a Hero is to every District."""
    start = np.int64(state.at[hero])
    for district in range(NUM_DISTRICTS):
        costs[district] = 99.0
    costs[start] = 0.0
    first = (0.0 if first_free else np.float64(guard_cost(state, start))) + extra
    new = np.int64(state.links[start])
    reached = np.int64(1) << start | new
    for district in range(NUM_DISTRICTS):
        if has(new, district):
            costs[district] = first
    while new != 0:
        following = np.int64(0)
        for district in range(NUM_DISTRICTS):
            if has(new, district):
                cost = costs[district] + guard_cost(state, district)
                near = np.int64(state.links[district]) & ~reached
                following |= near
                for other in range(NUM_DISTRICTS):
                    if has(near, other) and cost < costs[other]:
                        costs[other] = cost
        reached |= following
        new = following


@compiled
def fill_coming(state, sheet, hero):
    """Note where Heroes that act after ``hero`` in this round will be, as the Heroes know."""
    if state.phase > Phase.HEROES:
        return
    for other in range(NUM_HEROES):
        if other > hero and state.chosen[other] != NOBODY:
            sheet[COMING, state.chosen[other]] += 1.0


@compiled
def fill_gains(weights, state, sheet, notes, odds):
    """Work out what one supporter more or less is worth in each District where a Riot can be won."""
    for district in range(NUM_DISTRICTS):
        sheet[PLUS, district], sheet[MINUS, district] = 0.0, 0.0
        if not is_open(state, district):
            continue
        lack = lack_of(sheet, notes, district)
        here = nearness(weights, lack)
        sheet[PLUS, district] = nearness(weights, lack - 1.0) - here
        sheet[MINUS, district] = here - nearness(weights, lack + 1.0)
        if sheet[COMING, district] > 0.0:
            hidden, need = sheet[HIDDEN, district], sheet[NEED, district]
            chance = odds_of(odds, hidden, need)
            share = weights[H_FOLLOW] * notes[RIOT]
            sheet[PLUS, district] += share * (odds_of(odds, hidden, need - 1.0) - chance)
            sheet[MINUS, district] += share * (chance - odds_of(odds, hidden, need + 1.0))
