"""The Master Plan, Discontent, Bonds and Trust, and how the game ends."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.game import TERMINATED
from ...table.records import Array, Int
from ...table.sets import add, has, size
from .citizens import any_unidentified, number_of
from .news import End, News, tell_hero
from .state import (
    MACHINE,
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    PLAN_END,
    SLOTS_A_STAGE,
    TRACK_END,
    Cause,
    CityPrepared,
    CityState,
    Status,
)

ACTRESS_RISE, ACTRESS_TRUST = 2, 2
"""What a detained Actress brings: Discontent where her turn is ended, Trust where she may go on."""


@compiled
def end(state: CityState, winner: Int, why: Int) -> None:
    if state.over == 0:
        state.over, state.winner = TERMINATED, winner
        tell(state, News.WINS, UNKNOWN, winner, why)


@compiled
def advance_plan(state: CityState, cause: Int) -> None:
    """The Master Plan advances by 1; at XII the Machine wins."""
    if state.over:
        return
    state.plan += 1
    tell(state, News.PLAN, UNKNOWN, cause, state.plan, state.event)
    state.advances[cause] += 1
    if cause == Cause.EVENT:
        state.moved_by = add(state.moved_by, state.event)
    if state.plan == PLAN_END:
        end(state, MACHINE, End.PLAN)


@compiled(inline=True)
def stage(state: CityState) -> Int:
    return np.int64(state.slot) // SLOTS_A_STAGE


@compiled
def riots_won(state: CityState) -> Int:
    """Return the successful Riots; the Riot Stage counts as one."""
    return size(state.riots) + (state.slot == TRACK_END)


@compiled
def gain_trust(setup: CityPrepared, state: CityState, hero: Int, amount: Int) -> None:
    """Give Trust; what exceeds the Hero's limit is lost."""
    most = np.int64(setup.limit[state.heroes[hero]])
    state.trust[hero] = min(np.int64(state.trust[hero]) + amount, most)


@compiled
def bring_trust(setup: CityPrepared, state: CityState, hero: Int, amount: Int) -> None:
    """Give Trust that comes by itself, and tell of it."""
    before = np.int64(state.trust[hero])
    gain_trust(setup, state, hero, amount)
    if state.trust[hero] != before:
        tell_hero(state, News.TRUST, hero, UNKNOWN, state.trust[hero] - before)


@compiled
def raise_discontent(state: CityState, slots: Int, finder: Int) -> None:
    """Let Discontent rise; ``finder`` chooses whom to identify instead once the Riot Stage is reached."""
    state.rise += slots
    state.finder = finder


@compiled
def rise_by_itself(state: CityState, slots: Int, finder: Int) -> None:
    """Let Discontent rise for a reason that no action names, and tell of it."""
    comes = rise_to_come(state, slots)
    if comes > 0:
        tell(state, News.RISES, UNKNOWN, beyond_track(state, comes), comes)
    raise_discontent(state, slots, finder)


@compiled
def rise_to_come(state: CityState, slots: Int) -> Int:
    """Return how much of a rise has an effect: no more than the track still has, and Citizens that can be found."""
    most = TRACK_END - np.int64(state.slot)
    for district in range(NUM_DISTRICTS):
        most += number_of(state, district, Status.UNIDENTIFIED)
    return min(np.int64(slots), most)


@compiled
def beyond_track(state: CityState, slots: Int) -> Int:
    """Return how many slots of a rise the track does not have: for each a Citizen is found instead."""
    return max(np.int64(state.slot) + slots - TRACK_END, 0)


@compiled
def actress_rise(state: CityState) -> Int:
    """Return by how much Discontent rises for the Actress: at the Riot Stage one Citizen is found, not two."""
    return ACTRESS_RISE if state.slot < TRACK_END else 1


@compiled
def rise_by_one(state: CityState) -> Int:
    """Let Discontent rise by a slot; return its Stage if it is a new one. At the end a Citizen is found instead."""
    state.rise -= 1
    if state.slot == TRACK_END:
        state.finds += 1
        return np.int64(NOBODY)
    state.slot += 1
    if state.slot % SLOTS_A_STAGE != 0:
        return np.int64(NOBODY)
    tell(state, News.REACHES, UNKNOWN, UNKNOWN, stage(state))
    return stage(state)


@compiled
def can_rise(state: CityState) -> bool:
    """Whether a rise of Discontent has any effect."""
    return state.slot < TRACK_END or any_unidentified(state)


@compiled
def number_at(places: Array, place: Int) -> Int:
    """Return how many things are at a place."""
    number = np.int64(0)
    for i in range(len(places)):
        number += places[i] == place
    return number


@compiled
def heroes_in(state: CityState, district: Int) -> Int:
    """Return how many Heroes are in a District."""
    return number_at(state.at, district)


@compiled
def servants_in(state: CityState, district: Int) -> Int:
    """Return how many Servants are in a District."""
    return number_at(state.servants, district)


@compiled
def total_trust(state: CityState) -> Int:
    total = np.int64(0)
    for hero in range(NUM_HEROES):
        total += np.int64(state.trust[hero])
    return total


@compiled(inline=True)
def is_published(state: CityState, directive: Int) -> bool:
    return has(state.published, directive)


@compiled
def is_usable(state: CityState, directive: Int) -> bool:
    """Whether a Directive that works once a round is published and has not been used."""
    return has(state.published, directive) and not has(state.used, directive)


@compiled
def any_shadowed(state: CityState) -> bool:
    """Whether a Hero is in a District with a Servant."""
    for hero in range(NUM_HEROES):
        if servants_in(state, state.at[hero]) > 0:
            return True
    return False
