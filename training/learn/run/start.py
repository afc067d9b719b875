"""A run that begins with the weights of a trained policy instead of fresh ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import le
from pathlib import Path
from typing import Any

import numpy as np

from ....agents.policy.agent import policy_path
from ....agents.policy.entity_head import EntityHead
from ....agents.policy.file import PolicyInfo, fingerprint, fits, load_policy
from ....agents.policy.network import PolicyNetwork
from ....envs.table.errors import CogitableError, OptionError, said_of
from ....envs.table.files.cards import without_paths
from ....envs.table.game import Setup
from ..config.sections import NetworkConfig
from ..config.training_config import TrainingConfig, validated


def with_start(config: TrainingConfig) -> TrainingConfig:
    """Return a configuration whose network has the shape of the one that it begins with, where it says nothing else.

    Raises:
        OptionError: There is no such policy, or what the configuration says does not go with it.
        SaveFileError: The file is damaged or not a policy.
    """
    if config.network.start is None:
        return config
    _, network, info = _loaded(config)
    told = info.config.get("network")
    known = told if isinstance(told, dict) else {}
    shape = {name: known[name] for name in ("shared", "entities", "entity_size") if name in known}
    shape |= {"layers": _sizes(network), "activation": network.activation}
    said = {name: getattr(config.network, name) for name in config.network.model_fields_set}
    return validated(config.model_dump() | {"network": shape | said}, "the configuration")


def starting_network(config: TrainingConfig) -> PolicyNetwork | None:
    """Return the network that a run begins with; None for fresh weights.

    Raises:
        OptionError: There is no such policy, it cannot play the game, or its network is not the configured one.
        SaveFileError: The file is damaged or not a policy.
    """
    wanted = config.network
    if wanted.start is None:
        return None
    setup, *_ = setups = list(config.setups().values())
    path, network, info = _loaded(config)
    learned = _learned(info, setup)
    if learned is not None and not network.entities:
        network = carried(network, learned, setup)
    else:
        for one in setups:
            fits(info, one, f"network.start {path.name}", any_mode=True)
    if larger(_sizes(network), wanted.layers):
        network = grown(network, wanted.layers, np.random.default_rng(config.seed))
    if len(network.entities) < len(wanted.entities):
        network = with_more_heads(network, setup, wanted, config.seed)
    differences: dict[str, tuple[Any, Any]] = {
        "layers": (_sizes(network), list(wanted.layers)),
        "activation": (network.activation, wanted.activation),
        "entities": _entities(setup, network, wanted.entities),
    }
    if network.entities:
        differences["entity_size"] = (network.entities[0].bias.shape[1], wanted.entity_size)
    for name, (found, asked) in differences.items():
        if found != asked:
            raise OptionError(f"network.start {path.name}: its network has {name} {found}; network.{name} is {asked}")
    return network


def runs_before(config: TrainingConfig) -> list[PolicyInfo]:
    """Return what is told of the runs that led to the policy that a run begins with; none for fresh weights.

    Raises:
        OptionError: There is no such policy.
        SaveFileError: The file is damaged or not a policy.
    """
    return [] if config.network.start is None else _loaded(config)[2].runs()


def carried(network: PolicyNetwork, learned: Setup, setup: Setup) -> PolicyNetwork:
    """Return a network that was trained for another mode as one that sees what this mode shows.

    Numbers that both modes observe, parts of one name and shape, keep their weights. Those that only this mode has
    begin with weights of 0; those that only the other one has are left out, as if they were 0. A value that looks at
    the observation itself is left out, too, and so is a small copy.
    """
    (weights, bias), *others = network.layers
    ours = np.zeros((setup.layout.size, weights.shape[1]), np.float32)
    shapes = {part.name: part.shape for part in learned.layout.parts}
    for part in setup.layout.parts:
        if shapes.get(part.name) == part.shape:
            ours[setup.layout.slice(part.name)] = weights[learned.layout.slice(part.name)]
    value = network.value if network.value is not None and network.value.source == "hidden" else None
    return replace(network, layers=((ours, bias), *others), value=value, quick=None)


def larger(sizes: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether layers of these sizes can grow to the sizes wanted: as many of them, none smaller, not all the same."""
    return len(sizes) == len(wanted) and all(map(le, sizes, wanted)) and tuple(sizes) != tuple(wanted)


