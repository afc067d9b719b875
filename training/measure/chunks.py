"""Games in chunks that processes share: what measurements that play many games have in common."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any

import numpy as np

from ...agents.base import Agent, View
from ...envs.table.counts import check_count, check_own_seed
from ...envs.table.game import Setup
from ...envs.table.tables import Tables
from .match import Casting, MatchResult, Watcher, deal_seeds, play_match
from .sharing.workers import Work, Workers, run_tasks

OnChunk = Callable[[int, int], None]
"""Called with the games that are done and all that there are, after every chunk of work."""

CHUNK = 32
"""Games that are played side by side in one process."""


class GamesDone:
    """Counts the games that are done and tells somebody of them."""

    def __init__(self, games: int, on_chunk: OnChunk | None) -> None:
        """Begin.

        Args:
            games: All games that there will be.
            on_chunk: Told of the games done and all games; None: nobody is.
        """
        self.games, self.done, self._tell = games, 0, on_chunk

    def add(self, games: int) -> None:
        """Tell that some games more are done."""
        self.done += games
        if self._tell is not None:
            self._tell(self.done, self.games)


def shared(
    make: Callable[..., Work], args: tuple, tasks: Sequence[Any], processes: int | Workers | None
) -> closing[Generator[Any, None, None]]:
    """Return results of tasks, in any order, to go through in a ``with``: whatever ends that ends the work.

    What interrupts a plain loop, as Ctrl-C does, holds on to the results, and processes go on with what is queued.

    Args:
        make: Called with ``args`` once in every worker; returns what is then called with each task.
        args: Arguments of ``make``.
        tasks: The tasks.
        processes: Processes to share the tasks among, or other workers; None takes one a processor core.
    """
    return closing(run_tasks(make, args, tasks, processes))


def warm_up(setup: Setup, specs: Sequence[str]) -> None:
    """Make every agent once and let it decide once: errors come at once, and code is compiled before it is shared.

    Raises:
        OptionError: An agent cannot be made, or is a person.
    """
    from ...agents.factory import check_agents, make_agent

    check_agents(specs, [setup])
    tables = Tables(setup, 1, seed=0)
    for spec in specs:
        tables.step(make_agent(spec, setup, seed=0).act(View.of(tables)))


def deal_chunks(games: int, seed: int) -> list[tuple[int, np.ndarray]]:
    """Return the number and the deals' seeds (int64, at most ``CHUNK`` of them) of every chunk of some games.

    Raises:
        OptionError: No games, or a negative seed.
    """
    games, seed = check_count(games, "games"), check_own_seed(seed)
    seeds = deal_seeds(seed, games)
    return [(number, seeds[first : first + CHUNK]) for number, first in enumerate(range(0, games, CHUNK))]


def play_chunk(
    setup: Setup,
    agents: Sequence[Agent],
    seed: int,
    number: int,
    seeds: np.ndarray,
    watcher: Watcher | None = None,
    casting: Casting | None = None,
) -> MatchResult:
    """Play one of :func:`deal_chunks`. All its games go side by side, so it depends on nothing else.

    Args:
        setup: The game.
        agents: Who plays: the first of them every seat, unless ``casting`` says otherwise.
        seed: The seed of all chunks.
        number: The chunk's number.
        seeds: Its deals' seeds.
        watcher: As in :func:`~cogitable.training.measure.match.play_match`.
        casting: As in :func:`~cogitable.training.measure.match.play_match`.
    """
    seating, start = np.zeros((len(seeds), setup.num_seats), np.int64), [seed, 3, number]
    return play_match(setup, agents, seating, seeds, len(seeds), agent_seed=start, watcher=watcher, casting=casting)
