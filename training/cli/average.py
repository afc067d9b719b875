"""``cogitable average``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def average(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The file to write.", show_default=False)],
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Policies that were trained on from one another, or from a common one; one named twice counts twice.",
            show_default=False,
        ),
    ],
) -> None:
    """Write the mean of the weights of several policies, which may play a little better than each of them."""
    from ...agents.policy.file import save_policy
    from ...agents.policy.mean import average_policies

    network, info = average_policies(files)
    save_policy(target, network, info)
    typer.echo(f"the agent is policy:{target}, the mean of {len(files)} policies; to search with it: cogitable value")
