"""``cogitable quicken``."""

from __future__ import annotations

from typing import Annotated

import typer

from ..learn.config.limits import MOST_COPY_UNITS
from ..learn.config.teaching import QuickSettings
from .common import MOST_POSITIONS, GameName
from .taught import Astray, OtherPlayers, PolicyName, Seed, Target, files_of, sizes_of


def quicken(
    game: GameName,
    policy: PolicyName,
    out: Target = None,
    players: OtherPlayers = [],  # noqa: B006 - typer copies it
    decisions: Annotated[int, typer.Option(min=1, max=MOST_POSITIONS, help="Decisions to learn from.")] = 2_000_000,
    layers: Annotated[str, typer.Option(metavar="SIZES", help="Sizes of its hidden layers, as 64,64.")] = "64",
    heads: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_COPY_UNITS,
            metavar="SIZE",
            help="Size of heads for things that the policy has heads for; 0: none.",
        ),
    ] = QuickSettings.heads,
    astray: Astray = QuickSettings.astray,
    seed: Seed = QuickSettings.seed,
) -> None:
    """Teach a policy a small copy of itself, so that `search:network=FILE,rollouts=quick` can play on with it.

    It learns what the policy would do in games of the policy against itself, at the kinds of table that the policy was
    trained for and with other numbers of players, if you name any; the policy stays the same. Told at the end: how
    near the copy comes to it in games that it has not learned from.
    """
    from ..learn.teaching.quick import quicken_file
    from .measure import progress

    settings = QuickSettings(decisions, sizes_of(layers), heads, astray, seed)
    path, target = files_of(game, policy, out)
    with progress("decisions", 0, decisions) as on_round:
        found = quicken_file(path, target, game, settings, players=players, on_round=on_round)
    typer.echo(f"{found}\nwritten to {target}; the agent is search:network={target},rollouts=quick")
