"""The Master Plan, Discontent, Bonds and Trust, and how the game ends."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED
from .citizens import any_unidentified
from .questions import ask_hero, ask_machine
from .state import (
    MACHINE,
    NUM_HEROES,
    PLAN_END,
    RIOT_STAGE,
    RIOTS_TO_WIN,
    SLOTS_A_STAGE,
    TRACK_END,
    Ask,
    Cause,
    Directive,
    Phase,
)

PROVOKE_PRICE = 3
HEROES_WON = 1


@compiled
def end(state, winner):
    if state.over == 0:
        state.over, state.winner = TERMINATED, winner


@compiled
def advance_plan(state, cause):
    """The Master Plan advances by 1; at XII the Machine wins."""
    if state.over:
        return
    state.plan += 1
    state.advances[cause] += 1
    if cause == Cause.EVENT:
        state.moved_by = np.int64(state.moved_by) | np.int64(1) << np.int64(state.event)
    if state.plan == PLAN_END:
        end(state, MACHINE)


@compiled(inline=True)
def stage(state):
    return np.int64(state.slot) // SLOTS_A_STAGE


@compiled
def size_of(bits):
    """Return the number of members of a set."""
    bits, number = np.int64(bits), np.int64(0)
    while bits:
        bits &= bits - 1
        number += 1
    return number


@compiled
def riots_won(state):
    """Return the successful Riots; the Riot Stage counts as one."""
    return size_of(state.riots) + (state.slot == TRACK_END)


@compiled
def succeed(setup, state):
    """A Riot has been successful: the third wins."""
    if riots_won(state) >= RIOTS_TO_WIN:
        end(state, HEROES_WON)
    elif setup.help_heroes:
        state.favours, state.favoured = 1, 0


@compiled
def gain_trust(setup, state, hero, amount):
    """Give Trust; what exceeds the Hero's limit is lost."""
    most = np.int64(setup.limit[state.heroes[hero]])
    state.trust[hero] = min(np.int64(state.trust[hero]) + amount, most)


@compiled
def raise_discontent(state, slots, finder):
    """Let Discontent rise; ``finder`` chooses whom to identify instead once the Riot Stage is reached."""
    state.rise += slots
    state.finder = finder


@compiled
def can_rise(state):
    """Whether a rise of Discontent has any effect."""
    return state.slot < TRACK_END or any_unidentified(state)


@compiled
def settle(setup, state):
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
def rise_one(setup, state):
    """Discontent rises by one slot, or a Citizen is to be identified."""
    state.rise -= 1
    if state.slot == TRACK_END:
        state.finds += 1
        return
    before = stage(state)
    state.slot += 1
    now = stage(state)
    if now == RIOT_STAGE:
        succeed(setup, state)
    elif now > before and now >= 2 and can_provoke(state):
        state.provoking = 1


@compiled
def can_provoke(state):
    return state.phase == Phase.HEROES and state.published >> Directive.PROVOKE & 1 and state.bonds >= PROVOKE_PRICE


@compiled
def ask_favour(state):
    """Ask the Heroes in turn for what a successful Riot gives them, with the option of that name."""
    if state.favours > NUM_HEROES:
        state.favours = 0
    else:
        ask_hero(state, np.int64(state.favours) - 1, Ask.FAVOUR)


@compiled
def heroes_in(state, district):
    """Return how many Heroes are in a District."""
    number = 0
    for hero in range(NUM_HEROES):
        number += state.at[hero] == district
    return number


@compiled
def servants_in(state, district):
    """Return how many Servants are in a District."""
    number = 0
    for servant in range(3):
        number += state.servants[servant] == district
    return number


@compiled
def total_trust(state):
    total = np.int64(0)
    for hero in range(NUM_HEROES):
        total += np.int64(state.trust[hero])
    return total
