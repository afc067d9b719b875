"""What a side makes of the city in City of the Great Machine: odds of Riots, how near they are, and the weights."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.citizens import HERO_SIDE, classes_active, trust_from
from ....envs.city.rules.hero_costs import guard_cost
from ....envs.city.rules.state import CitizenType, Directive, Status
from ....envs.city.rules.tracks import is_published, riots_won
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has, one
from ..weights import Weights


class Weight(Weights):
    """What is weighed: a member is its place among the weights, and has three weights beside it. A Riot is the scale.

    The first two are those of the Machine (``M_`` are its alone) and of the Heroes against it, by evolution strategies
    in turn, each against the other's last ones, and sweeps. That the Heroes' last Riot counts less than others keeps
    them from trying it at poor odds. The third is that of the co-operative team (``C_``: its alone), by evolution
    strategies in games without Missions and with each set, at several levels of difficulty.
    """

    RIOT = 4.82, 9.87, 5.32  # a Riot won
    LAST_RIOT = 17.64, 5.50, 11.59  # one that wins the game
    PLAN = 3.61, 6.87, 3.64  # a step of the Master Plan
    PLAN_LATE = 0.98, 0.25, 0.19  # what the last ones count more
    LAST_STEP = 17.64, 12.00, 10.84  # the step that ends the game
    RISE = 1.16, 1.85, 0.43  # a step of Discontent
    STAGE_UP = 1.38, 0.76, 0.65  # one to a new Stage
    RISE_LATE = 0.77, 0.38, 0.29  # what steps near the Riot Stage add
    NEAR = 4.26, 3.32, 6.62  # a District near a Riot
    NEAR_AT = 1.13, 1.93, 1.13  # what a District lacks that is worth half of it
    NEAR_WIDTH = 0.74, 2.47, 2.09  # how steep that is
    H_TRUST = 0.30, 0.45, 0.19  # a Trust
    H_BREAK = 0.80, 0.44, 0.96  # a broken Guard
    H_KNOW = 0.35, 0.43, 0.62  # a Citizen identified
    H_INFO = 0.50, 0.36, 0.42  # knowing Citizens where a Riot's odds are even
    H_CARD = 0.80, 0.45, 0.40  # an Access card
    H_NEXT = 0.25, 0.23, 0.31  # Trust of the next round
    H_RAID = 0.60, 0.36  # fear of Servants
    H_HUNTED = 2.00, 3.81  # fear of Servants where the Machine expects the Hero
    H_STAY = 0.30, 0.21  # fear of staying
    H_SHARED = 1.00, 2.20  # fear of company
    H_TIGHT = 0.30, 0.28  # fear of a way that takes all Trust
    H_HEAT = 0.60, 0.20  # width of the lots when Access cards are chosen
    H_BURN = 0.80, 1.53, 1.48  # a Directive of the hand discarded
    H_CANCEL = 1.50, 1.89, 2.16  # one that is published cancelled
    H_RELEASE = 0.60, 0.71, 1.37  # an arrested Citizen returned
    H_SURE = 0.60, 0.69, 0.57  # share of a Riot's odds that is believed before the Machine has moved
    H_FOLLOW = 0.80, 0.85, 0.72  # share of them that counts where another Hero is still to come
    M_BOND = 0.14, 0.25  # a Bond
    M_TURN = 0.51, 1.20  # a Hero's turn
    M_TRUST = 0.34, 0.25  # a Hero's Trust
    M_CARD = 1.66, 0.80  # a Hero's card
    M_HEAT = 1.51, 0.75  # width of the lots by which Heroes are taken to go; what draws them follows
    M_STAY = 0.27, 0.47  # staying
    M_COST = 0.39, 0.43  # Trust on the way
    M_RIOT = 0.39, 0.81  # Riots near
    M_FEAR = 0.43, 0.36  # how much they shun Servants
    M_MINOR = -0.06, 0.01  # a Minor District
    M_SQUARE = 0.85, 0.67  # the Square
    M_MAJOR = -0.44, -2.70  # another Major District
    M_DIRECTIVE = 4.90, 2.50  # the best Directive published
    M_DRAW = 1.06, 1.00  # a Directive drawn
    M_REPAIR = 0.47, 0.50  # a Guard repaired
    M_ARREST = 0.85, 1.00  # a Citizen arrested
    M_GUARD = 0.57, 0.60  # a Guard where a Hero acts
    M_SHADOW = 0.82, 0.50  # a Servant there with Shadow
    M_LOCK = 1.54, 1.00  # a Hero locked in
    M_BROKEN = 0.57, 0.30  # how much of a Riot's odds with a Guard less the Machine fears
    M_EVENT = 1.33, 0.80  # share of a step of the plan that an event's condition counts
    C_MARK = 0, 0, 1.04  # share of a step of the plan in the Progress marker's way
    C_HASTE = 0, 0, 3.85  # what faster steps of it cost
    C_GUARD = 0, 0, 1.74  # a special Guard more
    C_MISSION = 0, 0, 7.32  # a Mission completed
    C_TURN = 0, 0, 1.14  # a Hero's turn
    C_SQUARE = 0, 0, 0.49  # a Guard of the Square
    C_FINISH = 0, 0, 0.65  # share of a Riot that the Riot Stage counts
    C_EXIT = 0, 0, 0.14  # Guards around who will leave
    C_SECOND = 0, 0, 0.65  # the Fowler's second Action
    C_TEAM = 0, 0, 0.59  # share of what two Heroes together can make of a Riot that is believed beforehand
    C_SPECIAL = 0, 0, 0.06  # breaking a special Guard
    C_CORE = 0, 0, 2.96  # breaking a Guard with a Core token
    C_EVENT = 0, 0, 0.96  # share of a step of the plan that an event's condition counts
    C_RESERVE = 0, 0, 0.62  # share of what Trust at the end of the round is for
    C_CROWD = 0, 0, 0.18  # a Hero beside another one


MACHINE_WEIGHTS = Weight.array(0)
HERO_WEIGHTS = Weight.array(1)
TEAM_WEIGHTS = Weight.array(2)

RANKS = np.array([0.2, 0.6, 0.6, 0.4, 0.35, 0.8, 0.65, 0.5, 1.0])
"""What Directives are worth to the Machine, for the best one: by how much more often it wins if they are published."""


class Sheet(IntEnum):
    """Rows of a sheet, each with a number for every District."""

    ACTIVE = 0  # known active Citizens
    TRAITORS = 1  # known Traitors
    HIDDEN = 2  # Citizens face down
    NEED = 3  # what these must add up to
    PRICE = 4  # price of Actions
    YIELD = 5  # Trust given
    COMING = 6  # Heroes that are still to come in this round
    PLUS = 7  # gain of one supporter more
    MINUS = 8  # loss of one less
    WORTH = 9  # what an answer is worth, where Districts are compared


class Note(IntEnum):
    """Notes about the whole table."""

    STEP = 0  # worth of a step of the plan
    RIOT = 1  # worth of a Riot
    UPRISE = 2  # worth of a step of Discontent
    P_ACTIVE = 3  # chance that a hidden Citizen is active
    P_TRAITOR = 4  # chance that it is a Traitor
    MARK = 5  # worth of a step of the Progress marker


MOST_HIDDEN = 6
NUM_ODDS = 2 * MOST_HIDDEN + 1
NUM_NOTES, SHEET_SHAPE, ODDS_SHAPE = len(Note), (len(Sheet), city.NUM_DISTRICTS), (MOST_HIDDEN + 1, NUM_ODDS)


class Outlook(NamedTuple):
    """What a side makes of the city at a decision, by its weights.

    Compiled code hands a tuple on array by array. What is called for every combination of places or the like is given
    only those parts that it reads.

    Attributes:
        weights: What is weighed, float64, by :class:`Weight`.
        notes: About the whole table, float64, by :class:`Note`.
        sheet: About every District, float64, shape SHEET_SHAPE, by :class:`Sheet`.
        odds: The chance that a number of hidden Citizens adds up to what is needed (:func:`odds_of`), float64, shape
            ODDS_SHAPE.
    """

    weights: np.ndarray
    notes: np.ndarray
    sheet: np.ndarray
    odds: np.ndarray


@compiled
def assess(outlook, state, side):
    """Work out what a side of the game of one against many makes of tracks and Citizens; all but gains."""
    weights, notes = outlook.weights, outlook.notes
    notes[Note.RIOT] = weights[Weight.LAST_RIOT if riots_won(state) + 1 >= city.RIOTS_TO_WIN else Weight.RIOT]
    notes[Note.STEP] = worth_of_step(weights, state)
    notes[Note.UPRISE] = worth_of_rise(outlook, state)
    fill_chances(state, side, notes)
    fill_sheet(state, side, outlook.sheet)
    fill_odds(outlook)


@compiled
def worth_of_step(weights, state):
    """Return the worth of the next step of the Master Plan."""
    left = city.PLAN_END - np.int64(state.plan)
    if left == 1:
        return weights[Weight.LAST_STEP]
    return weights[Weight.PLAN] + weights[Weight.PLAN_LATE] * max(0, 4 - left)


@compiled
def worth_of_rise(outlook, state):
    """Return the worth of the next step of Discontent; at the Riot Stage it is a Citizen identified."""
    weights = outlook.weights
    slot = np.int64(state.slot)
    if slot >= city.TRACK_END:
        return weights[Weight.H_KNOW]
    worth = weights[Weight.RISE] * outlook.notes[Note.RIOT] / weights[Weight.RIOT]
    worth += weights[Weight.RISE_LATE] * slot / city.TRACK_END
    if (slot + 1) % city.SLOTS_A_STAGE == 0 and slot // city.SLOTS_A_STAGE < CitizenType.TRAITOR:
        worth += weights[Weight.STAGE_UP]
    if slot == city.TRACK_END - 1:
        worth += finish(outlook)
    return worth


@compiled(inline=True)
def finish(outlook):
    """Return what reaching the Riot Stage is worth: a Riot that has nearly been won before, or the game."""
    riot = outlook.notes[Note.RIOT]
    return riot if riot == outlook.weights[Weight.LAST_RIOT] else 0.5 * riot


@compiled
def fill_chances(state, side, notes):
    """Work out the chances of hidden Citizens from those that a side knows."""
    stage = classes_active(state)
    active, traitors, total = np.int64(0), np.int64(0), np.int64(0)
    for type in range(city.NUM_TYPES):
        left = np.int64(city.OF_EACH_TYPE) - np.int64(state.sure[side, type])
        for district in range(city.NUM_DISTRICTS):
            left -= np.int64(state.citizens[district, Status.REVEALED, type])
            if side == HERO_SIDE:
                left -= np.int64(state.citizens[district, Status.IDENTIFIED, type])
        total += left
        if type == CitizenType.TRAITOR:
            traitors += left
        elif type < stage:
            active += left
    notes[Note.P_ACTIVE] = active / total if total > 0 else 0.0
    notes[Note.P_TRAITOR] = traitors / total if total > 0 else 0.0


@compiled
def fill_sheet(state, side, sheet):
    """Count each District's Citizens as a side knows them."""
    stage = classes_active(state)
    extra = 1 if is_published(state, Directive.REINFORCE) else 0
    for district in range(city.NUM_DISTRICTS):
        active, hidden, traitors = np.int64(0), np.int64(0), np.int64(0)
        for type in range(city.NUM_TYPES):
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
        sheet[Sheet.ACTIVE, district], sheet[Sheet.TRAITORS, district] = active, traitors
        sheet[Sheet.HIDDEN, district] = hidden
        sheet[Sheet.NEED, district] = np.int64(state.guards[district]) + extra + 1 + traitors - active
        sheet[Sheet.PRICE, district] = guard_cost(state, district)
        sheet[Sheet.YIELD, district] = trust_from(state, district)
        sheet[Sheet.COMING, district] = 0.0


