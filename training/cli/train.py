"""``cogitable train`` and ``cogitable report``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, cast

import typer

from ...envs.table.errors import CogitableError, OptionError
from ..learn.report.writing import GAMES
from . import complete
from .common import INTERRUPTED, MOST_GAMES, GameName, console, text_values, workers

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ..learn.config.stages import Stage
    from ..learn.config.training_config import TrainingConfig
    from ..learn.run.result import RunResult
    from ..measure.sharing.workers import Workers


def train(
    game: GameName,
    config: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A YAML file, or a configuration that comes along, like demo.",
            autocompletion=complete.configurations,
        ),
    ] = None,
    settings: Annotated[
        list[str],
        typer.Option(
            "--set",
            "-s",
            metavar="KEY=VALUE",
            help="Change an option, as ppo.n_steps=128.",
            autocompletion=complete.training_options,
        ),
    ] = [],  # noqa: B006 - typer copies it
    run: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the run; runs/GAME-CONFIG by default.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Fixes everything that is drawn; as --set seed=N.", show_default=False)
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=1, help="Budget in learner steps; as --set steps=N.", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Remove the run in the folder first.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    with_report: Annotated[
        bool, typer.Option("--report/--no-report", help="Report on the run at its end, as `cogitable report` does.")
    ] = True,
    show_options: Annotated[bool, typer.Option("--options", help="Show what can be set, and stop.")] = False,
    processes: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Processes that play the pieces of collection.pieces; one a processor core by default.",
            show_default=False,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Let the nodes of a Ray cluster play them (extra \\[cluster]): the one this machine is in, or at "
            "HOST:PORT.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Train a policy by self-play. Stop it with Ctrl-C, or even kill it; --resume goes on."""
    if show_options:
        _show_options()
        return
    if resume and (fresh or config is not None):
        raise OptionError("--resume goes on with the configuration in the run's folder; leave out --fresh and --config")
    from ..learn.run.folder import CONFIG, PLAN

    short = {"seed": seed, "steps": steps}
    changes = text_values([*settings, *(f"{name}={value}" for name, value in short.items() if value is not None)])
    folder = run or Path("runs") / "-".join([game, Path(config).stem] if config else [game])
    again = f"go on with: cogitable train {shlex.quote(game)} --run {shlex.quote(str(folder))} --resume"
    try:
        with workers(processes, cluster) as asked:
            crew = Crew(None if processes is None and cluster is None else asked, processes)
            if resume:
                result = _gone_on_with(game, folder, changes, quiet, crew)
            else:
                result = _begun(game, config, changes, folder, fresh, quiet, crew)
    except KeyboardInterrupt:
        if not any((folder / name).is_file() for name in (CONFIG, PLAN)):
            raise  # nothing was begun
        typer.echo(f"stopped; {again}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    if result.stopped:
        typer.echo(f"stopped after {result.steps:,} steps; {again}")
        typer.echo(f"how it went until here: cogitable report {shlex.quote(str(result.policy.parent))}")
        raise typer.Exit(INTERRUPTED)
    if not (folder / CONFIG).is_file():
        typer.echo(f"how a stage went: cogitable report {shlex.quote(str(folder / 'STAGE'))}")
    elif with_report:
        _report(folder, quiet)
    typer.echo(f"{result.steps:,} steps in {result.seconds / 60:.1f} minutes; the agent is policy:{result.policy}")


class Crew(NamedTuple):
    """Who is to play.

    Attributes:
        workers: As they were asked for; None for what a run takes by itself.
        processes: How many were asked for.
    """

    workers: Workers | None
    processes: int | None

    def check(self, config: TrainingConfig) -> None:
        """Raise OptionError where there is nothing to share among them."""
        if self.workers is not None and self.processes != 1 and config.collection.pieces == 1:
            raise OptionError("all tables are one piece; divide them to share them, as --set collection.pieces=8")


def _read(
    game: str, source: str | Path | None, changes: Mapping[str, object], kept: bool = False
) -> tuple[tuple[Stage, ...], list[TrainingConfig]]:
    """Return the stages of a configuration, none for a single run, and what decides each run.

    What is ``kept`` is a run's own, which is not judged again.
    """
    from ..learn.config.stages import load_stages
    from ..learn.config.training_config import load_config

    stages = load_stages(game, source, changes, kept=kept)
    return stages, [stage.config(Path) for stage in stages] or [load_config(game, source, changes, kept=kept)]


def _begun(
    game: str, source: str | None, changes: Mapping[str, object], folder: Path, fresh: bool, quiet: bool, crew: Crew
) -> RunResult:
    """Begin a run, or the first of several stages."""
    from ..learn.run.run import train as train_alone
    from ..learn.stages.training import train_stages

    stages, configs = _read(game, source, changes)
    for config in configs:
        config.setups()  # what is wrong with the game is said before the folder is touched
        crew.check(config)
    if stages:
        return train_stages(stages, folder, fresh=fresh, quiet=quiet, workers=crew.workers)
    return train_alone(configs[0], folder, fresh=fresh, quiet=quiet, workers=crew.workers)


def _gone_on_with(game: str, folder: Path, changes: Mapping[str, object], quiet: bool, crew: Crew) -> RunResult:
    """Go on with a run, or with the stage at which several were stopped."""
    from ..learn.run.folder import CONFIG, PLAN
    from ..learn.run.run import resume
    from ..learn.stages.training import resume_stages

    staged = (folder / PLAN).is_file()
    if staged and changes:
        raise OptionError(f"the stages of {folder} keep their budgets; leave out {', '.join(changes)}")
    source = folder / (PLAN if staged else CONFIG)
    if source.is_file():
        for config in _read(game, source, {}, kept=True)[1]:  # it is of this game
            crew.check(config)
    if staged:
        return resume_stages(folder, quiet=quiet, workers=crew.workers)
    return resume(folder, changes, quiet=quiet, workers=crew.workers)


def _report(folder: Path, quiet: bool) -> None:
    """Report on a run that has come to its end; what the report lacks must not look like a run that failed."""
    from ..learn.report.writing import report as make

    try:
        made = make(folder, quiet=quiet)
    except CogitableError as error:
        typer.echo(f"there is no report: {error}", err=True)
        return
    if quiet:
        typer.echo(f"the report is {made.page}")


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a training run.", show_default=False)],
    games: Annotated[
        int,
        typer.Option(min=1, max=MOST_GAMES, help="Games to play with the learner, and as many with the best policy."),
    ] = GAMES,
    seed: Annotated[int, typer.Option(min=0, help="Fixes these games.")] = 0,
) -> None:
    """Report on a training run, finished or not: a page, pictures and tables in its folder, a summary here.

    Curves of strength and of learning, calibration of the value, actions that are never taken, what the best policy
    does differently from earlier ones, and the hardest opponents of the pool.
    """
    from ..learn.report.writing import report as make

    make(run, games=games, seed=seed)


def _show_options() -> None:
    from rich.markup import escape
    from rich.table import Table

    from ..learn.config.training_config import TrainingConfig, option_names

    table = Table("option", "default", "meaning")
    for name in option_names():
        *sections, last = name.split(".")
        model: type[BaseModel] = TrainingConfig
        for section in sections:
            model = cast(type["BaseModel"], model.model_fields[section].annotation)
        field = model.model_fields[last]
        default = "" if field.is_required() or field.default is None else str(field.default)
        table.add_row(name, escape(default), escape(field.description or ""))
    console().print(table)
