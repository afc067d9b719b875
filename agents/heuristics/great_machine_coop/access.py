"""Where the team goes: every Hero's Districts are valued, and then all combinations of what is still to be chosen."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.city import flood
from ....envs.city.rules.hero_costs import guard_cost
from ....envs.city.rules.state import Act, Hero, HeroAction, Servant
from ....envs.great_machine_coop.rules.conditions import holds
from ....envs.great_machine_coop.rules.missions import B
from ....envs.great_machine_coop.rules.movement import destination, is_maintenance
from ....envs.great_machine_coop.rules.state import NUM_MOVES, WITH_HERO, Condition, Support
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import add, has, one, size
from ..city.heroes import NEVER, WORKSHOPS, Turn, number_known, riot_at_odds
from ..city.worth import Note, Sheet, Weight, fill_costs, is_open, odds_at
from .actions import best_deeds, effect_of, riot_cost
from .events import MOST_PURSE, PURSE_SHAPE, Gains, event_of, fill_purse, gains_of_event, helps
from .missions import worth_of_errand, worth_of_meeting
from .worth import cost_of_marker, worth_of_rise


class Risk(IntEnum):
    """Rows of the risk, for every District, behind the chances of each Servant that it is there and detains."""

    WATCH = city.NUM_SERVANTS  # chance that any is there
    DETAIN = city.NUM_SERVANTS + 1  # chance that any detains


class Plan(IntEnum):
    """Rows of a Hero's plan for every District."""

    WORTH = 0
    DEED = 1  # worth of the Action
    LEFT = 2  # Trust left
    FOR_NEED = 3  # chance that the Action is what the condition of the Breakthrough lacks
    FOR_STOP = 4  # chance that it is what that against the Master Plan lacks
    GOES_ON = 5  # chance that the turn is not ended


BY_DEEDS = 1 << Condition.ROSE | 1 << Condition.BROKEN | 1 << Condition.SPECIAL | 1 << Condition.REVEALED
BY_DEEDS |= 1 << Condition.CROWD
"""Conditions that hold by what the Heroes do in the round."""
_FEW_CARDS, _SCARCE = 3, 3.0  # with so few cards or fewer, what one more or less counts
RISK_SHAPE, PLAN_SHAPE, PAIRS_SHAPE = (
    (city.NUM_SERVANTS + len(Risk), city.NUM_DISTRICTS),
    (city.NUM_HEROES, len(Plan), city.NUM_DISTRICTS),
    (city.NUM_HEROES, city.NUM_DISTRICTS),
)


class Prospects(NamedTuple):
    """What the team expects of the round before it chooses where to go.

    Attributes:
        gains: What the City Event has to give.
        purse: What Trust of all Heroes together is worth at the end of the round, float64, shape PURSE_SHAPE.
        risk: Where Servants may be, float64, shape RISK_SHAPE, by :class:`Risk`.
        plan: What each Hero makes of every District by itself, float64, shape PLAN_SHAPE, by :class:`Plan`.
        pairs: What two Heroes make of a District beyond that (:func:`fill_pairs`), float64, shape PAIRS_SHAPE.
    """

    gains: Gains
    purse: np.ndarray
    risk: np.ndarray
    plan: np.ndarray
    pairs: np.ndarray


@compiled
def fill_risk(setup, state, risk):
    """Work out where each Servant can be after its turn, given the Servant Movement cards that are left."""
    risk[:] = 0.0
    share = 1.0 / max(1, size(state.moves))
    for servant in range(city.NUM_SERVANTS):
        at = np.int64(state.servants[servant])
        if at == city.NOBODY:
            continue
        idle = 0.0
        for card in range(NUM_MOVES):
            if has(state.moves, card):
                if is_maintenance(card):
                    idle += share
                else:
                    risk[servant, destination(setup, state, servant, card)] += share
        for district in range(city.NUM_DISTRICTS):
            chance = risk[servant, district]
            risk[Risk.DETAIN, district] += chance - risk[Risk.DETAIN, district] * chance
            chance += idle if district == at else 0.0
            risk[Risk.WATCH, district] += chance - risk[Risk.WATCH, district] * chance


