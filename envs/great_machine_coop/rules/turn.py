"""The Heroes Phase: who goes next, movement, what Servants do to who arrives, the Interaction, and the Actions."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import ask_hero
from ...city.rules.hero_actions import ask_for_action
from ...city.rules.hero_moves import move_on
from ...city.rules.news import News, tell_hero
from ...city.rules.state import NUM_HEROES, Act, Ask, Phase, Turn
from ...city.rules.tracks import bring_trust
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN
from ...table.records import Array, Int
from ...table.sets import has, one
from .detainment import can_evade, detain, forfeit_chosen
from .interactions import ask_interaction
from .missions import A, plays, receive_intel
from .news import CoopNews
from .state import Evasion, Mission, Prepared, State, Support

DRONE_TRUST = 1


@compiled
def go_on_heroes(setup: Prepared, state: State) -> None:
    """Take the next step of the present Hero's turn."""
    hero, step = np.int64(state.cursor), state.step
    if step == Turn.REVEALING:
        choose_next(state)
    elif step == Turn.MOVING:
        meet_drone(state, hero)
        move_on(setup, state, hero)
    elif step == Turn.LANDING:
        land(setup, state, hero)
    elif step == Turn.SHAKEN:
        rest(setup, state, hero)
    elif step == Turn.INTERACTING:
        state.step = Turn.DONE if state.finished else Turn.ACTING
        ask_interaction(setup, state, hero)
    elif step == Turn.ACTING:
        ask_for_action(setup, state, hero)
    else:
        state.went[hero] = 1
        state.visited, state.acts, state.did = 0, 0, 0
        receive_intel(setup, state)
        state.step = Turn.REVEALING


@compiled
def choose_next(state: State) -> None:
    """The next Hero by Initiative, or whoever the Heroes want where their order is free."""
    first, left = np.int64(0), 0
    for hero in range(NUM_HEROES - 1, -1, -1):
        if not state.went[hero]:
            first, left = np.int64(hero), left + 1
    if left == 0:
        state.phase, state.cursor, state.step = Phase.CLOSING, 0, 0
    elif left > 1 and state.support == Support.ORDER:
        ask_hero(state, first, Ask.TURN)
    else:
        begin_turn(state, first)


@compiled
def answer_turn(state: State, action: Int) -> None:
    begin_turn(state, action - Act.HERO)


@compiled
def allow_turns(state: State, mask: Array) -> None:
    for hero in range(NUM_HEROES):
        mask[Act.HERO + hero] = state.went[hero] == 0


@compiled
def begin_turn(state: State, hero: Int) -> None:
    state.cursor = hero
    tell_hero(state, News.TURN, hero, state.chosen[hero], 0)
    state.visited = one(state.at[hero])
    state.finished, state.acts, state.did, state.intel_new = 0, 0, 0, 0
    state.evading = Evasion.OPEN
    state.step = Turn.MOVING


@compiled
def meet_drone(state: State, hero: Int) -> None:
    """Tweak in the Program: who comes through a District with a Drone, but has not begun there, discards 1 Trust."""
    at = np.int64(state.at[hero])
    if not plays(state, A, Mission.TWEAK) or at == state.began[hero]:
        return
    if has(state.drones, at):  # no way leads through a District twice
        lost = min(np.int64(state.trust[hero]), DRONE_TRUST)
        state.trust[hero] -= lost
        if lost:
            tell_hero(state, CoopNews.DRONE, hero, UNKNOWN, lost)


@compiled
def land(setup: Prepared, state: State, hero: Int) -> None:
    """A Hero has ended its movement: caught on the way, or by every Servant there that is not idle."""
    if state.detained[hero] and not state.finished:
        state.finished = 1
        tell_hero(state, News.FORFEITS, hero, state.chosen[hero], 0)
        forfeit_chosen(state, hero)
        return
    if state.evading == Evasion.OPEN and can_evade(state, hero):
        state.evading = Evasion.ASKED
        ask_hero(state, hero, Ask.EVADE)
        return
    if state.evading != Evasion.EVADES:
        detain(setup, state, hero)
    state.step = Turn.SHAKEN


@compiled
def answer_evasion(state: State, action: Int) -> None:
    """The leader of the rebellion discards a Hero token and is not detained."""
    if action == Act.YES:
        state.evading = Evasion.EVADES
        state.held[state.leader] -= 1


@compiled
def rest(setup: Prepared, state: State, hero: Int) -> None:
    """Who ends its movement where the resistance is gets Trust."""
    state.step = Turn.INTERACTING
    if state.at[hero] == state.underground:
        bring_trust(setup, state, hero, np.int64(setup.yields[Mission.RESISTANCE]))
