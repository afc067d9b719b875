"""``cogitable list``, ``cogitable cards`` and ``cogitable rules``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs.table.errors import OptionError
from . import complete
from .allowed import limits
from .common import GameName, GameOptions, console, open_setup

if TYPE_CHECKING:
    from ...envs.table.game import Game


def list_all(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Only this game, with its options.",
            show_default=False,
            autocompletion=complete.games,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Show the games with their options, and the agents with their parameters."""
    from ...envs import GAMES, get_game

    games = [get_game(name) for name in (GAMES if game is None else [game])]
    if as_json:
        typer.echo(json.dumps(_described(games, agents=game is None), indent=2))
    else:
        _print_games(games, agents=game is None)


def _described(games: Sequence[Game], agents: bool) -> dict[str, Any]:
    """Return games, and if wanted agents, with their options as JSON schemas."""
    from ...agents.factory import AGENTS

    found: dict[str, Any] = {
        "games": [
            {"name": g.name, "title": g.title, "version": g.version, "seats": g.seat_range, "options": _options(g)}
            for g in games
        ]
    }
    if agents:
        found["agents"] = [
            {"name": name, "text": kind.text, "main": kind.main, "options": kind.options.model_json_schema()}
            for name, kind in AGENTS.items()
        ]
    return found


def _options(game: Game) -> list[dict[str, Any]]:
    return [
        {"name": name, "default": _default(field), "allowed": limits(field), "meaning": field.description or ""}
        for name, field in game.options.model_fields.items()
    ]


def _default(field: Any) -> str:
    return "" if callable(field.default) or field.is_required() else _short(field.get_default())


def _print_games(games: Sequence[Game], agents: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from ...agents.factory import describe_agents

    screen = console()
    for game in games:
        title = f"{game.name}: {game.title}, {game.seat_range} seats"
        table = Table("option", "default", "allowed", "meaning", title=title)
        for option in _options(game):
            table.add_row(*(escape(option[key]) for key in ("name", "default", "allowed", "meaning")))
        screen.print(table, "")
    if not agents:
        return
    screen.print("Agents: name, or name:key=value,...", style="bold", highlight=False)
    typer.echo(describe_agents())


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
        with screen.pager(styles=_pager_shows_styles()):
            screen.print(text)
    else:
        screen.print(text)


def _pager_shows_styles() -> bool:
    """Let ``less`` show colours as such, and return whether the pager is one that does; others get plain text."""
    pager = os.environ.get("MANPAGER") or os.environ.get("PAGER") or "less"  # as pydoc chooses, which rich asks
    if Path(pager.split()[0]).stem != "less" or sys.platform == "win32":
        return False
    os.environ["LESS"] = f"{os.environ.get('LESS', '')} -R".strip()  # what less itself reads, before its arguments
    return True
