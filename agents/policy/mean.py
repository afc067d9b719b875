"""One policy made of several that went on from one another: the mean of their weights.

Policies that were fine-tuned from a common one often lie in a basin in which the mean of weights plays better than each
of them (Wortsman and others, "Model soups", 2022): what the runs learned by luck of their games is averaged away.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...envs.table.errors import OptionError
from .file import PolicyInfo, load_networks, once
from .network import PolicyNetwork, network_of


def mean_network(networks: Sequence[PolicyNetwork], shares: Sequence[float]) -> PolicyNetwork:
    """Return the mean of networks of one shape, weighted by shares that add up to 1; it has no value and no small copy.

    Raises:
        ValueError: They are not of one shape, or do not read their observations alike.
    """
    first, *others = [replace(network, value=None, quick=None).arrays() for network in networks]
    for other in others:
        if {name: array.shape for name, array in first.items()} != {name: array.shape for name, array in other.items()}:
            raise ValueError("networks of several shapes have no mean")
        if any(not np.array_equal(first[name], other[name]) for name in first if first[name].dtype != np.float32):
            raise ValueError("networks that read their observations in several ways have no mean")
    found = dict(first)
    for name in (name for name, array in first.items() if array.dtype == np.float32):
        weighted = [np.float32(share) * arrays[name] for share, arrays in zip(shares, (first, *others), strict=True)]
        found[name] = np.sum(weighted, axis=0)
    return network_of(found)


def average_policies(files: Sequence[str | os.PathLike[str]]) -> tuple[PolicyNetwork, PolicyInfo]:
    """Return the mean of several policies, and what a file of it says about itself.

    Options and configuration are those of the first; all runs that led to them are told of. What they were measured by
    is left out, and value and small copy, which would be another policy's.

    Raises:
        OptionError: There is no such file, fewer than two are given, they play different games or see or do something
            else in it, their networks are of different shapes, or one has a network for each side.
        SaveFileError: A file is damaged.
    """
    if len(files) < 2:
        raise OptionError(f"a mean takes two policy files at least, not {len(files)}")
    networks: list[PolicyNetwork] = []
    parts: list[PolicyInfo] = []
    for path in files:
        found, info = load_networks(path)
        if "" not in found:
            raise OptionError(
                f"{path} has a network for each of the sides {', '.join(found)}; only single ones have means"
            )
        networks.append(found[""])
        parts.append(info)
        if _played(info) != _played(parts[0]):
            raise OptionError(f"{path} plays another game than {files[0]}, or sees or does something else in it")
    try:
        network = mean_network(networks, [1 / len(files)] * len(files))
    except ValueError as error:
        raise OptionError(f"{', '.join(map(str, files))}: {error}") from None
    told = parts[0].model_copy(
        update={
            "steps": 0,
            "figures": {},
            "value": None,
            "quick": None,
            "earlier": once([run for info in parts for run in info.runs()]),
            "averaged": [None if info.averaged else info.steps for info in parts],
        }
    )
    return network, told


def _played(info: PolicyInfo) -> tuple[object, ...]:
    return info.game, info.game_version, info.layout, info.observation_size, info.num_actions
