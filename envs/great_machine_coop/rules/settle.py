"""What is settled before the game goes on: rises of Discontent, and what the Heroes choose somewhere in the city."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_districts, ask_hero
from ...city.rules.citizens import any_unidentified, covered_districts, free_squares, identify_one, set_down
from ...city.rules.hero_actions import ask_owner
from ...city.rules.hero_costs import heroes_to_retrieve
from ...city.rules.state import ARRESTED, NOBODY, NUM_DISTRICTS, NUM_HEROES, Act, Ask, Phase
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add
from .actions import begin_return
from .directives import withdraw
from .guards import both_kinds, break_any, break_regular, break_special, return_raid_tokens, shaken_district
from .news import CoopNews
from .progress import rise_one
from .state import CoopAct, Prepared, State


@compiled
def settle(setup: Prepared, state: State) -> bool:
    """Do or ask the first of what is to be settled; return whether there was anything."""
    if state.raids:
        return_raid_tokens(state)
    if state.rise:
        rise_one(setup, state)
    elif state.finds:
        ask_to_find(state)
    elif shaken_district(state) != NOBODY:
        shake(state, shaken_district(state))
    elif state.breaks:
        ask_to_break(state)
    elif state.returning:
        ask_to_return(setup, state)
    elif state.cancels:
        ask_to_cancel(state)
    elif state.retrieves:
        ask_to_retrieve(state)
    elif state.hides:
        ask_hero(state, NUM_HEROES - np.int64(state.hides), Ask.HIDE)
    elif state.bases:
        ask_hero(state, 0, Ask.BASE)
    else:
        return False
    return True


@compiled
def ask_to_find(state: State) -> None:
    """Ask for a District in which a Citizen is revealed."""
    if any_unidentified(state):
        ask_hero(state, np.int64(state.finder), Ask.FIND)
    else:
        state.finds = 0


@compiled
def ask_to_break(state: State) -> None:
    """Ask for a District in which a Guard breaks."""
    for district in range(NUM_DISTRICTS):
        if state.guards[district] > 0:
            ask_hero(state, 0, Ask.BREAK)
            return
    state.breaks = 0


@compiled
def allow_breaks(state: State, mask: Array) -> None:
    for district in range(NUM_DISTRICTS):
        mask[Act.DISTRICT + district] = state.guards[district] > 0


@compiled
def choose_break(state: State, action: Int) -> None:
    """Break the Guard there, or ask of which kind."""
    district = action - Act.DISTRICT
    if both_kinds(state, district):
        ask_kind(state, district)
    else:
        state.breaks -= 1
        break_any(state, district)


@compiled
def shake(state: State, district: Int) -> None:
    """Break the Guards that are to break in a District, or ask of which kind the next one is."""
    number = np.int64(state.shaken[district])
    if both_kinds(state, district) and number < state.guards[district]:
        ask_kind(state, district)
        return
    tell(state, CoopNews.BROKEN, UNKNOWN, district, number)
    for _ in range(number):
        break_any(state, district)
    state.shaken[district] = 0


@compiled
def ask_kind(state: State, district: Int) -> None:
    state.breaking_in = district
    ask_hero(state, 0, Ask.BREAK_KIND)


@compiled
def allow_break_kinds(mask: Array) -> None:
    mask[CoopAct.REGULAR], mask[CoopAct.SPECIAL] = 1, 1


@compiled
def choose_break_kind(state: State, action: Int) -> None:
    district = np.int64(state.breaking_in)
    state.breaking_in = NOBODY
    if state.shaken[district] > 0:
        state.shaken[district] -= 1
    else:
        state.breaks -= 1
    if action == CoopAct.SPECIAL:
        break_special(state, district)
    else:
        break_regular(state, district)


@compiled
def ask_to_return(setup: Prepared, state: State) -> None:
    """Turn up the next arrested Citizen that comes back."""
    if state.crowd[ARRESTED] > 0 and free_squares(setup, state) > 0:
        state.returning -= 1
        begin_return(state, 0)
    else:
        state.returning = 0


@compiled
def return_citizen(state: State, action: Int) -> None:
    set_down(state, action - Act.DISTRICT)


@compiled
def ask_to_cancel(state: State) -> None:
    if state.published:
        state.cancels -= 1
        ask_hero(state, 0, Ask.CANCEL)
    else:
        state.cancels = 0


@compiled
def cancel_directive(state: State, action: Int) -> None:
    """A published Directive leaves the game."""
    withdraw(state, action - Act.DIRECTIVE)


@compiled
def ask_to_retrieve(state: State) -> None:
    if heroes_to_retrieve(state) != 0:
        state.retrieves -= 1
        ask_owner(state, 0)
    else:
        state.retrieves = 0


@compiled
def retrieve(state: State, action: Int) -> None:
    """A Hero takes back a forfeited Access card."""
    owner = np.int64(state.owner)
    state.cards[owner] = add(state.cards[owner], action - Act.DISTRICT)
    state.owner = NOBODY


@compiled
def allow_finds(state: State, mask: Array) -> None:
    """Nobody is revealed if a Hero has raised Discontent by an Action and wants it so; all else is mandatory."""
    mask[Act.DONE] = state.phase == Phase.HEROES and state.acts > 0
    allow_districts(covered_districts(state), mask)


@compiled
def find(state: State, action: Int) -> None:
    """A Citizen anywhere is revealed."""
    state.finds -= 1
    if action != Act.DONE:
        identify_one(state, action - Act.DISTRICT)
        state.uncovered += 1
