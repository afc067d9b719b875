"""A plugin of pytest that says at the end which files cost most, in processor seconds.

These are the tests' own and those of the processes they start, so that other work on the machine does not show.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from numba.core import event

_TOLD = int(os.environ.get("COSTS", "15"))  # files
_STARTED = pytest.StashKey[tuple[float, float]]()


class _Compiling(event.Listener):
    """Adds up the seconds that Numba compiles for; a compilation within another one counts once."""

    seconds = 0.0
    _depth = 0
    _started = 0.0

    def on_start(self, event: Any) -> None:
        if not self._depth:
            self._started = time.process_time()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if not self._depth:
            self.seconds += time.process_time() - self._started


_compiling = _Compiling()
event.register("numba:compile", _compiling)


def seconds_compiling() -> float:
    """Return the seconds that have gone into compilation in this process so far."""
    return _compiling.seconds


def _spent() -> tuple[float, float]:
    """Return all seconds so far, of this process and of children that have ended, and those spent compiling here."""
    return sum(os.times()[:4]), seconds_compiling()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[_STARTED] = _spent()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    try:
        return (yield)
    finally:
        spent = [now - before for now, before in zip(_spent(), item.stash[_STARTED], strict=True)]
        item.user_properties.append(("cost", spent))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    costs: dict[str, list[tuple[float, float]]] = {}
    for report in itertools.chain(*terminalreporter.stats.values()):
        for name, spent in getattr(report, "user_properties", ()):
            if name == "cost":
                costs.setdefault(report.nodeid.partition("::")[0], []).append(tuple(spent))
    table = [(*map(sum, zip(*tests, strict=True)), file, len(tests)) for file, tests in costs.items()]
    if len(table) > 1:
        every, compiling = sum(row[0] for row in table), sum(row[1] for row in table)
        terminalreporter.section(f"processor seconds by file: {every:.0f} in all, {compiling:.0f} of them compiling")
        for seconds, part, file, tests in sorted(table, reverse=True)[:_TOLD]:
            terminalreporter.line(f"{seconds:7.1f} {part:7.1f} compiling  {file}, {tests} tests")
