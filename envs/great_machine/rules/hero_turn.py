"""The Heroes Phase: each Hero in turn shows its card, moves, may be detained, and acts."""

from __future__ import annotations

import numpy as np

from ...city.rules.hero_actions import ask_for_action
from ...city.rules.hero_moves import move_on
from ...city.rules.news import News, tell_hero
from ...city.rules.state import NUM_HEROES, TRACK_END, Act, Ask, Cause, Event, Hero, Phase, Turn, is_minor
from ...city.rules.tracks import (
    ACTRESS_TRUST,
    actress_rise,
    advance_plan,
    bring_trust,
    gain_trust,
    raise_discontent,
    servants_in,
)
from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has, one
from .access import forfeit_chosen, show_card
from .asking import ask_machine
from .news import MachineNews
from .state import NUM_DETAINMENTS, Detain, MachineAct, Prepared, State

BREAD_PRICE = 2
LIBERTY_TRUST, SNEAKING_TRUST = 1, 2


@compiled
def go_on_heroes(setup: Prepared, state: State) -> None:
    """Take the next step of the present Hero's turn."""
    if state.cursor == NUM_HEROES:
        state.phase, state.cursor, state.step = Phase.CLOSING, 0, 0
        return
    hero = np.int64(state.cursor)
    step = state.step
    if step == Turn.REVEALING:
        begin_turn(state, hero)
    elif step == Turn.MOVING:
        move_on(setup, state, hero)
    elif step == Turn.LANDING:
        land(state, hero)
    elif step == Turn.SHAKEN:
        bribe_or_pass(state, hero)
    elif step == Turn.ARRIVING:
        arrive(setup, state, hero)
    elif step == Turn.ACTING:
        ask_for_action(setup, state, hero)
    else:
        state.cursor += 1
        state.step = Turn.REVEALING
        state.visited, state.acts, state.did = 0, 0, 0


@compiled
def begin_turn(state: State, hero: Int) -> None:
    state.visited = one(state.at[hero])
    state.by_raid, state.finished, state.acts, state.did = 0, 0, 0, 0
    show_card(state, hero)
    tell_hero(state, News.TURN, hero, state.chosen[hero], 0)
    state.meant = add(state.meant, state.chosen[hero])
    state.step = Turn.MOVING


@compiled
def land(state: State, hero: Int) -> None:
    """A Hero has ended its movement: a Raid there has been successful, and detains whoever is not detained yet."""
    at = np.int64(state.at[hero])
    state.step = Turn.SHAKEN
    if has(state.raids, at):
        state.caught = add(state.caught, at)
        tell_hero(state, MachineNews.RAIDED, hero, at, state.detained[hero] == 0)
        if not state.detained[hero]:
            state.detained[hero] = 1
            state.by_raid = 1
    if state.detained[hero]:
        ask_machine(state, Ask.DETAIN)


@compiled
def detain(setup: Prepared, state: State, action: Int) -> None:
    """The Machine lets the Hero go on and advances its plan, or finishes the turn and punishes."""
    hero, option = np.int64(state.cursor), action - MachineAct.DETAIN
    actress = state.by_raid and state.heroes[hero] == Hero.ACTRESS
    if option == Detain.GO_ON:
        advance_plan(state, Cause.DETAINMENT)
        if actress and state.over == 0:
            gain_trust(setup, state, hero, ACTRESS_TRUST)
        return
    state.finished, state.stopped = 1, 1
    if option == Detain.NO_TRUST:
        state.bonds += np.int64(state.trust[hero])
        state.trust[hero] = 0
    elif option == Detain.NO_ACCESS:
        state.no_access = 1
        forfeit_chosen(state, hero)
    if actress and state.over == 0:
        raise_discontent(state, actress_rise(state), hero)


@compiled
def bribe_or_pass(state: State, hero: Int) -> None:
    """Bread and Circuses: the Machine may lower Discontent where a Hero ends its movement beside a Servant."""
    state.step = Turn.ARRIVING
    beside = servants_in(state, state.at[hero]) > 0
    if state.event == Event.BREAD and beside and state.bonds >= BREAD_PRICE and 0 < state.slot < TRACK_END:
        ask_machine(state, Ask.BREAD)


@compiled
def bribe(state: State, action: Int) -> None:
    if action == Act.YES:
        state.bonds -= BREAD_PRICE
        state.slot -= 1


@compiled
def arrive(setup: Prepared, state: State, hero: Int) -> None:
    """Apply what the City Event does to who ends its movement somewhere."""
    at = state.at[hero]
    if state.event == Event.SEARCHES and servants_in(state, at) > 0:
        if has(state.cards[hero], state.chosen[hero]):
            tell_hero(state, News.FORFEITS, hero, state.chosen[hero], 0)
        forfeit_chosen(state, hero)
    if not state.detained[hero]:
        if state.event == Event.LIBERTY and is_minor(at):
            bring_trust(setup, state, hero, LIBERTY_TRUST)
        if state.event == Event.SNEAKING and not is_minor(at):
            bring_trust(setup, state, hero, SNEAKING_TRUST)
    state.step = Turn.DONE if state.finished else Turn.ACTING


@compiled
def allow_detaining(mask: Array) -> None:
    for option in range(NUM_DETAINMENTS):
        mask[MachineAct.DETAIN + option] = 1
