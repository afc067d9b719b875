"""What completed Missions bring, and how Mission C comes into play."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_districts
from ...city.rules.state import ARRESTED, MINOR, NOBODY, NUM_DISTRICTS, NUM_HEROES, Act
from ...city.rules.tracks import bring_trust, rise_by_itself
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add, has, remove
from .guards import break_all
from .missions import A, B, C, bring_into_play, is_completed, meeting_place, strongest
from .news import CoopNews
from .pins import clear_hero_tokens
from .state import LETTERS, NUM_TOKENS, Mission, Prepared, State


@compiled
def check_missions(setup: Prepared, state: State) -> None:
    """Complete the Missions whose Objectives are met."""
    for letter in range(len(LETTERS)):
        if has(state.active, letter) and not has(state.done, letter) and is_completed(setup, state, letter):
            complete(setup, state, letter)


@compiled
def begin_last_mission(state: State) -> None:
    """With A and B completed C comes into play; a Command Post that has done its work goes."""
    if state.missions[B] == Mission.SELF_DESTRUCT and has(state.done, B):
        state.post, state.post_trust = NOBODY, 0
    if state.done == 1 << A | 1 << B and not has(state.active, C):
        bring_into_play(state, C)


@compiled
def complete(setup: Prepared, state: State, letter: Int) -> None:
    """Give the Riot token and the Advantage; Hero tokens go back where the Mission has used them."""
    state.done = add(state.done, letter)
    state.riot_tokens += 1
    mission = np.int64(state.missions[letter])
    tell(state, CoopNews.MISSION_DONE, UNKNOWN, mission)
    if mission == Mission.TRAP:
        state.ambush = meeting_place(state, np.int64(setup.wanted[Mission.TRAP]))
    elif mission == Mission.REMOTE_ACCESS:
        state.remote = meeting_place(state, np.int64(setup.wanted[Mission.REMOTE_ACCESS]))
    elif mission == Mission.FORGERY:
        state.skip = 1
    elif mission == Mission.SELF_DESTRUCT:
        destruct(setup, state)
    elif mission == Mission.LEADER:
        elect(setup, state)
    elif mission == Mission.FALSIFICATION:
        release_rebels(setup, state)
    elif mission == Mission.GUARD_CONTROL:
        state.cores, state.controls = 0, NUM_TOKENS
    elif mission == Mission.TWEAK:
        state.tamed = setup.yields[Mission.TWEAK]
    elif mission == Mission.DISCLOSURE:
        disclose(setup, state)
    elif mission == Mission.RESISTANCE:
        state.bases = 1
    if letter != B:
        clear_hero_tokens(state)


@compiled
def destruct(setup: Prepared, state: State) -> None:
    """Self-Destruct Command: all Guards of the District break, and some are to break in each District beside it."""
    post, most = np.int64(state.post), np.int64(setup.yields[Mission.SELF_DESTRUCT])
    break_all(state, post)
    for district in range(NUM_DISTRICTS):
        if has(state.links[post], district):
            state.shaken[district] = min(most, np.int64(state.guards[district]))


@compiled
def elect(setup: Prepared, state: State) -> None:
    """Rebellion Leader: who has the Hero tokens keeps them; tokens of others count no more."""
    state.leader = strongest(state, np.int64(setup.wanted[Mission.LEADER]))
    for hero in range(NUM_HEROES):
        if hero != state.leader:
            state.held[hero] = 0


@compiled
def release_rebels(setup: Prepared, state: State) -> None:
    """Falsification: arrested Citizens come back, and the Intel tokens go."""
    state.returning = min(np.int64(setup.yields[Mission.FALSIFICATION]), np.int64(state.crowd[ARRESTED]))
    for token in range(NUM_TOKENS):
        state.intel_at[token], state.intel_as[token] = NOBODY, NOBODY


@compiled
def disclose(setup: Prepared, state: State) -> None:
    """Disclosure of Plans: what Bonds the Heroes still have becomes Trust, and Discontent rises."""
    for hero in range(NUM_HEROES):
        bring_trust(setup, state, hero, np.int64(state.bonds[hero]))
        state.bonds[hero] = 0
    state.bonds_shown = 0
    rise_by_itself(state, np.int64(setup.bonus[Mission.DISCLOSURE]), 0)


# The Rise of Resistance


@compiled
def allow_hiding(setup: Prepared, state: State, mask: Array) -> None:
    """Allow the Objective Districts that hold no Hero token yet."""
    free = np.int64(setup.goal[Mission.RESISTANCE])
    for hero in range(NUM_HEROES - state.hides):
        free = remove(free, state.token_at[hero])
    allow_districts(free, mask)


@compiled
def hide(state: State, action: Int) -> None:
    state.token_at[state.hero] = action - Act.DISTRICT
    state.hides -= 1


@compiled
def allow_bases(mask: Array) -> None:
    allow_districts(MINOR, mask)


@compiled
def found_base(state: State, action: Int) -> None:
    state.underground = action - Act.DISTRICT
    state.bases = 0
