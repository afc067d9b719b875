"""``cogitable join``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...envs.table.errors import OptionError


def join(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The file to write.", show_default=False)],
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="[SIDE=]FILE...",
            help="A policy file for each side of the game, as Machine=runs/machine/best.zip; without a side, for those "
            "that it was trained for (league.sides).",
            show_default=False,
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Import path of the module with the GAME, for policies of a game that is not the library's.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Join policies for the sides of a game into one file, which plays each side with its own network."""
    from ...agents.policy.file import save_policy
    from ...agents.policy.join import join_policies
    from ...envs import get_game

    named: dict[str, str] = {}
    for side, path in (pair for text in files for pair in _named(text)):
        if side in named:
            raise OptionError(f"two files are for side {side!r}: {named[side]} and {path}")
        named[side] = path
    networks, info = join_policies(named, None if game is None else get_game(game))
    save_policy(target, networks, info)
    typer.echo(f"the agent is policy:{target}: " + ", ".join(f"{side} from {named[side]}" for side in networks))


def _named(text: str) -> list[tuple[str, str]]:
    """Return the sides that a file is for, each with its path."""
    from ...agents.policy.file import load_info
    from ...agents.policy.join import learned_sides_of

    side, equals, path = text.partition("=")
    if equals and not Path(text).is_file():
        return [(side, path)]
    sides = learned_sides_of(load_info(text))
    if not sides:
        raise OptionError(f"{text} was trained for all sides; say which it is to play: SIDE={text}")
    return [(side, text) for side in sides]
