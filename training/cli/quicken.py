"""``cogitable quicken``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import MOST_POSITIONS, GameName, check_targets, sizes_of


def quicken(
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
    decisions: Annotated[int, typer.Option(min=1, max=MOST_POSITIONS, help="Decisions to learn from.")] = 2_000_000,
    layers: Annotated[str, typer.Option(metavar="SIZES", help="Sizes of its hidden layers, as 64,64.")] = "64",
    astray: Annotated[float, typer.Option(min=0, max=0.5, help="Share of random actions in the games.")] = 0.01,
    seed: Annotated[int, typer.Option(min=0, help="Fixes the deals, the choices and the learning.")] = 0,
) -> None:
    """Teach a policy a small copy of itself, so that `search:network=FILE,rollouts=quick` can play on with it.

    It learns what the policy would do in games of the policy against itself, at the kinds of table that the policy was
    trained for and with other numbers of players, if you name any; the policy stays the same. Told at the end: how
    near the copy comes to it in games that it has not learned from.
    """
    from ...agents.policy import policy_path
    from ...envs import get_game
    from ...envs.table.errors import OptionError
    from ..learn.quick import quicken_file
    from .measure import progress

    sizes = sizes_of(layers)
    if not sizes:
        raise OptionError("--layers names no size; a small copy has one hidden layer at least")
    path = policy_path(get_game(game).setup(), policy)
    target = path if out is None else out
    check_targets(target)
    with progress("decisions", 0, decisions) as on_round:
        found = quicken_file(
            path, target, game, players=players, decisions=decisions, layers=sizes, astray=astray, seed=seed,
            on_round=on_round,
        )  # fmt: skip
    typer.echo(f"{found}\nwritten to {target}; the agent is search:network={target},rollouts=quick")
