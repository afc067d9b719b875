"""``cogitable arena`` and ``cogitable balance``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...envs.table.errors import CogitableError, OptionError
from . import complete
from .common import (
    MOST_GAMES,
    STDOUT,
    AsJson,
    AsMarkdown,
    Cluster,
    GameName,
    GameOptions,
    Processes,
    check_targets,
    console,
    open_setup,
    tell_report,
    workers,
    write_result,
)
from .serve import arena_in_browser, require_web

if TYPE_CHECKING:
    from ...envs.table.game import Setup
    from ..measure.arena.arena import Arena
    from ..measure.luck.reduction import Reduction
    from ..measure.sharing.workers import Workers

REROLLS, MOST_REROLLS = 8, 10_000
"""How often what is drawn is drawn anew, and most."""

Seed = Annotated[int, typer.Option(min=0, help="Fixes the deals and all choices.")]


def arena(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Option(
            metavar="AGENT...",
            help="Who plays; `list` shows the agents.",
            show_default=False,
            autocompletion=complete.agents,
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            min=1,
            max=MOST_GAMES,
            help="Games between each pair; in all, at more than two seats; of each agent, where all seats are one "
            "team. Whole deals are played.",
        ),
    ] = 1000,
    seed: Seed = 0,
    processes: Processes = None,
    cluster: Cluster = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep games and results here; run again to go on.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the result (png, svg, pdf).")] = None,
    markdown: AsMarkdown = None,
    json: AsJson = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the result as CSV; - for standard output.")
    ] = None,
    variance_reduction: Annotated[
        bool,
        typer.Option(
            "--variance-reduction", help="Take off what luck brought, so that fewer games give the same interval."
        ),
    ] = False,
    value: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="With --variance-reduction, policy file whose value tells luck; the shipped one by default.",
            show_default=False,
        ),
    ] = None,
    rerolls: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_REROLLS,
            help=f"With --variance-reduction, how often what is drawn is drawn anew; {REROLLS} by default.",
            show_default=False,
        ),
    ] = None,
    web: Annotated[
        bool, typer.Option("--web", help="Show the ratings while they come, and some games, in the browser.")
    ] = False,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Let agents play each other: win rates with intervals, ratings, cross table.

    Every deal is played with the seats rotated. With --out, a run that was stopped goes on where it stopped.
    """
    from ...agents.factory import check_agents
    from ..measure.arena.arena import Arena

    setup = open_setup(game, options)
    check_targets(markdown, json, csv, plot=plot)
    check_agents(agents, [setup])
    if web:
        require_web()
    reduction = _reduction(variance_reduction, value, rerolls)
    match = Arena(setup, agents, games, seed, out, record=web, reduction=reduction)
    kept = int(match.done.sum())
    if kept:
        typer.echo(f"{kept} games of {len(match.plan)} are in {out} already", err=True)
    try:
        with workers(processes, cluster) as crew:
            if web:
                with arena_in_browser(match) as tell:
                    _run(match, kept, crew, tell)
                    _report(match, out, plot, markdown, json, csv)
                    typer.echo("All games are played; Ctrl-C ends the pages.", err=True)
                    _wait()
                return
            _run(match, kept, crew)
    except (KeyboardInterrupt, CogitableError):  # a process has died, or an endpoint is gone
        try:
            _report(match, out, plot, markdown, json, csv)
        except (OSError, CogitableError) as error:  # as when the disk is full; what has stopped the games follows
            typer.echo(f"error: {error}", err=True)
        if out is not None:
            typer.echo(f"{match.done.sum()} games are kept in {out}; the same command goes on from there", err=True)
        raise
    _report(match, out, plot, markdown, json, csv)


def _reduction(wanted: bool, value: str | None, rerolls: int | None) -> Reduction | None:
    """Return how luck is told, None where it is not.

    Raises:
        OptionError: Options of it without it.
    """
    from ..measure.luck.reduction import SHIPPED, Reduction

    if not wanted and (value is not None or rerolls is not None):
        raise OptionError(f"{'--value' if value is not None else '--rerolls'} goes with --variance-reduction only")
    return Reduction(value or SHIPPED, rerolls or REROLLS) if wanted else None


def _run(match: Arena, kept: int, crew: Workers, tell: Callable[[], None] = lambda: None) -> None:
    with progress("games", kept, len(match.plan)) as on_chunk:

        def told(done: int, total: int) -> None:
            on_chunk(done, total)
            tell()

        match.run(crew, told)
        tell()


def _wait() -> None:
    """Wait for Ctrl-C."""
    with suppress(KeyboardInterrupt):
        threading.Event().wait()


