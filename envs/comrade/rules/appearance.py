"""What each seat sees of an action: what is covered, who sees which card, and what an action discloses at once."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from .committee import size_of
from .seats import among, clockwise, flag, role_at
from .state import (
    ACT_FREEDOM,
    ACT_GIVE_COMRADE,
    ACT_GIVE_SPECIAL,
    ACT_INTERROGATE,
    ACT_WORD,
    COMRADE,
    GIVE,
    LOOK,
    MAX_SEATS,
    PASS,
    VOTE,
    WORD,
)

_COVERED, _COUNT = -1, -2
_ROLE = 1 << 10  # times 1 + the role that is seen: above all actions
_SHOWN, _NOBODY = 1 << 20, MAX_SEATS


@compiled
def appearance(setup, state, action, seat):
    """Return what ``seat`` sees of an action."""
    phase = state.phase
    if phase == VOTE:
        return seen_vote(state, action == ACT_FREEDOM, action, seat)
    if phase == WORD:
        return seen_word(state, action - ACT_WORD, action, seat)
    if phase == LOOK:
        return seen_look(setup, state, action, seat)
    if phase == GIVE or phase == PASS:
        return seen_gift(setup, state, action, seat)
    return action


@compiled
def seen_vote(state, freedom, action, seat):
    """A vote is covered; the last one discloses the count, and the voter knows its own besides."""
    turn = state.turns[state.turn]
    if np.int64(turn.voted) | flag(state.seat) != turn.called:
        return action if seat == state.seat else _COVERED
    count = size_of(turn.freedom) + np.int64(freedom)
    own = np.int64(freedom) if seat == state.seat else 0
    return _COUNT - 2 * count - own


@compiled
def seen_word(state, word, action, seat):
    """A word is covered; the last one shows all of them, the voters' cards, the dissident and the right word."""
    turn = state.turns[state.turn]
    if np.int64(turn.spoken) | flag(state.seat) != turn.called:
        return action if seat == state.seat else _COVERED
    words = np.int64(turn.words) | (flag(state.seat) if word else 0)
    informer = np.int64(state.informer) if among(turn.called, state.informer) else _NOBODY
    holders = np.int64(state.dissident) * (_NOBODY + 1) + informer
    return ((2 * holders + np.int64(state.word)) << MAX_SEATS) + words + _SHOWN


@compiled
def seen_look(setup, state, action, seat):
    """The giver sees the card that it looks at, the receiver the only card that can be given."""
    target = clockwise(setup, state.seat, action - ACT_INTERROGATE)
    if seat == state.seat and state.cards[target] == 1:
        return action + _ROLE * (1 + role_at(state, target))
    if seat == target and state.cards[state.seat] == 1:
        return action + _ROLE * (1 + role_at(state, state.seat))
    return action


@compiled
def seen_gift(setup, state, action, seat):
    """Giver and receiver see the card, the others that one has been given."""
    special = action > ACT_GIVE_SPECIAL
    step = action - (ACT_GIVE_SPECIAL if special else ACT_GIVE_COMRADE)
    if seat != state.seat and seat != clockwise(setup, state.seat, step):
        return ACT_GIVE_COMRADE + step
    return action + _ROLE * (1 + (role_at(state, state.seat) if special else COMRADE))
