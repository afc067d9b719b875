"""Attacks on Guards; ``change`` is by how much breaking one costs more or less than the die shows."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.random import below
from ...table.records import Array, Int
from .asking import ask_hero
from .hero_costs import fewest_coins, most_coins, price_of
from .news import News
from .state import DIE, Act, Ask, CityPrepared, CityState, Hero


@compiled
def may_attack(setup: CityPrepared, state: CityState, hero: Int, guards: Int, change: Int) -> bool:
    """Whether a Hero can break a Guard, of so many of a kind, if the die shows little."""
    return guards > 0 and state.trust[hero] >= price_of(fewest_coins(setup), change)


@compiled
def allow_attack(
    setup: CityPrepared, state: CityState, guards: Int, change: Int, payments: Int, roll: Int, mask: Array
) -> None:
    """Allow any payment that some face asks for, from ``payments`` on; the Veteran rolls first."""
    hero = np.int64(state.hero)
    if not may_attack(setup, state, hero, guards, change):
        return
    if state.heroes[hero] == Hero.VETERAN:
        mask[roll] = 1
        return
    most = min(price_of(most_coins(setup), change), np.int64(state.trust[hero]))
    for payment in range(price_of(fewest_coins(setup), change), most + 1):
        mask[payments + payment - 1] = 1


@compiled
def hits(setup: CityPrepared, state: CityState, hero: Int, payment: Int, change: Int) -> bool:
    """Pay, then roll: whether it is enough to break a Guard."""
    state.trust[hero] -= payment
    coins: Int = np.int64(setup.assault[below(state.rng, DIE)])
    broken = coins > 0 and payment >= price_of(coins, change)
    tell(state, News.ATTACK, UNKNOWN, broken, coins)
    return broken


@compiled
def roll_first(setup: CityPrepared, state: CityState, hero: Int, change: Int) -> None:
    """The Veteran rolls, and is asked for the Trust shown if there is enough of it."""
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    price = price_of(coins, change)
    tell(state, News.ROLLS_FIRST, UNKNOWN, coins > 0 and price <= state.trust[hero], coins, price)
    if coins > 0 and price <= state.trust[hero]:
        state.die = price
        ask_hero(state, hero, Ask.PAY)


@compiled
def pay_for_roll(state: CityState, action: Int) -> bool:
    """The Veteran pays what the die has shown, or does not; return which."""
    if action == Act.YES:
        state.trust[state.hero] -= np.int64(state.die)
    state.die = 0
    return action == Act.YES
