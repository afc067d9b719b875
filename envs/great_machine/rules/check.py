"""What must hold in every position: every Citizen, Guard, card and token is somewhere, and the knowledge is true."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...city.rules import state as city
from ...city.rules.check import check_shared
from ...city.rules.state import Ask
from ...table.errors import demand
from ...table.game import Setup


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    check_shared(setup, state, first_seat=1)
    demand(state.event < len(city.Event), f"a City Event of the other game, {state.event}")
    guards, broken = np.asarray(state.guards).astype(int), np.asarray(state.broken).astype(int)
    demand((guards >= 0).all() and (broken >= 0).all(), "a number of Guards is negative")
    demand(guards.sum() + broken.sum() == city.NUM_GUARDS, f"{guards.sum() + broken.sum()} Guards")
    _check_directives(state)
    started = int(setup.record["start_plan"][0])
    moved = int(np.asarray(state.advances).sum())
    demand(state.plan == started + moved, f"the Master Plan went from {started} to {state.plan} in {moved} steps")
    demand(state.bonds >= 0, f"the Machine has {state.bonds} Bonds")
    raids = int(state.raids)
    demand(raids.bit_count() <= city.NUM_RAIDS, f"{raids.bit_count()} Raid tokens are out")
    demand(raids & int(state.caught) == int(state.caught), "a Raid was successful where there is none")
    _check_access(state)


def _check_directives(state: Any) -> None:
    deck, hand, published = int(state.deck), int(state.hand), int(state.published)
    demand(deck & hand == 0 and (deck | hand) & published == 0, "a Directive is in two places")
    demand((deck | hand | published) >> city.NUM_DIRECTIVES == 0, "a Directive that there is not")
    demand(int(state.seen) & ~hand == 0, "the Heroes know a Directive in a hand that does not hold it")
    most = city.MAX_PUBLISHED + (state.ask == Ask.TAKE_BACK)
    demand(published.bit_count() <= most, f"{published.bit_count()} Directives are published")


def _check_access(state: Any) -> None:
    for hero in range(city.NUM_HEROES):
        lost = city.ALL_DISTRICTS & ~int(state.cards[hero])
        possible = [int(one) for one in state.guess[hero, : int(state.guesses[hero])]]
        demand(lost in possible, f"the Machine takes what Hero {hero} has lost for impossible")
        demand(len(possible) == len(set(possible)), f"Hero {hero}'s possible cards are listed twice")
        demand(
            {one.bit_count() for one in possible} == {lost.bit_count()},
            f"Hero {hero} has lost {lost.bit_count()} cards, the Machine thinks otherwise",
        )
        hidden = state.chosen[hero] != city.NOBODY and not state.shown[hero]
        held = int(state.cards[hero]) & ~int(state.barred[hero])
        demand(not hidden or held >> int(state.chosen[hero]) & 1, f"Hero {hero} chose a card that it did not have")
