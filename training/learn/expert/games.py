"""Games to learn from search by: a share of all decisions is searched, the others are drawn from the policy at once.

Searching every decision would leave few games, and so little to learn a value from; searching none would teach the
policy nothing (playout cap randomisation: Wu, "Accelerating Self-Play Learning in Go", 2019). Games are played to their
ends, so that every decision has a result. Actions are drawn, by what is learned of the search or by the policy. Where
the policy is nearly certain a search says the same, so such decisions may be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ....agents.base import View
from ....agents.guided.agent import GuidedAgent, GuidedAnalysis
from ....agents.policy.network import PolicyNetwork, draw
from ....envs.table.errors import OptionError
from ....envs.table.game import RUNNING, TRUNCATED, Setup
from ..collecting.seat_order import clockwise
from ..collecting.table_mix import TableMix
from ..config.sections import ExpertConfig

_DOUBT = 8.0  # visits at which half of what a search found of an action is believed
_IN_VAIN = 1000  # decisions looked at for each one to be searched, after which a round ends with what it has


@dataclass
class Searched:
    """Decisions with a choice. Seats are counted from the one that decides, clockwise.

    Attributes:
        observations: float32, shape (k, size).
        masks: Legal actions, int8, shape (k, num_actions).
        shares: What the policy is to learn of the search, as shares, float32, shape (k, num_actions); where nothing was
            searched for, its own.
        roots: What the search found the position worth to each seat, float32, shape (k, seats); NaN if not searched.
        returns: What the game came to for each seat, float32, shape (k, seats); NaN where there is no such seat, and
            in games that were cut off.
    """

    observations: np.ndarray
    masks: np.ndarray
    shares: np.ndarray
    roots: np.ndarray
    returns: np.ndarray

    @property
    def rows(self) -> np.ndarray:
        """Places of the searched decisions, int64."""
        return np.flatnonzero(self._searched)

    @property
    def others(self) -> np.ndarray:
        """Places of the others, int64."""
        return np.flatnonzero(~self._searched)

    @property
    def _searched(self) -> np.ndarray:
        return ~np.isnan(self.roots).all(axis=1)

    def values(self, mix: float) -> np.ndarray:
        """Return what a value is to learn: returns, mixed with a share ``mix`` of what the search found.

        NaN where a return is.
        """
        return np.where(np.isnan(self.roots), self.returns, mix * self.roots + (1 - mix) * self.returns)


class _Decision(NamedTuple):
    """A decision whose game is not over: the part it is kept in, its place there, and the seat that decided."""

    part: Searched
    place: int
    seat: int


def improved(found: GuidedAnalysis, sharpness: float) -> np.ndarray:
    """Return a policy's shares of actions, changed by what a search found: float32, shape (n, num_actions).

    The logarithm of a share rises by ``sharpness`` times how much more than the policy's mean the action returns; less
    after few visits, which say little. So a policy stays as it is where nothing is found out (a policy improvement
    operator in the manner of Danihelka and others, "Policy improvement by planning with Gumbel", 2022).

    Args:
        found: What was found.
        sharpness: Rise for each point of a return.
    """
    tried = found.visits > 0
    values, weights = np.where(tried, np.nan_to_num(found.values), 0.0), np.where(tried, found.priors, 0.0)
    mean = (weights * values).sum(axis=1, keepdims=True) / np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
    trust = found.visits / (found.visits + _DOUBT)
    shares = found.priors * np.exp(sharpness * np.where(tried, trust * (values - mean), 0.0))
    return (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)


def searching_agents(
    setups: Sequence[Setup], network: PolicyNetwork, config: ExpertConfig, threads: int
) -> list[GuidedAgent]:
    """Return who searches with a network, for every set-up.

    Raises:
        OptionError: The game cannot be searched in this way.
    """
    return [
        GuidedAgent(
            setup,
            0,
            network=network,
            simulations=config.simulations,
            root=config.root,
            others=config.others,
            rollouts=config.rollouts,
            horizon=config.horizon,
            threads=threads,
        )
        for setup in setups
    ]


class SearchedGames:
    """Lets a network play all seats of many tables, and writes down its decisions."""

    def __init__(
        self,
        setups: Sequence[Setup],
        network: PolicyNetwork,
        config: ExpertConfig,
        tables: int,
        threads: int,
        seed: np.random.SeedSequence,
    ) -> None:
        """Deal; ``seed`` fixes all that is drawn. The network has a value for every seat."""
        deals, choices, *own = seed.spawn(2 + len(setups))
        self.config, self.network, self.generator = config, network, np.random.default_rng(choices)
        self.tables = TableMix(setups, tables, int(deals.generate_state(1)[0]))
        self.searching = searching_agents(setups, network, config, threads)
        for searching, child in zip(self.searching, own, strict=True):
            searching.reseed(child)
            if config.target == "visits":
                searching.softness = 1.0  # where a search finds nothing out, the policy should learn to stay as it is
        self.seats = max(setup.num_seats for setup in setups)
        self._parts: list[Searched] = []
        self._unpaid: list[list[_Decision]] = [[] for _ in range(tables)]  # decisions of the game at each table

    def play(self) -> Searched:
        """Play until there are as many searched decisions as configured, and the games then running to their ends.

        Raises:
            OptionError: The policy is too certain of everything for any to be searched.
        """
        config, tables, running = self.config, self.tables, np.ones(self.tables.count, np.bool_)
        searched, asked, most = 0, 0, config.decisions * _IN_VAIN / config.share
        try:
            while running.any():
                rows = np.flatnonzero(running)
                actions, found = self._decide(rows)
                searched, asked = searched + found, asked + rows.size
                tables.step(rows, actions)
                ended = rows[tables.over[rows] != RUNNING]
                for row in ended.tolist():
                    self._pay(row)
                running[ended] = searched < config.decisions and asked < most
                if running[ended].any():
                    tables.deal(ended)
        finally:
            tables.close()
        if not searched:
            raise OptionError(
                f"option 'expert.certain' is {config.certain:g}: in {asked:,} decisions the policy was always more "
                "certain than that, so there is nothing to search for"
            )
        return Searched(*(np.concatenate([vars(part)[name] for part in self._parts]) for name in _NAMES))

    def _decide(self, rows: np.ndarray) -> tuple[np.ndarray, int]:
        """Return an action at every table and how many were searched for; decisions with a choice are kept."""
        actions = self.tables.masks[rows].argmax(axis=1)
        open_ = np.flatnonzero(np.count_nonzero(self.tables.masks[rows], axis=1) > 1)
        at, kinds = rows[open_], self.tables.kinds[rows[open_]]
        seen = self.tables.observations[at], self.tables.masks[at]
        shares, roots = self.network.probabilities(*seen), np.full((at.size, self.seats), np.nan, np.float32)
        wanted = (shares.max(axis=1) <= self.config.certain) & (self.generator.random(at.size) < self.config.share)
        for kind in range(len(self.searching)):
            chosen = np.flatnonzero((kinds == kind) & wanted)
            if chosen.size:
                shares[chosen], roots[chosen] = self._search(kind, self.tables.view(kind, at[chosen]))
        actions[open_] = draw(shares, self.generator)
        returns = np.full((at.size, self.seats), np.nan, np.float32)
        part = Searched(*seen, shares, roots, returns)
        self._parts.append(part)
        for place, (row, seat) in enumerate(zip(at.tolist(), self.tables.states["seat"][at].tolist(), strict=True)):
            self._unpaid[row].append(_Decision(part, place, seat))
        return actions, int(wanted.sum())

    def _search(self, kind: int, view: View) -> tuple[np.ndarray, np.ndarray]:
        """Return what the policy is to learn of a search, as shares, and what it found for every seat."""
        found, seats = self.searching[kind].find(view), self.tables.setups[kind].num_seats
        shares = found.shares
        means = np.einsum("ka,kas->ks", shares, np.nan_to_num(found.returns))[:, :seats]
        roots = np.full((len(view), self.seats), np.nan, np.float32)
        roots[:, :seats] = clockwise(means, view.seats.astype(np.int64), np.full(len(view), seats))
        if self.config.target == "visits":
            return shares, roots
        low, high = self.searching[kind].value.span
        return improved(found, self.config.sharpness / float(high - low)), roots

    def _pay(self, row: int) -> None:
        """Enter what the game at a table came to with its decisions."""
        if self.tables.over[row] != TRUNCATED:
            came_to = self.tables.states["paid"][row, : self.tables.num_seats[row]]
            for decided in self._unpaid[row]:
                decided.part.returns[decided.place, : came_to.size] = np.roll(came_to, -decided.seat)
        self._unpaid[row].clear()


_NAMES = ("observations", "masks", "shares", "roots", "returns")
