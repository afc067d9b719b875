"""What a Hero's exits and Actions cost, and which Actions it may take now."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has
from . import state as city
from .citizens import counted, covered_districts, free_squares, has_room, number_of
from .state import (
    Act,
    CitizenClass,
    CityPrepared,
    CityState,
    Directive,
    District,
    Event,
    Hero,
    HeroAction,
    Status,
    is_minor,
)
from .tracks import can_rise, is_published, servants_in
from .variants import exit_price

ANYWHERE = 99
"""Reach of a Citizen that may go to any District."""


@compiled
def guard_cost(state: CityState, district: Int) -> Int:
    """Return what a District's Guards cost a Hero: 1 each, and with Shadow 1 for each Servant too."""
    cost = np.int64(state.guards[district])
    if is_published(state, Directive.SHADOW):
        cost += servants_in(state, district)
    return cost


@compiled
def exit_cost(state: CityState, hero: Int) -> Int:
    """Return the Trust that a Hero pays to exit the District in which it is on its way."""
    first = state.visited & (state.visited - 1) == 0
    cost = guard_cost(state, state.at[hero])
    if first and state.heroes[hero] == Hero.VAGABOND:
        cost = np.int64(0)
    return exit_price(state, first, cost)


@compiled
def fewest_coins(setup: CityPrepared) -> Int:
    fewest = np.int64(city.DIE)
    for face in range(city.DIE):
        if setup.assault[face] > 0:
            fewest = min(fewest, np.int64(setup.assault[face]))
    return fewest


@compiled
def most_coins(setup: CityPrepared) -> Int:
    most = np.int64(0)
    for face in range(city.DIE):
        most = max(most, np.int64(setup.assault[face]))
    return most


@compiled(inline=True)
def price_of(coins: Int, change: Int) -> Int:
    """Return the Trust that breaks a Guard when the die shows so many coins; 1 at least."""
    return max(coins + change, 1)


@compiled
def may_take(setup: CityPrepared, state: CityState, hero: Int, kind: Int) -> bool:
    """Whether a Hero may take an Action of a kind other than an attack."""
    if has(state.did, kind):
        return False
    at, trust = np.int64(state.at[hero]), np.int64(state.trust[hero])
    if kind == HeroAction.GAIN:
        first_of_two = state.heroes[hero] == Hero.FOWLER and state.acts == 0
        return trust < setup.limit[state.heroes[hero]] and not first_of_two
    if kind == HeroAction.MOVE:
        return can_move_citizens(setup, state, at, trust)
    if kind == HeroAction.RIOT:
        return state.acts == 0 and can_riot(state, at, trust)
    if kind == HeroAction.CALL:
        return (
            state.heroes[hero] == Hero.PHYSICIAN and has_room(setup, state, at) and callable_districts(state, at) != 0
        )
    if kind == HeroAction.TRUST:
        return at == District.NEXUS and anyone_below_limit(setup, state)
    return trust >= guard_cost(state, at) and is_possible(setup, state, kind, at)


@compiled
def is_possible(setup: CityPrepared, state: CityState, kind: Int, at: Int) -> bool:
    """Whether an Action that is priced by Guards would have an effect in a District."""
    if kind == HeroAction.IDENTIFY:
        return number_of(state, at, Status.UNIDENTIFIED) > 0
    if kind == HeroAction.INCITE:
        return is_minor(at) != (state.event == Event.DOWN_BY_LAW) and can_rise(state)
    if kind == HeroAction.BURN:
        return at == District.CITADEL and state.hand != 0
    if kind == HeroAction.RELEASE:
        here = at == District.CITADEL or (state.event == Event.AMNESTY and not is_minor(at))
        return here and state.crowd[city.ARRESTED] > 0 and free_squares(setup, state) > 0
    if kind == HeroAction.CANCEL:
        here = at == District.TOWER or (state.event == Event.EXECUTION and not is_minor(at))
        return here and state.published != 0
    if kind == HeroAction.RETRIEVE:
        return at == District.TOWER and heroes_to_retrieve(state) != 0
    if kind == HeroAction.REBUILD:
        return at == District.NEXUS and state.movable != 0
    return (
        kind == HeroAction.AGITATE
        and at == District.SQUARE
        and counted(state, at) > state.guards[at]
        and can_rise(state)
    )


@compiled
def can_riot(state: CityState, at: Int, trust: Int) -> bool:
    """Whether a Riot can be started: none was won here, somebody is here, and all the unidentified can be paid."""
    if has(state.riots, at) or state.crowd[at] == 0:
        return False
    return trust >= riot_cost(state, at)


@compiled
def riot_cost(state: CityState, at: Int) -> Int:
    return guard_cost(state, at) * number_of(state, at, Status.UNIDENTIFIED)


@compiled
def can_move_citizens(setup: CityPrepared, state: CityState, at: Int, reach: Int) -> bool:
    """Whether a Citizen can be moved to another District within so many exits."""
    return state.crowd[at] > 0 and places_within(setup, state, at, reach) != 0


@compiled
def places_within(setup: CityPrepared, state: CityState, origin: Int, reach: Int) -> Int:
    """Return the Districts with a free square, other than ``origin``, within so many exits of it."""
    found = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        if district != origin and state.far[origin, district] <= reach and has_room(setup, state, district):
            found = add(found, district)
    return found


@compiled
def allow_classes(state: CityState, at: Int, told: Int, mask: Array) -> None:
    """Allow the Citizens of a District by class; ``told`` says whether identified ones are told apart by type."""
    for type in range(city.NUM_TYPES):
        if state.citizens[at, Status.UNIDENTIFIED, type]:
            mask[Act.CLASS + CitizenClass.UNIDENTIFIED] = 1
        if state.citizens[at, Status.IDENTIFIED, type]:
            mask[Act.CLASS + (CitizenClass.IDENTIFIED_AS + type if told else CitizenClass.IDENTIFIED)] = 1
        if state.citizens[at, Status.REVEALED, type]:
            mask[Act.CLASS + CitizenClass.REVEALED_AS + type] = 1


@compiled
def callable_districts(state: CityState, at: Int) -> Int:
    """Return the neighbours of a District with unidentified Citizens."""
    return np.int64(state.links[at]) & covered_districts(state)


@compiled
def anyone_below_limit(setup: CityPrepared, state: CityState) -> bool:
    for hero in range(city.NUM_HEROES):
        if below_limit(setup, state, hero):
            return True
    return False


@compiled(inline=True)
def below_limit(setup: CityPrepared, state: CityState, hero: Int) -> bool:
    return state.trust[hero] < setup.limit[state.heroes[hero]]


@compiled
def heroes_to_retrieve(state: CityState) -> Int:
    """Return the Heroes that have lost Access cards."""
    found = np.int64(0)
    for hero in range(city.NUM_HEROES):
        if forfeited(state, hero) != 0:
            found = add(found, hero)
    return found


@compiled(inline=True)
def forfeited(state: CityState, hero: Int) -> Int:
    """Return the set of cards that a Hero has lost."""
    return city.ALL_DISTRICTS & ~np.int64(state.cards[hero])
