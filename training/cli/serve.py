"""``cogitable serve``."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from ...envs.table.errors import CogitableError

_NEEDED = ("starlette", "uvicorn", "websockets", "jinja2")


def require_web() -> None:
    """Raise CogitableError unless the extra ``[web]`` is installed."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise CogitableError(
            f"playing in the browser needs {', '.join(missing)}; install the extra: pip install 'cogitable[web]'"
        )


def default_folder() -> Path:
    """Return where tables are kept."""
    import platformdirs

    return Path(platformdirs.user_data_dir("cogitable")) / "tables"


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
        folder or default_folder(),
        host=host,
        port=port,
        limits=limits,
        allow=allow_host,
        trust=trust,
        browser=browser,
        say=typer.echo,
    )
