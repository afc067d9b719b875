"""Who plays whom on which deal: the whole plan of an arena, made before the first game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ....envs.table.counts import check_count, check_own_seed
from ....envs.table.errors import OptionError
from ..match import deal_seeds, duplicate_seating

CHUNK_DEALS = 16
"""Deals that are played, written down and, after a kill, lost together."""


@dataclass(frozen=True)
class Schedule:
    """The games of an arena in order.

    Attributes:
        seating: Number of the agent at each seat, int64, shape (games, seats).
        seeds: Seed of each game, int64, shape (games,).
        deals: Number of the deal that each game is played on, int64, shape (games,).
        chunks: Number of the chunk of work that each game belongs to, int64, shape (games,).
    """

    seating: np.ndarray
    seeds: np.ndarray
    deals: np.ndarray
    chunks: np.ndarray

    def __len__(self) -> int:
        return len(self.seeds)


def schedule(agents: int, seats: int, games: int, seed: int, *, one_team: bool = False) -> Schedule:
    """Plan an arena.

    Where all seats are one team, every agent plays ``games`` games with itself at all seats, on the same deals as the
    others. Else, at two seats every pair of agents plays ``games`` games; at more, tables are mixed
    (:func:`mixed_lineups`) and ``games`` are played in all. There every deal is played in all rotations of the seats,
    so the number is rounded up to whole deals. All pairs play the same deals.

    Raises:
        OptionError: Fewer than two agents, or than one game.
    """
    agents, seats = check_count(agents, "the number of agents", 0), check_count(seats, "seats")
    games, seed = check_count(games, "games"), check_own_seed(seed)
    if agents < 2:
        raise OptionError(f"an arena needs at least 2 agents, not {agents}")
    if one_team:
        return _apart(agents, seats, games, seed)
    deals = -(-games // seats)
    numbers = np.arange(deals)
    blocks = [numbers[first : first + CHUNK_DEALS] for first in range(0, deals, CHUNK_DEALS)]
    if seats == 2:
        parts = [[(deal, pair) for deal in block] for block in blocks for pair in combinations(range(agents), 2)]
    else:
        lineups = mixed_lineups(agents, seats, deals, seed)
        parts = [[(deal, tuple(lineups[deal])) for deal in block] for block in blocks]
    chunks = np.repeat(np.arange(len(parts)), [len(part) * seats for part in parts])
    entries = [entry for part in parts for entry in part]
    seating = np.concatenate([duplicate_seating(lineup, 1, seed)[0] for _, lineup in entries])
    of_deal = np.repeat(np.array([deal for deal, _ in entries]), seats)
    return Schedule(seating, deal_seeds(seed, deals)[of_deal], of_deal, chunks)


def _apart(agents: int, seats: int, games: int, seed: int) -> Schedule:
    """Plan tables of every agent by itself: each deal once for each agent."""
    of_deal = np.repeat(np.arange(games), agents)
    seating = np.tile(np.arange(agents), games)[:, None].repeat(seats, axis=1)
    return Schedule(seating, deal_seeds(seed, games)[of_deal], of_deal, of_deal // CHUNK_DEALS)


def mixed_lineups(agents: int, seats: int, count: int, seed: int) -> np.ndarray:
    """Return lineups in which all agents appear equally often (give or take one), int64, shape (count, seats).

    No agent takes a second seat of a table before every agent has one there, so with enough agents all are different.
    Who sits beside whom is drawn, so that copies of one agent are partners or rivals as chance has it.

    Raises:
        OptionError: A number or a seed that is none.
    """
    agents, seats = check_count(agents, "the number of agents"), check_count(seats, "seats")
    count, seed = check_count(count, "the number of lineups", 0), check_own_seed(seed)
    rng = np.random.default_rng([seed, 1])
    lineups = np.zeros((count, seats), np.int64)
    bag: list[int] = []
    for lineup in lineups:
        taken: list[int] = []
        while len(taken) < seats:
            bag = bag or rng.permutation(agents).tolist()
            agent = min(bag, key=taken.count)
            bag.remove(agent)
            taken.append(agent)
        lineup[:] = rng.permutation(taken)
    return lineups
