"""What a seat has perceived of the last decisions at its table, for agents that draw conclusions from them.

A game so far is its deal and its actions. Played again, it gives for every decision who took it, how it appeared to one
seat, and what that seat observed just before and just after. Of the positions themselves an agent gets what it gets of
the present one: copies in which all is redrawn that the seat could not know at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.game import Setup
from ..envs.table.kernels import proceed, restart
from ..envs.table.rules import UNPERCEIVED, appearance, legal_actions, observe
from ..envs.table.tables import determinized
from .guided_tree import stir_in_observation

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


def recollect(setup: Setup, played: Played, state: np.ndarray, most: int) -> Recollection | None:
    """Return the last ``most`` decisions that the seat to move has perceived; None where they led elsewhere.

    Args:
        setup: The game with its options.
        played: The game so far.
        state: The present, an array of one STATE record.
        most: Decisions to look back on: those that the seat noticed, since how many others there were is hidden.
    """
    game, seat = setup.game, int(state["seat"][0])
    actions = np.asarray(played.actions, np.int64)
    kept = min(most, actions.size)
    work, blank, states = np.zeros(2, game.state_dtype), np.zeros(1, game.state_dtype), np.zeros(kept, game.state_dtype)
    work["rng"] = np.asarray(played.generator, np.uint32)
    decisions, keys, now = np.zeros((kept, 3), np.int64), np.zeros((kept, 4), np.uint32), np.zeros(2, np.uint32)
    mask, observation = np.zeros(setup.num_actions, np.int8), np.zeros(setup.layout.size, np.float32)
    count = game.kernel(play_again)(
        setup.record, work, blank, actions, seat, state, states, decisions, keys, now, mask, observation
    )
    return None if count < 0 else Recollection(setup, seat, decisions[:count], keys[:count], states[:count])


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


@compiled
def count_noticed(setup, state, actions, seat, mask):
    """Play a game and return how many of its decisions a seat noticed, -1 if one of them is not legal."""
    count = 0
    for number in range(actions.size):
        mask[:] = 0
        legal_actions(setup, state, mask)
        action = np.int64(actions[number])
        if state.over != 0 or action < 0 or action >= mask.size or mask[action] == 0:
            return -1
        if state.seat == seat or np.int64(appearance(setup, state, action, np.int64(seat))) != UNPERCEIVED:
            count += 1
        proceed(setup, state, action)
    return count


def play_again(setup, work, blank, actions, seat, present, states, decisions, keys, now, mask, observation):
    """Entry point: play a game again and write down what a seat perceived of its last decisions.

    Args:
        setup: SETUP record, shape (1,).
        work: STATE to play on, shape (2,), with the generator of the deal.
        blank: A STATE of zeros, shape (1,).
        actions: All actions, int64, shape (n,).
        seat: The seat.
        present: What the game should have come to, STATE, shape (1,).
        states: Out, STATE, shape (k,): the positions before the last k decisions that were noticed.
        decisions: Out, int64, shape (k, 3).
        keys: Out, uint32, shape (k, 4).
        now: Scratch, uint32, shape (2,).
        mask: Scratch, int8, shape (num_actions,).
        observation: Scratch, float32, shape (layout.size,).

    Returns how many are written down, -1 if the game did not come to the present.
    """
    state, written = work[0], 0
    restart(setup[0], work, 1, blank)
    count = count_noticed(setup[0], work[1], actions, seat, mask)
    if count < 0:
        return -1
    passed = count - states.size
    restart(setup[0], work, 0, blank)
    for number in range(actions.size):
        action = np.int64(actions[number])
        look = np.int64(appearance(setup[0], state, action, np.int64(seat)))
        noticed = look != UNPERCEIVED or state.seat == seat
        if not noticed or passed > 0:
            passed -= noticed
            proceed(setup[0], state, action)
            continue
        states[written] = work[0]
        decisions[written, 0], decisions[written, 1] = state.seat, look
        decisions[written, 2] = action if state.seat == seat else np.int64(-1)
        digest(setup[0], state, seat, observation, now)
        keys[written, 0], keys[written, 1] = now[0], now[1]
        proceed(setup[0], state, action)
        digest(setup[0], state, seat, observation, now)
        keys[written, 2], keys[written, 3] = now[0], now[1]
        written += 1
    digest(setup[0], state, seat, observation, now)
    first, second = now[0], now[1]
    digest(setup[0], present[0], seat, observation, now)
    if state.seat != seat or state.decisions != present[0].decisions or first != now[0] or second != now[1]:
        return -1
    return written
