"""The Heroes' rules of thumb in both games: what Actions and answers are worth."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ....envs.city.rules.hero_costs import (
    anyone_below_limit,
    fewest_coins,
    forfeited,
    is_possible,
    most_coins,
    price_of,
)
from ....envs.city.rules.state import DIE, NUM_DISTRICTS, NUM_HEROES, Act, District, Hero, HeroAction
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import size
from .worth import Note, Sheet, Weight, is_open, odds_at

NEVER = -1e9
WORKSHOPS = 1 << District.CITADEL | 1 << District.TOWER | 1 << District.NEXUS
"""Districts where the Artificer gets more Trust."""
LOSS_OF_ARREST = 0.6
"""What a Citizen arrested after a Riot that failed is worth."""


class Turn(NamedTuple):
    """A Hero's turn in a District, as it is or might be.

    Attributes:
        hero: The Hero, int64.
        at: The District, int64.
        trust: Trust that the Hero has there, float64.
    """

    hero: Int
    at: Int
    trust: float


@compiled
def turn_now(state):
    """Return the turn of the Hero who decides, where it is and with the Trust that it has."""
    hero = np.int64(state.hero)
    return Turn(hero, np.int64(state.at[hero]), np.float64(state.trust[hero]))


@compiled
def best_of(mask, first, worths):
    """Return the allowed action for the thing that is worth most, given the action for the first of them; else DONE."""
    best = NEVER
    chosen: Int = Act.DONE
    for thing in range(len(worths)):
        if mask[first + thing] != 0 and worths[thing] > best:
            best, chosen = worths[thing], first + thing
    return chosen


@compiled
def agree():
    """Say yes."""
    return Act.YES


@compiled(inline=True)
def room_for_trust(setup, state, hero):
    """Return how much more Trust a Hero can have."""
    return np.int64(setup.limit[state.heroes[hero]]) - np.int64(state.trust[hero])


@compiled
def could_do(setup, state, sheet, turn, kind, place):
    """Whether an Action other than an attack could be taken in a turn.

    Special Actions are those of ``place``, which is the District itself but for a Mission.
    """
    at = turn.at
    if kind == HeroAction.GAIN:
        return True
    if kind == HeroAction.MOVE:
        return state.crowd[at] > 0 and turn.trust >= 1.0
    if kind == HeroAction.RIOT:
        return is_open(state, at) and state.crowd[at] > 0
    if kind == HeroAction.CALL:
        return state.heroes[turn.hero] == Hero.PHYSICIAN and state.crowd[at] < setup.room[at]
    if kind == HeroAction.TRUST:
        return place == District.NEXUS and anyone_below_limit(setup, state)
    return turn.trust >= sheet[Sheet.PRICE, at] and is_possible(setup, state, kind, place)


@compiled
def riot_at_odds(notes, chance, active, cost):
    """Return the worth of a Riot with a chance of success that costs so much: else a step of the plan, and arrests."""
    failure = notes[Note.STEP] + LOSS_OF_ARREST * (active + 1.0)
    return chance * notes[Note.RIOT] - (1.0 - chance) * failure - cost


@compiled
def hit_chance(setup, change, payment):
    """Return the chance that an attack with a payment breaks a Guard."""
    faces = np.int64(0)
    for face in range(DIE):
        coins = np.int64(setup.assault[face])
        faces += coins > 0 and price_of(coins, change) <= payment
    return faces / DIE


@compiled
def best_payment(weights, setup, state, turn, change, prize):
    """Return the worth of an attack that may break a Guard worth ``prize``, the payment that promises most, its chance.

    ``change`` is by how much breaking it costs more or less than the die shows.
    """
    best, chosen, likely = NEVER, 0, 0.0
    most = min(price_of(most_coins(setup), change), np.int64(turn.trust))
    for payment in range(price_of(fewest_coins(setup), change), most + 1):
        chance = hit_chance(setup, change, payment)
        paid = payment * (chance if state.heroes[turn.hero] == Hero.VETERAN else 1.0)
        worth = chance * prize - weights[Weight.H_TRUST] * paid
        if worth > best:
            best, chosen, likely = worth, payment, chance
    return best, chosen, likely


@compiled
def worth_of_giving(weights, setup, state):
    """Return what Trust from the Control Nexus is worth: as much as the neediest Hero can take."""
    most = np.int64(0)
    for hero in range(NUM_HEROES):
        most = max(most, room_for_trust(setup, state, hero))
    return weights[Weight.H_TRUST] * min(3.0, most)


@compiled
def number_known(sheet, at, trust):
    """Return how many Citizens of a District can be identified with so much Trust."""
    number, price = sheet[Sheet.HIDDEN, at], sheet[Sheet.PRICE, at]
    return min(number, math.floor(trust / price)) if price > 0.0 else number


@compiled
def worth_of_knowing(outlook, state, turn):
    """Return what it is worth to identify as many Citizens as can be paid."""
    cost = outlook.weights[Weight.H_TRUST] * outlook.sheet[Sheet.PRICE, turn.at]
    return number_known(outlook.sheet, turn.at, turn.trust) * max(0.0, knowing_one(outlook, state, turn.at) - cost)


@compiled
def knowing_one(outlook, state, at):
    """Return what it is worth to identify one Citizen of a District: most where a Riot may go either way.

    Against a player this is hardly ever enough: an Incitement has the same price and is a sure step, and a Riot asks
    for the price of those face down anyway. Over 4,000 common deals with two seats Heroes by these weights won 35.4 %
    against the Machine's rules of thumb. More for knowing (``H_KNOW`` 0.6 to 0.8, ``H_INFO`` 0.8, both 0.7) won 32.8 to
    36.3 %, and to identify all before a Riot (the Fowler's first Action, a Hero whom another follows, both) 32.5 to
    36.1 %, each within 1.5 points: none was better. Against the shipped policy it was 5.7 %, and 6.3 % with ``H_INFO``
    0.8, over 1,500 deals within 1.2 points. As Heroes that policy identifies once in 14 games.
    """
    weights = outlook.weights
    if not is_open(state, at):
        return 0.8 * weights[Weight.H_KNOW]
    chance = odds_at(outlook, at, 0.0)
    even = weights[Weight.H_INFO] * 4.0 * chance * (1.0 - chance)
    return weights[Weight.H_KNOW] + even * outlook.notes[Note.RIOT] / weights[Weight.RIOT]


@compiled
def worth_of_moving(outlook, setup, state, turn):
    """Return what moving Citizens is worth: active ones to where they make a Riot, Traitors out of its way."""
    active, traitors = outlook.sheet[Sheet.ACTIVE, turn.at], outlook.sheet[Sheet.TRAITORS, turn.at]
    gain, far = best_move(outlook, setup, state, turn, True)
    worth = 0.0
    if active > 0.0 and gain > 0.0:
        worth = gain * min(active, math.floor(turn.trust / far)) * 0.9
    gain, far = best_move(outlook, setup, state, turn, False)
    if traitors > 0.0 and gain > 0.0:
        worth = max(worth, gain * min(traitors, math.floor(turn.trust / far)) * 0.9)
    return worth


@compiled
def best_move(outlook, setup, state, turn, active):
    """Return the most that one active Citizen, or Traitor, gains by leaving a District, and how far it goes."""
    sheet, at = outlook.sheet, turn.at
    best, way = NEVER, 1.0
    for district in range(NUM_DISTRICTS):
        far = np.float64(state.far[at, district])
        if district == at or state.crowd[district] >= setup.room[district] or far > turn.trust:
            continue
        helped, harmed = (district, at) if active else (at, district)
        gain = sheet[Sheet.PLUS, helped] - sheet[Sheet.MINUS, harmed] - outlook.weights[Weight.H_TRUST] * far
        if gain > best:
            best, way = gain, far
    return best, way


@compiled
def usual_worth(outlook, setup, state, turn, kind, base, each):
    """Return the worth of an Action that is the same in both games, Trust paid taken off.

    A card taken back is worth ``base``, and ``each`` for every one that the Hero with most has lost.
    """
    weights, sheet, at = outlook.weights, outlook.sheet, turn.at
    if kind == HeroAction.IDENTIFY:
        return worth_of_knowing(outlook, state, turn)
    if kind == HeroAction.MOVE:
        return worth_of_moving(outlook, setup, state, turn)
    if kind == HeroAction.GAIN:
        return weights[Weight.H_TRUST]
    if kind == HeroAction.TRUST:
        return worth_of_giving(weights, setup, state)
    if kind == HeroAction.CALL:
        return weights[Weight.H_KNOW] + max(0.0, sheet[Sheet.PLUS, at]) * 0.5
    worth = -weights[Weight.H_TRUST] * sheet[Sheet.PRICE, at]
    if kind == HeroAction.BURN:
        return worth + weights[Weight.H_BURN]
    if kind == HeroAction.CANCEL:
        return worth + weights[Weight.H_CANCEL]
    if kind == HeroAction.RELEASE:
        return worth + weights[Weight.H_RELEASE]
    if kind == HeroAction.RETRIEVE:
        lost = 0
        for hero in range(NUM_HEROES):
            lost = max(lost, size(forfeited(state, hero)))
        return worth + weights[Weight.H_CARD] * (base + each * lost)
    return worth
