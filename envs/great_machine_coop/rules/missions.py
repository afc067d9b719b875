"""Missions: which are in play, their setup, when their Objectives are met, and the Actions that two of them bring."""

from __future__ import annotations

import numpy as np

from ...city.rules import state as city
from ...city.rules.asking import allow_districts, allow_each, ask_hero
from ...city.rules.citizens import has_room, put, take
from ...city.rules.state import Act, Ask, CitizenClass, Status
from ...city.rules.tracks import number_at
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, has, only, remove, size
from .chance import districts_with_room, random_district
from .guards import regulars
from .news import CoopNews
from .state import DELIVERED, LETTERS, NUM_SETS, NUM_TOKENS, WITH_HERO, CoopAct, Mission, Prepared, State

A, B, C = range(3)


@compiled
def deal_missions(setup: Prepared, state: State) -> None:
    """Choose the Missions and bring A and B into play; without Missions all Riot tokens are there at once."""
    for letter in range(len(LETTERS)):
        state.missions[letter] = city.NOBODY
    if not setup.with_missions:
        state.riot_tokens = NUM_TOKENS
        return
    for letter in range(len(LETTERS)):
        given = np.int64(setup.missions[letter])
        state.missions[letter] = given if given != city.NOBODY else below(state.rng, NUM_SETS) * len(LETTERS) + letter
    bring_into_play(state, A)
    bring_into_play(state, B)


@compiled
def bring_into_play(state: State, letter: Int) -> None:
    """Put a Mission into play and carry out its Setup."""
    state.active = add(state.active, letter)
    mission = state.missions[letter]
    if mission == Mission.SELF_DESTRUCT:
        state.post = random_district(state, city.ALL_DISTRICTS)
    elif mission == Mission.LEADER:
        for hero in range(city.NUM_HEROES):
            state.held[hero] = 1
    elif mission == Mission.GUARD_CONTROL:
        for _ in range(NUM_TOKENS):
            place_core(state)
    elif mission == Mission.TWEAK:
        for _ in range(NUM_TOKENS):
            drone = random_district(state, city.ALL_DISTRICTS & ~np.int64(state.drones))
            state.drones = add(state.drones, drone)
    elif mission == Mission.RESISTANCE:
        state.hides = city.NUM_HEROES
    tell(state, CoopNews.MISSION_BEGINS, UNKNOWN, mission, token_places(state, np.int64(mission)))


@compiled
def token_places(state: State, mission: Int) -> Int:
    """Return the Districts in which the Setup of a Mission has laid tokens, as a set."""
    if mission == Mission.SELF_DESTRUCT:
        return np.int64(1) << np.int64(state.post)
    if mission == Mission.GUARD_CONTROL:
        return np.int64(state.cores)
    return np.int64(state.drones) if mission == Mission.TWEAK else np.int64(0)


@compiled
def place_core(state: State) -> None:
    """Attach a Core token to a regular Guard of a random District that has none yet."""
    suitable = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        if regulars(state, district) > 0 and not has(state.cores, district):
            suitable = add(suitable, district)
    district = random_district(state, suitable)
    if district != city.NOBODY:
        state.cores = add(state.cores, district)


@compiled
def place_orders(state: State) -> None:
    """Learn Their Weaknesses: at the end of the first round each Servant Order token lies where its Servant is."""
    if state.missions[B] == Mission.WEAKNESSES and state.week == 1:
        for servant in range(city.NUM_SERVANTS):
            state.orders[servant] = state.servants[servant]
        tell(state, CoopNews.ORDERS_LAID, UNKNOWN)


@compiled(inline=True)
def plays(state: State, letter: Int, mission: Int) -> bool:
    """Whether a Mission is in play and not completed."""
    return state.missions[letter] == mission and has(state.active, letter) and not has(state.done, letter)


# Objectives


