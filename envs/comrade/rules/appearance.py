"""What each seat sees of an action: what is covered, who sees which card, and what an action discloses at once."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.questions import switch
from ...table.records import Int
from ...table.seats import clockwise
from ...table.sets import add, has, size
from .interrogation import role_of_gift, step_of_gift
from .seats import about, role_at, step_of
from .state import MAX_SEATS, Act, Phase, Prepared, Role, State, Word

_COVERED, _COUNT = -1, -2
_CARD = 1 << 10  # times the card that is seen: above all actions
_WITH_WORD = 1 + len(Role)  # the dissident's cards, after those of all roles
_SHOWN, _NOBODY = 1 << 20, MAX_SEATS


@compiled
def seen_openly(action: Int) -> Int:
    """Everybody hears and sees it."""
    return action


@compiled
def seen_vote(state: State, action: Int, seat: Int) -> Int:
    """A vote is covered; the last one discloses the count, and the voter knows its own besides."""
    turn, freedom = state.turns[state.turn], np.int64(action == Act.FREEDOM)
    if add(turn.voted, state.seat) != turn.called:
        return action if seat == state.seat else _COVERED
    count = size(turn.freedom) + freedom
    own = freedom if seat == state.seat else 0
    return _COUNT - 2 * count - own


@compiled
def seen_word(state: State, action: Int, seat: Int) -> Int:
    """A word is covered; the last one shows all of them, the voters' cards, the dissident and the right word."""
    turn = state.turns[state.turn]
    if add(turn.spoken, state.seat) != turn.called:
        return action if seat == state.seat else _COVERED
    words = np.int64(turn.words)
    if action == Act.WORD + Word.PERESTROIKA:
        words = add(words, state.seat)
    informer = np.int64(state.informer) if has(turn.called, state.informer) else _NOBODY
    holders = np.int64(state.dissident) * (_NOBODY + 1) + informer
    return ((2 * holders + np.int64(state.word)) << MAX_SEATS) + words + _SHOWN


@compiled
def seen_look(setup: Prepared, state: State, action: Int, seat: Int) -> Int:
    """The giver sees the card that it looks at, the receiver the only card that can be given."""
    target = clockwise(setup.seats, state.seat, step_of(Act.INTERROGATE, action))
    if seat == state.seat and state.cards[target] == 1:
        return action + _CARD * card(state, role_at(state, target))
    if seat == target and state.cards[state.seat] == 1:
        return action + _CARD * card(state, role_at(state, state.seat))
    return action


@compiled
def card(state: State, role: Int) -> Int:
    """Return a number from 1 for the card of a role; the dissident's has a word on it, which who sees it reads."""
    return 1 + role if role != Role.DISSIDENT else _WITH_WORD + state.word


@compiled
def seen_gift(setup: Prepared, state: State, action: Int, seat: Int) -> Int:
    """Giver and receiver see the card, the others that one has been given."""
    step = step_of_gift(action)
    if seat != state.seat and seat != clockwise(setup.seats, state.seat, step):
        return about(Act.GIVE_COMRADE, step)
    return action + _CARD * card(state, role_of_gift(state, action))


appearance = switch(
    "appearance",
    ("setup", "state", "action", "seat"),
    {
        Phase.CLAIM: seen_openly,
        Phase.CALL: seen_openly,
        Phase.VOTE: seen_vote,
        Phase.WORD: seen_word,
        Phase.LOOK: seen_look,
        Phase.GIVE: seen_gift,
        Phase.PASS: seen_gift,
    },
    on="state.phase",
)