@compiled
def cost_of_card(weights, state, hero, scarce):
    """Return what a Hero has to fear from the loss of an Access card, where it has few ``scarce`` times as much."""
    left = size(state.cards[hero])
    if left == 1:  # that loses the game
        return weights[Weight.LAST_STEP]
    return weights[Weight.H_CARD] * (1.0 if left > _FEW_CARDS else scarce)


@compiled
def cost_of_detainment(outlook, state, risk, turn, deed):
    """Return what a Hero has to fear from Servants in a District, and the chance that its turn goes on there.

    ``deed`` is the worth of the Action that it has in mind.
    """
    weights, hero = outlook.weights, turn.hero
    cost, goes_on = 0.0, 1.0
    for servant in range(city.NUM_SERVANTS):
        chance = risk[servant, turn.at]
        if chance <= 0.0 or (has(state.done, B) and state.orders[servant] == WITH_HERO + hero):
            continue
        if servant == Servant.PHANTASMER:
            harm = cost_of_marker(outlook, state, 3)
        else:
            lost = weights[Weight.H_TRUST] * turn.trust
            if servant == Servant.LEX_HECATE:
                lost = cost_of_card(weights, state, hero, _SCARCE)
            harm = lost + deed + weights[Weight.C_TURN]
            goes_on *= 1.0 - chance
        if state.heroes[hero] == Hero.ACTRESS:
            marker = servant == Servant.PHANTASMER
            harm -= weights[Weight.H_TRUST] * 2.0 if marker else worth_of_rise(outlook, state, 2.0)
        if state.leader == hero and state.held[hero] > 0:
            harm *= 0.5
        cost += chance * harm
    return cost, goes_on


@compiled(allocates=True)
def fill_plan(outlook, setup, state, prospects, hero):
    """Value every District for a Hero by itself."""
    at, costs = np.int64(state.at[hero]), np.empty(city.NUM_DISTRICTS)
    free = state.heroes[hero] == Hero.VAGABOND
    discount = -1.0 if state.support == Support.EXIT and not free and guard_cost(state, at) > 0 else 0.0
    fill_costs(state, hero, free, discount, costs)
    for district in range(city.NUM_DISTRICTS):
        chosen = state.chosen[hero] if hero != state.hero else np.int64(city.NOBODY)
        if district != chosen if chosen != city.NOBODY else not has(state.cards[hero], district):
            prospects.plan[hero, :, district] = NEVER
            continue
        value_district(outlook, setup, state, prospects, hero, district, costs[district])


@compiled
def value_district(outlook, setup, state, prospects, hero, district, cost):
    """Value one District for a Hero: the way, Servants, the best Action there, and errands for Missions."""
    weights, plan = outlook.weights, prospects.plan
    trust, worth, arrives = np.float64(state.trust[hero]), 0.0, 1.0
    if cost > trust:
        arrives = escape_chance(setup)
        worth -= weights[Weight.H_TRUST] * trust
        worth -= (1.0 - arrives) * (cost_of_card(weights, state, hero, 1.0) + weights[Weight.C_TURN])
        trust = np.float64(0.0)
    else:
        trust -= cost
        worth -= weights[Weight.H_TRUST] * cost
    turn = Turn(hero, district, trust)
    deed, kind, paid, second = best_deeds(outlook, setup, state, prospects.gains, turn)
    if state.heroes[hero] == Hero.FOWLER and kind != HeroAction.RIOT:
        deed += weights[Weight.C_SECOND] * second
    deed = max(deed, 0.0)
    harm, goes_on = cost_of_detainment(outlook, state, prospects.risk, turn, deed)
    worth += arrives * (deed - harm) + worth_of_errand(outlook, setup, state, hero, district)
    if state.heroes[hero] != Hero.VAGABOND:
        worth -= weights[Weight.C_EXIT] * outlook.sheet[Sheet.PRICE, district]
    if state.heroes[hero] == Hero.ARTIFICER and has(WORKSHOPS, district):
        worth += weights[Weight.H_NEXT] * 3.0
    plan[hero, Plan.WORTH, district], plan[hero, Plan.DEED, district] = worth, deed * arrives
    plan[hero, Plan.LEFT, district] = max(0.0, trust - paid) * goes_on * arrives
    plan[hero, Plan.GOES_ON, district] = goes_on * arrives
    fill_conditions(outlook, setup, state, plan, turn, kind)


