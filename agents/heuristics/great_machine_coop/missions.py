"""What Missions ask of the team: where Interactions help, which one to choose, and what Advantages ask."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.state import Act, Ask, CitizenClass, CitizenType, District
from ....envs.great_machine_coop.rules.interactions import free_intel
from ....envs.great_machine_coop.rules.missions import A, B, C, delivered, plays
from ....envs.great_machine_coop.rules.pins import can_pin
from ....envs.great_machine_coop.rules.state import NUM_TOKENS, CoopAct, Mission
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import full, has, remove
from ..city.heroes import best_of
from ..city.worth import Sheet, Weight

POST_TRUST = 14.0 / 6.0
"""Trust that an Interaction at the Command Post brings on average."""


# Where the own Hero token goes


@compiled
def meeting(state, goal):
    """Return where most Hero tokens lie among the Districts of ``goal``, and how many; NOBODY for none."""
    best, place = 0, np.int64(city.NOBODY)
    for district in range(city.NUM_DISTRICTS):
        if has(goal, district):
            number = tokens_at(state, district)
            if number > best:
                best, place = number, np.int64(district)
    return place, best


@compiled
def tokens_at(state, district):
    """Return how many Hero tokens lie in a District."""
    number = 0
    for hero in range(city.NUM_HEROES):
        number += state.token_at[hero] == district
    return number


@compiled
def worth_of_placing(outlook, setup, state, hero, district):
    """Return what it is worth that a Hero places its token in a District, for Mission A."""
    if state.token_at[hero] != city.NOBODY:
        return 0.0
    third = outlook.weights[Weight.C_MISSION] / NUM_TOKENS
    if plays(state, A, Mission.TRAP) or plays(state, A, Mission.REMOTE_ACCESS):
        goal = np.int64(setup.goal[np.int64(state.missions[A])])
        if not has(goal, district):
            return 0.0
        place, number = meeting(state, goal)
        if place == city.NOBODY:
            return third * (1.1 if district == District.NEXUS else 0.7 + 0.05 * outlook.sheet[Sheet.YIELD, district])
        return third * (1.0 + 0.4 * number) if place == district else 0.0
    goal = np.int64(0)
    if plays(state, A, Mission.FORGERY):
        goal = np.int64(setup.goal[Mission.FORGERY])
    elif plays(state, A, Mission.TWEAK):
        goal = np.int64(state.drones)
    return third * 1.2 if has(goal, district) and tokens_at(state, district) == 0 else 0.0


@compiled
def worth_of_collecting(weights, setup, state, hero, district):
    """Return what it is worth that a Hero collects its token: where it is in the way, or has been hidden."""
    if state.token_at[hero] != district:
        return 0.0
    third = weights[Weight.C_MISSION] / NUM_TOKENS
    if plays(state, C, Mission.RESISTANCE):
        return 1.2 * third
    if plays(state, C, Mission.CLASSES):
        return 0.3 * third if doubled(state, hero) else -third
    if plays(state, A, Mission.TRAP) or plays(state, A, Mission.REMOTE_ACCESS):
        place, number = meeting(state, np.int64(setup.goal[np.int64(state.missions[A])]))
        return 0.5 * third if place != district and number > 1 else -third
    return 0.5 * third if tokens_at(state, district) > 1 else -third


@compiled
def doubled(state, hero):
    """Whether an earlier Hero's token is on a Citizen of the same type."""
    for other in range(hero):
        if state.token_as[other] == state.token_as[hero] and state.token_as[hero] != city.NOBODY:
            return True
    return False


@compiled
def new_types(state, district):
    """Return the types of revealed Citizens of a District that no Hero token is on yet."""
    types = can_pin(state, state.token_at, state.token_as, district)
    for hero in range(city.NUM_HEROES):
        if state.token_as[hero] != city.NOBODY:
            types = remove(types, state.token_as[hero])
    return types


# Tokens of Missions


@compiled
def can_be_delivered(setup, state, district):
    """Whether an Intel token is free, another Citizen is wanted, and one could be taken to its goal from a District."""
    if free_intel(state) == city.NOBODY or has(setup.goal[Mission.FALSIFICATION], district):
        return False
    if (
        state.crowd[District.CITADEL] >= setup.room[District.CITADEL]
        or can_pin(state, state.intel_at, state.intel_as, district) == 0
    ):
        return False
    return np.int64(setup.wanted[Mission.FALSIFICATION]) - delivered(state) > attached(state)


