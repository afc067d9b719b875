"""Exact values of policies and of the best response to them, for small games whose only chance is the deal of a deck.

All deals are walked through at once, decision by decision: what is public is the same in all of them, so a history of
actions and what a seat sees of its own make up its information set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np

from cogitable.agents.base import Agent, View
from cogitable.agents.policy.agent import PolicyAgent
from cogitable.envs.table import Setup, Tables

Choice = Callable[[View], np.ndarray]
"""A view of n tables to the probability of every action, shape (n, actions)."""


def uniform(view: View) -> np.ndarray:
    """Choose among the legal actions with equal probability."""
    return view.masks / view.masks.sum(axis=1, keepdims=True)


def certain(agent: Agent) -> Choice:
    """Choose what an agent that draws nothing chooses."""
    return lambda view: np.eye(view.masks.shape[1])[agent.act(view)]


def drawn(agent: PolicyAgent) -> Choice:
    """Choose by the probabilities of a policy's network."""

    def choose(view: View) -> np.ndarray:
        weights = np.where(view.masks > 0, np.exp(agent.network.logits(view.observations).astype(np.float64)), 0)
        return weights / weights.sum(axis=1, keepdims=True)

    return choose


class Exact:
    """All deals of a game, equally likely."""

    def __init__(self, setup: Setup, deck: str, cards: int, dealt: int) -> None:
        """Take every order of the first ``dealt`` of so many ``cards`` that lie in the array ``deck`` of STATE."""
        self.setup = setup
        orders = {order[:dealt]: order for order in permutations(range(cards))}
        self.tables = Tables(setup, len(orders), seed=0, auto_reset=False)
        self.tables.states[deck][:, :cards] = list(orders.values())
        self.start = self.tables.states.copy()

    def value(self, seat: int, players: Sequence[Choice | None]) -> float:
        """Return a seat's expected return; a player that is None responds best."""
        return float(self.by_deal(seat, players).mean())

    def by_deal(self, seat: int, players: Sequence[Choice | None]) -> np.ndarray:
        """Return a seat's expected return in every deal, those of ``start``."""
        return self._values(self.start, seat, players, np.ones(len(self.start)))

    def best_response(self, agent: Choice) -> float:
        """Return what the best response gets at one seat among copies of an agent: the mean over seats."""
        return self._at_each_seat(None, agent)

    def against(self, policy: Choice, agent: Choice) -> float:
        """Return what a policy gets at one seat among copies of an agent: the mean over seats."""
        return self._at_each_seat(policy, agent)

    def _at_each_seat(self, one: Choice | None, others: Choice) -> float:
        seats = range(self.setup.num_seats)
        return float(np.mean([self.value(s, [one if s == other else others for other in seats]) for s in seats]))

    def _values(self, states: np.ndarray, seat: int, players: Sequence[Choice | None], reach: np.ndarray) -> np.ndarray:
        """Return for every deal the seat's expected return, times the probability that the others play up to here."""
        if states["over"].any():
            return reach * states["paid"][:, seat]
        mover = int(states["seat"][0])
        view = self._view(states)
        legal = np.flatnonzero(view.masks[0])
        assert (view.masks == view.masks[0]).all() and (states["seat"] == mover).all()  # both are public here
        player = players[mover]
        chances = np.ones(view.masks.shape) if player is None else player(view)
        found = np.array([self._values(self._after(states, a), seat, players, reach * chances[:, a]) for a in legal])
        if player is not None:
            return found.sum(axis=0)
        _, sets = np.unique(view.observations, axis=0, return_inverse=True)
        totals = np.array([np.bincount(sets.ravel(), values) for values in found])
        return found[totals.argmax(axis=0)[sets.ravel()], np.arange(len(states))]

    def _view(self, states: np.ndarray) -> View:
        self.tables.states[:] = states
        self.tables.look()
        view = View.of(self.tables)
        return View(self.setup, view.observations.copy(), view.masks.copy(), view.seats.copy(), states)

    def _after(self, states: np.ndarray, action: int) -> np.ndarray:
        self._view(states)
        self.tables.step(np.full(len(states), action))
        return self.tables.states.copy()