@compiled
def fill_odds(outlook):
    """Work out the chance that so many hidden Citizens, active ones less Traitors, add up to a number or more."""
    odds = outlook.odds
    up, down = outlook.notes[Note.P_ACTIVE], outlook.notes[Note.P_TRAITOR]
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
def odds_at(outlook, district, more):
    """Return the chance of a Riot in a District that takes so much more than it does now."""
    sheet = outlook.sheet
    return odds_of(outlook.odds, sheet[Sheet.HIDDEN, district], sheet[Sheet.NEED, district] + more)


@compiled(inline=True)
def is_open(state, district):
    """Whether no Riot has been won in a District."""
    return not has(state.riots, district)


@compiled
def nearness(weights, lack):
    """Return the worth of a District that lacks so much for a Riot: steep where it begins to be within reach."""
    z = (weights[Weight.NEAR_AT] - lack) / weights[Weight.NEAR_WIDTH]
    return weights[Weight.NEAR] * (0.5 + 0.5 * z / (1.0 + abs(z)))


@compiled(inline=True)
def lack_of(outlook, district):
    """Return what a District lacks for a Riot, as far as can be expected."""
    notes, sheet = outlook.notes, outlook.sheet
    return sheet[Sheet.NEED, district] - sheet[Sheet.HIDDEN, district] * (notes[Note.P_ACTIVE] - notes[Note.P_TRAITOR])


