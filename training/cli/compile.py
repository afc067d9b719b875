"""``cogitable compile``."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import Processes, console


def compile_games(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME]...",
            help="Names of games, or import paths of modules with a GAME; all games by default.",
            show_default=False,
        ),
    ] = [],  # noqa: B006 - typer copies it
    processes: Processes = None,
) -> None:
    """Compile all that environments and agents need, once, so that nobody waits for it later.

    For a new machine or a container image. What is there already and not stale is left as it is.
    """
    from rich.progress import Progress
    from rich.table import Table

    from ...envs import GAMES
    from ..measure.warm import warm_games

    names = list(dict.fromkeys(games)) or list(GAMES)
    done = []
    with Progress(console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=len(names))
        for warmed in warm_games(names, processes):
            done.append(warmed)
            progress.advance(task)
    table = Table("game", "compiled", "there already", "processor time")
    for warmed in sorted(done, key=lambda one: names.index(one.game)):
        table.add_row(warmed.title, str(warmed.compiled), str(warmed.found), f"{warmed.seconds:.0f} s")
    screen = console()
    screen.print(table)
    for warmed in done:
        where = ", ".join(warmed.folders) or "nowhere: no folder can be written, so every process compiles it anew"
        screen.print(f"{warmed.title}: {where}", highlight=False, soft_wrap=True)
