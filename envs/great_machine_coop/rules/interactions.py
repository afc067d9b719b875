"""Interactions: what a Hero may do for a Mission at the end of its movement, detained or not, once a turn."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_each, ask_hero
from ...city.rules.hero_costs import below_limit
from ...city.rules.state import DIE, NOBODY, NUM_HEROES, NUM_SERVANTS, Act, Ask, CitizenClass, District
from ...city.rules.tracks import gain_trust, servants_in
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, full, has
from .missions import A, B, C, plays
from .news import CoopNews
from .pins import can_pin
from .state import NUM_TOKENS, WITH_HERO, CoopAct, Mission, Prepared, State

# Bits of the set of Interactions that a Hero has
_PLACE, _COLLECT, _ORDER, _PROGRAM, _TAKE, _GIVE, _BONDS, _SPEND, _ATTACH = 0, 1, 2, 5, 6, 9, 12, 13, 14


@compiled
def ask_interaction(setup: Prepared, state: State, hero: Int) -> None:
    """Ask for an Interaction where there is one."""
    if state.active != 0 and interactions(setup, state, hero) != 0:
        ask_hero(state, hero, Ask.INTERACT)


@compiled
def interactions(setup: Prepared, state: State, hero: Int) -> Int:
    """Return what a Hero may do now as a set of bits."""
    return (
        with_hero_token(setup, state, hero)
        | with_mission_tokens(setup, state, hero)
        | with_citizens(setup, state, hero)
        | with_comrades(setup, state, hero)
    )


@compiled
def with_hero_token(setup: Prepared, state: State, hero: Int) -> Int:
    """Place the own Hero token, or collect it."""
    at, place = np.int64(state.at[hero]), np.int64(state.token_at[hero])
    goal = np.int64(0)
    for mission in (Mission.TRAP, Mission.FORGERY, Mission.REMOTE_ACCESS):
        if plays(state, A, mission):
            goal = np.int64(setup.goal[mission])
    if plays(state, A, Mission.TWEAK):
        goal = np.int64(state.drones)
    if place == NOBODY:
        return np.int64(1) << _PLACE if has(goal, at) else np.int64(0)
    hidden = plays(state, C, Mission.RESISTANCE)
    if place == at and (goal != 0 or plays(state, C, Mission.CLASSES) or (hidden and servants_in(state, at) == 0)):
        return np.int64(1) << _COLLECT
    return np.int64(0)


@compiled
def with_mission_tokens(setup: Prepared, state: State, hero: Int) -> Int:
    """Servant Order tokens, the Command Post, and Bonds."""
    at, found = np.int64(state.at[hero]), np.int64(0)
    if plays(state, B, Mission.WEAKNESSES):
        for servant in range(NUM_SERVANTS):
            if state.orders[servant] == at:
                found = add(found, _ORDER + servant)
    if plays(state, B, Mission.SELF_DESTRUCT) and at == state.post and state.began[hero] != at:
        found = add(found, _PROGRAM)
    with_bonds = has(setup.goal[Mission.DISCLOSURE], at) or (at == District.NEXUS and state.bonds[hero] > 0)
    if plays(state, B, Mission.DISCLOSURE) and with_bonds:
        found = add(found, _BONDS)
    return found


@compiled
def with_citizens(setup: Prepared, state: State, hero: Int) -> Int:
    """Attach a Hero token or an Intel token to a revealed Citizen, by type."""
    at, types = np.int64(state.at[hero]), np.int64(0)
    if plays(state, C, Mission.CLASSES):
        if state.token_at[hero] == NOBODY:
            types = can_pin(state, state.token_at, state.token_as, at)
    elif may_attach_intel(setup, state, at):
        types = can_pin(state, state.intel_at, state.intel_as, at)
    return types << _ATTACH


@compiled
def may_attach_intel(setup: Prepared, state: State, at: Int) -> bool:
    """Whether there is an Intel token to attach in a District, which is no goal: none would have to be delivered."""
    if not plays(state, B, Mission.FALSIFICATION) or has(setup.goal[Mission.FALSIFICATION], at):
        return False
    return free_intel(state) != NOBODY


@compiled
def with_comrades(setup: Prepared, state: State, hero: Int) -> Int:
    """Rebellion Leader: take a Hero token from a Hero beside, or give one; the leader may discard one for Trust."""
    found = np.int64(0)
    if plays(state, C, Mission.LEADER):
        for other in range(NUM_HEROES):
            if other != hero and state.at[other] == state.at[hero]:
                if state.held[other] > 0:
                    found = add(found, _TAKE + other)
                if state.held[hero] > 0:
                    found = add(found, _GIVE + other)
    elif state.leader == hero and state.held[hero] > 0 and not state.finished and below_limit(setup, state, hero):
        found = add(found, _SPEND)
    return found


@compiled
def free_intel(state: State) -> Int:
    """Return an Intel token that is on its Mission card, or NOBODY."""
    for token in range(NUM_TOKENS):
        if state.intel_at[token] == NOBODY:
            return np.int64(token)
    return np.int64(NOBODY)


@compiled
def allow_interactions(setup: Prepared, state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    found = interactions(setup, state, np.int64(state.hero))
    allow_each(found & full(_ATTACH), CoopAct.PLACE, mask)  # the actions from there on come in the order of the bits
    allow_each(found >> _ATTACH, Act.CLASS + CitizenClass.REVEALED_AS, mask)


@compiled
def interact(setup: Prepared, state: State, action: Int) -> None:
    """Carry out an Interaction."""
    hero = np.int64(state.hero)
    at = np.int64(state.at[hero])
    if action == Act.DONE:
        return
    if action == CoopAct.PLACE:
        state.token_at[hero] = at
    elif action == CoopAct.COLLECT:
        state.token_at[hero], state.token_as[hero] = NOBODY, NOBODY
    elif action < CoopAct.PLACE:
        attach(state, hero, at, action - Act.CLASS - CitizenClass.REVEALED_AS)
    elif action < CoopAct.PROGRAM:
        state.orders[action - CoopAct.ORDER] = WITH_HERO + hero
    elif action == CoopAct.PROGRAM:
        coins = np.int64(setup.assault[below(state.rng, DIE)])
        state.post_trust += coins
        tell(state, CoopNews.PROGRAMMED, UNKNOWN, UNKNOWN, coins)
    elif action < CoopAct.BONDS:
        hand_over(state, hero, action)
    elif action == CoopAct.BONDS:
        handle_bonds(setup, state, hero, at)
    else:
        state.held[hero] -= 1
        gain_trust(setup, state, hero, np.int64(setup.yields[Mission.LEADER]))
        ask_interaction(setup, state, hero)


@compiled
def attach(state: State, hero: Int, at: Int, type: Int) -> None:
    """Attach the Hero token, or an Intel token, to a revealed Citizen."""
    if plays(state, C, Mission.CLASSES):
        state.token_at[hero], state.token_as[hero] = at, type
    else:
        token = free_intel(state)
        state.intel_at[token], state.intel_as[token] = at, type
        state.intel_new = add(state.intel_new, token)


@compiled
def hand_over(state: State, hero: Int, action: Int) -> None:
    """Take a Hero token from another Hero, or give one."""
    if action < CoopAct.GIVE:
        state.held[action - CoopAct.TAKE] -= 1
        state.held[hero] += 1
    else:
        state.held[hero] -= 1
        state.held[action - CoopAct.GIVE] += 1


@compiled
def handle_bonds(setup: Prepared, state: State, hero: Int, at: Int) -> None:
    """Disclosure of Plans: take Bonds where they are, or put down all of them in the Control Nexus."""
    if at == District.NEXUS and state.bonds[hero] > 0:
        state.bonds_shown += state.bonds[hero]
        state.bonds[hero] = 0
    else:
        state.bonds[hero] += setup.yields[Mission.DISCLOSURE]
