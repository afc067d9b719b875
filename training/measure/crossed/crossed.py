"""How good is each agent in a role that travels? One decides for whoever holds it now, another for everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ....agents.base import Agent
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ....envs.table.tables import Tables
from ..chunks import CHUNK, GamesDone, OnChunk, deal_chunks, play_chunk, shared, warm_up
from ..intervals import Rate
from ..match import MatchResult
from ..sharing.workers import Workers
from ..sides import by_side, has_sides, held_sides, side_names

Pair = tuple[str, str]
"""Spec of the agent on the side, and of the agent on all others."""


@dataclass(frozen=True)
class Cell:
    """What one agent on the side did against one on all others.

    Attributes:
        win_rate: Win rate of the seats that were on the side at the end, with its 95 % interval over deals; NaN where
            none ever was.
        mean_decisions: Mean decisions in a game.
        decisions_95: Their 95th percentile.
        truncated: Games cut off at the limit of decisions or turns.
        games: All games.
    """

    win_rate: Rate
    mean_decisions: float
    decisions_95: float
    truncated: int
    games: int


@dataclass(frozen=True)
class Crossed:
    """Every agent on a side against every agent on the others, on the same deals.

    Attributes:
        setup: The game.
        agents: Specs of the agents.
        side: Name of the side.
        seed: Seed of the deals and choices.
        results: The games of every pair.
    """

    setup: Setup
    agents: tuple[str, ...]
    side: str
    seed: int
    results: dict[Pair, MatchResult]

    def __len__(self) -> int:
        """Return the number of games of each pair."""
        return len(next(iter(self.results.values())))

    def cell(self, one: str, others: str) -> Cell:
        """Return what agent ``one`` on the side did against ``others`` on all other sides."""
        result = self.results[one, others]
        won = result.wins()
        games = np.repeat(np.arange(len(result)), self.setup.num_seats)
        nobody = Rate(np.nan, np.nan, np.nan)
        return Cell(
            win_rate=by_side(won.ravel(), result.sides.ravel(), games).get(self.side, nobody),
            mean_decisions=float(result.decisions.mean()),
            decisions_95=float(np.percentile(result.decisions, 95)),
            truncated=int(result.truncated.sum()),
            games=len(result),
        )


def crossed(
    setup: Setup,
    specs: Sequence[str],
    side: str,
    games: int = 1000,
    seed: int = 0,
    processes: int | Workers | None = None,
    on_chunk: OnChunk | None = None,
) -> Crossed:
    """Let each agent play a side against each agent on all others, whoever holds the roles at the time.

    For every ordered pair the first agent takes every decision of a seat that is on the side as it decides, the second
    one all the rest. So a role that goes from seat to seat stays with one agent, and who won on it tells how well that
    agent plays it. An agent against itself plays the very games that
    :func:`~cogitable.training.measure.balance.balance.balance` counts.

    Args:
        setup: The game. Its ``sides`` must hold at any position, not at the end only.
        specs: Specs of the agents, all different.
        side: Name of the side.
        games: Games of each pair, each another deal, the same for all pairs.
        seed: Fixes deals and choices.
        processes: Processes to share the games among, or other workers; results do not depend on it. None takes one
            process a processor core.
        on_chunk: Told of the games done and all games.

    Raises:
        OptionError: A game without sides, an unknown side or agent, no agents or the same one twice, no games, or a
            negative seed.
    """
    _check(setup, specs, side)
    chunks = deal_chunks(games, seed)
    warm_up(setup, specs)
    pairs = list(product(range(len(specs)), repeat=2))
    parts: dict[tuple[tuple[int, int], int], MatchResult] = {}
    done = GamesDone(games * len(pairs), on_chunk)
    tasks = [(pair, number, seeds) for number, seeds in chunks for pair in pairs]
    with shared(_Caster, (setup, tuple(specs), side, seed), tasks, processes) as played:
        for pair, number, result in played:
            parts[pair, number] = result
            done.add(len(result))
    results = {
        (specs[one], specs[others]): MatchResult.joined([parts[(one, others), number] for number, _ in chunks])
        for one, others in pairs
    }
    return Crossed(setup, tuple(specs), side, seed, results)


def _check(setup: Setup, specs: Sequence[str], side: str) -> None:
    from ....agents.factory import parse_spec

    for spec in specs:
        parse_spec(spec)
    if not specs or len(set(specs)) != len(specs):
        raise OptionError(f"agents must be one or more and different; these are {', '.join(specs) or 'none'}")
    if not has_sides(setup):
        raise OptionError(f"{setup.game.title} has no sides, so nobody can play side {side!r}")
    names = held_sides(side_names(setup, Tables(setup, CHUNK, seed=0).states))
    if side not in names:
        raise OptionError(f"{setup.game.title} has no side {side!r}; the sides are {', '.join(map(repr, names))}")


Task = tuple[tuple[int, int], int, np.ndarray]
"""Numbers of the agents of a pair, number of a chunk of deals, and their seeds."""


class _Caster:
    """Plays chunks of games in one process: one agent on the side, one on all others."""

    def __init__(self, setup: Setup, specs: Sequence[str], side: str, seed: int) -> None:
        from ....agents.factory import make_agent

        self.setup, self.side, self.seed = setup, side, seed
        self.agents: list[Agent] = [make_agent(spec, setup, seed=0) for spec in specs]

    def __call__(self, task: Task) -> tuple[tuple[int, int], int, MatchResult]:
        (one, others), number, seeds = task
        if one == others:  # nothing to tell apart
            return (one, others), number, play_chunk(self.setup, [self.agents[one]], self.seed, number, seeds)
        agents = [self.agents[one], self.agents[others]]
        result = play_chunk(self.setup, agents, self.seed, number, seeds, casting=self._others)
        return (one, others), number, result

    def _others(self, tables: Tables, rows: np.ndarray) -> np.ndarray:
        """Return 0 where the seat to move is on the side now, 1 elsewhere: the casting of a match."""
        held = side_names(self.setup, tables.states.take(rows))
        return (held[np.arange(rows.size), tables.seats[rows]] != self.side).astype(np.int64)
