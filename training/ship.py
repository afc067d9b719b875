"""Make a trained policy the one that comes with its game: measure it, and write its file and its card.

``python -m cogitable.training.ship runs/long/best.zip`` replaces ``agents/policies/<game>.zip`` and ``<game>.md``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..agents.policy import SHIPPED, PolicyAgent
from ..agents.policy_file import PolicyInfo, load_policy, save_policy
from ..envs.table.files import write_atomically
from ..envs.table.game import Setup
from .config import to_yaml, validated
from .evaluate import evaluate
from .intervals import Rate

_DEALS = 20_260_000  # deals that no training has chosen by
_CARD = """\
# {title}: the shipped policy

A multi-layer perceptron ({layers}) that maps a seat's observation ({size} numbers) to preferences for {actions}
actions. It was trained by self-play for {steps:,} learner steps, without any human games, and plays without search.

| won against | share (95 % interval) |
| --- | --- |
{rows}

{games} games against each, duplicate deals (every deal is played from every seat), a draw counts one half, always the
preferred action. Measured with:

```sh
python -m cogitable.training.ship FILE --games {games} {against}
```

## What it is for

An opponent by the name `policy`, and a yardstick for your own training. It knows version {version} of the game with the
cards that come with the library; with other cards it can play, but its figures say nothing.

## How it was trained

`cogitable train {game} --config FILE` with this file (weights depend on the machine where the budget is in minutes):

```yaml
{config}```
"""


def ship(
    policy: str | os.PathLike[str],
    against: Sequence[str],
    games: int = 500,
    folder: str | os.PathLike[str] = SHIPPED,
) -> dict[str, Rate]:
    """Measure a policy and put it, with its card, where a game's own policy is looked for.

    Args:
        policy: Policy file of a training run.
        against: Names of agents to measure it against.
        games: Games against each.
        folder: Where to put ``<game>.zip`` and ``<game>.md``; made if it is not there.

    Returns:
        Win rate by opponent.

    Raises:
        OptionError: No such file or agent, or the policy does not fit the game as it is now.
        SaveFileError: The file is damaged, or the new one cannot be written.
    """
    network, info = load_policy(policy)
    setup = validated(info.config, str(policy)).setup()
    rates = evaluate(setup, PolicyAgent(setup, path=policy), against, games, _DEALS)
    figures = {name: rate.mean for name, rate in rates.items()}
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    save_policy(target / f"{info.game}.zip", network, info.model_copy(update={"figures": figures}))
    sizes = [weights.shape[1] for weights, _ in network.layers[:-1]]
    write_atomically(target / f"{info.game}.md", card(setup, info, sizes, rates, games))
    return rates


def card(setup: Setup, info: PolicyInfo, sizes: Sequence[int], rates: Mapping[str, Rate], games: int) -> str:
    """Return the text that goes with a policy: what it is, what it is worth, and how it was made."""
    return _CARD.format(
        title=setup.game.title,
        layers=", ".join(map(str, sizes)) or "no hidden layer",
        size=info.observation_size,
        actions=info.num_actions,
        steps=info.steps,
        rows="\n".join(f"| `{name}` | {rate} |" for name, rate in rates.items()),
        games=games,
        against=" ".join(f"--against {name}" for name in rates),
        version=info.game_version,
        game=info.game,
        config=to_yaml(validated(info.config, "the policy's configuration")),
    )


def main(
    policy: Annotated[Path, typer.Argument(help="Policy file of a training run.")],
    against: Annotated[list[str], typer.Option(help="Agents to measure it against.")] = [  # noqa: B006 - not changed
        "random",
        "heuristic",
        "search:simulations=1000",
    ],
    games: Annotated[int, typer.Option(help="Games against each.")] = 500,
    folder: Annotated[Path, typer.Option(help="Where to put the file and its card.")] = SHIPPED,
) -> None:
    """Measure a policy and make it the one that comes with its game."""
    for name, rate in ship(policy, against, games, folder).items():
        typer.echo(f"{name}: {rate}")


if __name__ == "__main__":
    typer.run(main)
