"""``cogitable train``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ...envs.table.errors import OptionError
from .common import INTERRUPTED, GameName, console, text_values

if TYPE_CHECKING:
    from pydantic import BaseModel


def train(
    game: GameName,
    config: Annotated[
        str | None, typer.Option(metavar="FILE", help="A YAML file, or a configuration that comes along, like demo.")
    ] = None,
    settings: Annotated[
        list[str], typer.Option("--set", "-s", metavar="KEY=VALUE", help="Change an option, as ppo.n_steps=128.")
    ] = [],  # noqa: B006 - typer copies it
    run: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the run; runs/GAME-CONFIG by default.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Remove the run in the folder first.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    show_options: Annotated[bool, typer.Option("--options", help="Show what can be set, and stop.")] = False,
) -> None:
    """Train a policy by self-play. Stop it with Ctrl-C, or even kill it; --resume goes on."""
    if show_options:
        _show_options()
        return
    if resume and (fresh or config is not None):
        raise OptionError("--resume goes on with the configuration in the run's folder; leave out --fresh and --config")
    from ..learn import run as runs
    from ..learn.config import load_config

    changes = text_values(settings)
    folder = run or Path("runs") / "-".join([game, Path(config).stem] if config else [game])
    if resume:
        result = runs.resume(folder, changes, quiet=quiet)
    else:
        settled = load_config(game, config, changes)
        settled.setups()  # what is wrong with the game is said before the folder is touched
        result = runs.train(settled, folder, fresh=fresh, quiet=quiet)
    if result.stopped:
        typer.echo(f"stopped after {result.steps:,} steps; go on with: cogitable train {game} --run {folder} --resume")
        raise typer.Exit(INTERRUPTED)
    typer.echo(f"{result.steps:,} steps in {result.seconds / 60:.1f} minutes; the agent is policy:{result.policy}")


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