@compiled
def is_completed(setup: Prepared, state: State, letter: Int) -> bool:
    """Whether the Objective of the Mission of a letter, which is in play, is met."""
    mission = np.int64(state.missions[letter])
    wanted = np.int64(setup.wanted[mission])
    if mission == Mission.TRAP or mission == Mission.REMOTE_ACCESS:
        return meeting_place(state, wanted) != city.NOBODY
    if mission == Mission.FORGERY or mission == Mission.TWEAK:
        return single_tokens(setup, state, mission) >= wanted
    if mission == Mission.WEAKNESSES:
        return orders_found(state) >= wanted
    if mission == Mission.CLASSES:
        return classes_reached(state) >= wanted
    if mission == Mission.SELF_DESTRUCT:
        return state.post_trust >= wanted
    if mission == Mission.LEADER:
        return strongest(state, wanted) != city.NOBODY
    if mission == Mission.FALSIFICATION:
        return delivered(state) >= wanted
    if mission == Mission.GUARD_CONTROL:
        return NUM_TOKENS - size(state.cores) >= wanted
    if mission == Mission.DISCLOSURE:
        return state.bonds_shown >= wanted
    return state.hides == 0 and tokens_home(state) >= wanted


@compiled
def meeting_place(state: State, wanted: Int) -> Int:
    """Return the District with so many Hero tokens, or city.NOBODY."""
    for district in range(city.NUM_DISTRICTS):
        if number_at(state.token_at, district) >= wanted:
            return np.int64(district)
    return np.int64(city.NOBODY)


@compiled
def single_tokens(setup: Prepared, state: State, mission: Int) -> Int:
    """Return in how many Objective Districts there is exactly one Hero token."""
    places = np.int64(state.drones) if mission == Mission.TWEAK else np.int64(setup.goal[mission])
    number = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        number += has(places, district) and number_at(state.token_at, district) == 1
    return number


@compiled
def orders_found(state: State) -> Int:
    number = np.int64(0)
    for servant in range(city.NUM_SERVANTS):
        number += state.orders[servant] >= WITH_HERO
    return number


@compiled
def classes_reached(state: State) -> Int:
    """Return of how many types there are Citizens with a Hero token."""
    types = np.int64(0)
    for hero in range(city.NUM_HEROES):
        if state.token_as[hero] != city.NOBODY:
            types = add(types, state.token_as[hero])
    return size(types)


@compiled
def strongest(state: State, wanted: Int) -> Int:
    """Return the Hero that has so many Hero tokens, or city.NOBODY."""
    for hero in range(city.NUM_HEROES):
        if state.held[hero] >= wanted:
            return np.int64(hero)
    return np.int64(city.NOBODY)


@compiled
def delivered(state: State) -> Int:
    return number_at(state.intel_at, DELIVERED)


@compiled
def tokens_home(state: State) -> Int:
    """Return how many Hero tokens are with their Heroes."""
    return number_at(state.token_at, city.NOBODY)


# Falsification's Action


@compiled
def delivery_place(setup: Prepared, state: State, at: Int, trust: Int) -> Int:
    """Return the nearest goal that has a free square and can be paid for, or city.NOBODY."""
    best, nearest = np.int64(city.NOBODY), trust + 1
    for district in range(city.NUM_DISTRICTS):
        goal = has(setup.goal[Mission.FALSIFICATION], district) and district != at and has_room(setup, state, district)
        if goal and state.far[at, district] < nearest:
            best, nearest = np.int64(district), np.int64(state.far[at, district])
    return best


@compiled
def deliverable(setup: Prepared, state: State, at: Int, trust: Int) -> Int:
    """Return the types of Citizens in a District that can be delivered, as a set."""
    found = np.int64(0)
    if not plays(state, B, Mission.FALSIFICATION):
        return found
    for token in range(NUM_TOKENS):
        if state.intel_at[token] == at and not has(state.intel_new, token):
            found = add(found, state.intel_as[token])
    return found if found != 0 and delivery_place(setup, state, at, trust) != city.NOBODY else np.int64(0)


