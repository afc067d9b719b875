"""What it takes to teach something to a finished policy: its tables, a small network, rounds of learning.

A value (``value.py``) and a small copy (``quick.py``) learn from games that the policy plays against itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import torch as th
from torch import nn

from ....agents.policy.file import PolicyInfo, fits, load_policy
from ....agents.policy.network import Activation, Layers, PolicyNetwork
from ....envs import get_game
from ....envs.table.files.cards import without_paths
from ....envs.table.game import Setup
from ..config.training_config import validated, with_others
from ..networks.arrays import array_of, weights_of
from ..networks.network import ACTIVATIONS
from ..networks.sparse import SparseLinear

BATCH = 512
"""Positions in a gradient step."""

_ROUND = 32_768  # most positions between two rounds of learning
_ROOM = 1 << 25  # numbers that are kept of them: 128 MiB


def most_at_once(size: int, most: int = _ROUND) -> int:
    """Return how many positions of so many numbers are kept at a time, at most ``most``."""
    return max(BATCH, min(most, _ROOM // size))


def set_rate(optimizer: th.optim.Optimizer, rates: tuple[float, float], done: float) -> None:
    """Give an optimizer its step size, linear from the first of two to the last by the share that is done."""
    for group in optimizer.param_groups:
        group["lr"] = rates[0] + (rates[1] - rates[0]) * min(done, 1.0)


def perceptron(sizes: Sequence[int], activation: Activation, sparse: bool) -> nn.Sequential:
    """Return an untrained network in torch with layers of these sizes, inputs first; ``sparse``: mostly zeros."""
    parts: list[nn.Module] = []
    for number, (inputs, outputs) in enumerate(pairwise(sizes)):
        parts += [ACTIVATIONS[activation]()] * bool(number)
        parts.append((SparseLinear if sparse and number == 0 else nn.Linear)(inputs, outputs))
    return nn.Sequential(*parts)


def layers_of(parts: Iterable[nn.Module]) -> Layers:
    """Return a copy of the weights and biases of a network in torch, whose parts follow one another."""
    return tuple((weights_of(part), array_of(part.bias)) for part in parts if isinstance(part, nn.Linear))


def policy_at_tables(
    policy: str | os.PathLike[str], game: str, players: Sequence[int]
) -> tuple[PolicyNetwork, PolicyInfo, list[Setup], list[int]]:
    """Return a policy file's network, what it says about itself, and the kinds of table that it is to be taught at.

    These are those that it was trained on, and the first of them with those of the other numbers of ``players``, which
    come last, that are new to it.

    Raises:
        OptionError: No such file, or the policy is not for this game as it is now.
        SaveFileError: The file is damaged.
    """
    network, info = load_policy(policy)
    setups = trained_setups(game, info, str(policy))
    setups, others = with_others(setups, players)
    for setup in setups:
        fits(info, setup, str(policy))
    return network, info, setups, others


def trained_setups(game: str, info: PolicyInfo, where: str) -> list[Setup]:
    """Return the kinds of table of a game that a policy was trained for.

    Its file may be a stranger's: it chooses no other game, whose module would be imported, and no file to be read.
    """
    wanted = get_game(game)
    with without_paths():
        if not info.config or info.game != wanted.name:
            return [wanted.setup(**(info.options if info.game == wanted.name else {}))]
        return list(validated(info.config | {"game": game, "options": _whole(info)}, where).setups().values())


def _whole(info: PolicyInfo) -> Any:
    """Return the options of a policy's run, with the content of card files in the place of their paths."""
    options = info.config.get("options", {})
    if not isinstance(options, dict):
        return options  # refused by who reads it
    contents = {name: value for name, value in info.options.items() if isinstance(value, dict)}
    return {name: contents.get(name, v) if isinstance(v, str) else v for name, v in options.items()}
