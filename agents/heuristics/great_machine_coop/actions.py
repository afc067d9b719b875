"""The team's rules of thumb for a Hero's Actions, planned for a District or chosen there."""

from __future__ import annotations

import math

import numpy as np

from ....envs.city.rules.citizens import counted
from ....envs.city.rules.hero_costs import (
    anyone_below_limit,
    fewest_coins,
    forfeited,
    is_possible,
    most_coins,
    price_of,
)
from ....envs.city.rules.state import DIE, NOBODY, NUM_HEROES, Act, District, Hero, HeroAction, Phase, is_special
from ....envs.city.rules.tracks import total_trust
from ....envs.great_machine_coop.rules.actions import rally_strength
from ....envs.great_machine_coop.rules.actions_open import change_for, guards_of
from ....envs.great_machine_coop.rules.missions import deliverable
from ....envs.great_machine_coop.rules.state import NUM_TOKENS, CoopAct, MissionAction, Support
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import has, size
from ..city.heroes import NEVER, worth_of_giving, worth_of_knowing, worth_of_moving
from ..city.worth import (
    ACTIVE,
    COMING,
    H_BREAK,
    H_BURN,
    H_CANCEL,
    H_CARD,
    H_KNOW,
    H_RELEASE,
    H_SURE,
    H_TRUST,
    HIDDEN,
    NEED,
    PLUS,
    PRICE,
    RIOT,
    STEP,
    UPRISE,
    is_open,
    odds_of,
)
from .events import HIT, coming_districts, event_of, worth_for_event
from .missions import worth_of_delivering
from .worth import C_CORE, C_MISSION, C_SPECIAL, C_SQUARE, worth_of_rise

NUM_KINDS = HIT + 1
REMOVED_GUARDS = 2.0
ARREST_LOSS = 0.6
"""What a Citizen arrested after a Riot that failed is worth."""


@compiled
def deed_worth(weights, setup, state, sheet, notes, odds, hero, at, trust, kind):
    """Return the worth of an Action, Trust paid taken off but City Events left aside, and the Trust paid."""
    price = sheet[PRICE, at]
    if kind == HeroAction.ATTACK or kind == HIT:
        worth, payment, _ = best_attack(weights, setup, state, sheet, notes, hero, at, trust, kind == HIT)
        return worth, np.float64(payment)
    if kind == HeroAction.RIOT:
        worth = worth_of_riot(weights, setup, state, sheet, notes, odds, hero, at, trust)
        return worth, price * sheet[HIDDEN, at]
    if kind == HeroAction.IDENTIFY:
        number = number_known(sheet, at, trust)
        return worth_of_knowing(weights, state, sheet, notes, odds, at, trust), number * price
    if kind == HeroAction.MOVE:
        return worth_of_moving(weights, setup, state, sheet, at, trust), min(trust, 2.0)
    if kind == HeroAction.GAIN:
        return weights[H_TRUST] * (2.0 if state.support == Support.GAIN else 1.0), -1.0
    if kind == HeroAction.TRUST:
        return worth_of_giving(weights, setup, state), -3.0
    if kind == HeroAction.CALL:
        return weights[H_KNOW] + max(0.0, sheet[PLUS, at]) * 0.5, 0.0
    if kind == MissionAction.DELIVER:
        far = np.float64(state.far[at, District.CITADEL])
        return worth_of_delivering(weights, setup) - weights[H_TRUST] * far, far
    if kind == MissionAction.SEND:
        gone = min(np.float64(state.guards[at]), REMOVED_GUARDS)
        return gone * (0.5 * weights[H_BREAK] + sheet[PLUS, at]), 0.0
    worth = -weights[H_TRUST] * price
    if kind == HeroAction.INCITE:
        worth += worth_of_rise(weights, state, notes, 1.0)
    elif kind == HeroAction.AGITATE:
        worth += worth_of_rise(weights, state, notes, np.float64(counted(state, at) - np.int64(state.guards[at])))
    else:
        worth += special_worth(weights, state, kind)
    return worth, price


@compiled
def number_known(sheet, at, trust):
    """Return how many Citizens can be revealed with so much Trust."""
    number, price = sheet[HIDDEN, at], sheet[PRICE, at]
    return min(number, math.floor(trust / price)) if price > 0.0 else number