@compiled
def fill_costs(state, hero, first_free, extra, costs):
    """Work out the least Trust for the way from where a Hero is to every District."""
    start = np.int64(state.at[hero])
    for district in range(city.NUM_DISTRICTS):
        costs[district] = 99.0
    costs[start] = 0.0
    first = (0.0 if first_free else np.float64(guard_cost(state, start))) + extra
    new = np.int64(state.links[start])
    reached = one(start) | new
    for district in range(city.NUM_DISTRICTS):
        if has(new, district):
            costs[district] = first
    while new != 0:
        following = np.int64(0)
        for district in range(city.NUM_DISTRICTS):
            if has(new, district):
                cost = costs[district] + guard_cost(state, district)
                near = np.int64(state.links[district]) & ~reached
                following |= near
                for other in range(city.NUM_DISTRICTS):
                    if has(near, other) and cost < costs[other]:
                        costs[other] = cost
        reached |= following
        new = following


@compiled
def fill_coming(state, sheet, hero):
    """Note where Heroes that act after ``hero`` in this Heroes Phase will be, as the Heroes know."""
    for other in range(city.NUM_HEROES):
        if other > hero and state.chosen[other] != city.NOBODY:
            sheet[Sheet.COMING, state.chosen[other]] += 1.0


@compiled
def fill_gains(outlook, state):
    """Work out what one supporter more or less is worth in each District where a Riot can be won."""
    weights, sheet = outlook.weights, outlook.sheet
    share = weights[Weight.H_FOLLOW] * outlook.notes[Note.RIOT]
    for district in range(city.NUM_DISTRICTS):
        sheet[Sheet.PLUS, district], sheet[Sheet.MINUS, district] = 0.0, 0.0
        if not is_open(state, district):
            continue
        lack = lack_of(outlook, district)
        here = nearness(weights, lack)
        sheet[Sheet.PLUS, district] = nearness(weights, lack - 1.0) - here
        sheet[Sheet.MINUS, district] = here - nearness(weights, lack + 1.0)
        if sheet[Sheet.COMING, district] > 0.0:
            chance = odds_at(outlook, district, 0.0)
            sheet[Sheet.PLUS, district] += share * (odds_at(outlook, district, -1.0) - chance)
            sheet[Sheet.MINUS, district] += share * (chance - odds_at(outlook, district, 1.0))
