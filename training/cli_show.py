"""``cogitable list``, ``cogitable cards`` and ``cogitable rules``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..envs.table.errors import OptionError
from .cli_common import GameName, GameOptions, console, open_setup


def list_all() -> None:
    """Show the games with their options, and the agents with their parameters."""
    from rich.table import Table

    from ..agents.factory import describe_agents
    from ..envs import GAMES, get_game

    screen = console()
    for game in map(get_game, GAMES):
        title = f"{game.name}: {game.title}, {game.seat_range} seats"
        table = Table("option", "default", "allowed", "meaning", title=title)
        for name, field in game.options.model_fields.items():
            default = "" if callable(field.default) or field.is_required() else _short(field.get_default())
            table.add_row(name, default, _limits(field), field.description or "")
        screen.print(table, "")
    screen.print("Agents: name, or name:key=value,...", style="bold", highlight=False)
    typer.echo(describe_agents())


def _bounds(field: Any) -> tuple[Any, Any]:
    least = [limit.ge for limit in field.metadata if hasattr(limit, "ge")]
    most = [limit.le for limit in field.metadata if hasattr(limit, "le")]
    return (least or [""])[0], (most or [""])[0]


def _limits(field: Any) -> str:
    least, most = _bounds(field)
    return f"{least} to {most}" if most != "" else f"from {least}" if least != "" else ""


def _short(value: Any) -> str:
    return str(value) if isinstance(value, (int, float, str, bool)) else ""


def cards(
    game: GameName,
    cards: Annotated[Path | None, typer.Option(metavar="FILE", help="Show this card file instead.")] = None,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Show the cards of a game as a table; with --cards, check a card file of your own."""
    from rich.table import Table

    setup = open_setup(game, [*options, *([f"cards={cards}"] if cards else [])])
    if setup.game.card_table is None:
        raise OptionError(f"{setup.game.title} has no cards")
    headers, rows = setup.game.card_table(setup)
    table = Table(*headers, title=setup.game.title, show_lines=True)
    for row in rows:
        table.add_row(*row)
    console().print(table)


def rules(game: GameName) -> None:
    """Show the rules of a game, in a pager where the output is a terminal."""
    from rich.markdown import Markdown

    from ..envs import get_game

    found = get_game(game)
    path = found.home / "RULES.md"
    if not path.is_file():
        raise OptionError(f"{found.title} comes without RULES.md (looked for {path})")
    screen, text = console(), Markdown(path.read_text(encoding="utf-8"))
    if screen.is_terminal:
        with screen.pager(styles=True):
            screen.print(text)
    else:
        screen.print(text)
