"""What a search asks its network: what a seat would prefer or do, and what a position is worth to every seat."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.game import Setup
from ...envs.table.random import fraction
from ...envs.table.rules import returns
from ..inference.network import Evaluator, Stack, draw_among, list_legal, preferences
from ..inference.sums import Sums, new_sums, preferences_again
from ..inference.value import Values, seat_values
from ..looking import has_left, see
from ..search.tree import by_heuristic


class Adviser(NamedTuple):
    """A policy and its value, and room for what is asked and answered; every thread needs its own.

    Attributes:
        evaluator: The policy.
        sums: What it was asked last.
        values: Its value.
        mask: Legal actions of the position that is looked at, int8, shape (num_actions,).
        places: Room for a list of them, int64, shape (num_actions,).
        observation: What the seat that is asked for sees of it, float32, shape (layout.size,).
        logits: The policy's preferences for the legal actions, float32, shape (num_actions,).
        foretold: Values, that of the seat that looks first, float32, as many as the network has.
    """

    evaluator: Evaluator
    sums: Sums
    values: Values
    mask: np.ndarray
    places: np.ndarray
    observation: np.ndarray
    logits: np.ndarray
    foretold: np.ndarray


def new_adviser(setup: Setup, networks: Stack, values: Values, seats: int) -> Adviser:
    """Return the first network of a stack, whose value tells of ``seats`` seats, with room of its own."""
    evaluator = networks.evaluator(widest=values.widest)
    return Adviser(
        evaluator,
        new_sums(evaluator, setup.num_seats),
        values,
        np.zeros(setup.num_actions, np.int8),
        np.zeros(setup.num_actions, np.int64),
        np.zeros(setup.layout.size, np.float32),
        np.zeros(setup.num_actions, np.float32),
        np.zeros(seats, np.float32),
    )


@compiled
def prefer(adviser):
    """Ask the policy about what is seen and legal; the answer is in ``logits``."""
    preferences(adviser.evaluator, adviser.observation, adviser.mask, adviser.logits)


@compiled
def prefer_again(adviser, seat):
    """Ask the policy as :func:`prefer` does, about what a seat sees that has been asked for before."""
    preferences_again(adviser.evaluator, adviser.sums, seat, adviser.observation, adviser.mask, adviser.logits)


@compiled
def draw_preferred(adviser, words):
    """Return an action drawn by the preferences that have been asked for, which are lost."""
    count = list_legal(adviser.mask, adviser.places)
    return draw_among(adviser.places[:count], adviser.logits, fraction(words))


@compiled
def played_by(setup, state, words, adviser, player, sums, epsilon, heuristic):
    """Return what the seat to move does: the heuristic's action, or one drawn from what a network prefers.

    Args:
        setup: SETUP record.
        state: STATE record.
        words: Generator, uint32, shape (4,).
        adviser: Its mask tells what is legal; its observation and logits are overwritten.
        player: The network, an :class:`~cogitable.agents.inference.network.Evaluator`: the policy's own, or a copy.
        sums: What that was asked last, :class:`~cogitable.agents.inference.sums.Sums`.
        epsilon: Share of random actions among the heuristic's; None where the game has no heuristic.
        heuristic: Whether the heuristic decides, where there is one.
    """
    if epsilon is not None:
        rate = max(epsilon, 0.0)
        if heuristic:
            return by_heuristic(setup, state, words, adviser.mask, rate)
    seat = np.int64(state.seat)
    see(setup, state, seat, adviser.observation)
    preferences_again(player, sums, seat, adviser.observation, adviser.mask, adviser.logits)
    return draw_preferred(adviser, words)


@compiled
def foretell(adviser, viewer, seats, returned):
    """Write by seats what a position is worth; the policy has just been asked about what ``viewer`` sees of it."""
    seat_values(adviser.values, adviser.evaluator, adviser.observation, adviser.foretold)
    for place in range(seats):
        returned[(viewer + place) % seats] = adviser.foretold[place]


@compiled
def worth_when_gone(setup, state, viewer, adviser, returned):
    """Write what a game that ``viewer`` has left is worth: returns that are final, and for the rest what is foretold.

    To play it to its end would cost much and change nothing for who looks ahead.
    """
    seats = np.int64(setup.seats)
    returned[:] = 0
    returns(setup, state, returned)
    adviser.mask[:] = 0
    see(setup, state, viewer, adviser.observation)
    prefer_again(adviser, viewer)
    seat_values(adviser.values, adviser.evaluator, adviser.observation, adviser.foretold)
    for place in range(seats):
        seat = (viewer + place) % seats
        if not has_left(state, seat):
            returned[seat] = adviser.foretold[place]
