"""Make a trained policy the one that comes with its game: measure it, and write its file and its card.

``python -m cogitable.training.ship runs/long/best.zip`` replaces ``agents/policies/<game>.zip`` and ``<game>.md``.
Where modes of a game need policies of their own, ``--variant solitaire`` writes ``<game>-solitaire.zip`` beside it.
What the policy cannot do, a card says of all; what this one cannot is added to it by hand.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ...agents.policy.agent import SHIPPED, PolicyAgent
from ...agents.policy.file import load_networks, save_policy
from ...envs.table.errors import CogitableError
from ...envs.table.files.atomic import try_to_write, write_atomically
from ...envs.table.game import Setup
from ..learn.config.training_config import validated
from ..measure.evaluate import evaluate, evaluate_alone, figures
from ..measure.match import SEATINGS, Seating, known_seating
from ..measure.sides import has_sides, is_one_team
from .card import Measured, card
from .unseen import without_unseen

_DEALS = 20_260_000  # deals that no training has chosen by


def ship(
    policy: str | os.PathLike[str],
    against: Sequence[str],
    games: int = 500,
    folder: str | os.PathLike[str] = SHIPPED,
    seatings: Sequence[Seating] = (),
    variant: str = "",
) -> Measured:
    """Measure a policy and put it, with its card, where a game's own policy is looked for.

    Where the game has sides, and where it is played alone, tables of each opponent alone are measured too, for
    comparison.

    Args:
        policy: Policy file of a training run.
        against: Names of agents to measure it against.
        games: Games against each of them in each seating, shared out among the kinds of table that the policy was
            trained on.
        folder: Where to put ``<game>.zip`` and ``<game>.md``; made if it is not there.
        seatings: Seats that the policy takes, see :func:`..measure.evaluate.evaluate`: each is measured, and the
            figures of the first go into the policy's file. None: as in its training.
        variant: What tells this policy from others of the same game, in the names of the files.

    Returns:
        What was measured.

    Raises:
        OptionError: No such file or agent, or the policy does not fit the game as it is now.
        CogitableError: The folder cannot be written, which is tried before anything is measured.
        SaveFileError: The file is damaged, or the new one cannot be written.
    """
    networks, info = load_networks(policy)
    name = f"{info.game}-{variant}" if variant else info.game
    target = Path(folder)
    for file in (target / f"{name}.zip", target / f"{name}.md"):
        try_to_write(file)
    config = validated(info.config, str(policy))
    setups = config.setups()
    if "" in networks:
        began = validated(info.earlier[0].config, "the first run's configuration") if info.earlier else config
        networks = {"": without_unseen(networks[""], began)}
    agent = partial(PolicyAgent, network=networks[""]) if "" in networks else partial(PolicyAgent, path=policy)
    measured = Measured(
        games=games,
        found={
            seating: evaluate(setups, agent, against, games, _DEALS, seating=seating)
            for seating in dict.fromkeys(seatings or [config.evaluation.seating])
        },
        apart=_plays_apart(seatings or [config.evaluation.seating], setups.values()),
        alone=evaluate_alone(setups, against, games, _DEALS) if any(map(_compares_tables, setups.values())) else {},
    )
    sizes = {side: [weights.shape[1] for weights, _ in one.layers[:-1]] for side, one in networks.items()}
    setup, more = next(iter(setups.values())), f" --variant {variant}" * bool(variant)
    text = card(setup, info, sizes, measured, more)  # first: no file without its card
    told = {"figures": figures(measured.first)}
    save_policy(target / f"{name}.zip", networks, info.model_copy(update=told))
    write_atomically(target / f"{name}.md", text)
    return measured


def _plays_apart(seatings: Iterable[Seating], setups: Iterable[Setup]) -> bool:
    """Return whether no opponent ever sits at a table with the policy."""
    whole_team = all(seating == "team" for seating in seatings)
    return all(setup.num_seats == 1 or (whole_team and is_one_team(setup)) for setup in setups)


def _compares_tables(setup: Setup) -> bool:
    """Return whether tables of copies of one agent tell something: those of one seat, or of seats on sides."""
    return setup.num_seats == 1 or has_sides(setup)


def main(
    policy: Annotated[Path, typer.Argument(help="Policy file of a training run.")],
    against: Annotated[list[str], typer.Option(help="Agents to measure it against.")] = [  # noqa: B006 - not changed
        "random",
        "heuristic",
        "search:simulations=1000",
    ],
    games: Annotated[int, typer.Option(min=1, help="Games against each, over all kinds of table.")] = 500,
    folder: Annotated[Path, typer.Option(help="Where to put the file and its card.")] = SHIPPED,
    variant: Annotated[str, typer.Option(help="Name of the mode, where the game has a policy for each.")] = "",
    seating: Annotated[
        list[str],
        typer.Option(
            parser=known_seating,
            metavar="|".join(SEATINGS),
            help="Seats that the policy takes; may be given several times. The figures of the first go into the "
            "policy's file.",
            show_default="as in training",
        ),
    ] = [],  # noqa: B006 - not changed
) -> None:
    """Measure a policy and make it the one that comes with its game."""
    try:
        measured = ship(policy, against, games, folder, [known_seating(name) for name in seating], variant)
    except (CogitableError, OSError) as error:
        raise typer.BadParameter(str(error)) from None
    for place, found in measured.found.items():
        for name, one in found.items():
            typer.echo(f"{place} against {name}: {one.total.won}, mean return {one.total.returns}")
