"""Arenas: agents play each other on duplicate deals in all seats; every finished game is kept at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ....agents.base import Agent
from ....envs.table.counts import check_own_seed
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ..chunks import OnChunk, warm_up
from ..intervals import Mean, Rate, clustered, clustered_mean
from ..luck.reduction import Reduced, Reduction, reduced
from ..luck.rerolls import Rerolls, warm_rerolls
from ..match import MatchResult, play_match, reseed, wins_in
from ..sharing.workers import Workers, run_tasks
from ..sides import by_side, held_sides, won_on
from ..usage import Usage, total, used_since
from .folder import ArenaFolder
from .games import ArenaGames
from .nash import Meetings, Mixed, standings_to_mix
from .ratings import Contest, Rating, rate

Task = tuple[int, np.ndarray, np.ndarray]
"""Number of a chunk, seating and seeds of its games."""


class Arena(ArenaGames):
    """A round robin between agents named by their specs; see :func:`.schedule.schedule` for who plays whom.

    With a folder, every finished chunk of games is appended to ``games.csv`` there and survives whatever happens
    next: the same arena opened again goes on where the last one stopped. Results depend on the arguments alone, not on
    the number of processes or interruptions (agents that search by the clock excepted).

    Attributes:
        record: Whether some games are kept with all their actions.
        recorded: Actions of the games that are, by number; none that a folder held before.
        spent: Processor seconds of the games that this arena has played, if luck is told, and those of them that this
            took; nothing is known of games that a folder held before.
        played: How many games these are.
    """

    recorded: dict[int, np.ndarray]
    spent: tuple[float, float]
    played: int

    def __init__(
        self,
        setup: Setup,
        agents: Sequence[str],
        games: int = 1000,
        seed: int = 0,
        folder: Path | str | None = None,
        *,
        record: bool = False,
        reduction: Reduction | None = None,
    ) -> None:
        """Plan the games, and take over those that the folder holds already.

        Args:
            setup: The game.
            agents: Specs for :func:`cogitable.agents.factory.make_agent`, all different, human players excluded.
            games: Games between each pair at two seats, games in all at more, games of each where all seats are one
                team.
            seed: Fixes the deals and all agents' choices.
            folder: Where to keep the games; None keeps nothing.
            record: Whether some games are kept with all their actions, to be looked at: the first of every chunk.
            reduction: Tell how lucky every seat was, so that fewer games are needed; None does not.

        Raises:
            OptionError: Agents that are unknown, the same or too few, a folder with another arena in it, or no policy
                with a value to tell luck by.
            CogitableError: The folder cannot be written.
        """
        from ....agents.factory import parse_spec

        for spec in agents:
            parse_spec(spec)
        if len(set(agents)) != len(agents):
            raise OptionError(f"agents of an arena must be different; these are {', '.join(agents)}")
        seed = check_own_seed(seed)
        super().__init__(setup, agents, games, seed, reduction)
        self.record, self.recorded, self.spent, self.played = record, {}, (0.0, 0.0), 0
        if reduction is not None:
            warm_rerolls(setup, reduction.network(setup))
        warm_up(setup, agents)
        self._files = ArenaFolder(Path(folder), self) if folder is not None else None

    def run(self, processes: int | Workers | None = None, on_chunk: OnChunk | None = None) -> None:
        """Play all games that are not done yet.

        Args:
            processes: Processes to share them among, or other workers; None takes one process for each processor core.
            on_chunk: Told of progress.

        Raises:
            CogitableError: A process died, an agent cannot go on, or the folder cannot be written; what is done stays.
        """
        numbers = np.unique(self.plan.chunks[~self.done])
        tasks = [self._task(int(number)) for number in numbers]
        arguments = (self.setup, self.agents, self.seed, self.record, self.reduction)
        results = run_tasks(ChunkPlayer, arguments, tasks, processes)
        try:
            for played in results:
                self._take(played)
                if on_chunk is not None:
                    on_chunk(int(self.done.sum()), len(self.plan))
        except KeyboardInterrupt:
            if self._files:  # it may have come in the middle of writing
                self._files.load()
            raise
        finally:
            results.close()
        if self._files:
            self._files.write_all()

    def standings(self) -> list[Standing]:
        """Return how every agent did in the games done so far, best rating first, or most wins where there is none."""
        plan, done = self.plan, np.flatnonzero(self.done)
        ratings: Sequence[Rating | None] = [None] * len(self.agents)
        if not self.one_team:  # where all seats win together nobody has met anybody, and equal returns say nothing
            ratings = rate(len(self.agents), self._contests())
        won, places = self._wins(), plan.seating[done]
        names = held_sides(self.sides[done])
        mixed: Sequence[Mixed | None] = self.mixed() or [None] * len(self.agents)
        standings = []
        for agent, (spec, rating) in enumerate(zip(self.agents, ratings, strict=True)):
            rows, seats = np.nonzero(places == agent)
            values, returns = won[done][rows, seats], self.returns[done][rows, seats]
            deals, sides = plan.deals[done][rows], self.sides[done][rows, seats]
            luck = self.luck[done][rows, seats]
            standings.append(
                Standing(
                    agent=spec,
                    games=int(np.unique(rows).size),
                    win_rate=clustered(values, deals),
                    draws=int(np.unique(rows[values == 0.5]).size),
                    mean_return=clustered_mean(returns, deals),
                    rating=rating,
                    mixed=mixed[agent],
                    sides=by_side(values, sides, deals),
                    sides_of_all={name: won_on(sides == name, values, deals) for name in names},
                    usage=total((self.usage[chunk] for chunk in sorted(self.usage)), agent),
                    wins_reduced=self._reduced(values, luck, deals),
                    return_reduced=self._reduced(returns, luck, deals),
                )
            )
        return sorted(standings, key=_rank, reverse=True)

    def _contests(self) -> Iterator[Contest]:
        """Yield who is compared with whom, deal by deal: agents, their returns, and their sides where there are any."""
        plan, done = self.plan, np.flatnonzero(self.done)
        mixed = done[np.argsort(plan.deals[done], kind="stable")]
        sides = self.sides if self.has_sides else [None] * len(plan)
        yield from ((plan.seating[game], self.returns[game], sides[game]) for game in mixed)

    def against(self, agent: str, other: str) -> Rate:
        """Return how often one agent finished ahead of another, ties counted half: at the same table, or on a deal.

        Where seats have sides, seats of the same side are not compared, as they win or lose together.

        Raises:
            OptionError: One of them is not in the arena.
        """
        return clustered(*self._meetings(self._number(agent), self._number(other)))

    def against_reduced(self, agent: str, other: str) -> Reduced | None:
        """Return :meth:`against` with luck taken off; None where luck is not told."""
        values, deals, luck = self._met(self._number(agent), self._number(other))
        return self._reduced(values, luck, deals)

    def _number(self, agent: str) -> int:
        if agent not in self.agents:
            raise OptionError(f"no agent {agent!r} is in this arena; there are {', '.join(self.agents)}")
        return self.agents.index(agent)

    def _reduced(self, values: np.ndarray, luck: np.ndarray, deals: np.ndarray) -> Reduced | None:
        return None if self.reduction is None else reduced(values, luck, deals)

    def mixed(self) -> list[Mixed] | None:
        """Return how each agent stands to the strongest mix of all, None where there are only two."""
        count = len(self.agents)
        if count < 3:
            return None
        met = {(a, b): self._meetings(a, b) for a, b in combinations(range(count), 2)}
        return standings_to_mix(met, count, self.seed)

    def _meetings(self, a: int, b: int) -> Meetings:
        """Return how one agent did at each of its meetings with another, and the deals."""
        values, deals, _ = self._met(a, b)
        return values, deals

    def _met(self, a: int, b: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return :meth:`_meetings`, and how much luckier the one was at each than the other."""
        if self.one_team:
            return self._ahead_on_deals(a, b)
        at_table = self.done & (self.plan.seating == a).any(axis=1) & (self.plan.seating == b).any(axis=1)
        found: list[tuple[float, int, float]] = []
        for game in np.flatnonzero(at_table):
            seats, sides = self.plan.seating[game], self.sides[game]
            ones, others = np.nonzero((seats == a)[:, None] & (seats == b))
            if self.has_sides:
                rivals = sides[ones] != sides[others]
                ones, others = ones[rivals], others[rivals]
            if ones.size:
                ahead = self.returns[game][ones] - self.returns[game][others]
                luckier = self.luck[game][ones] - self.luck[game][others]
                found.append((((np.sign(ahead) + 1) / 2).mean(), self.plan.deals[game], luckier.mean()))
        values, deals, luck = np.array(found, float).reshape(-1, 3).T
        return values, deals.astype(int), luck

    def _ahead_on_deals(self, agent: int, other: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return whether one agent did better than another on the deals that both have played by themselves."""
        plan, deals = self.plan, self.plan.deals.max() + 1
        earned, luck = np.full((2, deals), np.nan), np.zeros((2, deals))
        for row, player in enumerate((agent, other)):
            games = np.flatnonzero(self.done & (plan.seating[:, 0] == player))
            earned[row, plan.deals[games]] = self.returns[games, 0]
            luck[row, plan.deals[games]] = self.luck[games, 0]
        both = np.flatnonzero(~np.isnan(earned).any(axis=0))
        return (np.sign(earned[0] - earned[1])[both] + 1) / 2, both, (luck[0] - luck[1])[both]

    def _wins(self) -> np.ndarray:
        return wins_in(self.setup, self.returns)

    def _task(self, number: int) -> Task:
        games = self.plan.chunks == number
        return number, self.plan.seating[games], self.plan.seeds[games]

    def _take(self, played: Chunk) -> None:
        number, result, usage = played.number, played.result, played.usage
        games = np.flatnonzero(self.plan.chunks == number)
        self.returns[games] = result.returns
        self.decisions[games] = result.decisions
        self.over[games] = result.over
        self.sides[games] = result.sides
        self.luck[games] = played.luck
        self.spent = self.spent[0] + played.seconds, self.spent[1] + played.telling
        self.played += games.size
        if usage:
            self.usage[number] = usage
        self.recorded |= {int(games[place]): actions for place, actions in result.actions.items()}
        if self._files:
            self._files.append(games)
        self.done[games] = True


@dataclass(frozen=True)
class Standing:
    """How one agent did in an arena.

    Attributes:
        agent: Its spec.
        games: Games it played.
        win_rate: Share of them it won, draws counted half, with a 95 % interval.
        draws: How many of them were draws.
        mean_return: Mean of its returns with a 95 % interval.
        rating: Its rating against the others; None where all seats win or lose together, so that nobody is against it.
        mixed: How it stands to the strongest mix of all agents; None where there are only two.
        sides: Its win rate on each side that a seat of it held at the end, by name; empty where there are none.
        sides_of_all: Which share of all its seats ended on a side and won, for every side that anybody held. Where
            sides change hands this tells agents apart, see :func:`~cogitable.training.measure.sides.won_on`; it adds
            up to the win rate.
        usage: What it used up, by name; empty for agents that tell of nothing.
        wins_reduced: Its win rate with luck taken off; None where luck is not told.
        return_reduced: Its mean return with luck taken off; None where luck is not told.
    """

    agent: str
    games: int
    win_rate: Rate
    draws: int
    mean_return: Mean
    rating: Rating | None
    mixed: Mixed | None
    sides: dict[str, Rate]
    sides_of_all: dict[str, Rate]
    usage: dict[str, float]
    wins_reduced: Reduced | None
    return_reduced: Reduced | None


def _rank(standing: Standing) -> tuple[float, float]:
    """Return what standings are sorted by, the best having the most."""
    if standing.rating is not None:
        return standing.rating.ordinal, 0.0
    return standing.win_rate.mean, standing.mean_return.mean


class Chunk(NamedTuple):
    """A chunk of games that has been played.

    Attributes:
        number: Its number.
        result: Its games.
        usage: What the agents used up.
        luck: What luck brought each seat, shape (games, seats); 0 where that is not told.
        seconds: Processor time that it took.
        telling: How much of that telling luck took.
    """

    number: int
    result: MatchResult
    usage: Usage
    luck: np.ndarray | float = 0.0
    seconds: float = 0.0
    telling: float = 0.0


class ChunkPlayer:
    """Plays chunks of games in one process, making each agent when it is first needed."""

    def __init__(
        self, setup: Setup, specs: Sequence[str], seed: int, record: bool = False, reduction: Reduction | None = None
    ) -> None:
        self.setup, self.specs, self.seed = setup, specs, seed
        self.record = [0] if record else []  # places in a chunk
        self.agents: dict[int, Agent] = {}
        self.twins: dict[int, Agent] = {}
        self.rerolls = 0 if reduction is None else reduction.rerolls
        self.network = None if reduction is None else reduction.network(setup)

    def __call__(self, task: Task) -> Chunk:
        """Play one chunk."""
        number, seating, seeds = task
        start = time.process_time()
        present, local = np.unique(seating, return_inverse=True)
        agents = [self._agent(int(agent), self.agents) for agent in present]
        local = local.reshape(seating.shape)
        before = [agent.usage() for agent in agents]
        watcher = self._rerolls(number, present, local, seeds)
        # All games of a chunk go side by side and every agent starts afresh, so a chunk depends on nothing else.
        result = play_match(
            self.setup,
            agents,
            local,
            seeds,
            len(seeds),
            agent_seed=[self.seed, 2, number],
            record=self.record,
            watcher=watcher,
        )
        used = [used_since(earlier, agent.usage()) for earlier, agent in zip(before, agents, strict=True)]
        usage = {int(agent): one for agent, one in zip(present, used, strict=True) if one}
        if watcher is None:
            return Chunk(number, result, usage)
        return Chunk(number, result, usage, watcher.luck, time.process_time() - start, watcher.seconds)

    def _rerolls(self, number: int, present: np.ndarray, seating: np.ndarray, seeds: np.ndarray) -> Rerolls | None:
        if self.network is None:
            return None
        twins = [self._agent(int(agent), self.twins) for agent in present]
        reseed(twins, [self.seed, 4, number])
        return Rerolls(self.setup, self.network, twins, seating, seeds, self.rerolls, [self.seed, 5, number])

    def _agent(self, number: int, agents: dict[int, Agent]) -> Agent:
        from ....agents.factory import make_agent

        if number not in agents:
            agents[number] = make_agent(self.specs[number], self.setup, seed=0)
        return agents[number]
