"""A Hero's Actions: what is paid, what happens, and what is asked on the way."""

from __future__ import annotations

import numpy as np

from ...great_machine.rules.machine import remove_from_hand
from ...table.compilation.compile import compiled
from ...table.random import below
from .access import forfeited, take_back
from .citizens import (
    arrest,
    carry,
    counted,
    identify_one,
    number_of,
    put,
    reveal_all,
    set_down,
    supporters,
    take_any,
    take_arrested,
)
from .hero_costs import below_limit, can_move_citizens, guard_cost, riot_cost
from .machine_costs import is_published
from .questions import ask_hero, ask_machine
from .state import (
    DIE,
    NOBODY,
    NUM_HEROES,
    Act,
    Ask,
    Cause,
    CitizenClass,
    CitizenType,
    Directive,
    HeroAction,
    Status,
    Turn,
    is_special,
)
from .tracks import advance_plan, gain_trust, raise_discontent, succeed
from .variants import coin_change, identified_as

NEXUS_TRUST = 3


@compiled
def take_action(setup, state, action):
    """Begin an Action, or end the turn."""
    hero = np.int64(state.hero)
    if action == Act.DONE:
        state.step = Turn.DONE
        return
    state.acts += 1
    kind = action - Act.KIND + 1 if action > Act.ROLL else HeroAction.ATTACK
    state.did = np.int64(state.did) | np.int64(1) << kind
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
def take_standard(setup, state, hero, kind):
    at = np.int64(state.at[hero])
    if kind == HeroAction.IDENTIFY:
        identify(state, hero)
    elif kind == HeroAction.MOVE:
        state.tile = at
        ask_hero(state, hero, Ask.CITIZEN)
    elif kind == HeroAction.GAIN:
        gain_trust(setup, state, hero, 1)
    elif kind == HeroAction.INCITE:
        state.trust[hero] -= guard_cost(state, at)
        raise_discontent(state, 1, hero)
    else:
        riot(setup, state, hero, at)


@compiled
def take_special(setup, state, hero, kind):
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


# Attack


@compiled
def attack(setup, state, hero, payment):
    """Pay, then roll: enough coins break a Guard."""
    at = np.int64(state.at[hero])
    state.trust[hero] -= payment
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    if coins > 0 and payment >= coins + coin_change(state, at):
        break_guard(state, at)


@compiled
def break_guard(state, district):
    state.guards[district] -= 1
    state.broken[district] += 1


@compiled
def roll_first(setup, state, hero):
    """The Veteran rolls, and is asked for the Trust shown if there is enough of it."""
    coins = np.int64(setup.assault[below(state.rng, DIE)])
    price = coins + coin_change(state, np.int64(state.at[hero]))
    if coins > 0 and price <= state.trust[hero]:
        state.die = price
        ask_hero(state, hero, Ask.PAY)


@compiled
def pay_die(state, action):
    hero = np.int64(state.hero)
    if action == Act.YES:
        state.trust[hero] -= np.int64(state.die)
        break_guard(state, np.int64(state.at[hero]))
    state.die = 0


# Identifying and moving Citizens


@compiled
def identify(state, hero):
    """Identify one Citizen and ask for another while it can be paid."""
    at = np.int64(state.at[hero])
    state.trust[hero] -= guard_cost(state, at)
    identify_one(state, at)
    if number_of(state, at, Status.UNIDENTIFIED) > 0 and state.trust[hero] >= guard_cost(state, at):
        ask_hero(state, hero, Ask.IDENTIFY)


@compiled
def identify_more(state, action):
    if action == Act.YES:
        identify(state, np.int64(state.hero))


