"""The course of a game of City of the Great Machine: the deal, the phases of a round, and who answers what."""

from __future__ import annotations

import numpy as np

from ...city.rules.build_city import build_city
from ...city.rules.cast import cast_heroes
from ...city.rules.deal import set_up
from ...city.rules.news import BUT_MACHINE, tell_cast
from ...city.rules.opening import go_on_access, go_on_opening
from ...city.rules.state import ALL_DISTRICTS, MACHINE, NOBODY, Ask, CityLayout, Phase
from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .access import deal_cards
from .asking import ask_machine
from .closing import go_on_closing
from .confrontation import ask_next_tile
from .hero_turn import go_on_heroes
from .opening import begin_round
from .questions import answer
from .settle import settle
from .state import Prepared, State


@compiled
def deal(setup: Prepared, state: State) -> None:
    set_up(setup, state)
    state.slot, state.confiscating_in, state.newest = setup.start_slot, NOBODY, NOBODY
    deal_cards(state)
    if setup.layout == CityLayout.CONFRONTATION:
        state.phase = Phase.BUILDING
    else:
        build_city(setup, state)
    advance(setup, state)


@compiled
def advance(setup: Prepared, state: State) -> None:
    """Go on until somebody is asked or the game is over."""
    while state.over == 0 and state.ask == Ask.NOTHING:
        if settle(setup, state):
            continue
        phase = state.phase
        if phase == Phase.MACHINE:
            ask_machine(state, Ask.MACHINE)
        elif phase == Phase.OPENING:
            go_on_opening(setup, state)
        elif phase == Phase.ACCESS:
            go_on_access(setup, state)
        elif phase == Phase.CLOSING:
            go_on_closing(setup, state)
        elif phase == Phase.BUILDING or phase == Phase.CHOOSING:
            go_on_preparing(setup, state)
        else:
            go_on_heroes(setup, state)


@compiled
def go_on_preparing(setup: Prepared, state: State) -> None:
    """Lay out the city where the sides do it themselves, then find out who plays which Hero."""
    if state.phase == Phase.BUILDING:
        if state.there == ALL_DISTRICTS:
            state.phase = Phase.CHOOSING
        else:
            ask_next_tile(setup, state)
        return
    if cast_heroes(setup, state):
        tell_cast(state, BUT_MACHINE)
        begin_round(setup, state)


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    ask = np.int64(state.ask)
    state.ask = Ask.NOTHING
    answer(setup, state, action, ask)
    advance(setup, state)


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    """The winning side shares 1, the other shares -1."""
    if state.winner == NOBODY:
        return
    machine = np.float32(1.0) if state.winner == MACHINE else np.float32(-1.0)
    out[MACHINE] = machine
    for seat in range(1, setup.seats):
        out[seat] = -machine / np.float32(setup.seats - 1)
