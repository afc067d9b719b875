"""Sweeps over many cases: some of them run at every change, the others in the long suite.

``@pytest.mark.often(3)`` above a test with parameters keeps three of its cases in `make test`, evenly spread over all;
``@pytest.mark.often("5", "solitaire")`` keeps the cases with these ids. The others are marked long.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest


def chosen(cases: Sequence[str], wanted: Sequence[object]) -> set[str]:
    """Return the ids of the cases that run at every change.

    Args:
        cases: Ids of the cases that were collected: all, unless some were asked for by name.
        wanted: What the mark says: one number, or ids.
    """
    if wanted and isinstance(wanted[0], int):
        return {cases[round(place)] for place in np.linspace(0, len(cases) - 1, min(wanted[0], len(cases)))}
    return set(cases) & set(map(str, wanted))


def leave_the_others_to_the_long_suite(items: Sequence[pytest.Item], all_cases: bool = True) -> None:
    """Mark as long all cases of a test with the mark ``often`` but those that it names.

    Args:
        items: What was collected.
        all_cases: Whether a test that was collected has all its cases.

    Raises:
        pytest.UsageError: A mark names a case that there is not.
    """
    for test, group in itertools.groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        mark = cases[0].get_closest_marker("often")
        if mark is None:
            continue
        ids = {item: item.callspec.id for item in cases}  # type: ignore[attr-defined]
        keep = chosen(list(ids.values()), mark.args)
        if all_cases and len(keep) < len(mark.args):
            raise pytest.UsageError(f"{test}: no case for each of {mark.args}; there are {sorted(ids.values())}")
        for item in cases:
            if ids[item] not in keep:
                item.add_marker("long")
