"""The course of a co-operative game: the deal, the phases of a round, and who answers what."""

from __future__ import annotations

import numpy as np

from ...city.rules import state as city
from ...city.rules.build_city import build_city
from ...city.rules.cast import cast_heroes
from ...city.rules.deal import set_up
from ...city.rules.news import tell_cast
from ...city.rules.opening import go_on_access, go_on_opening
from ...city.rules.state import Ask, Phase
from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY
from ...table.random import below
from ...table.records import Array, Int
from ...table.sets import remove
from .automaton import run_machine
from .closing import go_on_closing
from .missions import deal_missions
from .movement import all_moves, forget_moves
from .opening import begin_round, give_support
from .pins import clear_hero_tokens
from .questions import answer
from .settle import settle
from .state import HEROES_WON, NUM_TOKENS, START_SLOT, Prepared, State
from .turn import go_on_heroes


@compiled
def deal(setup: Prepared, state: State) -> None:
    set_up(setup, state)
    state.slot, state.tokens, state.moves = START_SLOT, city.ALL_DISTRICTS, all_moves(setup, state)
    state.rioting_in, state.breaking_in = city.NOBODY, city.NOBODY
    for servant in range(city.NUM_SERVANTS):
        state.lying[servant], state.orders[servant], state.order[servant] = city.NOBODY, city.NOBODY, city.NOBODY
    for place in range(city.NUM_DIRECTIVES):
        state.bottom[place] = city.NOBODY
    for hero in range(city.NUM_HEROES):
        state.cards[hero] = remove(city.ALL_DISTRICTS, below(state.rng, city.NUM_DISTRICTS))
    lay_out_tokens(state)
    forget_moves(state)
    build_city(setup, state)
    deal_missions(setup, state)
    advance(setup, state)


@compiled
def lay_out_tokens(state: State) -> None:
    """All tokens of Missions are in reserve."""
    clear_hero_tokens(state)
    for token in range(NUM_TOKENS):
        state.intel_at[token], state.intel_as[token] = city.NOBODY, city.NOBODY
    state.ambush, state.post, state.remote = city.NOBODY, city.NOBODY, city.NOBODY
    state.underground, state.leader = city.NOBODY, city.NOBODY


@compiled
def advance(setup: Prepared, state: State) -> None:
    """Go on until somebody is asked or the game is over."""
    while state.over == 0 and state.ask == Ask.NOTHING:
        if settle(setup, state):
            continue
        phase = state.phase
        if phase == Phase.OPENING:
            go_on_opening(setup, state)
            if state.phase == Phase.ACCESS:
                give_support(setup, state)
        elif phase == Phase.ACCESS:
            go_on_access(setup, state)
        elif phase == Phase.MACHINE:
            run_machine(setup, state)
        elif phase == Phase.CLOSING:
            go_on_closing(setup, state)
        elif phase == Phase.CHOOSING:
            if cast_heroes(setup, state):
                tell_cast(state, EVERYBODY)
                begin_round(setup, state)
        else:
            go_on_heroes(setup, state)


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    ask = np.int64(state.ask)
    state.ask = Ask.NOTHING
    answer(setup, state, action, ask)
    advance(setup, state)


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    """All win 1 or lose 1 together."""
    if state.winner == city.NOBODY:
        return
    result = np.float32(1.0) if state.winner == HEROES_WON else np.float32(-1.0)
    for seat in range(setup.seats):
        out[seat] = result
