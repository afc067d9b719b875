"""Compiled loops over many tables that every game shares.

``setup`` is an array of one SETUP record, ``states`` an array of n STATE records, ``blank`` an array of one zeroed
STATE, and ``first`` to ``last`` (exclusive) the rows to work on, so that threads can share one set of arrays.
Functions without decorator are entry points (:mod:`.compilation.compile`); ``game.kernel(step_many)`` gives a game's.
"""

from __future__ import annotations

import numpy as np

from .compilation.compile import compiled
from .events import forget_events
from .random import fork, pick_legal
from .rules import apply, deal, determinize, legal_actions, observe, returns, reveal


@compiled(inline=True)
def restart(setup, states, row, blank):
    """Deal a new game on one table; its random generator goes on."""
    state = states[row]
    word0, word1, word2, word3 = state.rng[0], state.rng[1], state.rng[2], state.rng[3]
    telling = state.telling
    states[row] = blank[0]
    state.rng[0], state.rng[1], state.rng[2], state.rng[3] = word0, word1, word2, word3
    state.telling = telling
    deal(setup, state)


@compiled(inline=True)
def proceed(setup, state, action):
    """Take one decision and count it; a game at its limit of decisions is cut off."""
    state.told = 0
    apply(setup, state, np.int64(action))  # one integer type everywhere: each other one compiles the rules again
    state.decisions += 1
    if state.over == 0 and state.decisions >= setup.max_decisions:
        state.over = 2


@compiled
def redraw(setup, state, seat, words):
    """Redraw what ``seat`` cannot know, with a generator forked from ``words`` in place of the state's own."""
    fork(words, state.rng)
    state.told = 0
    determinize(setup, state, np.int64(seat))


@compiled(inline=True)
def advance(setup, state, action, rewards):
    """Take one decision; ``rewards`` (float32 per seat, zeros on arrival) gets what each seat earned by it."""
    proceed(setup, state, action)
    returns(setup, state, rewards)
    for seat in range(setup.seats):
        earned = rewards[seat] - state.paid[seat]
        state.paid[seat] = rewards[seat]
        rewards[seat] = earned


@compiled(inline=True)
def look(setup, state, seat, observation, mask):
    """Write a seat's observation and its mask: zeros unless it is the seat to move."""
    observation[:] = 0
    observe(setup, state, np.int64(seat), observation)
    mask[:] = 0
    if state.over == 0 and seat == state.seat:
        legal_actions(setup, state, mask)


def deal_many(setup, states, blank, chosen, first, last):
    """Deal a new game on every row with ``chosen[row]``."""
    for row in range(first, last):
        if chosen[row]:
            restart(setup[0], states, row, blank)


def observe_many(setup, states, seats, observations, masks, first, last):
    """Write, row by row, what ``seats[row]`` sees (-1 for the seat to move) and its mask."""
    for row in range(first, last):
        seat = seats[row]
        if seat < 0:
            seat = states[row].seat
        look(setup[0], states[row], seat, observations[row], masks[row])


def first_illegal(states, actions, masks):
    """Return the first row whose action its mask does not allow, -1 if there is none; finished games do not count."""
    for row in range(states.size):
        action = actions[row]
        if states[row].over == 0 and (action < 0 or action >= masks.shape[1] or masks[row, action] == 0):
            return row
    return -1


def step_many(setup, states, blank, actions, rewards, over, observations, masks, auto, first, last):
    """Take one legal decision on every row and look again as the next seat to move.

    Rows whose game is over are left alone, unless ``auto`` is set: then a finished game is followed at once by a new
    deal (``over`` and ``rewards`` still tell of the end).
    """
    for row in range(first, last):
        state = states[row]
        rewards[row, :] = 0
        if state.over == 0:
            advance(setup[0], state, actions[row], rewards[row])
        over[row] = state.over
        if auto and state.over != 0:
            restart(setup[0], states, row, blank)
        look(setup[0], state, state.seat, observations[row], masks[row])


PAID, LEFT = 1, 2
"""Flags in what :func:`step_one` returns."""


def step_one(setup, states, action, rewards, observation, mask):
    """Take one decision on table 0 and look again as the next seat to move.

    Returns -1, with nothing changed, if the action (from 0 to mask.size - 1) is not legal; else four times the seat to
    move, plus PAID when ``rewards`` are not all zero, plus LEFT when the game is over or a seat has just left it.
    """
    if mask[action] == 0:
        return -1
    state = states[0]
    gone = state.gone
    rewards[:] = 0
    advance(setup[0], state, action, rewards)
    look(setup[0], state, state.seat, observation, mask)
    outcome = 4 * state.seat
    for seat in range(setup[0].seats):
        if rewards[seat] != 0:
            outcome |= PAID
    if state.over != 0 or state.gone != gone:
        outcome |= LEFT
    return outcome


def reveal_many(setup, states, out, first, last):
    """Write everything about every row, for centralised critics."""
    for row in range(first, last):
        out[row, :] = 0
        reveal(setup[0], states[row], out[row])


def determinize_many(setup, states, seats, words, first, last):
    """Redraw on every row what ``seats[row]`` cannot know (-1 for the seat to move), the generator included.

    The redrawn states get generators forked from ``words`` (uint32, shape (4,)), so nothing of the true table's future
    is left in them and the true table is not disturbed.
    """
    for row in range(first, last):
        state = states[row]
        seat = seats[row]
        if seat < 0:
            seat = state.seat
        redraw(setup[0], state, seat, words)
        forget_events(state)


def play_random(setup, states, blank, words, decisions, observations, masks, looking, rewards, first, last):
    """Play ``decisions`` uniformly random decisions on every row with automatic new deals.

    With ``looking`` every position is observed by its seat to move as well. Returns the number of games finished.
    """
    finished = 0
    for row in range(first, last):
        state = states[row]
        for _ in range(decisions):
            masks[row, :] = 0
            if looking:
                observations[row, :] = 0
                observe(setup[0], state, np.int64(state.seat), observations[row])
            legal_actions(setup[0], state, masks[row])
            rewards[row, :] = 0
            advance(setup[0], state, pick_legal(words, masks[row]), rewards[row])
            if state.over != 0:
                finished += 1
                restart(setup[0], states, row, blank)
    return finished
