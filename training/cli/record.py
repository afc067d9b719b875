"""``cogitable record``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import complete
from .common import MOST_GAMES, Cluster, GameName, GameOptions, Processes, open_setup, workers
from .measure import Seed, progress


def record(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Option(
            metavar="AGENT...",
            help="One agent for all seats, or one for each of them; they move up a seat from game to game.",
            show_default=False,
            autocompletion=complete.agents,
        ),
    ],
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the data set goes: a folder that is new or empty.")
    ],
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES, help="Number of games, each another deal.")] = 100,
    shares: Annotated[
        bool, typer.Option("--shares", help="Keep how often agents that look ahead tried each action, in infos.")
    ] = False,
    seed: Seed = 0,
    processes: Processes = None,
    cluster: Cluster = None,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    r"""Play games and keep them as a data set for offline learning, in Minari's format: an episode a seat.

    It needs the extra \[data]. The folder appears when all games are in it.
    """
    from ...agents.factory import check_agents
    from ..measure.record import record as write

    setup = open_setup(game, options)
    check_agents(agents, [setup])
    with workers(processes, cluster) as crew, progress("games", 0, games) as on_chunk:
        write(setup, agents, games, out, seed, crew, on_chunk, shares=shares)
    typer.echo(f"{games} games are in {out}: minari.MinariDataset({str(out)!r})")
