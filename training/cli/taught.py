"""What the commands that teach something to a policy file share, ``value`` and ``quicken``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...envs.table.errors import OptionError
from .common import check_targets

PolicyName = Annotated[
    str,
    typer.Option(
        metavar="FILE", help="A policy file, or `policy` for the one shipped with the game.", show_default=False
    ),
]
Target = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where to write it; the file itself is replaced by default.", show_default=False),
]
OtherPlayers = Annotated[
    list[int], typer.Option(metavar="N...", help="Numbers of players besides those that the policy was trained with.")
]
Astray = Annotated[float, typer.Option(min=0, max=0.5, help="Share of random actions in the games.")]
Seed = Annotated[int, typer.Option(min=0, help="Fixes the deals, the choices and the learning.")]


def files_of(game: str, policy: str, out: Path | None) -> tuple[Path, Path]:
    """Return a policy's file and where to write what it has been taught, which is tried.

    Raises:
        OptionError: No such game or policy, or one that is shipped and nothing says where else to write.
        CogitableError: The file cannot be written.
    """
    from ...agents.policy.agent import SHIPPED, policy_path
    from ...envs import get_game

    path = policy_path(get_game(game).setup(), policy)
    if out is None and path.parent == SHIPPED and Path(policy) != path:
        raise OptionError(f"--policy is {policy!r}, which is shipped and stays as it is; --out names another file")
    target = path if out is None else out
    check_targets(target)
    return path, target


def sizes_of(layers: str) -> tuple[int, ...]:
    """Return the sizes of layers that ``--layers`` names.

    Raises:
        OptionError: They are no whole numbers.
    """
    try:
        return tuple(int(size) for size in layers.split(",") if size.strip())
    except ValueError:
        raise OptionError(f"--layers is {layers!r}; sizes are whole numbers, as 128,128") from None
