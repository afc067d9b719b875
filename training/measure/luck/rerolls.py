"""What luck brought in a game, told from what else might have happened, so that it can be taken off the result.

In the manner of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, *AIVAT: A New Variance Reduction Technique for
Agent Evaluation in Imperfect Information Games*, 2018). After every decision a value says what each seat may expect
now. From the position before it, the same decision is carried out again with other luck, several times: the generator
in a state is the state's own, so a copy with a fresh one is an equally likely course of events. What was expected after
the real one, less the mean over the others, has the mean zero whatever the value is worth; summed over a game it says
by how much the seat was lucky. Where an agent's choice can be drawn anew
(:meth:`~cogitable.agents.base.Agent.redrawn`) that is done as well, since its choice was luck, too. Where nothing was
drawn the difference is zero and costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ....agents.base import Agent
from ....agents.guided.adviser import Adviser, new_adviser, prefer
from ....agents.inference.network import stack
from ....agents.inference.value import seat_values, values_of
from ....agents.looking import see
from ....agents.policy.network import PolicyNetwork
from ....agents.unseen import count_unseen, mix_unseen
from ....envs.table.compilation.compile import compiled
from ....envs.table.game import Setup
from ....envs.table.kernels import proceed, restart
from ....envs.table.random import WORDS, fork, seed_words
from ....envs.table.rules import returns
from ....envs.table.tables import Tables
from ..match import Watcher, view_of

_REDEAL = 1  # beside a deal's seed in those of other deals


class Valuer(NamedTuple):
    """What tells the worth of a position.

    Attributes:
        adviser: A value, and the policy that it belongs to; nobody asks what that would do, so no action is legal.
        rewards: Room for returns, float32, shape (max_seats,).
    """

    adviser: Adviser
    rewards: np.ndarray


@compiled
def expect(setup, state, valuer, worth):
    """Write what every seat may expect: its return where the game is over, else the mean of the value as each sees it.

    What has been drawn is often seen by one seat alone, and not always by the one that moves next.

    Args:
        setup: SETUP record.
        state: STATE record.
        valuer: What tells it (:class:`Valuer`).
        worth: float64, shape (max_seats,).
    """
    asked, rewards = valuer.adviser, valuer.rewards
    seats = np.int64(setup.seats)
    worth[:] = 0
    if state.over != 0:
        rewards[:] = 0
        returns(setup, state, rewards)
        for seat in range(seats):
            worth[seat] = rewards[seat]
        return
    for viewer in range(seats):
        see(setup, state, np.int64(viewer), asked.observation)
        prefer(asked)
        seat_values(asked.values, asked.evaluator, asked.observation, asked.foretold)
        for place in range(seats):
            worth[(viewer + place) % seats] += asked.foretold[place] / seats


@compiled
def mark(setup, state, before):
    """Write down where a state's generator is, and what is unseen; return the latter."""
    for word in range(WORDS):
        before[word] = state.rng[word]
    return count_unseen(setup, state)


@compiled
def by_chance(setup, state, before, unseen):
    """Whether anything has been drawn since :func:`mark`. Up to the first draw all courses of events are the same."""
    for word in range(WORDS):
        if state.rng[word] != before[word]:
            return True
    return count_unseen(setup, state) != unseen


def reroll_many(setup, states, rows, actions, others, words, work, before, valuer, worth, luck):
    """Entry point: write what luck brought every seat by a decision at some tables.

    Args:
        setup: SETUP record, shape (1,).
        states: STATE records before the decision, shape (n,); they stay as they are.
        rows: Which of them are meant, int64, shape (k,).
        actions: What was decided, int64, shape (k,).
        others: What could have been decided, drawn anew, equal ones side by side, int64, shape (k, count).
        words: Generator of what happens then, uint32, shape (4,).
        work: STATE, shape (1,), for copies.
        before: uint32, shape (4,), for a generator.
        valuer: What tells the worth of a position (:class:`Valuer`).
        worth: float64, shape (max_seats,), for what is expected.
        luck: float64, shape (k, max_seats).
    """
    count = others.shape[1]
    state = work[0]
    for place in range(rows.size):
        luck[place, :] = 0
        work[0] = states[rows[place]]
        unseen = mark(setup[0], state, before)
        proceed(setup[0], state, actions[place])
        chosen = others[place, 0] != actions[place] or others[place, count - 1] != actions[place]
        if not chosen and not by_chance(setup[0], state, before, unseen):
            continue
        expect(setup[0], state, valuer, luck[place])
        done = 0
        while done < count:
            work[0] = states[rows[place]]
            fork(words, state.rng)
            mix_unseen(setup[0], state)
            unseen = mark(setup[0], state, before)
            proceed(setup[0], state, others[place, done])
            expect(setup[0], state, valuer, worth)
            times = 1
            if not by_chance(setup[0], state, before, unseen):
                while done + times < count and others[place, done + times] == others[place, done]:
                    times += 1
            for seat in range(worth.size):
                luck[place, seat] -= worth[seat] * times / count
            done += times