@compiled
def escape_chance(setup):
    """Return the chance that the Escape die lets a Hero go."""
    free = 0
    for face in range(city.DIE):
        free += setup.escape[face] > 0
    return free / city.DIE


@compiled
def fill_conditions(outlook, setup, state, plan, turn, kind):
    """Note how likely the Action that is planned is what the City Event's conditions lack."""
    event, hero, district = event_of(state), turn.hero, turn.at
    plan[hero, Plan.FOR_NEED, district], plan[hero, Plan.FOR_STOP, district] = 0.0, 0.0
    if event == city.NOBODY:
        return
    effect, goes_on = effect_of(outlook, setup, state, turn, kind), plan[hero, Plan.GOES_ON, district]
    plan[hero, Plan.FOR_NEED, district] = goes_on * helps(outlook.notes, state, setup.need[event], effect)
    plan[hero, Plan.FOR_STOP, district] = goes_on * helps(outlook.notes, state, setup.stops[event], effect)


# All together


@compiled(allocates=True)
def choose_access(outlook, setup, state):
    """Choose the District that is this Hero's part in the best plan for all whose card is not chosen yet."""
    gains, purse, risk = gains_of_event(outlook, setup, state), np.empty(PURSE_SHAPE), np.empty(RISK_SHAPE)
    plan, pairs = np.empty(PLAN_SHAPE), np.empty(PAIRS_SHAPE)
    prospects = Prospects(gains, purse, risk, plan, pairs)
    fill_purse(outlook, setup, state, gains, purse)
    fill_risk(setup, state, risk)
    for hero in range(city.NUM_HEROES):
        fill_plan(outlook, setup, state, prospects, hero)
    fill_pairs(outlook, state, plan, pairs)
    return Act.DISTRICT + best_places(outlook, setup, state, prospects)[np.int64(state.hero)]


@compiled
def best_places(outlook, setup, state, prospects):
    """Return the Districts of the Heroes in the best plan for all."""
    plan = prospects.plan
    best, found = NEVER * 10.0, (0, 0, 0)
    for first in range(city.NUM_DISTRICTS):
        if plan[0, Plan.WORTH, first] <= NEVER:
            continue
        for second in range(city.NUM_DISTRICTS):
            if plan[1, Plan.WORTH, second] <= NEVER:
                continue
            for third in range(city.NUM_DISTRICTS):
                if plan[2, Plan.WORTH, third] <= NEVER:
                    continue
                places = (first, second, third)
                worth = plan[0, Plan.WORTH, first] + plan[1, Plan.WORTH, second] + plan[2, Plan.WORTH, third]
                worth += worth_together(outlook.weights, setup, state, outlook.sheet, prospects, places)
                if worth > best:
                    best, found = worth, places
    return found


@compiled
def fill_pairs(outlook, state, plan, pairs):
    """Value every pair of Heroes in every District; the first Hero's number gives the row where there are two more."""
    for first in range(city.NUM_HEROES):
        for second in range(first + 1, city.NUM_HEROES):
            for district in range(city.NUM_DISTRICTS):
                pairs[first + second - 1, district] = worth_of_pair(outlook, state, plan, first, second, district)


@compiled
def worth_together(weights, setup, state, sheet, prospects, places):
    """Return what a plan is worth beyond its parts: Trust shared next round, company, and the City Event."""
    plan = prospects.plan
    districts, worth, left = np.int64(0), 0.0, 0.0
    for hero in range(city.NUM_HEROES):
        district = places[hero]
        if not has(districts, district):
            space = 0.0
            for other in range(hero, city.NUM_HEROES):
                if places[other] == district:
                    space += np.float64(setup.limit[state.heroes[other]]) - plan[other, Plan.LEFT, district]
            worth += weights[Weight.H_NEXT] * min(sheet[Sheet.YIELD, district], space)
        districts = add(districts, district)
        left += plan[hero, Plan.LEFT, district]
        for other in range(hero):
            if places[other] == district:
                worth += prospects.pairs[other + hero - 1, district]
    return worth + worth_of_event(setup, state, sheet, prospects, places, left)