def _report(
    match: Arena, out: Path | None, plot: Path | None, markdown: Path | None, json: Path | None, csv: Path | None
) -> None:
    from ..measure.arena.report import as_csv, as_json, as_markdown, as_tables

    if not match.done.any():
        return
    texts = [(markdown, as_markdown), (json, as_json), (csv, as_csv)]
    if out is not None:
        texts += [(out / "results.json", as_json), (out / "results.csv", as_csv)]
    for path, make in texts:
        if path is not None:
            write_result(path, make(match))
    if plot is not None:
        from ..measure.plots import arena_figure, save_figure

        save_figure(arena_figure(match), plot)
    console(stderr=STDOUT in (markdown, json, csv)).print(as_tables(match))  # last: it may not be wanted to its end


def balance(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Option(
            metavar="AGENT...", help="Each of them plays all seats of its own games.", autocompletion=complete.agents
        ),
    ] = ["random", "search:simulations=300"],  # noqa: B006 - typer copies it
    players: Annotated[
        list[int],
        typer.Option(metavar="N...", help="Numbers of players, each measured; the game's usual one by default."),
    ] = [],  # noqa: B006 - typer copies it
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="KEY=VALUE...",
            help="Options of the game, each measured on its own, as master_plan=1 master_plan=2.",
        ),
    ] = [],  # noqa: B006 - typer copies it
    side: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE",
            help="Let each agent decide for this side, and each agent for all others: whoever holds the role now.",
        ),
    ] = None,
    games: Annotated[
        list[int],
        typer.Option(
            metavar="N...",
            min=1,
            max=MOST_GAMES,
            help="Games for each number of players and agent (with --side: two agents): one number for all agents, or "
            "one for each of them.",
        ),
    ] = [1000],  # noqa: B006 - typer copies it
    seed: Seed = 0,
    processes: Processes = None,
    cluster: Cluster = None,
    markdown: AsMarkdown = None,
    json: AsJson = None,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Let equal agents play: win rates by seat and side, lengths of games, what every action and card is used for.

    The agents stand side by side, and the report says where the game is not balanced by what they do.

    With --side, let every agent play that side against every agent on the others: its win rates and lengths of games.
    """
    numbers = [[f"num_players={number}"] for number in players] or [[]]
    varied = [[one] for one in vary] or [[]]
    from ...agents.factory import check_agents

    for what, values in (("agents", agents), ("players", players), ("vary", vary)):
        if twice := [str(value) for number, value in enumerate(values) if value in values[:number]]:
            raise OptionError(f"--{what} has {twice[0]} twice; each is measured once")
    setups = [open_setup(game, [*options, *one, *number]) for one in varied for number in numbers]
    check_targets(markdown, json)
    check_agents(agents, setups)
    report = _equals if side is None else partial(_crossed, side)
    with workers(processes, cluster) as crew:
        text, data = report(setups, agents, _games_each(games, agents, side), seed, crew)
    tell_report(text, lambda: data, markdown, json)


def _games_each(games: Sequence[int], agents: Sequence[str], side: str | None) -> list[int]:
    """Return the number of games of every agent.

    Raises:
        OptionError: Numbers that are neither one nor one for each agent, or several with a side.
    """
    if len(games) == 1:
        return list(games) * len(agents)
    if side is not None:
        raise OptionError("games is one number for all pairs where --side is given")
    if len(games) != len(agents):
        raise OptionError(
            f"games has {len(games)} numbers; it takes one for all agents or one for each of {len(agents)}"
        )
    return list(games)


def _equals(
    setups: Sequence[Setup], agents: Sequence[str], games: Sequence[int], seed: int, crew: Workers
) -> tuple[str, str]:
    """Return the reports on equal agents' games, as Markdown and as JSON."""
    from ..measure.balance.balance import balance as measure
    from ..measure.balance.report import as_json, as_markdown
    from ..measure.wording import told_options

    found = []
    for agent, number in zip(agents, games, strict=True):
        for setup in setups:
            with progress(
                f"{agent}, {setup.num_seats} players{told_options(setup, 'num_players')}", 0, number
            ) as on_chunk:
                found.append(measure(setup, agent, number, seed, crew, on_chunk))
    return as_markdown(found), as_json(found)


def _crossed(
    side: str, setups: Sequence[Setup], agents: Sequence[str], games: Sequence[int], seed: int, crew: Workers
) -> tuple[str, str]:
    """Return the report on each agent on a side against each agent on the others, as Markdown and as JSON."""
    from ..measure.crossed.crossed import crossed
    from ..measure.crossed.report import as_json, as_markdown
    from ..measure.wording import told_options

    found = []
    for setup in setups:
        what = f"{side}, {setup.num_seats} players{told_options(setup, 'num_players')}"
        with progress(what, 0, games[0] * len(agents) ** 2) as on_chunk:
            found.append(crossed(setup, agents, side, games[0], seed, crew, on_chunk))
    return as_markdown(found), as_json(found)


@contextmanager
def progress(what: str, done: int, total: int) -> Iterator[Callable[[int, float], None]]:
    """Show a live bar on stderr while games are played; yields what is to be told of them, how many are done first."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    screen = console(stderr=True)
    quiet = not screen.is_terminal
    with Progress(*columns, TimeRemainingColumn(), console=screen, transient=True, disable=quiet) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda finished, _: bar.update(task, completed=finished)
