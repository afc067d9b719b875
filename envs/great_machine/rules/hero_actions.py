"""A Hero's Actions: which are open to it, what is paid, what happens, and what is asked on the way."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_each, ask_hero
from ...city.rules.attacks import allow_attack, hits, may_attack, pay_for_roll, roll_first
from ...city.rules.citizens import active_types, arrest, reveal_all, supporters, take_arrested
from ...city.rules.hero_actions import begin_action, identify, take_shared
from ...city.rules.hero_costs import may_take, riot_cost
from ...city.rules.news import BUT_MACHINE, News, packed_types
from ...city.rules.state import (
    NOBODY,
    NUM_HERO_ACTIONS,
    Act,
    Ask,
    Cause,
    CitizenClass,
    CitizenType,
    Directive,
    HeroAction,
    Status,
    Turn,
)
from ...city.rules.tracks import advance_plan, gain_trust, is_published
from ...city.rules.variants import coin_change, identified_as
from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add, has, remove
from .access import take_back
from .asking import ask_machine
from .machine import remove_from_hand
from .news import MachineNews
from .settle import succeed
from .state import Prepared, State


@compiled
def take_action(setup: Prepared, state: State, action: Int) -> None:
    """Begin an Action, or end the turn."""
    hero = np.int64(state.hero)
    if action == Act.DONE:
        state.step = Turn.DONE
        return
    kind = action - Act.KIND + 1 if action > Act.ROLL else HeroAction.ATTACK
    begin_action(state, hero, kind)
    if kind == HeroAction.ATTACK:
        attack(setup, state, hero, action)
    elif kind == HeroAction.IDENTIFY:
        identify(state, hero)
    elif kind == HeroAction.GAIN:
        gain_trust(setup, state, hero, 1)
    elif kind == HeroAction.RIOT:
        riot(setup, state, hero, np.int64(state.at[hero]))
    elif kind == HeroAction.BURN:
        state.seen = state.hand
        tell(state, MachineNews.HAND, UNKNOWN, UNKNOWN, state.hand, UNKNOWN, EVERYBODY, BUT_MACHINE)
        ask_hero(state, hero, Ask.DISCARD)
    elif kind == HeroAction.RELEASE:
        take_arrested(state, True)
        state.carried_as = identified_as(state)
        ask_hero(state, hero, Ask.RETURN)
    else:
        take_shared(state, hero, kind)


@compiled
def attack(setup: Prepared, state: State, hero: Int, action: Int) -> None:
    """Attack a Guard; the Veteran rolls first."""
    at = np.int64(state.at[hero])
    if action == Act.ROLL:
        roll_first(setup, state, hero, coin_change(state, at))
    elif hits(setup, state, hero, action - Act.ATTACK + 1, coin_change(state, at)):
        break_guard(state, at)


@compiled
def break_guard(state: State, district: Int) -> None:
    state.guards[district] -= 1
    state.broken[district] += 1


@compiled
def pay_die(state: State, action: Int) -> None:
    if pay_for_roll(state, action):
        break_guard(state, np.int64(state.at[state.hero]))


@compiled
def riot(setup: Prepared, state: State, hero: Int, at: Int) -> None:
    """Start a Riot: all Citizens are revealed, and the active ones must outnumber Guards and Traitors."""
    state.trust[hero] -= riot_cost(state, at)
    tell(state, News.TURNED_UP, UNKNOWN, at, packed_types(state, at))
    reveal_all(state, at)
    opposed = np.int64(state.guards[at]) + np.int64(state.citizens[at, Status.REVEALED, CitizenType.TRAITOR])
    if is_published(state, Directive.REINFORCE):
        opposed += 1
    won = supporters(state, at) > opposed
    tell(state, News.RIOT_WON if won else News.RIOT_LOST, UNKNOWN, at, supporters(state, at), opposed)
    if won:
        state.riots = add(state.riots, at)
        state.broken[at] += state.guards[at]
        state.guards[at] = 0
        succeed(setup, state)
    else:
        advance_plan(state, Cause.RIOT)
        state.choosing_in = at
        ask_riot_arrest(state)


@compiled
def ask_riot_arrest(state: State) -> None:
    """After a Riot that failed the Machine may arrest active Citizens there, one after the other."""
    if state.over == 0 and supporters(state, np.int64(state.choosing_in)) > 0:
        ask_machine(state, Ask.RIOT_ARREST)
    else:
        state.choosing_in = NOBODY


@compiled
def arrest_rioter(state: State, action: Int) -> None:
    if action == Act.DONE:
        state.choosing_in = NOBODY
    else:
        arrest(state, np.int64(state.choosing_in), action - Act.CLASS - CitizenClass.REVEALED_AS)
        ask_riot_arrest(state)


@compiled
def discard_directive(state: State, action: Int) -> None:
    """The Heroes have looked at the Machine's hand and remove one Directive of it from the game."""
    remove_from_hand(state, action - Act.DIRECTIVE)


@compiled
def cancel_directive(state: State, action: Int) -> None:
    state.published = remove(state.published, action - Act.DIRECTIVE)


@compiled
def retrieve(state: State, action: Int) -> None:
    take_back(state, np.int64(state.owner), action - Act.DISTRICT)
    state.owner = NOBODY


@compiled
def allow_actions(setup: Prepared, state: State, mask: Array) -> None:
    """Mark the Actions that the Hero may take, and ending the turn."""
    mask[Act.DONE] = 1
    hero = np.int64(state.hero)
    for kind in range(NUM_HERO_ACTIONS):
        if kind != HeroAction.ATTACK and may_take(setup, state, hero, kind):
            mask[Act.KIND + kind - 1] = 1
    if not has(state.did, HeroAction.ATTACK):
        at = np.int64(state.at[hero])
        allow_attack(setup, state, state.guards[at], coin_change(state, at), Act.ATTACK, Act.ROLL, mask)


@compiled
def can_act_again(setup: Prepared, state: State, hero: Int) -> bool:
    at = np.int64(state.at[hero])
    attackable = may_attack(setup, state, hero, state.guards[at], coin_change(state, at))
    if attackable and not has(state.did, HeroAction.ATTACK):
        return True
    for kind in range(NUM_HERO_ACTIONS):
        if kind != HeroAction.ATTACK and may_take(setup, state, hero, kind):
            return True
    return False


@compiled
def allow_arrests(state: State, mask: Array) -> None:
    """Allow the revealed active Citizens of the District in question."""
    types = active_types(state, np.int64(state.choosing_in), Status.REVEALED)
    allow_each(types, Act.CLASS + CitizenClass.REVEALED_AS, mask)


@compiled
def allow_riot_arrests(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_arrests(state, mask)
