"""Runs that are stopped after every round, so that every one of them is gone on from."""

from __future__ import annotations

from typing import Any

import pytest

from cogitable.training.learn.run import running


def one_round_at_a_time(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have every run stop after its first round; return the numbers of the rounds as they are done."""
    rounds: list[int] = []

    class Stopped(running.Run):
        def _iterate(self, *args: Any) -> None:
            super()._iterate(*args)
            rounds.append(self.counters.iteration)
            self.stop = True

    monkeypatch.setattr(running, "Run", Stopped)
    return rounds
