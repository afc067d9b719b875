"""The Heroes' rules of thumb against a player: which District to go to, and which Action to take."""

from __future__ import annotations

import math

import numpy as np

from ....envs.city.rules.citizens import counted
from ....envs.city.rules.hero_costs import anyone_below_limit, fewest_coins, forfeited, is_possible, most_coins
from ....envs.city.rules.state import (
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_MINOR,
    NUM_SERVANTS,
    TRACK_END,
    Act,
    District,
    Event,
    Hero,
    HeroAction,
    Phase,
)
from ....envs.city.rules.variants import coin_change
from ....envs.great_machine.rules.machine_costs import DEED_PRICE, servant_price
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import fraction
from ....envs.table.records import Int
from ....envs.table.sets import size
from ..city.heroes import NEVER, worth_of_giving, worth_of_knowing, worth_of_moving
from ..city.worth import (
    ACTIVE,
    H_BREAK,
    H_BURN,
    H_CANCEL,
    H_CARD,
    H_HEAT,
    H_HUNTED,
    H_KNOW,
    H_NEXT,
    H_RAID,
    H_RELEASE,
    H_SHARED,
    H_STAY,
    H_SURE,
    H_TIGHT,
    H_TRUST,
    HIDDEN,
    NEED,
    PLUS,
    PRICE,
    RIOT,
    STEP,
    UPRISE,
    YIELD,
    break_chance,
    fill_costs,
    finish,
    is_open,
    odds_of,
)

SECOND_ACTION = 1.3
"""What the Fowler makes of a place, for another Hero's one Action."""


RETURN_LOSS = 0.6
"""Share of a step of the plan and more that a Riot costs which fails."""


@compiled
def choose_access(weights, setup, state, mask, sheet, notes, odds, costs, hunt):
    """Choose the District that promises most, by lots where several are nearly as good."""
    hero = np.int64(state.hero)
    free = state.heroes[hero] == Hero.VAGABOND
    fill_costs(state, hero, free, 1.0 if state.event == Event.CHECKS else 0.0, costs)
    best = NEVER
    chosen: Int = Act.DISTRICT
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            worth = worth_of_going(weights, setup, state, sheet, notes, odds, hero, district, costs[district])
            worth -= danger(weights, state, notes, hunt, hero, district)
            worth -= weights[H_HEAT] * math.log(-math.log(fraction(state.rng) * 0.999998 + 1e-6))
            if worth > best:
                best, chosen = worth, Act.DISTRICT + district
    return chosen


@compiled
def worth_of_going(weights, setup, state, sheet, notes, odds, hero, district, cost):
    """Return what a Hero can hope for in a District, on the way to which it pays ``cost``."""
    trust = np.float64(state.trust[hero])
    worth = 0.0
    if cost > trust:
        worth -= 0.5 * notes[STEP] + weights[H_TRUST] * trust
        trust = np.float64(0.0)
    else:
        trust -= cost
        worth -= weights[H_TRUST] * cost
        if trust <= 0.0 < cost:
            worth -= weights[H_TIGHT] * notes[STEP]
    if state.event == Event.SNEAKING and district >= NUM_MINOR:
        trust += 2.0
    if state.event == Event.LIBERTY and district < NUM_MINOR:
        trust += 1.0
    deed, _ = best_deed(weights, setup, state, sheet, notes, odds, hero, district, trust)
    if state.heroes[hero] == Hero.FOWLER:
        deed *= SECOND_ACTION
    worth += deed
    mates = mates_at(state, hero, district)
    income = sheet[YIELD, district] / (1.0 + mates)
    if state.heroes[hero] == Hero.ARTIFICER and (
        district == District.CITADEL or district == District.TOWER or district == District.NEXUS
    ):
        income += 3.0
    worth += weights[H_NEXT] * income - weights[H_SHARED] * mates
    return worth + worth_of_event(state, notes, hero, district, trust >= sheet[PRICE, district])


@compiled
def mates_at(state, hero, district):
    """Return how many others of the team have chosen a District."""
    mates = 0
    for other in range(NUM_HEROES):
        mates += other != hero and state.chosen[other] == district
    return mates


