"""Make a trained policy the one that comes with its game: measure it, and write its file and its card.

``python -m cogitable.training.ship runs/long/best.zip`` replaces ``agents/policies/<game>.zip`` and ``<game>.md``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ..agents.policy import SHIPPED, PolicyAgent
from ..agents.policy_file import PolicyInfo, load_policy, save_policy
from ..envs.table.files import write_atomically
from ..envs.table.game import Setup
from ..envs.table.reference import markdown_table
from .config import to_yaml, validated
from .evaluate import Evaluation, evaluate, figures
from .match import Seating

_DEALS = 20_260_000  # deals that no training has chosen by
_CARD = """\
# {title}: the shipped policy

A multi-layer perceptron ({layers}) that maps a seat's observation ({size} numbers) to preferences for {actions}
actions. It was trained by self-play for {steps:,} learner steps, without any human games, and plays without search.

| won against | share (95 % interval) |
| --- | --- |
{rows}

{games} games against each: {seating}.
A draw counts one half, always the preferred action. Measured with:

```sh
python -m cogitable.training.ship FILE --games {games}{option} {against}
```
{details}
## What it is for

An opponent by the name `policy`, and a yardstick for your own training. It knows version {version} of the game with the
cards that come with the library; with other cards it can play, but its figures say nothing.

## How it was trained

`cogitable train {game} --config FILE` with this file (weights depend on the machine where the budget is in minutes):

```yaml
{config}```
"""


_DETAILS = """
### By table and side

Seats, share and mean return are the policy's; the opponents' share is that of their seats on the same side in the same
games. All tables together: the mean over the kinds of table.

{table}
"""
_SEATING = {
    "one": "duplicate deals (every deal is played from every seat)",
    "half": "half of the seats each, every deal played again with the seats swapped",
}


def ship(
    policy: str | os.PathLike[str],
    against: Sequence[str],
    games: int = 500,
    folder: str | os.PathLike[str] = SHIPPED,
    seating: Seating | None = None,
) -> dict[str, Evaluation]:
    """Measure a policy and put it, with its card, where a game's own policy is looked for.

    Args:
        policy: Policy file of a training run.
        against: Names of agents to measure it against.
        games: Games against each of them, shared out among the kinds of table that the policy was trained on.
        folder: Where to put ``<game>.zip`` and ``<game>.md``; made if it is not there.
        seating: Seats that the policy takes, see :func:`.evaluate.evaluate`; as in its training by default.

    Returns:
        What was measured, by opponent.

    Raises:
        OptionError: No such file or agent, or the policy does not fit the game as it is now.
        SaveFileError: The file is damaged, or the new one cannot be written.
    """
    network, info = load_policy(policy)
    config = validated(info.config, str(policy))
    setups, seating = config.setups(), seating or config.evaluation.seating
    found = evaluate(setups, partial(PolicyAgent, path=policy), against, games, _DEALS, seating=seating)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    save_policy(target / f"{info.game}.zip", network, info.model_copy(update={"figures": figures(found)}))
    sizes = [weights.shape[1] for weights, _ in network.layers[:-1]]
    setup = next(iter(setups.values()))
    write_atomically(target / f"{info.game}.md", card(setup, info, sizes, found, games, seating))
    return found


def card(
    setup: Setup, info: PolicyInfo, sizes: Sequence[int], found: Mapping[str, Evaluation], games: int, seating: Seating
) -> str:
    """Return the text that goes with a policy: what it is, what it is worth, and how it was made."""
    config = validated(info.config, "the policy's configuration")
    return _CARD.format(
        title=setup.game.title,
        layers=", ".join(map(str, sizes)) or "no hidden layer",
        size=info.observation_size,
        actions=info.num_actions,
        steps=info.steps,
        rows="\n".join(f"| `{name}` | {one.total.won} |" for name, one in found.items()),
        games=games,
        seating=_SEATING[seating],
        option="" if seating == config.evaluation.seating else f" --{seating}",
        against=" ".join(f"--against {name}" for name in found),
        details=_details(found),
        version=info.game_version,
        game=info.game,
        config=to_yaml(config),
    )


def _details(found: Mapping[str, Evaluation]) -> str:
    """Return a table of all that was measured, or nothing for one kind of table without sides."""
    if not any(len(one.tables) > 1 or one.total.sides for one in found.values()):
        return ""
    rows = [
        [
            f"`{name}`",
            table or "all",
            side or "all",
            str(score.seats),
            *map(str, (score.won, score.opponents, score.returns)),
        ]
        for name, one in found.items()
        for table, side, score in one.scores()
    ]
    head = ["against", "tables", "side", "seats", "share won", "opponents' share", "mean return"]
    return _DETAILS.format(table="\n".join(markdown_table(head, rows)))


def main(
    policy: Annotated[Path, typer.Argument(help="Policy file of a training run.")],
    against: Annotated[list[str], typer.Option(help="Agents to measure it against.")] = [  # noqa: B006 - not changed
        "random",
        "heuristic",
        "search:simulations=1000",
    ],
    games: Annotated[int, typer.Option(help="Games against each, over all kinds of table.")] = 500,
    folder: Annotated[Path, typer.Option(help="Where to put the file and its card.")] = SHIPPED,
    half: Annotated[
        bool | None, typer.Option("--half/--one", help="Take half of the seats, or one; as in training by default.")
    ] = None,
) -> None:
    """Measure a policy and make it the one that comes with its game."""
    seating: Seating | None = None if half is None else "half" if half else "one"
    for name, one in ship(policy, against, games, folder, seating).items():
        typer.echo(f"{name}: {one.total.won}")


if __name__ == "__main__":
    typer.run(main)