def grown(network: PolicyNetwork, sizes: Sequence[int], rng: np.random.Generator) -> PolicyNetwork:
    """Return a network with larger hidden layers that says the same (Chen, Goodfellow and Shlens, *Net2Net*, 2016).

    New units look at what their layer sees with weights drawn as widely spread as those of its old units. What was
    there before does not look at them yet: those weights begin at 0, and learn from the first step.
    """
    layers, fed = [], network.layers[0][0].shape[0]
    for (weights, bias), size in zip(network.layers, [*sizes, len(network.layers[-1][1])], strict=True):
        ours = rng.normal(0, weights.std(), (fed, size)).astype(np.float32)
        ours[:, : len(bias)] = _lengthened(weights, fed)
        layers.append((ours, _lengthened(bias, size)))
        fed = size
    entities = tuple(replace(head, context=_lengthened(head.context, sizes[-1])) for head in network.entities)
    value = network.value
    if value is not None and value.source == "hidden":
        (weights, bias), *others = value.layers
        value = replace(value, layers=((_lengthened(weights, sizes[-1]), bias), *others))
    return replace(network, layers=tuple(layers), entities=entities, value=value, quick=None)


def with_more_heads(network: PolicyNetwork, setup: Setup, wanted: NetworkConfig, seed: int) -> PolicyNetwork:
    """Return a network that judges more kinds of things and says the same: new heads say nothing yet.

    Raises:
        OptionError: No action names what a part lists.
    """
    from ..networks.entities import all_things, fresh_heads

    things, known = all_things(setup, wanted.entities), len(network.entities)
    if not all(map(EntityHead.judges, network.entities, things)):
        return network  # which does not fit, as the caller says
    fresh = fresh_heads(things[known:], network.layers[-1][0].shape, wanted.entity_size, seed)
    return replace(network, entities=(*network.entities, *fresh))


def _lengthened(array: np.ndarray, rows: int) -> np.ndarray:
    """Return an array with so many rows, those that are added of zeros."""
    return np.concatenate([array, np.zeros((rows - len(array), *array.shape[1:]), array.dtype)])


def _learned(info: PolicyInfo, setup: Setup) -> Setup | None:
    """Return what a policy was trained with, where it is another mode that does the same but observes other numbers."""
    game = setup.game
    if info.layout == fingerprint(setup) or (info.game, info.game_version) != (game.name, game.version):
        return None
    try:
        with without_paths():
            learned = game.setup(**info.options)
    except CogitableError:
        return None
    if fingerprint(learned) != info.layout or learned.action_names != setup.action_names:
        return None
    modes = [(getattr(learned.options, name), getattr(setup.options, name)) for name in game.modes]
    return learned if any(theirs != ours for theirs, ours in modes) else None


def _loaded(config: TrainingConfig) -> tuple[Path, PolicyNetwork, PolicyInfo]:
    """Return the file that a configuration begins with, and what is in it."""
    assert config.network.start is not None
    setup = next(iter(config.setups().values()))
    with said_of("network.start"):
        path = policy_path(setup, config.network.start)
        return path, *load_policy(path)


def _sizes(network: PolicyNetwork) -> list[int]:
    """Return the sizes of the hidden layers."""
    return [len(weights) for weights, _ in network.layers[1:]]


def _entities(setup: Setup, network: PolicyNetwork, wanted: tuple[str, ...]) -> tuple[str, str]:
    """Return in words what things a network judges, and what things are wanted: the same if they are the same."""
    asked = ", ".join(wanted) or "none"
    if len(network.entities) != len(wanted):
        return f"of {len(network.entities)} kinds", asked
    if not wanted:
        return asked, asked
    from ..networks.entities import all_things

    same = all(head.judges(things) for head, things in zip(network.entities, all_things(setup, wanted), strict=True))
    return asked if same else "of other things", asked