@compiled
def danger(weights, state, notes, hunt, hero, district):
    """Return what a Hero fears of Servants near a District, most where the Machine will look for it."""
    near = 0.0
    for servant in range(NUM_SERVANTS):
        far = np.int64(state.far[state.servants[servant], district])
        if servant_price(state) * far + DEED_PRICE <= state.bonds:
            near += 1.0 / (1.0 + far * far)
    fear = near * (weights[H_RAID] + weights[H_HUNTED] * hunt[hero, district])
    if state.event == Event.SEARCHES or state.event == Event.STALKERS:
        fear *= 1.5
    elif state.event == Event.DOWN_BY_LAW:
        fear *= 0.3
    if state.at[hero] == district:
        fear += weights[H_STAY]
    return fear * notes[STEP] / 3.3


@compiled
def worth_of_event(state, notes, hero, district, pays):
    """Return what a choice changes about the City Event's condition for the Master Plan."""
    event = state.event
    if event == Event.NO_ONE_SAFE and district >= NUM_MINOR and not any_chosen(state, hero, NUM_MINOR):
        return -notes[STEP]
    if event == Event.CHECKS and state.at[hero] == district and not any_staying(state, hero):
        return -notes[STEP]
    if event == Event.OPPRESSION and district >= NUM_MINOR and pays and not any_chosen(state, hero, NUM_MINOR):
        return notes[STEP] * (0.4 + 0.3 * hero)
    return 0.0


@compiled
def any_chosen(state, hero, first):
    """Whether an earlier Hero has chosen a District from ``first`` on."""
    for other in range(hero):
        if state.chosen[other] >= first:
            return True
    return False


@compiled
def any_staying(state, hero):
    """Whether an earlier Hero has chosen to stay."""
    for other in range(hero):
        if state.chosen[other] == state.at[other]:
            return True
    return False


@compiled
def choose_action(weights, setup, state, mask, sheet, notes, odds):
    """Choose the Action that promises most; the turn ends where none promises anything."""
    hero = np.int64(state.hero)
    at, trust = np.int64(state.at[hero]), np.float64(state.trust[hero])
    best = 0.0
    chosen: Int = Act.DONE
    for kind in range(HeroAction.IDENTIFY, HeroAction.CALL + 1):
        if mask[Act.KIND + kind - 1] != 0:
            worth = deed_worth(weights, setup, state, sheet, notes, odds, hero, at, trust, kind)
            if worth > best:
                best, chosen = worth, Act.KIND + kind - 1
    if mask[Act.ROLL] != 0 or can_attack(setup, mask):
        worth, payment = best_attack(weights, setup, state, sheet, notes, hero, at, trust)
        if worth > best:
            chosen = Act.ROLL if mask[Act.ROLL] != 0 else Act.ATTACK + payment - 1
    return chosen


@compiled
def can_attack(setup, mask):
    """Whether any payment for an attack is allowed."""
    for payment in range(1, most_coins(setup) + 2):
        if mask[Act.ATTACK + payment - 1] != 0:
            return True
    return False


@compiled
def best_deed(weights, setup, state, sheet, notes, odds, hero, at, trust):
    """Return the worth of the best Action in a District with so much Trust, and its kind."""
    best = weights[H_TRUST]
    chosen: Int = HeroAction.GAIN
    for kind in range(HeroAction.IDENTIFY, HeroAction.CALL + 1):
        if kind != HeroAction.GAIN and would_do(setup, state, sheet, hero, at, trust, kind):
            worth = deed_worth(weights, setup, state, sheet, notes, odds, hero, at, trust, kind)
            if worth > best:
                best, chosen = worth, kind
    if state.guards[at] > 0 and trust >= fewest_coins(setup) + coin_change(state, at):
        worth, _ = best_attack(weights, setup, state, sheet, notes, hero, at, trust)
        if worth > best:
            best, chosen = worth, HeroAction.ATTACK
    return best, chosen


@compiled
def would_do(setup, state, sheet, hero, at, trust, kind):
    """Whether an Action could be taken in a District with so much Trust."""
    if kind == HeroAction.MOVE:
        return state.crowd[at] > 0 and trust >= 1.0
    if kind == HeroAction.RIOT:
        return is_open(state, at) and state.crowd[at] > 0
    if kind == HeroAction.CALL:
        return state.heroes[hero] == Hero.PHYSICIAN and state.crowd[at] < setup.room[at]
    if kind == HeroAction.TRUST:
        return at == District.NEXUS and anyone_below_limit(setup, state)
    return trust >= sheet[PRICE, at] and is_possible(setup, state, kind, at)


