"""The course of a game of Comrade: the deal, how a turn begins and ends, the returns."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.game import TRUNCATED
from ...table.random import below
from ...table.records import Array
from ...table.seats import clockwise
from ...table.sets import full, one, remove
from .memory import remember_deal, tidy
from .state import UNKNOWN, Event, Phase, Prepared, Role, State, Winner


@compiled
def deal(setup: Prepared, state: State) -> None:
    """Setup: one of the two dissident cards, the informer and comrades, one card a seat, a chairman by lot."""
    state.word = below(state.rng, 2)
    state.dissident = below(state.rng, setup.seats)
    state.informer = clockwise(setup.seats, state.dissident, 1 + below(state.rng, setup.seats - 1))
    for seat in range(setup.seats):
        state.cards[seat] = 1
    state.chairman = below(state.rng, setup.seats)
    remember_deal(setup, state)
    tell_deal(setup, state)
    begin_turn(setup, state)


@compiled
def tell_deal(setup: Prepared, state: State) -> None:
    """Everybody looks at its card; who holds the dissident reads the word on it."""
    comrades = remove(remove(full(setup.seats), state.dissident), state.informer)
    tell(state, Event.DEALT, UNKNOWN, Role.COMRADE, to=comrades)
    tell(state, Event.DEALT, state.dissident, Role.DISSIDENT, to=one(state.dissident))
    tell(state, Event.READ, state.dissident, state.word, to=one(state.dissident))
    tell(state, Event.DEALT, state.informer, Role.INFORMER, to=one(state.informer))


@compiled
def begin_turn(setup: Prepared, state: State) -> None:
    tell(state, Event.TURN, state.chairman, amount=state.turn + 1)
    turn = state.turns[state.turn]
    turn.chairman = state.chairman
    turn.party, turn.dissident, turn.informer, turn.word = UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN
    state.cursor = 0
    if setup.claims:
        state.phase = Phase.CLAIM
        state.seat = clockwise(setup.seats, state.chairman, 1)
    else:
        state.phase = Phase.CALL
        state.seat = state.chairman


@compiled
def end_turn(setup: Prepared, state: State) -> None:
    """Pass the chairman card to the left."""
    tidy(setup, state)
    if state.turn + 1 == setup.max_turns:
        state.over = TRUNCATED
        tell(state, Event.CUT_OFF, UNKNOWN, amount=setup.max_turns)
        return
    state.turn += 1
    state.chairman = clockwise(setup.seats, state.chairman, 1)
    begin_turn(setup, state)


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    """The winners share 1, the losers share -1; nothing for a game that is cut off."""
    if state.winner == Winner.NOBODY:
        return
    sign = np.float32(1.0) if state.winner == Winner.INFORMER else np.float32(-1.0)
    for seat in range(setup.seats):
        out[seat] = sign if seat == state.informer else -sign / np.float32(setup.seats - 1)