@compiled
def begin_delivery(setup: Prepared, state: State, hero: Int) -> None:
    """Deliver the only Citizen that can be, or ask which one."""
    types = deliverable(setup, state, np.int64(state.at[hero]), np.int64(state.trust[hero]))
    if types & (types - 1) == 0:
        deliver(setup, state, hero, only(types))
    else:
        ask_hero(state, hero, Ask.DELIVER)


@compiled
def allow_deliveries(setup: Prepared, state: State, mask: Array) -> None:
    hero = np.int64(state.hero)
    types = deliverable(setup, state, np.int64(state.at[hero]), np.int64(state.trust[hero]))
    allow_each(types, Act.CLASS + CitizenClass.REVEALED_AS, mask)


@compiled
def deliver(setup: Prepared, state: State, hero: Int, type: Int) -> None:
    """Move a Citizen with an Intel token to the goal, 1 Trust for each District it exits; the token has arrived."""
    at = np.int64(state.at[hero])
    place = delivery_place(setup, state, at, np.int64(state.trust[hero]))
    state.trust[hero] -= np.int64(state.far[at, place])
    take(state, at, Status.REVEALED, type)
    put(state, place, Status.REVEALED, type)
    for token in range(NUM_TOKENS):
        if state.intel_at[token] == at and state.intel_as[token] == type and not has(state.intel_new, token):
            state.intel_at[token], state.intel_as[token] = DELIVERED, city.NOBODY
            return


@compiled
def receive_intel(setup: Prepared, state: State) -> None:
    """A turn is over: Intel tokens whose Citizens are in a goal by now, whatever brought them there, have arrived."""
    if not plays(state, B, Mission.FALSIFICATION):
        return
    for token in range(NUM_TOKENS):
        place = np.int64(state.intel_at[token])
        if 0 <= place < city.NUM_DISTRICTS and has(setup.goal[Mission.FALSIFICATION], place):
            tell(state, CoopNews.INTEL_ARRIVES, UNKNOWN, state.intel_as[token], 0, place)
            state.intel_at[token], state.intel_as[token] = DELIVERED, city.NOBODY


# Guard Control's Action


@compiled
def begin_sending(setup: Prepared, state: State, hero: Int) -> None:
    """Discard a Control token and send Guards away."""
    state.controls -= 1
    state.sends = setup.yields[Mission.GUARD_CONTROL]
    ask_hero(state, hero, Ask.SEND)


@compiled
def allow_sending(setup: Prepared, state: State, mask: Array) -> None:
    """Allow the kinds of Guards that are here; to stop, once one has been sent."""
    at = np.int64(state.at[state.hero])
    mask[Act.DONE] = state.sends < setup.yields[Mission.GUARD_CONTROL]
    mask[CoopAct.REGULAR] = regulars(state, at) > 0
    mask[CoopAct.SPECIAL] = state.specials[at] > 0


@compiled
def choose_sent(state: State, action: Int) -> None:
    if action == Act.DONE:
        state.sends = 0
        return
    state.sends_special = action == CoopAct.SPECIAL
    ask_hero(state, np.int64(state.hero), Ask.SEND_TO)


@compiled
def allow_sent_to(setup: Prepared, state: State, mask: Array) -> None:
    allow_districts(remove(districts_with_room(setup, state), state.at[state.hero]), mask)


@compiled
def send(setup: Prepared, state: State, action: Int) -> None:
    """Move a Guard, and ask for the next one."""
    hero, district = np.int64(state.hero), action - Act.DISTRICT
    at = np.int64(state.at[hero])
    state.guards[at] -= 1
    state.guards[district] += 1
    if state.sends_special:
        state.specials[at] -= 1
        state.specials[district] += 1
    state.sends_special = 0
    state.sends -= 1
    if state.guards[at] == 0 or remove(districts_with_room(setup, state), at) == 0:
        state.sends = 0
    elif state.sends > 0:
        ask_hero(state, hero, Ask.SEND)


@compiled
def choose_delivery(setup: Prepared, state: State, action: Int) -> None:
    deliver(setup, state, np.int64(state.hero), action - Act.CLASS - CitizenClass.REVEALED_AS)
