"""The command ``cogitable``."""

from __future__ import annotations

from typing import Annotated

import typer

from . import average as cli_average
from . import beliefs as cli_beliefs
from . import compare as cli_compare
from . import compile as cli_compile
from . import exploit as cli_exploit
from . import join as cli_join
from . import measure as cli_measure
from . import play as cli_play
from . import quicken as cli_quicken
from . import record as cli_record
from . import serve as cli_serve
from . import show as cli_show
from . import train as cli_train
from . import value as cli_value
from . import watch as cli_watch
from .common import Command, EachAgentCommand, Group, ListCommand, ServeCommand

app = typer.Typer(
    name="cogitable",
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Tabletop games as reinforcement-learning environments, and agents that play them.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from ... import __version__

        typer.echo(f"cogitable {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


app.command("list", cls=Command)(cli_show.list_all)
app.command("cards", cls=Command)(cli_show.cards)
app.command("rules", cls=Command)(cli_show.rules)
app.command("compile", cls=Command)(cli_compile.compile_games)
app.command("play", cls=ListCommand)(cli_play.play)
app.command("watch", cls=Command)(cli_watch.watch)
app.command("serve", cls=ServeCommand)(cli_serve.serve)
app.command("train", cls=ListCommand)(cli_train.train)
app.command("report", cls=Command)(cli_train.report)
app.command("join", cls=Command)(cli_join.join)
app.command("average", cls=Command)(cli_average.average)
app.command("value", cls=ListCommand)(cli_value.value)
app.command("quicken", cls=ListCommand)(cli_quicken.quicken)
app.command("beliefs", cls=Command)(cli_beliefs.beliefs)
app.command("arena", cls=ListCommand)(cli_measure.arena)
app.command("record", cls=ListCommand)(cli_record.record)
app.command("exploit", cls=Command)(cli_exploit.exploit)
app.command("compare", cls=Command)(cli_compare.compare)
app.command("balance", cls=EachAgentCommand)(cli_measure.balance)


def main() -> None:
    """Run the command line."""
    app()
