"""``cogitable train`` and ``cogitable report``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ...envs.table.errors import CogitableError, OptionError
from ..learn.report import GAMES
from . import complete
from .common import INTERRUPTED, MOST_GAMES, GameName, console, text_values, workers

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ..learn.config import TrainingConfig
    from ..learn.run_result import RunResult
    from ..measure.workers import Workers


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
    from ..learn.run_folder import CONFIG

    short = {"seed": seed, "steps": steps}
    changes = text_values([*settings, *(f"{name}={value}" for name, value in short.items() if value is not None)])
    folder = run or Path("runs") / "-".join([game, Path(config).stem] if config else [game])
    with workers(processes, cluster) as crew:
        who = None if processes is None and cluster is None else crew
        if resume:
            result = _gone_on_with(game, folder, changes, quiet, processes, who)
        else:
            result = _begun(game, config, changes, folder, fresh, quiet, processes, who)
    if result.stopped:
        typer.echo(f"stopped after {result.steps:,} steps; go on with: cogitable train {game} --run {folder} --resume")
        typer.echo(f"how it went until here: cogitable report {result.policy.parent}")
        raise typer.Exit(INTERRUPTED)
    if not (folder / CONFIG).is_file():
        typer.echo(f"how a stage went: cogitable report {folder / 'STAGE'}")
    elif with_report:
        _report(folder, quiet)
    typer.echo(f"{result.steps:,} steps in {result.seconds / 60:.1f} minutes; the agent is policy:{result.policy}")


def _begun(
    game: str,
    config: str | None,
    changes: Mapping[str, object],
    folder: Path,
    fresh: bool,
    quiet: bool,
    processes: int | None,
    who: Workers | None,
) -> RunResult:
    """Begin a run, or the first of several stages."""
    from ..learn.config import load_config
    from ..learn.run import train as train_alone
    from ..learn.staged import train_stages
    from ..learn.stages import load_stages
    from ..learn.stages_folder import result_of

    if stages := load_stages(game, config, changes):
        for stage in stages:
            _check_shared(stage.config(partial(result_of, folder)), processes, who)
        return train_stages(stages, folder, fresh=fresh, quiet=quiet, workers=who)
    settled = load_config(game, config, changes)
    settled.setups()  # what is wrong with the game is said before the folder is touched
    _check_shared(settled, processes, who)
    return train_alone(settled, folder, fresh=fresh, quiet=quiet, workers=who)


def _gone_on_with(
    game: str, folder: Path, changes: Mapping[str, object], quiet: bool, processes: int | None, who: Workers | None
) -> RunResult:
    """Go on with a run, or with the stage at which several were stopped."""
    from ..learn.config import load_config
    from ..learn.run import resume
    from ..learn.run_folder import CONFIG
    from ..learn.staged import resume_stages
    from ..learn.stages import load_stages
    from ..learn.stages_folder import PLAN

    if (folder / PLAN).is_file():
        if changes:
            raise OptionError(f"the stages of {folder} keep their budgets; leave out {', '.join(changes)}")
        load_stages(game, folder / PLAN)  # it is of this game
        return resume_stages(folder, quiet=quiet, workers=who)
    if (folder / CONFIG).is_file():
        _check_shared(load_config(game, folder / CONFIG), processes, who)  # it is of this game
    return resume(folder, changes, quiet=quiet, workers=who)


def _check_shared(config: TrainingConfig, processes: int | None, who: Workers | None) -> None:
    """Raise OptionError where there is nothing to share among those who are to play."""
    if who is not None and processes != 1 and config.collection.pieces == 1:
        raise OptionError("all tables are one piece; divide them to share them, as --set collection.pieces=8")


def _report(folder: Path, quiet: bool) -> None:
    """Report on a run that has come to its end; what the report lacks must not look like a run that failed."""
    from ..learn.report import report as make

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
    from ..learn.report import report as make

    make(run, games=games, seed=seed)


def _show_options() -> None:
    from rich.markup import escape
    from rich.table import Table

    from ..learn.config import TrainingConfig, option_names

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
