"""Work for processes, in a module that they can import."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
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
        (Path(folder) / f"{os.getpid()}").touch()
        time.sleep(0.3)
        return task

    return work


def noted(folder):
    """Return what adds what is shared to a task, and notes how often it was made."""
    (Path(folder) / f"{os.getpid()}-{time.time_ns()}").touch()
    return lambda task, one=0, other=0: task + one + other


def for_ever():
    """Return what does nothing for long."""
    return time.sleep


def check_crew(workers, folder):
    """Check that workers stay, get what is shared, and can be stopped while somebody waits for them."""
    with workers.crew(noted, (str(folder),), 4) as crew:
        hundred, ten = crew.share(100), crew.share(10)
        assert sorted(crew.run(range(4), (hundred, ten))) == [110, 111, 112, 113]
        made = sorted(Path(folder).iterdir())
        del hundred
        assert sorted(crew.run(range(4), (crew.share(200), ten))) == [210, 211, 212, 213]
        assert sorted(crew.run(range(4))) == [0, 1, 2, 3]
        again = sorted(Path(folder).iterdir())
        assert 1 <= len(made) <= len(again) <= 4
        assert len({path.name.split("-")[0] for path in again}) == len(again), "each is made ready once"
    if crew.apart:
        with workers.crew(for_ever, (), 2) as crew, ThreadPoolExecutor(1) as thread:
            waiting = thread.submit(list, crew.run([600, 600]))
            with pytest.raises(TimeoutError):
                waiting.result(timeout=1)
            crew.close()
            with pytest.raises(CogitableError):
                waiting.result(timeout=60)


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
