"""A Hero's Actions: what is paid, what happens, and what is asked on the way."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add, has, only
from .asking import allow_districts, allow_each, ask_hero
from .citizens import counted, identify_one, number_of, pick_up, put, set_down, take_any
from .hero_costs import (
    ANYWHERE,
    allow_classes,
    below_limit,
    callable_districts,
    can_move_citizens,
    forfeited,
    guard_cost,
    heroes_to_retrieve,
    places_within,
)
from .news import BUT_MACHINE, News, tell_found
from .state import (
    NOBODY,
    NUM_HEROES,
    Act,
    Ask,
    CitizenClass,
    CityPrepared,
    CityState,
    District,
    Hero,
    HeroAction,
    Status,
    Turn,
    is_special,
)
from .tracks import gain_trust, raise_discontent
from .variants import can_act_again, identified_as

NEXUS_TRUST = 3


# Any Action


@compiled
def begin_action(state: CityState, hero: Int, kind: Int) -> None:
    """Count an Action, and pay for the Guards around where nothing else is its price."""
    state.acts += 1
    state.did = add(state.did, kind)
    if is_special(kind):
        state.special = 1
    if kind == HeroAction.INCITE or (is_special(kind) and kind != HeroAction.TRUST):
        state.trust[hero] -= guard_cost(state, state.at[hero])


@compiled
def take_shared(state: CityState, hero: Int, kind: Int) -> None:
    """Carry out an Action that is the same in both games, or ask for what it needs."""
    at = np.int64(state.at[hero])
    if kind == HeroAction.MOVE:
        state.choosing_in = at
        ask_hero(state, hero, Ask.CITIZEN)
    elif kind == HeroAction.INCITE:
        raise_discontent(state, 1, hero)
    elif kind == HeroAction.CANCEL:
        ask_hero(state, hero, Ask.CANCEL)
    elif kind == HeroAction.RETRIEVE:
        ask_owner(state, hero)
    elif kind == HeroAction.REBUILD:
        ask_hero(state, hero, Ask.TILE)
    elif kind == HeroAction.TRUST:
        ask_hero(state, hero, Ask.GIVE)
    elif kind == HeroAction.AGITATE:
        raise_discontent(state, agitation(state), hero)
    elif kind == HeroAction.CALL:
        ask_hero(state, hero, Ask.CALL)


@compiled
def ask_for_action(setup: CityPrepared, state: CityState, hero: Int) -> None:
    """Ask for an Action; the Fowler has a second one, unless the first was a Riot or there is no other."""
    again = state.acts == 1 and state.heroes[hero] == Hero.FOWLER and not has(state.did, HeroAction.RIOT)
    if state.acts == 0 or (again and can_act_again(setup, state, hero)):
        ask_hero(state, hero, Ask.ACTION)
    else:
        state.step = Turn.DONE


@compiled
def agitation(state: CityState) -> Int:
    """Return what agitating raises; it is the Square's, even if a Hero does it from elsewhere."""
    square = np.int64(District.SQUARE)
    return counted(state, square) - np.int64(state.guards[square])


# Identifying and moving Citizens


@compiled
def identify(state: CityState, hero: Int) -> None:
    """Identify one Citizen and ask for another while it can be paid."""
    at = np.int64(state.at[hero])
    state.trust[hero] -= guard_cost(state, at)
    identify_one(state, at)
    if number_of(state, at, Status.UNIDENTIFIED) > 0 and state.trust[hero] >= guard_cost(state, at):
        ask_hero(state, hero, Ask.IDENTIFY)


@compiled
def identify_more(state: CityState, action: Int) -> None:
    if action == Act.YES:
        identify(state, np.int64(state.hero))


@compiled
def choose_citizen(state: CityState, action: Int) -> None:
    """Pick up the Citizen to move and ask the same seat where it goes, or stop."""
    district, state.choosing_in = np.int64(state.choosing_in), NOBODY
    if action != Act.DONE:
        pick_up(state, district, action - Act.CLASS)
        if action - Act.CLASS == CitizenClass.IDENTIFIED:  # any one of them: the Heroes see which
            tell(state, News.FOUND, UNKNOWN, state.carried, 0, district, EVERYBODY, BUT_MACHINE)
        state.ask = Ask.CITIZEN_TO


@compiled
def move_citizen(setup: CityPrepared, state: CityState, action: Int) -> None:
    """Put the Citizen down where it goes, paying for each District it exits, and ask for another."""
    hero, district = np.int64(state.hero), action - Act.DISTRICT
    origin = np.int64(state.carried_from)
    state.trust[hero] -= np.int64(state.far[origin, district])
    set_down(state, district)
    if can_move_citizens(setup, state, origin, np.int64(state.trust[hero])):
        state.choosing_in = origin
        ask_hero(state, hero, Ask.MOVE_MORE)


@compiled
def call_citizen(state: CityState, action: Int) -> None:
    """The Physician calls an unidentified Citizen from a neighbouring District and identifies it."""
    type = take_any(state, action - Act.DISTRICT, Status.UNIDENTIFIED)
    put(state, np.int64(state.at[state.hero]), identified_as(state), type)
    tell_found(state, type, state.at[state.hero])


# Special Actions


@compiled
def ask_owner(state: CityState, hero: Int) -> None:
    """Ask whose Access card comes back, unless only one Hero has lost any."""
    state.owner = only(heroes_to_retrieve(state))
    ask_hero(state, hero, Ask.OWNER if state.owner == NOBODY else Ask.CARD)


@compiled
def choose_owner(state: CityState, action: Int) -> None:
    state.owner = action - Act.HERO
    ask_hero(state, np.int64(state.hero), Ask.CARD)


@compiled
def give_trust(setup: CityPrepared, state: CityState, action: Int) -> None:
    gain_trust(setup, state, action - Act.HERO, NEXUS_TRUST)


@compiled
def allow_trusted(setup: CityPrepared, state: CityState, mask: Array) -> None:
    for hero in range(NUM_HEROES):
        mask[Act.HERO + hero] = below_limit(setup, state, hero)


@compiled
def allow_owners(state: CityState, mask: Array) -> None:
    allow_each(heroes_to_retrieve(state), Act.HERO, mask)


@compiled
def allow_citizens(state: CityState, mask: Array) -> None:
    """Allow the Citizens of the District out of which some are moved."""
    allow_classes(state, np.int64(state.choosing_in), True, mask)


@compiled
def allow_more_citizens(state: CityState, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_citizens(state, mask)


@compiled
def allow_citizen_to(setup: CityPrepared, state: CityState, mask: Array) -> None:
    """Allow the Districts to which the Hero can pay the Citizen's way."""
    origin, reach = np.int64(state.carried_from), np.int64(state.trust[state.hero])
    allow_districts(places_within(setup, state, origin, reach), mask)


@compiled
def allow_return(setup: CityPrepared, state: CityState, mask: Array) -> None:
    """A Citizen that was arrested may go to any District with a free square."""
    allow_districts(places_within(setup, state, NOBODY, ANYWHERE), mask)


@compiled
def allow_calls(state: CityState, mask: Array) -> None:
    allow_districts(callable_districts(state, np.int64(state.at[state.hero])), mask)


@compiled
def allow_cancels(state: CityState, mask: Array) -> None:
    allow_each(state.published, Act.DIRECTIVE, mask)


@compiled
def allow_cards(state: CityState, mask: Array) -> None:
    allow_districts(forfeited(state, np.int64(state.owner)), mask)
