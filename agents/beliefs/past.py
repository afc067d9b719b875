"""What a seat has perceived of the last decisions at its table, for agents that draw conclusions from them.

A game so far is its deal and its actions. Played again, it gives for every decision who took it, how it appeared to one
seat, and what that seat observed just before and just after. Of the positions themselves an agent gets what it gets of
the present one: copies in which all is redrawn that the seat could not know at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.game import Setup
from ...envs.table.kernels import proceed, restart
from ...envs.table.rules import UNPERCEIVED, appearance, legal_actions, observe
from ...envs.table.tables import determinized
from ..digests import stir_in_observation

SEAT, LOOK, ACTION = range(3)
"""Columns of ``Recollection.decisions``."""
BEFORE, AFTER = 0, 2
"""Where ``Recollection.keys`` have the two digests of a decision, two words each."""


class Played(NamedTuple):
    """A game so far.

    Attributes:
        generator: The four words of the table's generator at the deal.
        actions: All actions since.
    """

    generator: Sequence[int]
    actions: Sequence[int]


_PER_OTHER = 8  # decisions of all seats to go through for one of another seat, at most

PlayedAt = Callable[[int], Played]
"""Number of a table to the game that is played there."""


class Recollection:
    """What one seat perceived of the last decisions.

    Attributes:
        seat: The seat.
        decisions: For every decision that it noticed who took it, its appearance, and the action where it was the
            seat's own (else -1): int64, shape (k, 3).
        keys: Digests of the seat's observations just before and just after each of them, uint32, shape (k, 4).
    """

    def __init__(self, setup: Setup, seat: int, decisions: np.ndarray, keys: np.ndarray, states: np.ndarray) -> None:
        """Keep what was perceived; ``states`` are the true positions before each decision, shape (k,)."""
        self.setup, self.seat, self.decisions, self.keys = setup, seat, decisions, keys
        self.__states = states

    def __len__(self) -> int:
        return len(self.decisions)

    def redrawn(self, number: int, count: int, words: np.ndarray) -> np.ndarray:
        """Return the position before a decision, ``count`` times redrawn as the seat could not know it then."""
        seats, states = np.full(count, self.seat, np.int64), np.repeat(self.__states[number : number + 1], count)
        return determinized(self.setup, states, words, seats=seats)

    def last(self, others: int) -> Recollection:
        """Return the part with the last so many decisions of other seats."""
        theirs = np.flatnonzero(self.decisions[:, SEAT] != self.seat)
        first = int(theirs[-others]) if theirs.size >= others else 0
        return Recollection(self.setup, self.seat, self.decisions[first:], self.keys[first:], self.__states[first:])


class Told(NamedTuple):
    """Where a game that is played again is written down.

    Attributes:
        states: The positions before the last k decisions that were noticed, STATE, shape (k,).
        decisions: :attr:`Recollection.decisions` of these.
        keys: :attr:`Recollection.keys` of these.
    """

    states: np.ndarray
    decisions: np.ndarray
    keys: np.ndarray


class Look(NamedTuple):
    """Room to look at a position.

    Attributes:
        key: A digest, uint32, shape (2,).
        mask: int8, shape (num_actions,).
        observation: float32, shape (layout.size,).
    """

    key: np.ndarray
    mask: np.ndarray
    observation: np.ndarray


def recollect(setup: Setup, played: Played, state: np.ndarray, others: int) -> Recollection | None:
    """Return what the seat to move has perceived since the last ``others`` decisions of other seats began.

    Those that it did not notice are not among them, since how many there were is hidden. Of a seat that has decided
    very often in between itself it is the last 8 times as many decisions.

    Args:
        setup: The game with its options.
        played: The game so far.
        state: The present, an array of one STATE record.
        others: Decisions of other seats to look back on.

    Returns None where the game did not lead to the present.
    """
    game, seat = setup.game, int(state["seat"][0])
    actions = np.asarray(played.actions, np.int64)
    work, blank = np.zeros(2, game.state_dtype), np.zeros(1, game.state_dtype)
    work["rng"] = np.asarray(played.generator, np.uint32)
    look = _new_look(setup)
    theirs = np.zeros(actions.size, np.int8)
    count = game.kernel(find_noticed)(setup.record, work, blank, actions, seat, theirs, look)
    if count < 0:
        return None
    asked = np.flatnonzero(theirs[:count])
    first = max(int(asked[-others]) if asked.size >= others else 0, count - _PER_OTHER * others)
    kept = count - first
    told = Told(np.zeros(kept, game.state_dtype), np.zeros((kept, 3), np.int64), np.zeros((kept, 4), np.uint32))
    if not game.kernel(play_again)(setup.record, work, blank, actions, seat, first, state, told, look):
        return None
    return Recollection(setup, seat, told.decisions, told.keys, told.states)


def _new_look(setup: Setup) -> Look:
    return Look(np.zeros(2, np.uint32), np.zeros(setup.num_actions, np.int8), np.zeros(setup.layout.size, np.float32))


def digest_now(setup: Setup, state: np.ndarray, seat: int) -> np.ndarray:
    """Return two words that stand for what a seat observes in a position: uint32, shape (2,)."""
    key = np.zeros(2, np.uint32)
    setup.game.kernel(digest_one)(setup.record, state, seat, np.zeros(setup.layout.size, np.float32), key)
    return key


@compiled
def digest(setup, state, seat, observation, key):
    """Write two words that stand for what a seat observes."""
    observation[:] = 0
    observe(setup, state, np.int64(seat), observation)
    key[0], key[1] = np.uint32(seat + 1), np.uint32(1)
    stir_in_observation(key, observation)


def digest_one(setup, states, seat, observation, key):
    """Entry point of :func:`digest_now`."""
    digest(setup[0], states[0], seat, observation, key)


def find_noticed(setup, work, blank, actions, seat, theirs, look):
    """Entry point: play a game again and find out which of its decisions a seat noticed.

    Args:
        setup: SETUP record, shape (1,).
        work: STATE to play on, shape (2,), with the generator of the deal.
        blank: A STATE of zeros, shape (1,).
        actions: All actions, int64, shape (n,).
        seat: The seat.
        theirs: Out, int8, shape (n,): for each decision that it noticed, whether another seat took it.
        look: Room to look at a position (:class:`Look`).

    Returns how many it noticed, -1 if one is not legal.
    """
    state, count, mask = work[1], 0, look.mask
    restart(setup[0], work, 1, blank)
    for number in range(actions.size):
        mask[:] = 0
        legal_actions(setup[0], state, mask)
        action = np.int64(actions[number])
        if state.over != 0 or action < 0 or action >= mask.size or mask[action] == 0:
            return -1
        if noticed_as(setup[0], state, action, seat) != UNPERCEIVED or state.seat == seat:
            theirs[count] = state.seat != seat
            count += 1
        proceed(setup[0], state, action)
    return count


@compiled
def noticed_as(setup, state, action, seat):
    """Return how an action appears to a seat."""
    return np.int64(appearance(setup, state, np.int64(action), np.int64(seat)))


def play_again(setup, work, blank, actions, seat, first, present, told, look):
    """Entry point: play a game again and write down what a seat perceived of its last decisions.

    Args:
        setup: SETUP record, shape (1,).
        work: STATE to play on, shape (2,), with the generator of the deal.
        blank: A STATE of zeros, shape (1,).
        actions: All actions, each of them legal, int64, shape (n,).
        seat: The seat.
        first: Which of the decisions that it noticed is the first to be written down.
        present: What the game should have come to, STATE, shape (1,).
        told: Where it is written down (:class:`Told`).
        look: Room to look at a position (:class:`Look`).

    Returns whether the game came to the present.
    """
    state, noticed = work[0], np.int64(0)
    restart(setup[0], work, 0, blank)
    for number in range(actions.size):
        action = np.int64(actions[number])
        seen = noticed_as(setup[0], state, action, seat)
        if seen == UNPERCEIVED and state.seat != seat:
            proceed(setup[0], state, action)
            continue
        row, noticed = noticed - first, noticed + 1
        if row < 0:
            proceed(setup[0], state, action)
            continue
        decision, keys = told.decisions[row], told.keys[row]
        told.states[row] = work[0]
        decision[0], decision[1] = state.seat, seen
        decision[2] = action if state.seat == seat else np.int64(-1)
        digest(setup[0], state, seat, look.observation, keys[:2])
        proceed(setup[0], state, action)
        digest(setup[0], state, seat, look.observation, keys[2:])
    key = look.key
    digest(setup[0], state, seat, look.observation, key)
    one, two = key[0], key[1]
    digest(setup[0], present[0], seat, look.observation, key)
    same = state.seat == seat and state.decisions == present[0].decisions
    return same and one == key[0] and two == key[1]
