"""What the commands share: their common options, errors on one line, and files of results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from ...envs.table.errors import CogitableError, OptionError, told_as
from ...envs.table.extras import missing_extra
from ...envs.table.files.atomic import try_to_write, write_atomically
from ...envs.table.wording import wanted
from . import complete

if TYPE_CHECKING:
    from rich.console import Console

    from ...envs.table.game import Setup
    from ..measure.sharing.workers import Workers

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Name of a game, or import path of a module with a GAME.",
        show_default=False,
        autocompletion=complete.games,
    ),
]
GameOptions = Annotated[
    list[str],
    typer.Option(
        "--set",
        "-s",
        metavar="KEY=VALUE",
        help="An option of the game; `list` shows them.",
        autocompletion=complete.game_options,
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(
        min=1, help="Processes to share the games among; one a processor core by default.", show_default=False
    ),
]

AsMarkdown = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the report as Markdown; - for standard output.")
]
AsJson = Annotated[Path | None, typer.Option(metavar="FILE", help="Write all figures as JSON; - for standard output.")]

MOST_GAMES, MOST_POSITIONS = 10_000_000, 1_000_000_000
"""More than anybody waits for; a slip of the keyboard must not ask for petabytes."""

Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]",
        help="Share the games among the nodes of a Ray cluster (extra \\[cluster]): the one this machine is in, or at "
        "HOST:PORT.",
        show_default=False,
    ),
]

USAGE_ERROR, INTERRUPTED = 2, 130
"""Exit codes: the command cannot do what it was asked; Ctrl-C."""


class Group(TyperGroup):
    """Turns the errors a user can cause into one line and an exit code. Any other error keeps its traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except CogitableError as error:
            text = str(error)
        except BrokenPipeError:  # who reads the output has had enough
            raise
        except OSError as error:
            text = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
        except KeyboardInterrupt:
            typer.echo("stopped", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except ModuleNotFoundError as error:
            missing = missing_extra(error, f"cogitable {ctx.invoked_subcommand}")
            if missing is None:
                raise
            text = str(missing)
        except typer.BadParameter as error:
            _tell_plainly(error)
            raise
        typer.echo(f"error: {text}", err=True)
        raise typer.Exit(USAGE_ERROR)


def _tell_plainly(error: typer.BadParameter) -> None:
    """Have an option's value told, and what it must be: newer versions of Typer leave the first to guesses."""
    from pydantic import ValidationError

    if isinstance(error.__cause__, ValidationError):
        problem = error.__cause__.errors()[0]
        value = "" if problem["type"] == "value_error" else f"{problem['input']!r} "  # in which Typer names it itself
        error.message = f"{value}{wanted(problem)}"


_OPEN = "cogitable.list"
LISTS = ("--agents", "--against", "--players", "--vary")


class Command(TyperCommand):
    """A command that takes every option at most once, unless it takes several values."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse an option that is given twice, of which only the last would be taken.

        Raises:
            OptionError: One is.
        """
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            for option in order:
                single = option.param_type_name == "option" and not option.multiple
                single = single and not getattr(option, "is_flag", False)
                if single and order.count(option) > 1:
                    raise OptionError(f"{option.opts[0]} is given twice; it takes one value")
        return super().parse_args(ctx, args)


class ListCommand(Command):
    """A command whose :data:`LISTS` take several values: ``--agents random search``."""

    lists: ClassVar[Sequence[str]] = LISTS

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the flag before each of its values, and give ``--cluster`` its address where it has none."""
        flags = [arg for arg in args if arg.startswith("-")]
        ctx.meta[_OPEN] = flags[-1] if flags and flags[-1] in self.lists else None
        return super().parse_args(ctx, spread(addressed(args), self.lists))

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer a further value of the list that stands last."""
        for parameter in self.params:
            if ctx.meta.get(_OPEN) in parameter.opts and not incomplete.startswith("-"):
                return parameter.shell_complete(ctx, incomplete)
        return super().shell_complete(ctx, incomplete)


class EachAgentCommand(ListCommand):
    """A command with lists that may also give every agent a number of games of its own."""

    lists = (*LISTS, "--games")


class ServeCommand(ListCommand):
    """A command that takes several games and several names of hosts."""

    lists = ("--games", "--allow-host")


def spread(args: Sequence[str], flags: Sequence[str]) -> list[str]:
    """Return ``--flag a --flag b`` for ``--flag a b``; a value that begins with a dash ends the list."""
    out: list[str] = []
    flag = ""
    for arg in args:
        if arg.startswith("-"):
            flag = arg if arg in flags else ""
        elif flag and out[-1] != flag:
            out.append(flag)
        out.append(arg)
    return out


def addressed(args: Sequence[str]) -> list[str]:
    """Return ``--cluster auto`` for a ``--cluster`` that no address follows."""
    out: list[str] = []
    for arg, following in zip(args, [*args[1:], ""], strict=False):  # of no arguments there is no following one
        out.append(arg)
        if arg == "--cluster" and following not in ("auto", "local") and ":" not in following:
            out.append("auto")
    return out


@contextmanager
def workers(processes: int | None, cluster: str | None) -> Iterator[Workers]:
    """Yield who shares the work: processes of this machine, or of a cluster.

    Raises:
        OptionError: Both are asked for, or the extra for clusters is not installed.
    """
    from ..measure.sharing.workers import LocalWorkers

    if cluster is None:
        yield LocalWorkers(processes)
        return
    if processes is not None:
        raise OptionError("--processes are those of this machine; a cluster has one for each of its cores")
    from ..measure.sharing.cluster import RayWorkers

    with RayWorkers(cluster) as crew:
        yield crew


def text_values(pairs: Sequence[str]) -> dict[str, str]:
    """Take ``key=value`` texts apart.

    Raises:
        OptionError: A text without an equals sign, or a key that is set twice.
    """
    values: dict[str, str] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise OptionError(f"{pair!r} is not of the form key=value")
        if key in values:
            raise OptionError(f"{key!r} is set twice")
        values[key] = value
    return values


def key_values(pairs: Sequence[str]) -> dict[str, Any]:
    """Read ``key=value`` texts; values are read as JSON where they are JSON, and stay text elsewhere.

    Raises:
        OptionError: As :func:`text_values`.
    """
    values: dict[str, Any] = dict(text_values(pairs))
    for key, value in values.items():
        with suppress(ValueError):
            values[key] = json.loads(value)
    return values


def open_setup(game: str, options: Sequence[str] = ()) -> Setup:
    """Return a game, set up with the options of the command line.

    Raises:
        OptionError: No such game or option, or a value that is not allowed.
    """
    from ...envs import get_game

    return get_game(game).setup(**key_values(options))


def console(stderr: bool = False) -> Console:
    """Return what tables are printed with."""
    from rich.console import Console

    return Console(stderr=stderr)


STDOUT = Path("-")
"""In place of a file of results: standard output, with all else on standard error."""


def check_targets(*paths: Path | None, plot: Path | None = None) -> None:
    """Try whether results can be written, before hours are spent on them; folders on the way are made.

    Raises:
        CogitableError: One cannot be written, or two are the same.
    """
    wanted = [path for path in (*paths, plot) if path is not None]
    twice = [path for number, path in enumerate(wanted) if path in wanted[:number]]
    if twice:
        raise OptionError(f"two results cannot both go to {twice[0]}")
    for path in wanted:
        if path != STDOUT or path is plot:
            try_to_write(path)
    if plot is not None:
        from ..measure.plots import check_kind

        check_kind(plot)


def write_result(path: Path, text: str) -> None:
    """Write a file of results, folders on the way made; ``-`` is standard output.

    Raises:
        CogitableError: It cannot be written.
    """
    if path == STDOUT:
        typer.echo(text.rstrip("\n"))
        return
    with told_as(CogitableError, f"cannot write {path}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)


def tell_report(text: str, data: Callable[[], str], markdown: Path | None, json: Path | None) -> bool:
    """Write a report where it was asked for, and show it.

    Args:
        text: The report in Markdown.
        data: Called for the same as JSON, if somebody wants it.
        markdown: Where the one goes, if anywhere.
        json: Where the other goes.

    Returns:
        Whether one of them is standard output, so that all else goes to standard error.

    Raises:
        CogitableError: One of them cannot be written.
    """
    from rich.markdown import Markdown

    if markdown is not None:
        write_result(markdown, text)
    if json is not None:
        write_result(json, data())
    aside = STDOUT in (markdown, json)
    console(stderr=aside).print(Markdown(text))
    return aside


def data_folder(of: str) -> Path:
    """Return the folder among the user's data where something is kept."""
    import platformdirs

    return Path(platformdirs.user_data_dir("cogitable", appauthor=False)) / of


@contextmanager
def told_as_default(ctx: typer.Context, name: str) -> Iterator[None]:
    """Have what is wrong with an option's value told as that of a default, where nobody has given the option."""
    try:
        yield
    except CogitableError as error:
        source = ctx.get_parameter_source(name)
        if source is None or source.name != "DEFAULT":
            raise
        raise OptionError(f"{error}; it is the default of --{name}, name another one") from None


def check_seat(setup: Setup, seat: int) -> None:
    """Raise OptionError where a game has no such seat."""
    if seat >= setup.num_seats:
        raise OptionError(f"--seat is {seat}; the seats of {setup.game.title} are 0 to {setup.num_seats - 1}")


def others(setup: Setup, against: Sequence[str]) -> list[str]:
    """Return the specs of the agents at all seats but one, in their order.

    Raises:
        OptionError: They are neither one for all nor one for each.
    """
    seats = setup.num_seats - 1
    if len(against) not in (1, seats):
        raise OptionError(f"--against names {len(against)} agents; name 1, or {seats} for the {seats} other seats")
    return list(against) if len(against) == seats else [against[0]] * seats
