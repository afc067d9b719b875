"""What must hold in every position: every Citizen, Guard, card and token is somewhere, and the knowledge is true."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...city.rules.check import check_citizens, check_city, demand
from ...city.rules.state import (
    ALL_DISTRICTS,
    MAX_PUBLISHED,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_RAIDS,
    PLAN_END,
    TRACK_END,
    Ask,
    Phase,
)
from ...table.game import RUNNING, Setup


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    check_citizens(setup, state)
    _check_guards(setup, state)
    _check_directives(state)
    demand(0 <= state.plan <= PLAN_END, f"the Master Plan is at {state.plan}")
    started = int(setup.record["start_plan"][0])
    moved = int(np.asarray(state.advances).sum())
    demand(state.plan == started + moved, f"the Master Plan went from {started} to {state.plan} in {moved} steps")
    demand(0 <= state.slot <= TRACK_END, f"Discontent is at {state.slot}")
    demand(state.bonds >= 0, f"the Machine has {state.bonds} Bonds")
    raids = int(state.raids)
    demand(raids.bit_count() <= NUM_RAIDS, f"{raids.bit_count()} Raid tokens are out")
    demand(raids & int(state.caught) == int(state.caught), "a Raid was successful where there is none")
    if state.phase != Phase.BUILDING:
        check_city(state)
    if state.phase not in (Phase.BUILDING, Phase.CHOOSING):
        _check_heroes(setup, state)
    _check_access(state)


def _check_guards(setup: Setup, state: Any) -> None:
    guards, broken = np.asarray(state.guards).astype(int), np.asarray(state.broken).astype(int)
    demand((guards >= 0).all() and (broken >= 0).all(), "a number of Guards is negative")
    demand(guards.sum() + broken.sum() == NUM_GUARDS, f"{guards.sum() + broken.sum()} Guards")
    room = np.asarray(setup.record["guard_room"][0]).astype(int)
    demand((guards + broken <= room).all(), f"Guards {(guards + broken).tolist()} on squares {room.tolist()}")


def _check_directives(state: Any) -> None:
    deck, hand, published = int(state.deck), int(state.hand), int(state.published)
    demand(deck & hand == 0 and (deck | hand) & published == 0, "a Directive is in two places")
    demand((deck | hand | published) >> NUM_DIRECTIVES == 0, "a Directive that there is not")
    demand(int(state.seen) & ~hand == 0, "the Heroes know a Directive in a hand that does not hold it")
    most = MAX_PUBLISHED + (state.ask == Ask.TAKE_BACK)
    demand(published.bit_count() <= most, f"{published.bit_count()} Directives are published")


def _check_heroes(setup: Setup, state: Any) -> None:
    heroes = [int(hero) for hero in state.heroes]
    demand(heroes == sorted(set(heroes)), f"Heroes {heroes} are not three in the order of Initiative")
    runs = {int(seat) for seat in state.runs}
    demand(runs == set(range(1, setup.num_seats)), f"the Heroes are run by the seats {sorted(runs)}")
    for hero in range(NUM_HEROES):
        trust, limit = int(state.trust[hero]), int(setup.record["limit"][0, heroes[hero]])
        demand(0 <= trust <= limit, f"Hero {hero} has {trust} Trust of at most {limit}")
        demand(0 <= state.at[hero] < NUM_DISTRICTS, f"Hero {hero} is at {state.at[hero]}")


def _check_access(state: Any) -> None:
    for hero in range(NUM_HEROES):
        lost = ALL_DISTRICTS & ~int(state.cards[hero])
        possible = [int(one) for one in state.guess[hero, : int(state.guesses[hero])]]
        demand(lost in possible, f"the Machine takes what Hero {hero} has lost for impossible")
        demand(len(possible) == len(set(possible)), f"Hero {hero}'s possible cards are listed twice")
        demand(
            {one.bit_count() for one in possible} == {lost.bit_count()},
            f"Hero {hero} has lost {lost.bit_count()} cards, the Machine thinks otherwise",
        )
        hidden = state.chosen[hero] != NOBODY and not state.shown[hero]
        held = int(state.cards[hero]) & ~int(state.barred[hero])
        demand(not hidden or held >> int(state.chosen[hero]) & 1, f"Hero {hero} chose a card that it did not have")
        demand(state.over != RUNNING or state.cards[hero] != 0, f"Hero {hero} has no Access card and the game goes on")
