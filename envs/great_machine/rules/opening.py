"""A round begins: a new City Event, Bonds, and what flies on carpets."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import allow_districts, ask_hero
from ...city.rules.state import (
    LEVEL_ROUNDS,
    LEVEL_SIZE,
    NOBODY,
    NUM_HEROES,
    NUM_SERVANTS,
    Act,
    Ask,
    Directive,
    Event,
    Phase,
)
from ...city.rules.tracks import stage
from ...table.compilation.compile import compiled
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import add, has
from .state import Prepared, State

LEVY_BONDS, EVENT_BONDS = 3, 2


@compiled
def begin_round(setup: Prepared, state: State) -> None:
    """A round begins: forget the last one, turn up a City Event, pay the Machine."""
    state.week += 1
    state.phase, state.cursor, state.step = Phase.OPENING, 0, 0
    state.slot_before = state.slot
    state.used, state.raids, state.caught, state.meant = 0, 0, 0, 0
    state.no_access, state.stopped, state.arrests, state.raided, state.special = 0, 0, 0, 0, 0
    for servant in range(NUM_SERVANTS):
        state.acted[servant], state.again[servant] = 0, 0
    for hero in range(NUM_HEROES):
        state.began[hero] = state.at[hero]
        state.chosen[hero], state.shown[hero], state.detained[hero] = NOBODY, 0, 0
    turn_up_event(state)
    state.bonds += setup.income[stage(state)]
    if has(state.published, Directive.LEVY):
        state.bonds += LEVY_BONDS
    if state.event == Event.TRUST_BONDS:
        state.bonds += EVENT_BONDS


@compiled
def turn_up_event(state: State) -> None:
    """Turn up a City Event: six of the first level, six of the second, then the Countdown for good."""
    level = (np.int64(state.week) - 1) // LEVEL_ROUNDS
    if level > 1:
        state.event = Event.COUNTDOWN
        return
    first, left = level * LEVEL_SIZE, np.int64(0)
    for event in range(first, first + LEVEL_SIZE):
        left += not has(state.gone_events, event)
    chosen = below(state.rng, left)
    for event in range(first, first + LEVEL_SIZE):
        if not has(state.gone_events, event):
            if chosen == 0:
                state.event = event
            chosen -= 1
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