@compiled
def worth_of_pair(outlook, state, plan, first, second, district):
    """Return what two Heroes can do in one District beyond what each of them does: prepare a Riot, and start it."""
    weights, notes, sheet = outlook.weights, outlook.notes, outlook.sheet
    worth = worth_of_meeting(weights, state, first, second) - weights[Weight.C_CROWD]
    if state.riot_tokens == 0 or not is_open(state, district):
        return worth
    hidden, price = sheet[Sheet.HIDDEN, district], sheet[Sheet.PRICE, district]
    active = sheet[Sheet.ACTIVE, district]
    trust, riots = np.float64(state.trust[first]) - 2.0, np.float64(state.trust[second]) - 2.0
    alone = plan[first, Plan.DEED, district] + plan[second, Plan.DEED, district]
    together = 0.0
    if price >= 1.0 and trust >= 3.0 and riots >= hidden * (price - 1.0):
        cost = riot_cost(weights, hidden * (price - 1.0))
        together = 0.6 * max(0.0, riot_at_odds(notes, odds_at(outlook, district, -1.0), active, cost))
    if hidden > 0.0:
        known = number_known(sheet, district, max(0.0, trust))
        if riots >= (hidden - known) * price:
            chance = odds_at(outlook, district, 0.0)
            at_best = riot_at_odds(notes, chance, active, riot_cost(weights, hidden * price))
            blind = 1.0 - known / hidden
            together = max(together, blind * at_best + (1.0 - blind) * chance * 0.9 * notes[Note.RIOT])
    gain = weights[Weight.C_TEAM] * together - alone
    both = plan[first, Plan.GOES_ON, district] * plan[second, Plan.GOES_ON, district]
    return worth + max(0.0, gain) * both


@compiled
def worth_of_event(setup, state, sheet, prospects, places, left):
    """Return what a plan is worth for the City Event."""
    event = event_of(state)
    if event == city.NOBODY:
        return 0.0
    gains, risk, plan = prospects.gains, prospects.risk, prospects.plan
    need, stops = setup.need[event], setup.stops[event]
    there = setup.prevent_at[event] & districts_of(places) != 0
    trust = max(0, min(np.int64(left), MOST_PURSE))
    worth = prospects.purse[1 if there else 0, trust]
    if stops[0] != Condition.TRUST:
        worth += gains.stop * chance_of(state, sheet, risk, plan, places, stops, Plan.FOR_STOP)
    likely = 1.0 if there else 0.0
    if there:
        worth += gains.protocol
    elif setup.prevent_for[event] > 0 and trust >= setup.prevent_for[event]:
        likely = 0.7
    if likely > 0.0 and need[0] != Condition.TRUST and need[0] != Condition.NOTHING:
        chance = chance_of(state, sheet, risk, plan, places, need, Plan.FOR_NEED)
        worth += likely * gains.breakthrough * chance
    return worth


@compiled(inline=True)
def districts_of(places):
    """Return the Districts where Heroes go, as a set."""
    return one(places[0]) | one(places[1]) | one(places[2])


@compiled
def chance_of(state, sheet, risk, plan, places, condition, row):
    """Return how likely a condition, with its number, holds once the Heroes have gone to these places."""
    what, number, districts = np.int64(condition[0]), np.int64(condition[1]), districts_of(places)
    if what == Condition.CONNECTED:
        return 1.0 if flood(state.links, districts) == districts else 0.0
    if what == Condition.APART:
        return 1.0 if size(districts) >= number else 0.0
    if what == Condition.UNWATCHED or what == Condition.FREE:
        chance = 1.0
        where = Risk.WATCH if what == Condition.UNWATCHED else Risk.DETAIN
        for district in range(city.NUM_DISTRICTS):
            if has(districts, district):
                chance *= 1.0 - risk[where, district]
        return chance
    if what == Condition.MINOR or what == Condition.MAJOR:
        minor = 0
        for hero in range(city.NUM_HEROES):
            minor += city.is_minor(places[hero])
        return 1.0 if (minor if what == Condition.MINOR else city.NUM_HEROES - minor) >= number else 0.0
    missing, expected = 1.0, 0.0
    for hero in range(city.NUM_HEROES):
        missing *= 1.0 - min(1.0, plan[hero, row, places[hero]])
        expected += plan[hero, row, places[hero]]
        if what == Condition.CROWD and sheet[Sheet.ACTIVE, places[hero]] >= number:
            missing = 0.0
    if what == Condition.BROKEN and number > 1:
        return min(1.0, expected)
    if not has(BY_DEEDS, what) and holds(state, what, number):
        return 1.0
    return 1.0 - missing