@compiled
def deed_worth(weights, setup, state, sheet, notes, odds, hero, at, trust, kind):
    """Return the worth of an Action other than an attack, Trust paid taken off."""
    if kind == HeroAction.RIOT:
        return worth_of_riot(weights, state, sheet, notes, odds, hero, at, trust)
    if kind == HeroAction.IDENTIFY:
        return worth_of_knowing(weights, state, sheet, notes, odds, at, trust)
    if kind == HeroAction.MOVE:
        return worth_of_moving(weights, setup, state, sheet, at, trust)
    if kind == HeroAction.GAIN:
        return weights[H_TRUST]
    if kind == HeroAction.TRUST:
        return worth_of_giving(weights, setup, state)
    if kind == HeroAction.CALL:
        return weights[H_KNOW] + max(0.0, sheet[PLUS, at]) * 0.5
    worth = -weights[H_TRUST] * sheet[PRICE, at]
    if kind == HeroAction.INCITE:
        return worth + rise_worth(weights, state, notes, 1.0)
    if kind == HeroAction.AGITATE:
        rise = np.float64(counted(state, at) - np.int64(state.guards[at]))
        return worth + rise_worth(weights, state, notes, rise) + for_oppression(state, notes)
    return worth + special_worth(weights, state, kind) + for_oppression(state, notes)


@compiled
def rise_worth(weights, state, notes, steps):
    """Return the worth of steps of Discontent."""
    if state.slot < TRACK_END:
        steps = min(steps, np.float64(TRACK_END - np.int64(state.slot)))
    worth = steps * notes[UPRISE]
    if state.slot < TRACK_END - 1 and state.slot + steps >= TRACK_END:
        worth += finish(weights, notes)
    if state.event == Event.BREAD and state.slot < TRACK_END and state.slot <= state.slot_before:
        worth += 0.6 * notes[STEP]
    return worth


@compiled
def for_oppression(state, notes):
    """Return what a Special Action is worth against the condition of Oppression and Opposition."""
    return 0.7 * notes[STEP] if state.event == Event.OPPRESSION and not state.special else 0.0


@compiled
def special_worth(weights, state, kind):
    """Return the worth of a Special Action."""
    if kind == HeroAction.BURN:
        return weights[H_BURN]
    if kind == HeroAction.CANCEL:
        return weights[H_CANCEL]
    if kind == HeroAction.RELEASE:
        return weights[H_RELEASE]
    if kind == HeroAction.RETRIEVE:
        lost = 0
        for hero in range(NUM_HEROES):
            lost = max(lost, size(forfeited(state, hero)))
        return weights[H_CARD] * (0.5 + 0.25 * lost)
    return 0.0


@compiled
def worth_of_riot(weights, state, sheet, notes, odds, hero, at, trust):
    """Return what a Riot promises: the odds of what is known, and the plan's step where it fails."""
    if trust < sheet[HIDDEN, at] * sheet[PRICE, at]:
        return NEVER
    need = sheet[NEED, at]
    chance = odds_of(odds, sheet[HIDDEN, at], need)
    if state.phase == Phase.ACCESS:
        helped = need - (1.0 if mates_at(state, hero, at) > 0 else 0.0)
        sure = weights[H_SURE]
        chance = sure * odds_of(odds, sheet[HIDDEN, at], helped) + (1.0 - sure) * odds_of(
            odds, sheet[HIDDEN, at], helped + 1.0
        )
    failure = notes[STEP] + RETURN_LOSS * (sheet[ACTIVE, at] + 1.0)
    return (
        chance * notes[RIOT] - (1.0 - chance) * failure - 0.5 * weights[H_TRUST] * sheet[HIDDEN, at] * sheet[PRICE, at]
    )


@compiled
def best_attack(weights, setup, state, sheet, notes, hero, at, trust):
    """Return the worth of an attack and the payment that promises most."""
    prize = weights[H_BREAK] + sheet[PLUS, at]
    if state.event == Event.READY:
        prize += 0.3 * notes[STEP]
    change = coin_change(state, at)
    best, chosen = NEVER, 0
    for payment in range(fewest_coins(setup) + change, min(most_coins(setup) + change, np.int64(trust)) + 1):
        chance = break_chance(setup, state, at, payment)
        paid = payment * (chance if state.heroes[hero] == Hero.VETERAN else 1.0)
        worth = chance * prize - weights[H_TRUST] * paid
        if worth > best:
            best, chosen = worth, payment
    return best, chosen
