"""How games in the city end: with nothing told behind the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from cogitable.envs.city.rules.news import End, News
from cogitable.envs.table import Tables
from cogitable.envs.table.events import TELLING
from cogitable.envs.table.game import TERMINATED


def checked_endings(played: Iterable[Tables]) -> Counter[str]:
    """Assert that whatever ends a game is the last thing told of it; return how often games have ended in what way.

    Args:
        played: The same tables after every step, where a game that has ended stays as it is.
    """
    found: Counter[str] = Counter()
    ended: set[int] = set()
    for tables in played:
        states = tables.states
        states["telling"] = TELLING
        for row in np.flatnonzero(states["over"] == TERMINATED).tolist():
            if row not in ended:
                ended.add(row)
                told = states["events"][row, : states["told"][row]]
                assert np.flatnonzero(told["kind"] == News.WINS).tolist() == [len(told) - 1], told["kind"].tolist()
                found[End(int(told["amount"][-1])).name] += 1
    return found
