"""A round begins: a new City Event, Bonds, and what flies on carpets."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_districts, ask_hero
from ...city.rules.news import News
from ...city.rules.opening import begin_week
from ...city.rules.state import LEVEL_ROUNDS, LEVEL_SIZE, MACHINE, NUM_HEROES, NUM_SERVANTS, Act, Ask, Directive, Event
from ...city.rules.tracks import is_published, stage
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add, full, pick
from .news import MachineNews
from .state import Prepared, State

LEVY_BONDS, EVENT_BONDS = 3, 2


@compiled
def begin_round(setup: Prepared, state: State) -> None:
    """A round begins: forget the last one, turn up a City Event, pay the Machine."""
    begin_week(state)
    state.raids, state.caught, state.meant = 0, 0, 0
    state.no_access, state.stopped, state.raided = 0, 0, 0
    for servant in range(NUM_SERVANTS):
        state.acted[servant], state.again[servant] = 0, 0
    for hero in range(NUM_HEROES):
        state.shown[hero] = 0
    turn_up_event(state)
    tell(state, News.ROUND, UNKNOWN, state.event, state.week)
    income = np.int64(setup.income[stage(state)])
    if is_published(state, Directive.LEVY):
        income += LEVY_BONDS
    if state.event == Event.TRUST_BONDS:
        income += EVENT_BONDS
    state.bonds += income
    tell(state, MachineNews.BONDS, MACHINE, UNKNOWN, income)


@compiled
def turn_up_event(state: State) -> None:
    """Turn up a City Event: six of the first level, six of the second, then the Countdown for good."""
    level = (np.int64(state.week) - 1) // LEVEL_ROUNDS
    if level > 1:
        state.event = Event.COUNTDOWN
        return
    of_level = full(LEVEL_SIZE) << level * LEVEL_SIZE
    state.event = pick(state.rng, of_level & ~np.int64(state.gone_events))
    state.gone_events = add(state.gone_events, state.event)


@compiled
def allow_carpets(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_districts(state.movable, mask)


@compiled
def choose_carpet(state: State, action: Int) -> None:
    """Flying Carpets: a District is repositioned before the cards are chosen, or none."""
    if action != Act.DONE:
        state.tile = action - Act.DISTRICT
        ask_hero(state, 0, Ask.ANCHOR)
