"""A Hero's Actions: which are open to it, what is paid, what happens, and what is asked on the way."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_directives, ask_hero
from ...city.rules.citizens import arrest, classes_active, counted, reveal_all, supporters, take_arrested
from ...city.rules.hero_actions import ask_owner, identify
from ...city.rules.hero_costs import fewest_coins, guard_cost, may_take, most_coins, riot_cost
from ...city.rules.state import (
    DIE,
    NOBODY,
    Act,
    Ask,
    Cause,
    CitizenClass,
    CitizenType,
    Directive,
    Hero,
    HeroAction,
    Status,
    Turn,
    is_special,
)
from ...city.rules.tracks import advance_plan, gain_trust, is_published, raise_discontent
from ...city.rules.variants import coin_change, identified_as
from ...table.compilation.compile import compiled
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, has, remove
from .access import take_back
from .asking import ask_machine
from .machine import remove_from_hand
from .settle import succeed
from .state import Prepared, State


@compiled
def take_action(setup: Prepared, state: State, action: Int) -> None:
    """Begin an Action, or end the turn."""
    hero = np.int64(state.hero)
    if action == Act.DONE:
        state.step = Turn.DONE
        return
    state.acts += 1
    kind = action - Act.KIND + 1 if action > Act.ROLL else HeroAction.ATTACK
    state.did = add(state.did, kind)
    if is_special(kind):
        state.special = 1
    if action == Act.ROLL:
        roll_first(setup, state, hero)
    elif kind == HeroAction.ATTACK:
        attack(setup, state, hero, action - Act.ATTACK + 1)
    elif kind <= HeroAction.RIOT:
        take_standard(setup, state, hero, kind)
    else:
        take_special(setup, state, hero, kind)


@compiled
def take_standard(setup: Prepared, state: State, hero: Int, kind: Int) -> None:
    at = np.int64(state.at[hero])
    if kind == HeroAction.IDENTIFY:
        identify(state, hero)
    elif kind == HeroAction.MOVE:
        state.choosing_in = at
        ask_hero(state, hero, Ask.CITIZEN)
    elif kind == HeroAction.GAIN:
        gain_trust(setup, state, hero, 1)
    elif kind == HeroAction.INCITE:
        state.trust[hero] -= guard_cost(state, at)
        raise_discontent(state, 1, hero)
    else:
        riot(setup, state, hero, at)


@compiled
def take_special(setup: Prepared, state: State, hero: Int, kind: Int) -> None:
    """The Actions of the Major Districts, those that City Events lend, and the Physician's."""
    at = np.int64(state.at[hero])
    if kind != HeroAction.TRUST and kind != HeroAction.CALL:
        state.trust[hero] -= guard_cost(state, at)
    if kind == HeroAction.BURN:
        state.seen = state.hand
        ask_hero(state, hero, Ask.DISCARD)
    elif kind == HeroAction.RELEASE:
        take_arrested(state, True)
        state.carried_as = identified_as(state)
        ask_hero(state, hero, Ask.RETURN)
    elif kind == HeroAction.CANCEL:
        ask_hero(state, hero, Ask.CANCEL)
    elif kind == HeroAction.RETRIEVE:
        ask_owner(state, hero)
    elif kind == HeroAction.REBUILD:
        ask_hero(state, hero, Ask.TILE)
    elif kind == HeroAction.TRUST:
        ask_hero(state, hero, Ask.GIVE)
    elif kind == HeroAction.AGITATE:
        raise_discontent(state, counted(state, at) - np.int64(state.guards[at]), hero)
    else:
        ask_hero(state, hero, Ask.CALL)


@compiled
def attack(setup: Prepared, state: State, hero: Int, payment: Int) -> None:
    """Pay, then roll: enough coins break a Guard."""
    at = np.int64(state.at[hero])
    state.trust[hero] -= payment
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    if coins > 0 and payment >= coins + coin_change(state, at):
        break_guard(state, at)


@compiled
def break_guard(state: State, district: Int) -> None:
    state.guards[district] -= 1
    state.broken[district] += 1


@compiled
def roll_first(setup: Prepared, state: State, hero: Int) -> None:
    """The Veteran rolls, and is asked for the Trust shown if there is enough of it."""
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    price = coins + coin_change(state, np.int64(state.at[hero]))
    if coins > 0 and price <= state.trust[hero]:
        state.die = price
        ask_hero(state, hero, Ask.PAY)


@compiled
def pay_die(state: State, action: Int) -> None:
    hero = np.int64(state.hero)
    if action == Act.YES:
        state.trust[hero] -= np.int64(state.die)
        break_guard(state, np.int64(state.at[hero]))
    state.die = 0


@compiled
def riot(setup: Prepared, state: State, hero: Int, at: Int) -> None:
    """Start a Riot: all Citizens are revealed, and the active ones must outnumber Guards and Traitors."""
    state.trust[hero] -= riot_cost(state, at)
    reveal_all(state, at)
    opposed = np.int64(state.guards[at]) + np.int64(state.citizens[at, Status.REVEALED, CitizenType.TRAITOR])
    if is_published(state, Directive.REINFORCE):
        opposed += 1
    if supporters(state, at) > opposed:
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
    for kind in range(HeroAction.IDENTIFY, HeroAction.CALL + 1):
        if may_take(setup, state, hero, kind):
            mask[Act.KIND + kind - 1] = 1
    if not has(state.did, HeroAction.ATTACK):
        allow_attack(setup, state, hero, mask)


@compiled
def allow_attack(setup: Prepared, state: State, hero: Int, mask: Array) -> None:
    """Attack: any payment that some face asks for; the Veteran rolls first."""
    at, trust = np.int64(state.at[hero]), np.int64(state.trust[hero])
    if state.guards[at] == 0:
        return
    change = coin_change(state, at)
    fewest = fewest_coins(setup) + change
    if state.heroes[hero] == Hero.VETERAN:
        mask[Act.ROLL] = trust >= fewest
        return
    for payment in range(fewest, min(most_coins(setup) + change, trust) + 1):
        mask[Act.ATTACK + payment - 1] = 1


@compiled
def can_act_again(setup: Prepared, state: State, hero: Int) -> bool:
    """Whether a second Action could be taken: any other than the first, and no Riot."""
    at = np.int64(state.at[hero])
    attackable = not has(state.did, HeroAction.ATTACK) and state.guards[at] > 0
    if attackable and np.int64(state.trust[hero]) >= fewest_coins(setup) + coin_change(state, at):
        return True
    for kind in range(HeroAction.IDENTIFY, HeroAction.CALL + 1):
        if may_take(setup, state, hero, kind):
            return True
    return False


@compiled
def allow_arrests(state: State, mask: Array) -> None:
    """Allow the revealed active Citizens of the District in question."""
    for type in range(classes_active(state)):
        if state.citizens[state.choosing_in, Status.REVEALED, type]:
            mask[Act.CLASS + CitizenClass.REVEALED_AS + type] = 1


@compiled
def allow_riot_arrests(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_arrests(state, mask)


@compiled
def allow_discards(state: State, mask: Array) -> None:
    allow_directives(state.hand, mask)
