"""``cogitable list``, ``cogitable cards`` and ``cogitable rules``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ...envs.table.errors import OptionError
from .common import GameName, GameOptions, console, open_setup


def list_all() -> None:
    """Show the games with their options, and the agents with their parameters."""
    from rich.table import Table

    from ...agents.factory import describe_agents
    from ...envs import GAMES, get_game

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
    setup = open_setup(game, [*options, *([f"cards={cards}"] if cards else [])])
    if setup.game.card_table is None:
        raise OptionError(f"{setup.game.title} has no cards")
    _print_table(console(), setup.game.title, *setup.game.card_table(setup))


def _print_table(screen: Any, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; the column with the longest text gets all the room that there is."""
    from rich.table import Table

    columns = list(zip(headers, *rows, strict=True))
    needed = [max(map(_longest_word, column)) for column in columns]
    text = max(range(len(columns)), key=lambda i: max(map(len, columns[i])))
    if sum(needed) + 3 * len(needed) + 1 > screen.width:  # with borders: words would be cut off
        screen.print(title, style="bold")
        _print_one_by_one(screen, headers, rows, text)
        return
    table = Table(title=title, show_lines=True)
    for i, header in enumerate(headers):
        table.add_column(header, min_width=needed[i], max_width=None if i == text else needed[i])
    for row in rows:
        table.add_row(*row)
    screen.print(table)


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _print_one_by_one(screen: Any, headers: Sequence[str], rows: Sequence[Sequence[str]], text: int) -> None:
    """Print the rows of a table one below the other, for a screen too narrow to have their cells side by side."""
    from rich.padding import Padding
    from rich.text import Text

    for row in rows:
        facts = [f"{headers[i]} {row[i]}" for i in range(1, len(row)) if i != text and row[i] != "-"]
        told = [", ".join(facts), *([row[text]] if row[text] != "-" else [])]
        screen.print(Text(f"\n{row[0]}", style="bold"), Padding(Text("\n".join(told)), (0, 0, 0, 4)))


def rules(game: GameName) -> None:
    """Show the rules of a game, in a pager where the output is a terminal."""
    from rich.markdown import Markdown

    from ...envs import get_game

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
