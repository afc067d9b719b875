"""Which Actions a Hero may take now: those of the other game, special Guards to attack, and what Missions add."""

from __future__ import annotations

import numpy as np

from ...city.rules.attacks import allow_attack, may_attack
from ...city.rules.hero_costs import anyone_below_limit, guard_cost, is_possible, may_take
from ...city.rules.state import NOBODY, NUM_HERO_ACTIONS, Act, District, HeroAction, is_special
from ...city.rules.variants import coin_change
from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import has, remove
from .chance import districts_with_room
from .guards import regulars
from .missions import deliverable
from .state import CoopAct, MissionAction, Prepared, State

SPECIAL_DISCOUNT = 1
"""How much less a special Guard costs to break."""


@compiled
def change_for(state: State, district: Int, special: Int) -> Int:
    """Return by how much breaking a Guard of a kind costs more or less than the die shows."""
    return coin_change(state, district) - (SPECIAL_DISCOUNT if special else 0)


@compiled
def guards_of(state: State, district: Int, special: Int) -> Int:
    """Return the Guards of a kind in a District that are not broken."""
    return np.int64(state.specials[district]) if special else regulars(state, district)


@compiled
def allow_actions(setup: Prepared, state: State, mask: Array) -> None:
    """Mark the Actions that the Hero may take, and ending the turn."""
    mask[Act.DONE] = 1
    hero = np.int64(state.hero)
    for kind in range(NUM_HERO_ACTIONS):
        if kind != HeroAction.ATTACK and may_act(setup, state, hero, kind):
            mask[Act.KIND + kind - 1] = 1
    if not has(state.did, HeroAction.ATTACK):
        at = np.int64(state.at[hero])
        regular, special = regulars(state, at), state.specials[at]
        allow_attack(setup, state, regular, change_for(state, at, False), Act.ATTACK, Act.ROLL, mask)
        allow_attack(setup, state, special, change_for(state, at, True), CoopAct.HIT, CoopAct.ROLL_SPECIAL, mask)
    mask[CoopAct.DELIVER] = may_deliver(setup, state, hero)
    mask[CoopAct.SEND] = may_send(setup, state, hero)


@compiled
def can_act_again(setup: Prepared, state: State, hero: Int) -> bool:
    at = np.int64(state.at[hero])
    if not has(state.did, HeroAction.ATTACK):
        for special in range(2):
            if may_attack(setup, state, hero, guards_of(state, at, special), change_for(state, at, special)):
                return True
    for kind in range(NUM_HERO_ACTIONS):
        if kind != HeroAction.ATTACK and may_act(setup, state, hero, kind):
            return True
    return may_deliver(setup, state, hero) or may_send(setup, state, hero)


@compiled
def may_act(setup: Prepared, state: State, hero: Int, kind: Int) -> bool:
    """Whether a Hero may take an Action that the other game has too."""
    if kind == HeroAction.RIOT and state.riot_tokens == 0:
        return False
    if may_take(setup, state, hero, kind):
        return True
    return is_special(kind) and may_act_remotely(setup, state, hero, kind)


@compiled
def may_act_remotely(setup: Prepared, state: State, hero: Int, kind: Int) -> bool:
    """Unauthorized Access: the Special Actions of its District may be taken anywhere, at the price of the place."""
    remote = np.int64(state.remote)
    if remote == NOBODY or has(state.did, kind):
        return False
    if kind == HeroAction.TRUST:
        return remote == District.NEXUS and anyone_below_limit(setup, state)
    affordable = state.trust[hero] >= guard_cost(state, np.int64(state.at[hero]))
    return affordable and is_possible(setup, state, kind, remote)


@compiled
def may_deliver(setup: Prepared, state: State, hero: Int) -> bool:
    """Falsification: whether a Citizen with an Intel token can be taken to its goal from here."""
    if has(state.did, MissionAction.DELIVER):
        return False
    return deliverable(setup, state, np.int64(state.at[hero]), np.int64(state.trust[hero])) != 0


@compiled
def may_send(setup: Prepared, state: State, hero: Int) -> bool:
    """Guard Control: whether a Control token is left, and a Guard to be sent to another District."""
    at = np.int64(state.at[hero])
    if has(state.did, MissionAction.SEND) or state.controls == 0 or state.guards[at] == 0:
        return False
    return remove(districts_with_room(setup, state), at) != 0
