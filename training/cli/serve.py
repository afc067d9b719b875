"""``cogitable serve``."""

from __future__ import annotations

import importlib.util
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs.table.extras import EXTRAS, MissingExtraError
from .common import check_seat, data_folder, key_values, others

if TYPE_CHECKING:
    from ...envs.table.game import Game
    from ..measure.arena.arena import Arena

_TABLES = "tables"


def require_web() -> None:
    """Raise MissingExtraError unless the extra ``[web]`` is installed."""
    missing = [name for name in EXTRAS["web"] if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingExtraError.of("playing in the browser", ", ".join(missing), "web")


def play_in_browser(game: str, against: Sequence[str], seat: int | None, seed: int | None, options: list[str]) -> None:
    """Open a table for oneself and agents by their specs, and serve it until Ctrl-C.

    Raises:
        CogitableError: No such game, option, seat or agent, or the extra is missing.
    """
    require_web()
    from ...envs import get_game
    from ..web.levels import CUSTOM, make_level
    from ..web.limits import Limits
    from ..web.record import Chair

    found = get_game(game)
    given = key_values(options)
    setup = found.setup(**given)
    if seat is not None:
        check_seat(setup, seat)
    own = secrets.randbelow(setup.num_seats) if seat is None else seat
    for spec in dict.fromkeys(against):
        make_level(CUSTOM + spec, setup, Limits().think, trust=True)  # for its errors
    chairs = [Chair(kind="agent", level=CUSTOM + spec) for spec in others(setup, against)]
    chairs.insert(own, Chair(kind="person", name="you"))

    def prepare(app: Any) -> str:
        record = app.state.hub.prepare(game, given, chairs, own, seed)
        return f"/table/{record.id}/{record.owner}"

    _serve_locally({game: found}, prepare)


def watch_in_browser(path: Path, game: str | None = None) -> None:
    """Show a replay in the browser until Ctrl-C; of a game that is not the library's if its module is named.

    Raises:
        CogitableError: It is damaged or of other rules, or the extra is missing.
        OSError: It cannot be read.
    """
    require_web()
    from ...envs import get_game
    from ...envs.table.files.replay import Replay

    replay = Replay.load(path)
    played = replay.setup(None if game is None else get_game(game), str(path)).game

    def prepare(app: Any) -> str:
        return f"/replay/{app.state.films.keep(replay, played)}"

    _serve_locally({played.name: played}, prepare)


@contextmanager
def arena_in_browser(arena: Arena, browser: bool = True) -> Iterator[Callable[[], None]]:
    """Show an arena in the browser while it runs, and on until Ctrl-C; yields what is to be called when it goes on.

    Raises:
        CogitableError: The extra is missing.
    """
    from ..web.contest import Contest
    from ..web.limits import Limits
    from ..web.serve import Serving

    contest, game = Contest(arena), arena.setup.game
    more: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "limits": Limits(), "contest": contest}
    serving = Serving({game.name: game}, data_folder(_TABLES), **more, prepare=lambda app: "/arena")
    serving.start()
    typer.echo(f"The arena is at {serving.at}", err=True)
    if browser:
        serving.show()
    try:
        yield lambda: contest.tell(at_once=bool(arena.done.all()))
    finally:
        serving.stop()


def _serve_locally(games: dict[str, Game], prepare: Callable[[Any], str]) -> None:
    """Serve this machine alone, at a free port, and open one page."""
    from ..web.limits import Limits
    from ..web.serve import serve as run

    run(
        games,
        data_folder(_TABLES),
        host="127.0.0.1",
        port=0,
        limits=Limits(),
        allow=(),
        browser=True,
        say=typer.echo,
        prepare=prepare,
    )


def serve(
    host: Annotated[str, typer.Option(help="Address to listen at; others reach you at 0.0.0.0.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any that is free.")] = 8008,
    games: Annotated[
        list[str],
        typer.Option(metavar="GAME...", help="Games, or modules with a GAME; all by default.", show_default=False),
    ] = [],  # noqa: B006 - typer copies it
    folder: Annotated[
        Path | None, typer.Option(help="Where tables are kept; in your data folder by default.", show_default=False)
    ] = None,
    think: Annotated[float, typer.Option(min=0.1, max=60, help="Most seconds of search for a decision.")] = 3.0,
    tables: Annotated[int, typer.Option(min=1, max=100_000, help="Most tables that are kept.")] = 500,
    allow_host: Annotated[
        list[str],
        typer.Option(metavar="NAME...", help="Names under which browsers reach this server.", show_default=False),
    ] = [],  # noqa: B006 - typer copies it
    trust: Annotated[
        bool, typer.Option("--trust", help="Let visitors name agents by specs, which can read files and run code.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open a browser where there is one.")] = True,
) -> None:
    """Play in the browser: alone, with others, or watch agents."""
    require_web()
    from ...envs import GAMES, get_game
    from ..web.limits import Limits
    from ..web.serve import serve as run

    found = {name: get_game(name) for name in games or GAMES}
    limits = Limits(think=think, tables=tables)
    run(
        found,
        folder or data_folder(_TABLES),
        host=host,
        port=port,
        limits=limits,
        allow=allow_host,
        trust=trust,
        browser=browser,
        say=typer.echo,
    )
