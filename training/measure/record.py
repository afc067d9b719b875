"""Games as a data set for offline learning, in Minari's format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...agents.base import Agent
from ...agents.factory import make_agent, parse_spec
from ...envs.table.errors import CogitableError, OptionError, told_as
from ...envs.table.extras import extra_for
from ...envs.table.faces.arguments import KEYS, observation_space
from ...envs.table.files.atomic import filling_folder
from ...envs.table.game import Setup
from .chunks import CHUNK, GamesDone, OnChunk, deal_chunks, shared, warm_up
from .episodes import Episode, play_episodes
from .sharing.workers import Workers
from .wording import deciding_dict

if TYPE_CHECKING:
    from minari.dataset.minari_storage import MinariStorage


def record(
    setup: Setup,
    agents: Sequence[str],
    games: int,
    out: Path | str,
    seed: int = 0,
    processes: int | Workers | None = None,
    on_chunk: OnChunk | None = None,
    *,
    shares: bool = False,
) -> None:
    """Play games and write them as a data set: ``minari.MinariDataset(out)`` reads it.

    An episode is one seat's part of a game. The folder appears when all is done, and only then. Episodes depend on the
    arguments alone, not on the number of processes.

    Args:
        setup: The game.
        agents: Specs of the agents: one for all seats, or one for each of them; in every further game they move up one
            seat.
        games: Number of games, each another deal.
        out: The folder; it must be new or empty.
        seed: Fixes the deals and all choices.
        processes: Processes to share the games among, or other workers; None takes one a processor core.
        on_chunk: Told of the games done and all games.
        shares: Whether infos of seats whose agents look ahead have ``shares``: how often each action was tried.

    Raises:
        OptionError: The extra is missing, the folder holds something, the number of agents does not fit, or an agent is
            unknown or a person.
        CogitableError: The folder cannot be written.
    """
    minari = _minari()
    for spec in agents:
        parse_spec(spec)
    if len(agents) not in (1, setup.num_seats):
        raise OptionError(f"{len(agents)} agents given; give 1, or one for each of {setup.num_seats} seats")
    chunks = deal_chunks(games, seed)
    with told_as(CogitableError, f"cannot write {out}"), filling_folder(out) as folder:
        warm_up(setup, list(dict.fromkeys(agents)))
        storage = minari.dataset.minari_dataset.MinariStorage.new(
            folder,
            observation_space=observation_space(setup, KEYS),
            action_space=_discrete(setup),
            data_format="hdf5",
            jpeg_encoding=False,
        )
        storage.update_metadata({**_description(setup, agents, games, seed), "minari_version": minari.__version__})
        done = GamesDone(games, on_chunk)
        with shared(_Recorder, (setup, tuple(agents), seed, shares), chunks, processes) as results:
            for number, episodes in _in_order(results):
                _add(storage, agents, episodes)
                done.add(len(chunks[number][1]))


def _minari() -> Any:
    with extra_for("a data set"):
        import minari
        import minari.dataset._storages.hdf5_storage
        import minari.dataset.minari_dataset
    return minari


def _discrete(setup: Setup) -> Any:
    from gymnasium import spaces

    return spaces.Discrete(setup.num_actions)


def _description(setup: Setup, agents: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """Return what decides the games, as the metadata of the data set."""
    game = setup.game
    return deciding_dict(setup, agents, games, seed) | {
        "dataset_id": f"cogitable/{game.name}/games-v{game.version}",
        "algorithm_name": ", ".join(agents),
        "description": f"{game.title}, {setup.num_seats} seats: an episode is one seat's part of a game, against the "
        "other seats; observations are dictionaries of observation and action_mask.",
    }


def _in_order(results: Iterator[tuple[int, list[Episode]]]) -> Iterator[tuple[int, list[Episode]]]:
    """Yield the results of chunks by their numbers, whoever was done first."""
    waiting: dict[int, list[Episode]] = {}
    following = 0
    for number, episodes in results:
        waiting[number] = episodes
        while following in waiting:
            yield following, waiting.pop(following)
            following += 1


def _add(storage: MinariStorage, agents: Sequence[str], episodes: Sequence[Episode]) -> None:
    from minari.data_collector.episode_buffer import EpisodeBuffer

    first = storage.total_episodes
    storage.update_episodes([EpisodeBuffer(**_fields(one)) for one in episodes])
    told = [
        {
            "game": one.game,
            "seat": one.seat,
            "agent": agents[one.agent],
            "return": float(one.rewards.sum()),
            "terminated": one.terminated,
        }
        for one in episodes
    ]
    storage.update_episode_metadata(told, range(first, first + len(episodes)))


def _fields(one: Episode) -> dict[str, Any]:
    steps = len(one.actions)
    ends = np.arange(1, steps + 1) == steps
    thought = {} if one.shares is None else {"shares": one.shares}
    return {
        "seed": one.seed,
        "observations": {"observation": one.observations, "action_mask": one.masks},
        "actions": one.actions,
        "rewards": one.rewards,
        "terminations": ends & one.terminated,
        "truncations": ends & (not one.terminated),
        "infos": {"seat": np.full(steps + 1, one.seat, np.int8), "decision": one.decisions, **thought},
    }


class _Recorder:
    """Plays chunks of games in one process."""

    def __init__(self, setup: Setup, specs: Sequence[str], seed: int, shares: bool) -> None:
        self.setup, self.seed, self.shares = setup, seed, shares
        self.agents: list[Agent] = [make_agent(spec, setup, seed=0) for spec in specs]

    def __call__(self, task: tuple[int, np.ndarray]) -> tuple[int, list[Episode]]:
        number, seeds = task
        seats, first = self.setup.num_seats, number * CHUNK
        lineup = np.arange(seats) % len(self.agents)
        seating = np.stack([np.roll(lineup, first + game) for game in range(len(seeds))])
        drawn = [self.seed, 4, number]
        return number, play_episodes(self.setup, self.agents, seating, seeds, drawn, first, shares=self.shares)
