"""What is settled before the game goes on: rises of Discontent, Provoke, favours, and Citizens to identify."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_districts, ask_hero
from ...city.rules.citizens import any_unidentified, covered_districts, identify_one
from ...city.rules.news import End
from ...city.rules.state import NUM_HEROES, RIOT_STAGE, RIOTS_TO_WIN, Act, Ask, Cause, Directive, Phase
from ...city.rules.tracks import advance_plan, end, gain_trust, riots_won, rise_by_one
from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has
from .asking import ask_machine
from .state import Prepared, State

PROVOKE_PRICE = 3
HEROES_WON = 1
FAVOUR_TRUST = 2


@compiled
def succeed(setup: Prepared, state: State) -> None:
    """A Riot has been successful: the third wins."""
    if riots_won(state) >= RIOTS_TO_WIN:
        end(state, HEROES_WON, End.RIOTS)
    elif setup.help_heroes:
        state.favours, state.favoured = 1, 0


@compiled
def settle(setup: Prepared, state: State) -> bool:
    """Do or ask the first of what is to be settled before the game goes on; return whether there was anything."""
    if state.provoking:
        ask_machine(state, Ask.PROVOKE)
    elif state.favours:
        ask_favour(state)
    elif state.rise:
        rise_one(setup, state)
    elif state.finds:
        if any_unidentified(state):
            ask_hero(state, np.int64(state.finder), Ask.FIND)
        else:
            state.finds = 0
    else:
        return False
    return True


@compiled
def rise_one(setup: Prepared, state: State) -> None:
    """Discontent rises by one slot, or a Citizen is to be identified."""
    now = rise_by_one(state)
    if now == RIOT_STAGE:
        succeed(setup, state)
    elif now >= 2 and can_provoke(state):
        state.provoking = 1


@compiled
def can_provoke(state: State) -> bool:
    return state.phase == Phase.HEROES and has(state.published, Directive.PROVOKE) and state.bonds >= PROVOKE_PRICE


@compiled
def ask_favour(state: State) -> None:
    """Ask the Heroes in turn for what a successful Riot gives them, with the option of that name."""
    if state.favours > NUM_HEROES:
        state.favours = 0
    else:
        ask_hero(state, np.int64(state.favours) - 1, Ask.FAVOUR)


@compiled
def provoke(state: State, action: Int) -> None:
    """Provoke: the Machine pays for an advance when Discontent has risen to a new Stage."""
    state.provoking = 0
    if action == Act.YES:
        state.bonds -= PROVOKE_PRICE
        advance_plan(state, Cause.PROVOKING)


@compiled
def find(state: State, action: Int) -> None:
    """Instead of a rise at the Riot Stage a Citizen anywhere is identified."""
    state.finds -= 1
    if action != Act.DONE:
        identify_one(state, action - Act.DISTRICT)


@compiled
def choose_favour(setup: Prepared, state: State, action: Int) -> None:
    """Each Hero identifies a Citizen, no two in one District, or gets 2 Trust."""
    hero = np.int64(state.hero)
    state.favours += 1
    if action == Act.DONE:
        gain_trust(setup, state, hero, FAVOUR_TRUST)
    else:
        state.favoured = add(state.favoured, action - Act.DISTRICT)
        identify_one(state, action - Act.DISTRICT)


@compiled
def allow_finds(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_districts(covered_districts(state), mask)


@compiled
def allow_favours(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_districts(covered_districts(state) & ~np.int64(state.favoured), mask)
