"""``cogitable value``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from ..learn.config.teaching import ValueSettings
from .common import MOST_POSITIONS, GameName
from .taught import Astray, OtherPlayers, PolicyName, Seed, Target, files_of, sizes_of


def value(
    game: GameName,
    policy: PolicyName,
    out: Target = None,
    players: OtherPlayers = [],  # noqa: B006 - typer copies it
    positions: Annotated[int, typer.Option(min=1, max=MOST_POSITIONS, help="Positions to learn from.")] = 2_000_000,
    layers: Annotated[str, typer.Option(metavar="SIZES", help="Sizes of its own hidden layers, as 128,128.")] = "64",
    source: Annotated[
        Literal["hidden", "observation"],
        typer.Option(help="What it looks at: the policy's last hidden layer, or the observation."),
    ] = ValueSettings.source,
    astray: Astray = ValueSettings.astray,
    keep: Annotated[
        float, typer.Option(min=0.001, max=1, help="Share of a game's positions to learn from.")
    ] = ValueSettings.keep,
    seed: Seed = ValueSettings.seed,
) -> None:
    """Teach a policy what positions are worth to every seat, so that `search:network=FILE` can look ahead with it.

    It learns from games of the policy against itself, at the kinds of table that the policy was trained for and with
    other numbers of players, if you name any; what the policy prefers stays the same. Told at the end: how well it
    foretells games that it has not learned from.
    """
    from ..learn.teaching.value import teach_file
    from .measure import progress

    settings = ValueSettings(positions, sizes_of(layers), source, astray, keep, seed)
    path, target = files_of(game, policy, out)
    with progress("positions", 0, positions) as on_round:
        found = teach_file(path, target, game, settings, players=players, on_round=on_round)
    typer.echo(f"{found}\nwritten to {target}; the agent is search:network={target}")