def redeal_many(setup, states, blank, valuer, worth, luck):
    """Entry point: deal on every row of ``states``, shape (games * (1 + count),), and write each deal's luck.

    A game's deals stand together, the real one first. ``luck`` is float64, shape (games, max_seats); the others are as
    in :func:`reroll_many`.
    """
    deals = states.size // luck.shape[0]
    for row in range(states.size):
        restart(setup[0], states, row, blank)
        expect(setup[0], states[row], valuer, worth)
        game, weight = row // deals, 1.0
        if row % deals != 0:
            weight = -1.0 / (deals - 1)
        for seat in range(worth.size):
            luck[game, seat] += weight * worth[seat]


class Rerolls(Watcher):
    """Finds out, while a match goes by, what luck brought every seat.

    Attributes:
        seconds: Processor time that this took.
    """

    def __init__(
        self,
        setup: Setup,
        network: PolicyNetwork,
        agents: Sequence[Agent],
        seating: np.ndarray,
        seeds: np.ndarray,
        count: int,
        seed: int | Sequence[int],
    ) -> None:
        """Prepare for a match.

        Args:
            setup: The game.
            network: A policy with a value for every seat.
            agents: Twins of those who play, with generators of their own; they are asked what else they might have
                done.
            seating: As for :func:`~cogitable.training.measure.match.play_match`, as are the seeds.
            seeds: Seed of each game.
            count: How often what happened is drawn anew.
            seed: Fixes what is drawn.
        """
        start = time.process_time()
        self.setup, self.agents, self.seating, self.count = setup, agents, seating, count
        self.asked = agents
        self.words = seed_words(np.random.SeedSequence(seed))[0]
        self._luck = np.zeros((len(seeds), setup.game.max_seats))
        assert network.value is not None
        game = setup.game
        asked = new_adviser(setup, stack([network]), values_of(network), network.value.seats)
        self._valuer = Valuer(asked, np.zeros(game.max_seats, np.float32))
        self._worth, self._work = np.zeros(game.max_seats), np.zeros(1, game.state_dtype)
        self._before = np.zeros(WORDS, np.uint32)
        self._deal(np.asarray(seeds))
        self.seconds = time.process_time() - start

    @property
    def luck(self) -> np.ndarray:
        """By game, float64, shape (games, seats): how much more a seat got than it could expect, as the value tells it.

        Its mean over many games is zero whatever the value is worth.
        """
        return self._luck[:, : self.setup.num_seats]

    def _deal(self, seeds: np.ndarray) -> None:
        """Find the luck of each deal: what it is worth, less what other deals are."""
        unique, place = np.unique(seeds, return_inverse=True)
        luck = np.zeros((unique.size, self._luck.shape[1]))
        states = np.zeros((unique.size, 1 + self.count), self.setup.game.state_dtype)
        for row, seed in enumerate(unique.tolist()):
            states["rng"][row, 0] = seed_words(seed)[0]
            # Of the deal's seed alone, so that all games of a deal hold it against the same others: seats that are
            # rotated then have its luck taken off to the last digit.
            states["rng"][row, 1:] = seed_words(np.random.SeedSequence([seed, _REDEAL]), self.count)
        kernel, blank = self.setup.game.kernel(redeal_many), np.zeros(1, states.dtype)
        kernel(self.setup.record, states.ravel(), blank, self._valuer, self._worth, luck)
        self._luck += luck[place]

    def decided(self, tables: Tables, rows: np.ndarray, games: np.ndarray, actions: np.ndarray) -> None:
        """Take what the decisions and what follows from them bring."""
        start = time.process_time()
        others = np.repeat(actions[:, None], self.count, axis=1)
        movers = self.seating[games, tables.seats[rows]]
        for number in np.unique(movers):
            waiting = np.flatnonzero(movers == number)
            drawn = self.agents[number].redrawn(view_of(tables, rows[waiting], self.logs), self.count)
            if drawn is not None:
                others[waiting] = np.sort(drawn, axis=1)
        self._luck[games] += self.carry_out(tables, rows, actions, others)
        self.seconds += time.process_time() - start

    def carry_out(self, tables: Tables, rows: np.ndarray, actions: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return the luck of decisions, float64, shape (k, max_seats); see :func:`reroll_many`."""
        luck = np.zeros((rows.size, self._luck.shape[1]))
        self.setup.game.kernel(reroll_many)(
            self.setup.record, tables.states, rows, np.ascontiguousarray(actions), others, self.words, self._work,
            self._before, self._valuer, self._worth, luck,
        )  # fmt: skip
        return luck


def warm_rerolls(setup: Setup, network: PolicyNetwork) -> None:
    """Have everything compiled and loaded, before it is shared or timed."""
    tables = Tables(setup, 1, seed=0)
    rerolls = Rerolls(setup, network, [], np.zeros((1, setup.num_seats), np.int64), np.zeros(1, np.int64), 1, 0)
    first = tables.masks.argmax(axis=1)
    rerolls.carry_out(tables, np.zeros(1, np.int64), first, first[:, None])
