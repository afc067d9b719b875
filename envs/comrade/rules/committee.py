"""The vote and the committee: calling the voters, the secret vote, the open vote and what it reveals."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import SILENT, tell
from ...table.game import TERMINATED
from ...table.random import below
from ...table.records import Array, Int
from ...table.seats import clockwise
from ...table.sets import add, has, one, remove, size
from .interrogation import begin_interrogation
from .memory import remember_committee
from .seats import about, role_at, step_of
from .state import UNKNOWN, Act, Committee, Event, Fault, Phase, Prepared, State, Turn, Winner, Word


@compiled
def allow_calls(setup: Prepared, state: State, mask: Array) -> None:
    """The chairman calls clockwise, so that each choice of voters is made in just one way; it must leave enough."""
    missing = setup.voters - size(state.turns[state.turn].called)
    for step in range(state.cursor + 1, setup.seats - missing + 1):
        mask[about(Act.CALL, step)] = 1


@compiled
def rest_called(setup: Prepared, state: State, step: Int) -> range:
    """Return which seats to the chairman's left are called with the one at ``step``: all that are left, or none."""
    missing = (
        setup.voters - size(remove(state.turns[state.turn].called, clockwise(setup.seats, state.chairman, step))) - 1
    )
    return range(step + 1, setup.seats if missing == setup.seats - 1 - step else step + 1)


@compiled
def call(setup: Prepared, state: State, action: Int) -> None:
    """The chairman calls a voter; the rest too when no more are left to choose among than are wanted."""
    step, turn = step_of(Act.CALL, action), state.turns[state.turn]
    turn.called = add(turn.called, clockwise(setup.seats, state.chairman, step))
    state.cursor = step
    for rest in rest_called(setup, state, step):
        turn.called = add(turn.called, clockwise(setup.seats, state.chairman, rest))
    if size(turn.called) == setup.voters:
        state.phase = Phase.VOTE
        ask_next_voter(setup, state, turn.voted)


@compiled
def ask_next_voter(setup: Prepared, state: State, asked: Int) -> bool:
    """The next voter clockwise from the chairman decides; return whether there is one that has not been asked."""
    for step in range(1, setup.seats):
        seat = clockwise(setup.seats, state.chairman, step)
        if has(state.turns[state.turn].called, seat) and not has(asked, seat):
            state.seat = seat
            return True
    return False


@compiled
def allow_votes(mask: Array) -> None:
    mask[Act.PARTY] = 1
    mask[Act.FREEDOM] = 1


@compiled
def vote(setup: Prepared, state: State, action: Int) -> None:
    """A secret vote. The count is disclosed after the last one."""
    turn = state.turns[state.turn]
    turn.voted = add(turn.voted, state.seat)
    if action == Act.FREEDOM:
        turn.freedom = add(turn.freedom, state.seat)
    if ask_next_voter(setup, state, turn.voted):
        return
    turn.party = setup.voters - size(turn.freedom)
    tell(state, Event.COUNT, UNKNOWN, amount=turn.party, other=setup.voters)
    if turn.party > 0:
        begin_interrogation(setup, state)
    else:
        state.phase = Phase.WORD
        ask_next_voter(setup, state, turn.spoken)


@compiled
def allow_words(mask: Array) -> None:
    mask[Act.WORD + Word.GLASNOST] = 1
    mask[Act.WORD + Word.PERESTROIKA] = 1


@compiled
def speak(setup: Prepared, state: State, action: Int) -> None:
    """A voter lays down a freedom. All are shown after the last one."""
    turn = state.turns[state.turn]
    turn.spoken = add(turn.spoken, state.seat)
    if action == Act.WORD + Word.PERESTROIKA:
        turn.words = add(turn.words, state.seat)
    if ask_next_voter(setup, state, turn.spoken):
        return
    if state.telling != SILENT:
        tell_committee(setup, state, turn)
    faults = faults_of(state, turn)
    if faults == 0:
        turn.committee, turn.word, turn.dissident = Committee.WON, state.word, state.dissident
        state.winner, state.over = Winner.FREEDOM, TERMINATED
        tell(state, Event.FREEDOM_WINS, state.informer)
    else:
        tell(state, Event.LOST, UNKNOWN, amount=faults)
        remember_committee(setup, state)
        state.word = below(state.rng, 2)
        tell(state, Event.NEW_WORD, state.dissident, state.word, seen=one(state.dissident))
        begin_interrogation(setup, state)


@compiled
def tell_committee(setup: Prepared, state: State, turn: Turn) -> None:
    """All voters show what they have chosen, and their cards; the dissident shows the word."""
    for step in range(1, setup.seats):
        seat = clockwise(setup.seats, state.chairman, step)
        if has(turn.called, seat):
            tell(state, Event.CHOSE, seat, has(turn.words, seat), other=role_at(state, seat))
    tell(state, Event.DISSIDENT_SHOWN, state.dissident, state.word)


@compiled
def faults_of(state: State, turn: Turn) -> Int:
    """Return why a committee is lost, a set of Fault: a special card among the voters', or a wrong word."""
    faults = np.int64(0)
    if has(turn.called, state.dissident):
        faults = add(faults, Fault.DISSIDENT_VOTED)
    if has(turn.called, state.informer):
        faults = add(faults, Fault.INFORMER_VOTED)
    right = np.int64(turn.called) if state.word == Word.PERESTROIKA else np.int64(0)
    if np.int64(turn.words) != right:
        faults = add(faults, Fault.WRONG_WORD)
    return faults