@compiled
def special_worth(weights, state, kind):
    """Return the worth of a Special Action that costs Trust."""
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
        return weights[H_CARD] * (0.4 * lost - 0.3)
    return 0.0


@compiled
def worth_of_riot(weights, setup, state, sheet, notes, odds, hero, at, trust):
    """Return what a Riot promises; before the Servants have moved its odds are believed in part only."""
    if trust < sheet[HIDDEN, at] * sheet[PRICE, at]:
        return NEVER
    need = sheet[NEED, at] - rally_strength(setup, state, hero)
    chance = odds_of(odds, sheet[HIDDEN, at], need)
    if state.phase == Phase.ACCESS:
        sure = weights[H_SURE]
        chance = sure * chance + (1.0 - sure) * odds_of(odds, sheet[HIDDEN, at], need + 1.0)
    return riot_at_odds(weights, notes, chance, sheet[ACTIVE, at], sheet[HIDDEN, at] * sheet[PRICE, at])


@compiled
def riot_at_odds(weights, notes, chance, active, price):
    """Return the worth of a Riot with a chance of success: else a step of the plan, and arrests."""
    failure = notes[STEP] + ARREST_LOSS * (active + 1.0)
    return chance * notes[RIOT] - (1.0 - chance) * failure - 0.5 * weights[H_TRUST] * price


@compiled
def hit_chance(setup, state, at, payment, special):
    """Return the chance that an attack with a payment breaks a Guard of a kind."""
    change, faces = change_for(state, at, special), np.int64(0)
    for face in range(DIE):
        coins = np.int64(setup.assault[face])
        faces += coins > 0 and price_of(coins, change) <= payment
    return faces / DIE


@compiled
def best_attack(weights, setup, state, sheet, notes, hero, at, trust, special):
    """Return the worth of an attack, the payment that promises most, and its chance."""
    prize = weights[H_BREAK] + sheet[PLUS, at] + (weights[C_SPECIAL] if special else 0.0)
    if at == District.SQUARE:
        prize += notes[UPRISE] * (weights[C_SQUARE] + sheet[COMING, at])
    if not special and has(state.cores, at):
        prize += weights[C_CORE] * weights[C_MISSION] / NUM_TOKENS / 6.0
    change = change_for(state, at, special)
    best, chosen, likely = NEVER, 0, 0.0
    most = min(price_of(most_coins(setup), change), np.int64(trust))
    for payment in range(price_of(fewest_coins(setup), change), most + 1):
        chance = hit_chance(setup, state, at, payment, special)
        paid = payment * (chance if state.heroes[hero] == Hero.VETERAN else 1.0)
        worth = chance * prize - weights[H_TRUST] * paid
        if worth > best:
            best, chosen, likely = worth, payment, chance
    return best, chosen, likely


# Planned for another District


@compiled
def would_do(setup, state, sheet, hero, at, trust, kind):
    """Whether an Action could be taken in a District with so much Trust."""
    if kind == HeroAction.ATTACK or kind == HIT:
        special = kind == HIT
        return guards_of(state, at, special) > 0 and trust >= price_of(
            fewest_coins(setup), change_for(state, at, special)
        )
    if kind == HeroAction.MOVE:
        return state.crowd[at] > 0 and trust >= 1.0
    if kind == HeroAction.RIOT:
        return state.riot_tokens > 0 and is_open(state, at) and state.crowd[at] > 0
    if kind == HeroAction.CALL:
        return state.heroes[hero] == Hero.PHYSICIAN and state.crowd[at] < setup.room[at]
    if kind == HeroAction.GAIN:
        return True
    if kind == MissionAction.DELIVER:
        return deliverable(setup, state, at, np.int64(trust)) != 0
    if kind == MissionAction.SEND:
        return state.controls > 0 and state.guards[at] > 0
    if kind > MissionAction.SEND:
        return False
    place = at
    if is_special(kind) and state.remote != NOBODY and not is_possible(setup, state, kind, at):
        place = np.int64(state.remote)
    if kind == HeroAction.TRUST:
        return (at == District.NEXUS or state.remote == District.NEXUS) and anyone_below_limit(setup, state)
    return trust >= sheet[PRICE, at] and is_possible(setup, state, kind, place)


