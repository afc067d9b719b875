"""A Hero's Actions: what is paid, what happens, and what is asked on the way."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import counted, reveal_all, supporters, take_arrested
from ...city.rules.hero_actions import ask_owner, identify
from ...city.rules.hero_costs import guard_cost, riot_cost
from ...city.rules.machine_costs import is_published
from ...city.rules.questions import ask_hero
from ...city.rules.tracks import advance_plan, gain_trust, raise_discontent
from ...great_machine.rules.state import (
    ACT_ATTACK,
    ACT_DONE,
    ACT_KIND,
    ACT_ROLL,
    ACT_YES,
    AGITATE,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CITIZEN,
    ASK_GIVE,
    ASK_PAY,
    ASK_RETURN,
    ASK_TILE,
    ATTACK,
    BURN,
    BY_RIOT,
    CANCEL,
    DIE,
    DONE_ACTING,
    FIRST_SPECIAL,
    GAIN,
    IDENTIFY,
    INCITE,
    LAST_SPECIAL,
    MOVE,
    NUM_SHARED_ACTIONS,
    REBUILD,
    REINFORCE,
    RELEASE,
    RETRIEVE,
    REVEALED,
    RIOT,
    TRAITOR,
    TRUST,
    UNIDENTIFIED,
)
from ...table.compilation.compile import compiled
from ...table.random import below
from .actions_open import change_for, price_of
from .automaton import arrest_lowest
from .guards import break_all, break_regular, break_special
from .missions import begin_delivery, begin_sending
from .progress import succeed
from .state import (
    ACT_DELIVER,
    ACT_HIT,
    ACT_ROLL_SPECIAL,
    ACT_SEND,
    ASK_RALLY,
    CLASSES,
    DELIVER,
    LEADER,
    S_GAIN,
    SEND,
)

SUPPORT_GAIN = 1


@compiled
def take_action(setup, state, action):
    """Begin an Action, or end the turn."""
    hero = np.int64(state.hero)
    if action == ACT_DONE:
        state.step = DONE_ACTING
        return
    state.acts += 1
    kind = kind_of(action)
    state.did = np.int64(state.did) | np.int64(1) << kind
    if kind == ATTACK:
        attack(setup, state, hero, action)
    elif kind == DELIVER:
        begin_delivery(setup, state, hero)
    elif kind == SEND:
        begin_sending(setup, state, hero)
    elif FIRST_SPECIAL <= kind <= LAST_SPECIAL:
        state.special = 1
        take_special(setup, state, hero, kind)
    else:
        take_standard(setup, state, hero, kind)


@compiled
def kind_of(action):
    """Return the kind of Action that an action begins."""
    if action == ACT_DELIVER:
        return DELIVER
    if action == ACT_SEND:
        return SEND
    if action >= NUM_SHARED_ACTIONS or action <= ACT_ROLL:
        return ATTACK
    return action - ACT_KIND


@compiled
def take_standard(setup, state, hero, kind):
    at = np.int64(state.at[hero])
    if kind == IDENTIFY:
        identify(state, hero)
        state.uncovered += 1
    elif kind == MOVE:
        state.tile = at
        ask_hero(state, hero, ASK_CITIZEN)
    elif kind == GAIN:
        gain_trust(setup, state, hero, 1 + (SUPPORT_GAIN if state.support == S_GAIN else 0))
    elif kind == INCITE:
        state.trust[hero] -= guard_cost(state, at)
        raise_discontent(state, 1, hero)
    elif kind == RIOT:
        riot(setup, state, hero, at)
    else:
        ask_hero(state, hero, ASK_CALL)


@compiled
def take_special(setup, state, hero, kind):
    """The Actions of the Major Districts."""
    at = np.int64(state.at[hero])
    if kind != TRUST:
        state.trust[hero] -= guard_cost(state, at)
    if kind == BURN:
        state.hand, state.hand_known = 0, 0
    elif kind == RELEASE:
        begin_return(state, hero)
    elif kind == CANCEL:
        ask_hero(state, hero, ASK_CANCEL)
    elif kind == RETRIEVE:
        ask_owner(state, hero)
    elif kind == REBUILD:
        ask_hero(state, hero, ASK_TILE)
    elif kind == TRUST:
        ask_hero(state, hero, ASK_GIVE)
    elif kind == AGITATE:
        raise_discontent(state, counted(state, at) - np.int64(state.guards[at]), hero)


@compiled
def begin_return(state, hero):
    """Turn up a random arrested Citizen and ask where it goes."""
    take_arrested(state, True)
    state.carried_as = REVEALED
    state.uncovered += 1
    ask_hero(state, hero, ASK_RETURN)


# Attacks


@compiled
def attack(setup, state, hero, action):
    """Attack a regular or a special Guard."""
    if action == ACT_ROLL or action == ACT_ROLL_SPECIAL:
        roll_first(setup, state, hero, action == ACT_ROLL_SPECIAL)
    elif action < ACT_ROLL:
        pay_and_roll(setup, state, hero, action - ACT_ATTACK, False)
    else:
        pay_and_roll(setup, state, hero, action - ACT_HIT, True)


@compiled
def pay_and_roll(setup, state, hero, payment, special):
    """Pay, then roll: enough coins break a Guard."""
    at = np.int64(state.at[hero])
    state.trust[hero] -= payment
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    if coins > 0 and payment >= price_of(coins, change_for(state, at, special)):
        break_one(state, at, special)


@compiled
def break_one(state, at, special):
    if special:
        break_special(state, at)
    else:
        break_regular(state, at)


@compiled
def roll_first(setup, state, hero, special):
    """The Veteran rolls, and is asked for the Trust shown if there is enough of it."""
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    price = price_of(coins, change_for(state, np.int64(state.at[hero]), special))
    if coins > 0 and price <= state.trust[hero]:
        state.die, state.die_special = price, special
        ask_hero(state, hero, ASK_PAY)


@compiled
def pay_die(state, action):
    hero = np.int64(state.hero)
    if action == ACT_YES:
        state.trust[hero] -= np.int64(state.die)
        break_one(state, np.int64(state.at[hero]), state.die_special == 1)
    state.die, state.die_special = 0, 0


# Riots


@compiled
def riot(setup, state, hero, at):
    """Start a Riot: all Citizens are revealed, and the active ones must outnumber Guards and Traitors."""
    state.trust[hero] -= riot_cost(state, at)
    for type in range(TRAITOR + 1):
        state.uncovered += state.citizens[at, UNIDENTIFIED, type]
    reveal_all(state, at)
    state.tile = at
    missing = lacking(state, at)
    if 0 < missing <= rally_strength(setup, state, hero):
        ask_hero(state, hero, ASK_RALLY)
    else:
        decide_riot(setup, state, missing <= 0)


@compiled
def lacking(state, at):
    """Return how many active Citizens a Riot lacks to be successful."""
    opposed = np.int64(state.guards[at])
    if not (state.done >> 2 & 1 and state.missions[2] == CLASSES):
        opposed += np.int64(state.citizens[at, REVEALED, TRAITOR])
    if is_published(state, REINFORCE):
        opposed += 1
    return opposed + 1 - supporters(state, at)


@compiled
def rally_strength(setup, state, hero):
    """Return as how many Citizens the leader's Hero tokens can count in a Riot of its own."""
    return np.int64(state.held[hero]) * np.int64(setup.bonus[LEADER]) if state.leader == hero else np.int64(0)


@compiled
def answer_rally(setup, state, action):
    """The leader discards as many Hero tokens as the Riot lacks, or lets it fail."""
    if action == ACT_YES:
        strength = np.int64(setup.bonus[LEADER])
        state.held[state.leader] -= (lacking(state, np.int64(state.tile)) + strength - 1) // strength
    decide_riot(setup, state, action == ACT_YES)


@compiled
def decide_riot(setup, state, won):
    at = np.int64(state.tile)
    state.tile = -1
    if won:
        state.riots = np.int64(state.riots) | np.int64(1) << at
        state.raids = np.int64(state.raids) | np.int64(1) << at
        state.riot_tokens -= 1
        break_all(state, at)
        succeed(setup, state)
        return
    advance_plan(state, BY_RIOT)
    while supporters(state, at) > 0:
        arrest_lowest(state, at)
