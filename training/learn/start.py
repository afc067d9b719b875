"""A run that begins with the weights of a trained policy instead of fresh ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...agents.policy import shipped_policy
from ...agents.policy_file import PolicyInfo, fits, load_policy
from ...agents.policy_network import PolicyNetwork
from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
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
    differences: dict[str, tuple[Any, Any]] = {
        "layers": (sizes, list(wanted.layers)),
        "activation": (network.activation, wanted.activation),
        "entities": _entities(setup, network, wanted.entities),
    }
    if network.entities:
        differences["entity_size"] = (network.entities[0].bias.shape[1], wanted.entity_size)
    for name, (found, asked) in differences.items():
        if found != asked:
            raise OptionError(f"network.start {path.name}: its network has {name} {found}; network.{name} is {asked}")
    return network


def network_options(network: PolicyNetwork, info: PolicyInfo | None = None) -> dict[str, Any]:
    """Return the options of ``network`` with which a run can begin with a network.

    Args:
        network: The network.
        info: What its file says; what its heads judge is told there.
    """
    told = {} if info is None else info.config.get("network", {})
    known = {name: told[name] for name in ("shared", "entities", "entity_size") if name in told}
    layers = [len(weights) for weights, _ in network.layers[1:]]
    return {**known, "layers": layers, "activation": network.activation}


def _entities(setup: Setup, network: PolicyNetwork, wanted: tuple[str, ...]) -> tuple[str, str]:
    """Return in words what things a network judges, and what things are wanted: the same if they are the same."""
    asked = ", ".join(wanted) or "none"
    if len(network.entities) != len(wanted):
        return f"of {len(network.entities)} kinds", asked
    if not wanted:
        return asked, asked
    from .entities import all_things  # late, because it imports torch

    same = all(head.judges(things) for head, things in zip(network.entities, all_things(setup, wanted), strict=True))
    return asked if same else "of other things", asked
