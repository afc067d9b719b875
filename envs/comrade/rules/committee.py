"""The vote and the committee: calling the voters, the secret vote, the open vote and what it reveals."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED
from ...table.random import below
from .memory import remember_committee
from .seats import among, clockwise, flag
from .state import ACT_CALL, FREEDOM_WON, VOTE, WON, WORD


@compiled
def size_of(seats):
    """Number of seats in a set."""
    rest, number = np.int64(seats), 0
    while rest:
        rest &= rest - 1
        number += 1
    return number


@compiled
def allow_calls(setup, state, mask):
    """The chairman calls clockwise, so that each choice of voters is made in just one way; it must leave enough."""
    missing = setup.voters - size_of(state.turns[state.turn].called)
    for step in range(state.cursor + 1, setup.seats - missing + 1):
        mask[ACT_CALL + step] = 1


@compiled
def call(setup, state, step):
    """The chairman calls a voter; the rest too when no more are left to choose among than are wanted."""
    turn = state.turns[state.turn]
    turn.called |= flag(clockwise(setup, state.chairman, step))
    state.cursor = step
    missing = setup.voters - size_of(turn.called)
    if missing == setup.seats - 1 - step:
        for rest in range(step + 1, setup.seats):
            turn.called |= flag(clockwise(setup, state.chairman, rest))
        missing = 0
    if missing == 0:
        state.phase = VOTE
        ask_next_voter(setup, state, turn.voted)


@compiled
def ask_next_voter(setup, state, asked):
    """The next voter clockwise from the chairman decides; return whether there is one that has not been asked."""
    for step in range(1, setup.seats):
        seat = clockwise(setup, state.chairman, step)
        if among(state.turns[state.turn].called, seat) and not among(asked, seat):
            state.seat = seat
            return True
    return False


@compiled
def vote(setup, state, freedom):
    """A secret vote; return whether the interrogation follows at once. The count is disclosed after the last one."""
    turn = state.turns[state.turn]
    turn.voted |= flag(state.seat)
    if freedom:
        turn.freedom |= flag(state.seat)
    if ask_next_voter(setup, state, turn.voted):
        return False
    turn.party = setup.voters - size_of(turn.freedom)
    if turn.party > 0:
        return True
    state.phase = WORD
    ask_next_voter(setup, state, turn.spoken)
    return False


@compiled
def speak(setup, state, word):
    """A voter lays down a freedom; return whether the interrogation follows. All are shown after the last one."""
    turn = state.turns[state.turn]
    turn.spoken |= flag(state.seat)
    if word:
        turn.words |= flag(state.seat)
    if ask_next_voter(setup, state, turn.spoken):
        return False
    if is_won(state, turn):
        turn.committee, turn.word, turn.dissident = WON, state.word, state.dissident
        state.winner, state.over = FREEDOM_WON, TERMINATED
        return False
    remember_committee(setup, state)
    state.word = below(state.rng, 2)
    return True


@compiled
def is_won(state, turn):
    """Whether neither special card is among the voters' and all chose the right word."""
    if among(turn.called, state.dissident) or among(turn.called, state.informer):
        return False
    right = np.int64(turn.called) if state.word else np.int64(0)
    return np.int64(turn.words) == right
