"""A round begins: what the last one has left is forgotten, a City Event is turned up."""

from __future__ import annotations

import numpy as np

from ...city.rules.news import News
from ...city.rules.opening import begin_week
from ...city.rules.state import NOBODY, NUM_HEROES, NUM_SERVANTS, Act
from ...city.rules.tracks import bring_trust
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import add, full, pick, size
from .movement import forget_moves
from .state import COUNTDOWN_INDEX, FIRST_EVENT, NUM_DRAWN_EVENTS, Prepared, State, Support

SUPPORT_TRUST = 1


@compiled
def begin_round(setup: Prepared, state: State) -> None:
    begin_week(state)
    state.prevented, state.smashed, state.uncovered = 0, 0, 0
    for servant in range(NUM_SERVANTS):
        state.idle[servant] = 0
    for hero in range(NUM_HEROES):
        state.went[hero] = 0
    forget_moves(state)
    turn_up_event(setup, state)


@compiled
def turn_up_event(setup: Prepared, state: State) -> None:
    """Turn up one of the sixteen City Events that have not been, twelve in a game; then the Countdown for good."""
    skipped = state.skip and state.event != FIRST_EVENT + COUNTDOWN_INDEX
    state.event, state.support, state.skip = NOBODY, Support.NOTHING, 0
    if skipped:
        tell(state, News.ROUND, UNKNOWN, UNKNOWN, state.week)
        return
    gone, drawn = np.int64(state.gone_events), np.int64(COUNTDOWN_INDEX)
    if size(gone) < NUM_DRAWN_EVENTS:
        drawn = pick(state.rng, full(COUNTDOWN_INDEX) & ~gone)
        state.gone_events = add(gone, drawn)
    state.event, state.support = FIRST_EVENT + drawn, setup.support[drawn]
    tell(state, News.ROUND, UNKNOWN, drawn, state.week)


@compiled
def give_support(setup: Prepared, state: State) -> None:
    """Trust that a City Event gives once the Citizens have given theirs."""
    if state.support == Support.TRUST:
        for hero in range(NUM_HEROES):
            bring_trust(setup, state, hero, SUPPORT_TRUST)


@compiled
def choose_card(state: State, action: Int) -> None:
    """A Hero lays down an Access card, face up."""
    state.chosen[state.hero] = action - Act.DISTRICT
    state.cursor += 1