@compiled
def choose_citizen(state, action):
    """Pick up the Citizen to move, or stop."""
    hero, district = np.int64(state.hero), np.int64(state.tile)
    state.tile = NOBODY
    if action == Act.DONE:
        return
    chosen = action - Act.CLASS
    if chosen == CitizenClass.UNIDENTIFIED:
        state.carried = take_any(state, district, Status.UNIDENTIFIED)
        state.carried_as, state.carried_from = Status.UNIDENTIFIED, district
    elif chosen >= CitizenClass.REVEALED_AS:
        carry(state, district, Status.REVEALED, chosen - CitizenClass.REVEALED_AS)
    else:
        carry(state, district, Status.IDENTIFIED, chosen - CitizenClass.IDENTIFIED_AS)
    ask_hero(state, hero, Ask.CITIZEN_TO)


@compiled
def move_citizen(setup, state, action):
    """Put the Citizen down where it goes, paying for each District it exits, and ask for another."""
    hero, district = np.int64(state.hero), action - Act.DISTRICT
    origin = np.int64(state.carried_from)
    state.trust[hero] -= np.int64(state.far[origin, district])
    set_down(state, district)
    if can_move_citizens(setup, state, origin, np.int64(state.trust[hero])):
        state.tile = origin
        ask_hero(state, hero, Ask.MOVE_MORE)


@compiled
def call_citizen(state, action):
    """The Physician calls an unidentified Citizen from a neighbouring District and identifies it."""
    type = take_any(state, action - Act.DISTRICT, Status.UNIDENTIFIED)
    put(state, np.int64(state.at[state.hero]), identified_as(state), type)


# Riots


@compiled
def riot(setup, state, hero, at):
    """Start a Riot: all Citizens are revealed, and the active ones must outnumber Guards and Traitors."""
    state.trust[hero] -= riot_cost(state, at)
    reveal_all(state, at)
    opposed = np.int64(state.guards[at]) + np.int64(state.citizens[at, Status.REVEALED, CitizenType.TRAITOR])
    if is_published(state, Directive.REINFORCE):
        opposed += 1
    if supporters(state, at) > opposed:
        state.riots = np.int64(state.riots) | np.int64(1) << at
        state.broken[at] += state.guards[at]
        state.guards[at] = 0
        succeed(setup, state)
    else:
        advance_plan(state, Cause.RIOT)
        state.tile = at
        ask_riot_arrest(state)


@compiled
def ask_riot_arrest(state):
    """After a Riot that failed the Machine may arrest active Citizens there, one after the other."""
    if state.over == 0 and supporters(state, np.int64(state.tile)) > 0:
        ask_machine(state, Ask.RIOT_ARREST)
    else:
        state.tile = NOBODY


@compiled
def arrest_rioter(state, action):
    if action == Act.DONE:
        state.tile = NOBODY
    else:
        arrest(state, np.int64(state.tile), action - Act.CLASS - CitizenClass.REVEALED_AS)
        ask_riot_arrest(state)


# Special Actions


@compiled
def discard_directive(state, action):
    """The Heroes have looked at the Machine's hand and remove one Directive of it from the game."""
    remove_from_hand(state, action - Act.DIRECTIVE)


@compiled
def cancel_directive(state, action):
    state.published = np.int64(state.published) & ~(np.int64(1) << (action - Act.DIRECTIVE))


@compiled
def ask_owner(state, hero):
    """Ask whose Access card comes back, unless only one Hero has lost any."""
    owner, owners = 0, 0
    for other in range(NUM_HEROES):
        if forfeited(state, other) != 0:
            owner, owners = other, owners + 1
    if owners == 1:
        state.amount = owner
        ask_hero(state, hero, Ask.CARD)
    else:
        ask_hero(state, hero, Ask.OWNER)


@compiled
def choose_owner(state, action):
    state.amount = action - Act.HERO
    ask_hero(state, np.int64(state.hero), Ask.CARD)


@compiled
def retrieve(state, action):
    take_back(state, np.int64(state.amount), action - Act.DISTRICT)
    state.amount = 0


@compiled
def give_trust(setup, state, action):
    gain_trust(setup, state, action - Act.HERO, NEXUS_TRUST)


@compiled
def allow_trusted(setup, state, mask):
    for hero in range(NUM_HEROES):
        mask[Act.HERO + hero] = below_limit(setup, state, hero)
