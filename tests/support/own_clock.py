"""A clock that goes with what is done, so that tests of time budgets do not depend on how busy a machine is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogitable.agents.search import lookahead


def time_by_simulations(monkeypatch: pytest.MonkeyPatch, agent: lookahead.LookaheadAgent[Any], each: float) -> None:
    """Let every simulation of a search take ``each`` seconds, and nothing else any time."""
    trees, now = type(agent.new_tree()), [0.0]
    run = trees.run

    def counted(tree: Any, root: Any, words: Any, count: int) -> None:
        now[0] += each * count
        run(tree, root, words, count)

    monkeypatch.setattr(trees, "run", counted)
    monkeypatch.setattr(lookahead, "time", SimpleNamespace(perf_counter=lambda: now[0]))
