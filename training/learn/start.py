"""A run that begins with the weights of a trained policy instead of fresh ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...agents.policy import shipped_policy
from ...agents.policy_file import fits, load_policy
from ...agents.policy_network import PolicyNetwork
from ...envs.table.errors import OptionError
from .config import TrainingConfig


def starting_network(config: TrainingConfig) -> PolicyNetwork | None:
    """Return the network that a run begins with; None for fresh weights.

    Raises:
        OptionError: There is no such policy, it cannot play the game, or its network is not the configured one.
        SaveFileError: The file is damaged or not a policy.
    """
    start, wanted = config.network.start, config.network
    if start is None:
        return None
    setup, *_ = setups = list(config.setups().values())
    path = shipped_policy(setup) if start == "policy" else Path(start)
    network, info = load_policy(path)
    for one in setups:
        fits(info, one, f"network.start {path.name}")
    sizes = [len(weights) for weights, _ in network.layers[1:]]
    head = network.entities
    differences: dict[str, tuple[Any, Any]] = {
        "layers": (sizes, list(wanted.layers)),
        "activation": (network.activation, wanted.activation),
        "entities": (head is not None, wanted.entities is not None),
    }
    if head is not None and wanted.entities is not None:
        from .network import entity_places  # late, because it imports torch

        places, actions = entity_places(setup, wanted.entities)
        same = np.array_equal(head.inputs, places) and np.array_equal(head.actions, actions)
        differences["entities"] = ("of other things" if not same else wanted.entities, wanted.entities)
        differences["entity_size"] = (head.bias.shape[1], wanted.entity_size)
    for name, (found, asked) in differences.items():
        if found != asked:
            raise OptionError(f"network.start {path.name}: its network has {name} {found}; network.{name} is {asked}")
    return network
