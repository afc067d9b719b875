"""Positions from self-play of a policy, and what they came to, for a value to learn from; all in compiled code.

Every seat draws its actions from the policy. A search asks for the value of positions that the policy itself seldom
comes to, so here and there an action is random. What came before a random action is left out, since what followed from
it would be the accident's fault: a value says what a position is worth if the policy goes on. Where there is no choice
nobody asks for a value; these positions are left out too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ....agents.inference.network import Evaluator, drawn, hidden_row, log_total, preferences, stack
from ....agents.looking import forced, see
from ....agents.policy.network import PolicyNetwork
from ....envs.table.game import TRUNCATED, Setup
from ....envs.table.kernels import proceed, restart
from ....envs.table.random import fraction, pick_legal, seed_words
from ....envs.table.rules import returns


class Positions(NamedTuple):
    """What there was to see for seats to move, and what every seat got at the end.

    Attributes:
        seen: Observations, or what the policy's last hidden layer made of them, float32, shape (n, size).
        returns: By seat, that of the seat to move first and then clockwise, float32, shape (n, seats); NaN where a
            table has fewer seats, and in games that were cut off: what they would have come to nobody knows.
    """

    seen: np.ndarray
    returns: np.ndarray


class Sampling(NamedTuple):
    """Which positions are wanted, and of what games.

    Attributes:
        astray: Share of random actions.
        keep: Share of the positions that is kept.
        hidden: Whether the policy's last hidden layer is wanted instead of the observations.
    """

    astray: float
    keep: float
    hidden: bool


class Scratch(NamedTuple):
    """Room for a decision and for the end of a game: the latter two float32, shapes (size,) and (max_seats,)."""

    logits: np.ndarray
    mask: np.ndarray
    observation: np.ndarray
    rewards: np.ndarray


def play_for_values(setup, states, blank, words, evaluator, scratch, sampling, seen, targets):
    """Entry point: play games at one table until there are positions enough.

    Args:
        setup: SETUP record, shape (1,).
        states: STATE record, shape (1,); its generator goes on from deal to deal.
        blank: A zeroed STATE, shape (1,).
        words: Generator of the choices, uint32, shape (4,).
        evaluator: The policy.
        scratch: Room (:class:`Scratch`).
        sampling: Which positions are wanted (:class:`Sampling`).
        seen: The positions, float32, shape (n, size).
        targets: What they came to, float32, shape (n, seats), NaNs on arrival.
    """
    state, room, used = states[0], seen.shape[0], 0
    mask, observation, logits, rewards = scratch.mask, scratch.observation, scratch.logits, scratch.rewards
    while used < room:
        restart(setup[0], states, 0, blank)
        first = used
        while state.over == 0:
            seat, action = np.int64(state.seat), forced(setup[0], state, mask)
            if action < 0 and fraction(words) < sampling.astray:
                used, action = first, pick_legal(words, mask)
            if action >= 0:
                proceed(setup[0], state, action)
                continue
            see(setup[0], state, seat, observation)
            preferences(evaluator, observation, mask, logits)
            if used < room and fraction(words) < sampling.keep:
                source, hidden = observation, hidden_row(evaluator)
                if sampling.hidden and hidden >= 0:
                    source = evaluator.scratch[hidden]
                for place in range(seen.shape[1]):
                    seen[used, place] = source[place]
                targets[used, 0] = seat
                used += 1
            proceed(setup[0], state, drawn(logits, mask, log_total(logits, mask), fraction(words)))
        rewards[:] = 0
        returns(setup[0], state, rewards)
        seats = np.int64(setup[0].seats)
        for position in range(first, used):
            seat = np.int64(targets[position, 0])
            for place in range(seats):
                known = state.over != TRUNCATED
                targets[position, place] = rewards[(seat + place) % seats] if known else np.float32(np.nan)


class ValueGames:
    """Lets a policy play all seats of tables of several set-ups, and hands out positions."""

    def __init__(
        self,
        setups: Sequence[Setup],
        network: PolicyNetwork,
        source: str,
        seats: int,
        astray: float,
        keep: float,
        seed: int,
    ) -> None:
        """Begin.

        Args:
            setups: Kinds of table.
            network: The policy.
            source: What a value looks at, the "observation" or the last "hidden" layer.
            seats: How many values there are of each position.
            astray: Share of random actions.
            keep: Share of the positions that is kept.
            seed: Fixes all that is drawn.
        """
        self.setups, self.seats = setups, seats
        self.sampling = Sampling(astray, keep, hidden=source == "hidden")
        self.size = network.layers[-1][0].shape[0] if self.sampling.hidden else setups[0].layout.size
        self.evaluator: Evaluator = stack([network]).evaluator()
        deals, choices = np.random.SeedSequence(seed).spawn(2)
        self.states = np.zeros(len(setups), setups[0].game.state_dtype)
        self.states["rng"] = seed_words(deals, len(setups))
        self.words = seed_words(choices)[0]

    def positions(self, count: int) -> Positions:
        """Play until there are ``count`` positions, shared out evenly among the set-ups."""
        found = Positions(np.zeros((count, self.size), np.float32), np.full((count, self.seats), np.nan, np.float32))
        edges = np.linspace(0, count, len(self.setups) + 1).astype(int)
        for kind, setup in enumerate(self.setups):
            span = slice(edges[kind], edges[kind + 1])
            self._play(setup, self.states[kind : kind + 1], found.seen[span], found.returns[span])
        return found

    def _play(self, setup: Setup, states: np.ndarray, seen: np.ndarray, targets: np.ndarray) -> None:
        game, actions = setup.game, setup.num_actions
        scratch = Scratch(
            np.zeros(actions, np.float32),
            np.zeros(actions, np.int8),
            np.zeros(setup.layout.size, np.float32),
            np.zeros(game.max_seats, np.float32),
        )
        game.kernel(play_for_values)(
            setup.record, states, np.zeros(1, game.state_dtype), self.words, self.evaluator, scratch, self.sampling,
            seen, targets,
        )  # fmt: skip
