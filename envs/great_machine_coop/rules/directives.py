"""Directives: drawn unseen, published in order, and what those do that work once a round or at a round's end."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import classes_active, covered_districts, put, take, take_any
from ...city.rules.news import tell_hero
from ...city.rules.state import MAX_PUBLISHED, NOBODY, NUM_HEROES, NUM_SERVANTS, TRACK_END, Directive, Status, is_minor
from ...city.rules.tracks import is_published, is_usable
from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, UNKNOWN, tell
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, one, only, pick, remove, size
from .chance import random_district
from .news import CoopNews
from .pins import return_loose_pins
from .state import Prepared, State

MINOR_SERVANTS = 2
"""Servants in Minor Districts with which Pacify works."""


@compiled
def can_draw(state: State) -> bool:
    return state.deck != 0 or state.bottom_size > 0


@compiled
def draw_directive(state: State) -> None:
    """Draw the top Directive: an unknown one while there is any, then those that were returned, as they were."""
    if state.deck != 0:
        drawn = pick(state.rng, state.deck)
        state.deck = remove(state.deck, drawn)
        state.hand_known = 0
    else:
        drawn = np.int64(state.bottom[0])
        state.bottom_size -= 1
        for i in range(state.bottom_size):
            state.bottom[i] = state.bottom[i + 1]
        state.bottom[state.bottom_size] = NOBODY
        state.hand_known = 1
    state.hand = one(drawn)
    tell(state, CoopNews.DIRECTIVE_TAKEN, UNKNOWN, drawn, 0, UNKNOWN, EVERYBODY if state.hand_known else 0)


@compiled
def make_room(state: State) -> None:
    """Before a fourth Directive is published, the one published first goes to the bottom of the deck."""
    if size(state.published) < MAX_PUBLISHED:
        return
    oldest = np.int64(state.order[0])
    withdraw(state, oldest)
    state.bottom[state.bottom_size] = oldest
    state.bottom_size += 1
    tell(state, CoopNews.DIRECTIVE_RETURNED, UNKNOWN, oldest)


@compiled
def publish_hand(state: State) -> None:
    """The Directive in hand takes effect."""
    directive = only(state.hand)
    tell(state, CoopNews.PUBLISHED, UNKNOWN, directive)
    state.order[size(state.published)] = directive
    state.published = np.int64(state.published) | np.int64(state.hand)
    state.hand, state.hand_known = 0, 0


@compiled
def withdraw(state: State, directive: Int) -> None:
    """Take a Directive out of those published; the others keep their order."""
    state.published = remove(state.published, directive)
    kept = 0
    for i in range(MAX_PUBLISHED):
        if state.order[i] != directive:
            state.order[kept] = state.order[i]
            kept += 1
    for i in range(kept, MAX_PUBLISHED):
        state.order[i] = NOBODY


@compiled
def confiscate(setup: Prepared, state: State, district: Int) -> None:
    """Confiscate: of the Heroes with Trust where a Servant has come, the first by Initiative discards some."""
    if not is_usable(state, Directive.CONFISCATE):
        return
    for hero in range(NUM_HEROES):
        if state.at[hero] == district and state.trust[hero] > 0:
            lost = min(np.int64(state.trust[hero]), np.int64(setup.confiscated))
            state.trust[hero] -= lost
            tell_hero(state, CoopNews.CONFISCATED, hero, UNKNOWN, lost)
            state.used = add(state.used, Directive.CONFISCATE)
            return


@compiled
def resettle(state: State, district: Int) -> None:
    """Resettle: the lowest active Citizen where a Servant acted is mixed with one face down in a random District."""
    if not is_usable(state, Directive.RESETTLE):
        return
    for type in range(classes_active(state)):
        if state.citizens[district, Status.REVEALED, type]:
            place = random_district(state, covered_districts(state))
            if place != NOBODY:
                state.used = add(state.used, Directive.RESETTLE)
                mix(state, district, type, place)
            return


@compiled
def mix(state: State, district: Int, type: Int, place: Array) -> None:
    """Shuffle a revealed Citizen and one face down elsewhere; both come back face down."""
    tell(state, CoopNews.RESETTLED, UNKNOWN, type, district, place)
    take(state, district, Status.REVEALED, type)
    return_loose_pins(state, district, type)
    other = take_any(state, place, Status.UNIDENTIFIED)
    here, there = (other, type) if below(state.rng, 2) else (type, other)
    put(state, district, Status.UNIDENTIFIED, here)
    put(state, place, Status.UNIDENTIFIED, there)


@compiled
def end_round(setup: Prepared, state: State) -> None:
    """Directives that work at the end of each round."""
    if is_published(state, Directive.LEVY):
        for hero in range(NUM_HEROES):
            lost = min(np.int64(state.trust[hero]), np.int64(setup.levied))
            state.trust[hero] -= lost
            if lost:
                tell_hero(state, CoopNews.LEVIED, hero, UNKNOWN, lost)
    if is_published(state, Directive.PACIFY) and 0 < state.slot < TRACK_END:
        minor = 0
        for servant in range(NUM_SERVANTS):
            minor += state.servants[servant] != NOBODY and is_minor(state.servants[servant])
        if minor >= MINOR_SERVANTS:
            state.slot -= 1
            tell(state, CoopNews.PACIFIED, UNKNOWN)
