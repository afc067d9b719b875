"""Which trained policies played in a measurement, so that a report says whose figures it has.

The policy that comes with a game is trained on, and what it was worth before reads no different from what it is worth
now. Digests of its weights tell them apart; those of its value and of its quick copy stand apart, since only searches
ask them, and of the value those who take luck off.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...agents.factory import AGENTS, level_spec, parse_spec
from ...agents.policy.agent import policy_path
from ...agents.policy.file import Networks, load_networks
from ...envs.table.errors import CogitableError
from ...envs.table.game import Setup

_BYTES = 4  # of a digest: a handful of policies are told apart, not all that there could be
_TOLD = re.compile(r"`([^`]+\.zip)` \(weights ([0-9a-f]+)(?:, value ([0-9a-f]+))?(?:, copy ([0-9a-f]+))?\)")


class PlayedPolicy(NamedTuple):
    """A policy that played.

    Attributes:
        file: Name of its file, without folders.
        weights: Digest of what it plays by, the layers and heads of its networks.
        value: Digest of its value, empty where no search asked for it.
        copy: Digest of its quick copy, empty where no search played on with it.
    """

    file: str
    weights: str
    value: str = ""
    copy: str = ""

    def __str__(self) -> str:
        more = "".join(f", {name} {digest}" for name, digest in (("value", self.value), ("copy", self.copy)) if digest)
        return f"`{self.file}` (weights {self.weights}{more})"


def policies_played(
    setups: Sequence[Setup], specs: Iterable[str], files: Iterable[str] = (), values: Iterable[str] = ()
) -> list[PlayedPolicy]:
    """Return the policies by which agents play games: those named and those shipped, each once, by files in order.

    Args:
        setups: The games.
        specs: Who plays them.
        files: Policies that are asked beside the agents, as :func:`~cogitable.agents.policy.agent.policy_path` takes
            them.
        values: Policies whose value is asked beside the agents, alike.

    Raises:
        OptionError: There is no such agent or file, or none such for one of the games.
        SaveFileError: A file is damaged or not a policy.
    """
    found: dict[tuple[str, str], PlayedPolicy] = {}
    for setup in setups:
        playing = [one for spec in specs for one in _by(spec, setup)]
        asked = [_played(setup, file) for file in files] + [_played(setup, file, "value") for file in values]
        for one in playing + asked:
            same = found.get(one[:2], one)
            found[one[:2]] = one._replace(value=one.value or same.value, copy=one.copy or same.copy)
    return [found[key] for key in sorted(found)]


def told_policies(
    setups: Sequence[Setup], specs: Iterable[str], files: Iterable[str] = (), values: Iterable[str] = ()
) -> str:
    """Return the last paragraph of a Markdown page, empty where no policy played; arguments as above.

    What cannot be read any more, after hours of games perhaps, is told and costs nobody the page.
    """
    try:
        played = policies_played(setups, specs, files, values)
    except CogitableError as error:
        return f"\nPolicies: which they were is not known any more, as {error}\n"
    return f"\nPolicies: {', '.join(map(str, played))}.\n" if played else ""


def read_policies(text: str) -> list[PlayedPolicy]:
    """Return the policies that a report, or a cell of a table, names."""
    return [PlayedPolicy(*found) for found in _TOLD.findall(text)]


def _by(spec: str, setup: Setup) -> Iterator[PlayedPolicy]:
    kind, parameters = parse_spec(spec)
    if kind is AGENTS["level"]:
        yield from _by(level_spec(parameters["name"], setup), setup)
    elif kind is AGENTS["policy"]:
        yield _played(setup, parameters.get("path") or "policy")
    elif kind is AGENTS["search"] and (network := parameters.get("network")) is not None:
        yield _played(setup, network, "value", *(["copy"] if parameters.get("rollouts") == "quick" else []))


def _played(setup: Setup, name: str, *parts: str) -> PlayedPolicy:
    path = policy_path(setup, name)
    networks, _ = load_networks(path)
    found = digests(networks)
    return PlayedPolicy(path.name, found["weights"], **{part: found[part] for part in parts})


def digests(networks: Networks) -> dict[str, str]:
    """Return digests of a policy's "weights", its "value" and its quick "copy"; of what it lacks those of nothing."""
    parts: dict[str, dict[tuple[str, str], np.ndarray]] = {"weights": {}, "value": {}, "copy": {}}
    for side, network in networks.items():
        playing = replace(network, value=None, quick=None)
        searching = replace(network, quick=None)
        for name, array in network.arrays().items():
            part = "weights" if name in playing.arrays() else "value" if name in searching.arrays() else "copy"
            parts[part][side, name] = array
    return {part: _digest(arrays) for part, arrays in parts.items()}


def _digest(arrays: Mapping[tuple[str, str], np.ndarray]) -> str:
    digest = hashlib.blake2b(digest_size=_BYTES)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name}{array.dtype.str}{array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
