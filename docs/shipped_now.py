"""Whether measured figures are of the policies that come with the library now, or of ones before them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cogitable.agents.policy.file import load_networks
from cogitable.training.measure.policies_played import PlayedPolicy, digests, read_policies

POLICIES = Path(__file__).resolve().parent.parent / "agents" / "policies"
OLD = " *"
"""Stands behind figures of policies before."""


@cache
def _shipped(folder: Path) -> frozenset[tuple[str, str]]:
    """Return the digests of all parts of all shipped policies."""
    return frozenset(part for file in folder.glob("*.zip") for part in digests(load_networks(file)[0]).items())


def is_of_now(text: str, folder: Path = POLICIES) -> bool:
    """Whether all policies that a page or a cell names are as they are shipped now, whatever their files are called.

    True as well where none are named.
    """
    return all(part in _shipped(folder) for played in read_policies(text) for part in _parts(played))


def _parts(played: PlayedPolicy) -> Iterable[tuple[str, str]]:
    found = {"weights": played.weights, "value": played.value, "copy": played.copy}
    return ((part, digest) for part, digest in found.items() if digest)