@compiled
def worth_of_attaching(weights, setup, state, hero, district):
    """Return what it is worth to attach a Hero or Intel token to a Citizen of a District."""
    if plays(state, C, Mission.CLASSES):
        if state.token_at[hero] == city.NOBODY and new_types(state, district) != 0:
            return 1.2 * weights[Weight.C_MISSION] / NUM_TOKENS
    elif plays(state, B, Mission.FALSIFICATION) and can_be_delivered(setup, state, district):
        near = 1.0 / (1.0 + 0.4 * (np.float64(state.far[district, District.CITADEL]) - 1.0))
        return weights[Weight.C_MISSION] / (2.0 * setup.wanted[Mission.FALSIFICATION]) * near
    return 0.0


@compiled
def attached(state):
    """Return how many Intel tokens are attached in the city."""
    number = np.int64(0)
    for token in range(NUM_TOKENS):
        number += 0 <= state.intel_at[token] < city.NUM_DISTRICTS
    return number


@compiled
def worth_of_delivering(weights, setup):
    """Return what it is worth that a Citizen with an Intel token gets to its goal."""
    return weights[Weight.C_MISSION] / np.float64(setup.wanted[Mission.FALSIFICATION])


@compiled
def worth_of_bonds(weights, setup, state, hero, district):
    """Return what it is worth to take Bonds in a District, or to put them down."""
    if not plays(state, B, Mission.DISCLOSURE):
        return 0.0
    share = weights[Weight.C_MISSION] / np.float64(setup.wanted[Mission.DISCLOSURE])
    if district == District.NEXUS:
        return 0.7 * share * np.float64(state.bonds[hero])
    if not has(setup.goal[Mission.DISCLOSURE], district):
        return 0.0
    lacking = np.int64(setup.wanted[Mission.DISCLOSURE]) - np.int64(state.bonds_shown)
    for other in range(city.NUM_HEROES):
        lacking -= np.int64(state.bonds[other])
    return 0.5 * share * max(0, min(lacking, np.int64(setup.yields[Mission.DISCLOSURE])))


@compiled
def worth_of_tokens(weights, setup, state, hero, district):
    """Return what Servant Order tokens and the Command Post of a District are worth to a Hero who comes there."""
    if plays(state, B, Mission.WEAKNESSES):
        for servant in range(city.NUM_SERVANTS):
            if state.orders[servant] == district:
                return 1.2 * weights[Weight.C_MISSION] / NUM_TOKENS
    if plays(state, B, Mission.SELF_DESTRUCT) and district == state.post and state.at[hero] != district:
        return weights[Weight.C_MISSION] * POST_TRUST / np.float64(setup.wanted[Mission.SELF_DESTRUCT])
    return worth_of_bonds(weights, setup, state, hero, district)


@compiled
def worth_of_errand(outlook, setup, state, hero, district):
    """Return what the best Interaction is worth that a Hero could have in a District."""
    if state.active == 0:
        return 0.0
    weights, worth = outlook.weights, worth_of_placing(outlook, setup, state, hero, district)
    worth = max(worth, worth_of_collecting(weights, setup, state, hero, district))
    worth = max(worth, worth_of_tokens(weights, setup, state, hero, district))
    return max(worth, worth_of_attaching(weights, setup, state, hero, district))


@compiled
def worth_of_meeting(weights, state, first, second):
    """Return what it is worth for the Mission that two Heroes end up together."""
    if plays(state, C, Mission.LEADER) and state.held[first] > 0 and state.held[second] > 0:
        return 0.5 * weights[Weight.C_MISSION]
    return 0.0


# Answers


