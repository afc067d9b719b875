"""``cogitable value``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from .common import MOST_POSITIONS, GameName, check_targets, sizes_of


def value(
    game: GameName,
    policy: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="A policy file, or `policy` for the one shipped with the game.", show_default=False
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to write it; the file itself is replaced by default.", show_default=False
        ),
    ] = None,
    players: Annotated[
        list[int],
        typer.Option(metavar="N...", help="Numbers of players besides those that the policy was trained with."),
    ] = [],  # noqa: B006 - typer copies it
    positions: Annotated[int, typer.Option(min=1, max=MOST_POSITIONS, help="Positions to learn from.")] = 2_000_000,
    layers: Annotated[str, typer.Option(metavar="SIZES", help="Sizes of its own hidden layers, as 128,128.")] = "64",
    source: Annotated[
        Literal["hidden", "observation"],
        typer.Option(help="What it looks at: the policy's last hidden layer, or the observation."),
    ] = "hidden",
    astray: Annotated[float, typer.Option(min=0, max=0.5, help="Share of random actions in the games.")] = 0.01,
    keep: Annotated[float, typer.Option(min=0.001, max=1, help="Share of a game's positions to learn from.")] = 0.25,
    seed: Annotated[int, typer.Option(min=0, help="Fixes the deals, the choices and the learning.")] = 0,
) -> None:
    """Teach a policy what positions are worth to every seat, so that `search:network=FILE` can look ahead with it.

    It learns from games of the policy against itself, at the kinds of table that the policy was trained for and with
    other numbers of players, if you name any; what the policy prefers stays the same. Told at the end: how well it
    foretells games that it has not learned from.
    """
    from ...agents.policy import policy_path
    from ...envs import get_game
    from ..learn.value import teach_file
    from .measure import progress

    sizes = sizes_of(layers)
    path = policy_path(get_game(game).setup(), policy)
    target = path if out is None else out
    check_targets(target)
    with progress("positions", 0, positions) as on_round:
        found = teach_file(
            path, target, game, players=players, positions=positions, layers=sizes, source=source, astray=astray,
            keep=keep, seed=seed, on_round=on_round,
        )  # fmt: skip
    typer.echo(f"{found}\nwritten to {target}; the agent is search:network={target}")
