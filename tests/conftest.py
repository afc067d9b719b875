"""Shared by all tests. The tiny test games are imported as ``games.kuhn_poker`` and so on (pytest's pythonpath)."""

from __future__ import annotations

import atexit
import gc
import itertools
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import costs
import how_many
import often
import pytest
from hypothesis import settings

how_many.register()
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", how_many.USUAL))


# Games that a test leaves are kept among these data, each test's in a folder of its own, not among the user's; what is
# temporary has a place where it is seen whether anything stays. Both go with the process.
_OWN = Path(tempfile.mkdtemp(prefix="cogitable-tests-"))
atexit.register(shutil.rmtree, _OWN, ignore_errors=True)
os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # where pytest keeps a test's own folders
_TEMPORARY = _OWN / "temporary"
_TEMPORARY.mkdir()
_tests = itertools.count()
os.environ["XDG_DATA_HOME"], os.environ["TMPDIR"] = str(_OWN / "data"), str(_TEMPORARY)
os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(_OWN / "torch")  # torch's own, one for all
tempfile.tempdir = str(_TEMPORARY)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", help="write the playthroughs in tests/golden anew instead of comparing"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(costs)
    # A shell hands on to what it starts in the background that Ctrl-C is ignored; tests press it in their processes.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: all that is imported stays, and so need not be looked at later either.

    Later it is looked for less often than usual, which saves a twentieth of the suite's processor time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, object, pytest.CollectReport]:
    """Fail a module that plays games where it is imported: every worker would compile their rules first."""
    before = costs.seconds_compiling()
    report: pytest.CollectReport = yield
    if report.passed and costs.seconds_compiling() > before:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} compiles something where it is imported; that is for a test to do"
    return report


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    often.leave_the_others_to_the_long_suite(items, all_cases=not any("[" in asked for asked in config.args))
    items.sort(key=lambda item: item.get_closest_marker("early") is None)  # stable: the others keep their order


@pytest.fixture(autouse=True)
def no_games_of_others() -> None:
    """No test meets a game that another one has left."""
    os.environ["XDG_DATA_HOME"] = str(_OWN / "data" / str(next(_tests)))


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """No test, and nothing that it calls, leaves a file or a folder among the temporary ones."""
    before = set(os.listdir(_TEMPORARY))
    yield
    left = sorted(set(os.listdir(_TEMPORARY)) - before)
    assert not left, f"left among the temporary files: {left}"