@compiled
def choose_interaction(outlook, setup, state, mask):
    """Choose the Interaction that brings the Mission on most."""
    weights, hero = outlook.weights, np.int64(state.hero)
    at = np.int64(state.at[hero])
    best, chosen, mission = 0.0, np.int64(Act.DONE), weights[Weight.C_MISSION]
    worth = worth_of_placing(outlook, setup, state, hero, at)
    best, chosen = better(mask, best, chosen, CoopAct.PLACE, worth)
    best, chosen = better(mask, best, chosen, CoopAct.COLLECT, worth_of_collecting(weights, setup, state, hero, at))
    for servant in range(city.NUM_SERVANTS):
        best, chosen = better(mask, best, chosen, CoopAct.ORDER + servant, mission / NUM_TOKENS)
    share = POST_TRUST / np.float64(setup.wanted[Mission.SELF_DESTRUCT])
    best, chosen = better(mask, best, chosen, CoopAct.PROGRAM, mission * share)
    best, chosen = better(mask, best, chosen, CoopAct.BONDS, worth_of_bonds(weights, setup, state, hero, at))
    best, chosen = better(mask, best, chosen, CoopAct.SPEND, 0.1 if state.trust[hero] <= 1 else 0.0)
    worth = worth_of_attaching(weights, setup, state, hero, at)
    if worth > best and class_to_attach(state, mask, at) != Act.DONE:
        best, chosen = worth, class_to_attach(state, mask, at)
    return best_exchange(state, mask, hero, best, chosen)


@compiled(inline=True)
def better(mask, best, chosen, action, worth):
    """Return the greater worth and its action, if it is allowed."""
    if mask[action] and worth > best:
        return worth, np.int64(action)
    return best, np.int64(chosen)


@compiled
def class_to_attach(state, mask, at):
    """Choose the Citizen for a token: a Traitor, else the one that will be active last."""
    allowed = new_types(state, at) if plays(state, C, Mission.CLASSES) else full(city.NUM_TYPES)
    for type in range(CitizenType.TRAITOR, -1, -1):
        if has(allowed, type) and mask[Act.CLASS + CitizenClass.REVEALED_AS + type] != 0:
            return Act.CLASS + CitizenClass.REVEALED_AS + type
    return Act.DONE


@compiled
def best_exchange(state, mask, hero, best, chosen):
    """Bring Hero tokens together at the one of two Heroes that has more."""
    for other in range(city.NUM_HEROES):
        if mask[CoopAct.GIVE + other] and state.held[other] >= state.held[hero] and best <= 0.0:
            best, chosen = 0.1 + 0.1 * state.held[other], CoopAct.GIVE + other
        if mask[CoopAct.TAKE + other] and state.held[other] < state.held[hero] and best <= 0.1:
            best, chosen = 0.2, CoopAct.TAKE + other
    return chosen


@compiled
def choose_to_send(outlook, state, mask):
    """Send regular Guards away first, as long as there is anything to gain."""
    if mask[Act.DONE] and outlook.sheet[Sheet.PLUS, state.at[state.hero]] <= 0.0:
        return np.int64(Act.DONE)
    return np.int64(CoopAct.REGULAR if mask[CoopAct.REGULAR] else CoopAct.SPECIAL)


@compiled
def choose_to_guard(outlook, mask):
    """Choose the District where a Guard more does least harm."""
    sheet = outlook.sheet
    for district in range(city.NUM_DISTRICTS):
        sheet[Sheet.WORTH, district] = -sheet[Sheet.MINUS, district] - 0.05 * sheet[Sheet.YIELD, district]
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_most_trust(outlook, mask):
    """Choose the District whose Citizens give most Trust."""
    return best_of(mask, Act.DISTRICT, outlook.sheet[Sheet.YIELD])


@compiled
def choose_to_deliver(mask):
    """Choose a Traitor, else the Citizen that will be active last."""
    for type in range(CitizenType.TRAITOR, -1, -1):
        if mask[Act.CLASS + CitizenClass.REVEALED_AS + type]:
            return Act.CLASS + CitizenClass.REVEALED_AS + type
    return np.int64(Act.DONE)


MISSION_ANSWERS = {
    Ask.INTERACT: choose_interaction,
    Ask.SEND: choose_to_send,
    Ask.SEND_TO: choose_to_guard,
    Ask.HIDE: choose_most_trust,
    Ask.BASE: choose_most_trust,
    Ask.DELIVER: choose_to_deliver,
}
"""What a Hero answers about Missions, by what is asked."""
