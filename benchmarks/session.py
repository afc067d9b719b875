"""Runs measurements, each in a worker process, in turns: every round measures each of a section's once."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A version's folder is the package, whatever its name is. A link to it in a new place would have it compile anew.
_OTHER_VERSION = """
import importlib.util, runpy, sys
folder = sys.argv.pop(1)
spec = importlib.util.spec_from_file_location("cogitable", f"{folder}/__init__.py", submodule_search_locations=[folder])
sys.modules["cogitable"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["cogitable"])
runpy.run_module("cogitable.benchmarks.worker", run_name="__main__")
"""


@dataclass(frozen=True)
class Task:
    """One thing to measure.

    Attributes:
        name: As the table shows it.
        target: ``module:function``, relative to this package; the function returns a :data:`.timing.Run`.
        parameters: Keyword arguments of the function, as a tuple of pairs.
        cores: Cores its process may use; 0 means all.
        warm: Whether to run it shortly before the first round.
        checkout: A folder with another version's sources, which is measured instead of this one.
    """

    name: str
    target: str
    parameters: tuple[tuple[str, object], ...] = ()
    cores: int = 1
    warm: bool = True
    checkout: Path | None = None


def task(name: str, target: str, /, cores: int = 1, warm: bool = True, **parameters: object) -> Task:
    """Return a :class:`Task`."""
    return Task(name, target, tuple(sorted(parameters.items())), cores, warm)


@dataclass
class Series:
    """The figures of one quantity over the rounds of a session."""

    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """Half the range, as a share of the median."""
        return (max(self.values) - min(self.values)) / 2 / abs(self.median) if self.median else 0.0

    def as_dict(self) -> dict:
        """Return the values with their median and spread, for JSON."""
        return {**asdict(self), "median": self.median, "spread": self.spread}


class Worker:
    """One worker process."""

    def __init__(self, work: Task) -> None:
        package, start = __package__, ["-m", f"{__package__}.worker"]
        if work.checkout:
            package, start = "cogitable.benchmarks", ["-c", _OTHER_VERSION, str(work.checkout.resolve())]
        arguments = [f"{package}.{work.target}", json.dumps(dict(work.parameters)), str(work.cores)]
        arguments.append("1" if work.warm else "0")
        self.reason = ""
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", *start, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("BENCHMARKS_VERBOSE") else subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
        self._hear()

    def run(self, seconds: float, number: int) -> dict[str, float] | None:
        """Measure once; None when the worker has given up (``reason`` says why)."""
        if self.reason:
            return None
        assert self._process.stdin
        self._process.stdin.write(f"{seconds} {number}\n")
        self._process.stdin.flush()
        return self._hear()

    def _hear(self) -> dict | None:
        assert self._process.stdout
        line = self._process.stdout.readline()
        answer = json.loads(line) if line else {"skip": f"its process ended with code {self._process.wait()}"}
        self.reason = answer.get("skip", "")
        return None if self.reason else answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


Figures = dict[Task, dict[str, Series]]


def measure(
    tasks: Iterable[Task], rounds: int, seconds: float, say: Callable[[str], None]
) -> tuple[Figures, dict[Task, str]]:
    """Measure every task ``rounds`` times in turns.

    Returns:
        The figures by task and quantity, and for tasks that could not be measured the reason.
    """
    workers: dict[Task, Worker] = {}
    figures: Figures = {}
    try:
        for each in dict.fromkeys(tasks):
            say(f"making ready: {each.name}")
            workers[each] = Worker(each)
        for number in range(rounds):
            for each, worker in workers.items():
                say(f"round {number + 1} of {rounds}: {each.name}")
                for key, value in (worker.run(seconds, number) or {}).items():
                    figures.setdefault(each, {}).setdefault(key, Series()).values.append(value)
    finally:
        for worker in workers.values():
            worker.close()
    skipped = {each: worker.reason for each, worker in workers.items() if worker.reason}
    return {each: found for each, found in figures.items() if each not in skipped}, skipped