@compiled
def count_and_chance(weights, setup, state, sheet, notes, hero, at, trust, kind):
    """Return how many Citizens an Action reveals and, of an attack, its chance."""
    if kind == HeroAction.ATTACK or kind == HIT:
        _, _, chance = best_attack(weights, setup, state, sheet, notes, hero, at, trust, kind == HIT)
        return 0.0, chance
    if kind == HeroAction.IDENTIFY:
        return number_known(sheet, at, trust), 1.0
    if kind == HeroAction.RIOT:
        return sheet[HIDDEN, at], 1.0
    return 1.0, 1.0


@compiled
def best_deeds(weights, setup, state, sheet, notes, odds, hero, at, trust):
    """Return the worth of the most promising Action in a District, its kind and price, and the second best's worth."""
    best, paid, total, second = 0.0, -1.0, -1.0, 0.0
    chosen: Int = HeroAction.GAIN
    for kind in range(NUM_KINDS):
        if would_do(setup, state, sheet, hero, at, trust, kind):
            worth, price = deed_worth(weights, setup, state, sheet, notes, odds, hero, at, trust, kind)
            count, chance = count_and_chance(weights, setup, state, sheet, notes, hero, at, trust, kind)
            with_event = worth + worth_for_event(weights, setup, state, notes, kind, at, chance, count)
            if with_event > total:
                second = max(0.0, total)
                best, chosen, paid, total = worth, kind, price, with_event
            else:
                second = max(second, with_event)
    return best, chosen, paid, second


# Chosen on the spot


@compiled
def choose_action(weights, setup, state, mask, sheet, notes, odds, purse):
    """Choose the Action that promises most; the turn ends where none promises anything."""
    hero = np.int64(state.hero)
    best, chosen = 0.0, Act.DONE
    for kind in range(NUM_KINDS):
        action = action_of(weights, setup, state, mask, sheet, notes, hero, kind)
        if action != Act.DONE:
            worth = worth_now(weights, setup, state, sheet, notes, odds, purse, hero, kind)
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled
def action_of(weights, setup, state, mask, sheet, notes, hero, kind):
    """Return the allowed action that begins a kind of Action, or the end of the turn."""
    action = np.int64(Act.DONE)
    if kind == HeroAction.ATTACK or kind == HIT:
        roll, payments = np.int64(Act.ROLL), np.int64(Act.ATTACK)
        if kind == HIT:
            roll, payments = np.int64(CoopAct.ROLL_SPECIAL), np.int64(CoopAct.HIT)
        if mask[roll] != 0:
            return roll
        at, trust = np.int64(state.at[hero]), np.float64(state.trust[hero])
        if guards_of(state, at, kind == HIT) > 0:
            _, payment, _ = best_attack(weights, setup, state, sheet, notes, hero, at, trust, kind == HIT)
            if payment > 0 and mask[payments + payment - 1] != 0:
                action = payments + payment - 1
    elif kind == MissionAction.DELIVER:
        if mask[CoopAct.DELIVER] != 0:
            action = np.int64(CoopAct.DELIVER)
    elif kind == MissionAction.SEND:
        if mask[CoopAct.SEND] != 0:
            action = np.int64(CoopAct.SEND)
    elif kind <= HeroAction.CALL and mask[Act.KIND + kind - 1] != 0:
        action = Act.KIND + kind - 1
    return action


@compiled
def worth_now(weights, setup, state, sheet, notes, odds, purse, hero, kind):
    """Return the worth of an Action, with what it does for the City Event and takes from the Trust for it."""
    at, trust = np.int64(state.at[hero]), np.float64(state.trust[hero])
    worth, paid = deed_worth(weights, setup, state, sheet, notes, odds, hero, at, trust, kind)
    count, chance = count_and_chance(weights, setup, state, sheet, notes, hero, at, trust, kind)
    worth += worth_for_event(weights, setup, state, notes, kind, at, chance, count)
    event = event_of(state)
    if event == NOBODY:
        return worth
    there = 1 if setup.prevent_at[event] & coming_districts(state) != 0 else 0
    total = total_trust(state)
    left = max(0, min(total - np.int64(paid), purse.shape[1] - 1))
    return worth + purse[there, left] - purse[there, min(total, purse.shape[1] - 1)]
