"""Work for processes, in a module that they can import."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from cogitable.envs.table import CogitableError


def read_environment():
    """Return what a process reads of its environment by name."""
    return os.environ.get


def add(number):
    """Return what adds a number, and refuses to add 13."""

    def work(task):
        if task == 13:
            raise CogitableError("13 is not added")
        return task + number

    return work


def die_once(folder):
    """Return what dies over an odd task the first time that anybody does it; over -1, every time."""

    def work(task):
        path = Path(folder) / str(task)
        known = task == -1 or path.exists()
        if task % 2 and not known:
            path.touch()
        if task == -1 or (task % 2 and not known):
            os.kill(os.getpid(), signal.SIGKILL)
        return task

    return work


def slowly(folder):
    """Return what takes a moment and notes which process did it."""

    def work(task):
        import time

        (Path(folder) / f"{os.getpid()}").touch()
        time.sleep(0.3)
        return task

    return work


def check_contract(workers):
    """Check what every kind of workers has to do."""
    assert sorted(workers.run(add, (3,), range(10))) == list(range(3, 13))
    assert list(workers.run(add, (3,), [])) == []
    with pytest.raises(CogitableError, match="13 is not added"):
        list(workers.run(add, (1,), [13]))
    results = workers.run(add, (1,), range(20, 99))
    assert next(results) in range(21, 100)
    results.close()
    assert sorted(workers.run(add, (0,), [5, 4])) == [4, 5], "work goes on after one that was broken off"
