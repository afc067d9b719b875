"""What is said while one waits for compilation, or for an agent."""

from __future__ import annotations

import io
import queue
import sys
import time
from types import SimpleNamespace

import numpy as np
from games import kuhn_poker

from cogitable.envs.table import kernels, ticker
from cogitable.envs.table.compilation import waiting
from cogitable.envs.table.ticker import Ticker


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def until(stream: io.StringIO, words: str) -> str:
    for _ in range(6000):
        if words in stream.getvalue():
            return stream.getvalue()
        time.sleep(0.01)
    raise AssertionError(stream.getvalue())


def test_a_wait_counts_its_seconds_on_a_terminal_and_leaves_nothing(monkeypatch):
    stream, clock = Terminal(), iter([10.0, 13.0])
    monkeypatch.setattr(ticker, "time", SimpleNamespace(monotonic=lambda: next(clock, 13.0)))
    with Ticker("compiling", 12.3, after=0.01, stream=stream):
        assert until(stream, "12 s").endswith("compiling: 3 s of about 12 s")
    assert stream.getvalue().endswith("\r\x1b[2K")


def test_elsewhere_a_wait_is_told_of_once_or_not_at_all():
    told, silent = io.StringIO(), io.StringIO()
    with Ticker("compiling", 12.3, after=0.01, always=True, stream=told), Ticker("thinking", after=0, stream=silent):
        assert until(told, "...") == "compiling, usually about 12 s ...\n"
    assert silent.getvalue() == ""


def test_nobody_need_be_there(monkeypatch):
    """As in a program without a console, or whose standard error has been closed."""
    closed, tried = io.StringIO(), queue.Queue()
    closed.close()
    write = Ticker._write
    monkeypatch.setattr(Ticker, "_write", lambda ticker, text: tried.put((text, write(ticker, text))))
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stderr", stream)
        with Ticker("compiling", after=0, always=True):
            assert tried.get(timeout=60) == ("compiling ...\n", None)  # which an exception would not reach


def test_short_waits_and_outer_ones_are_not_told_of():
    stream = Terminal()
    with Ticker("short", after=60, stream=stream):
        pass
    assert stream.getvalue() == ""
    with Ticker("outer", after=0.01, stream=stream), Ticker("inner", after=0.01, stream=stream):
        until(stream, "inner")
        time.sleep(0.05)
    assert "outer" not in stream.getvalue()


def stand_in(entry) -> SimpleNamespace:
    """Return what a dispatcher tells of itself."""

    def function() -> None:
        pass

    dispatcher = SimpleNamespace(py_func=function, signatures=[], _cache=None)
    waiting.made_of(dispatcher, entry, kuhn_poker.GAME.state_dtype)
    return dispatcher


def test_more_code_takes_longer_and_what_is_shared_counts_once(monkeypatch):
    monkeypatch.setattr(waiting, "_known", set())
    deal, step = stand_in(kernels.deal_many), stand_in(kernels.step_many)
    assert 0 < waiting.expected([deal]) < waiting.expected([step]) < waiting.expected([deal, step])
    assert waiting.expected([deal, step]) < waiting.expected([deal]) + waiting.expected([step])
    deal.signatures.append("something")  # compiled already
    assert waiting.expected([deal]) == 0


def test_what_is_foretold_follows_what_is_measured(monkeypatch):
    pace = waiting._Pace()
    first = pace.of(10_000)
    pace.learn(20_000, 100.0)
    assert pace.of(10_000) > 3 * first


def test_dtypes_keep_games_apart(monkeypatch):
    monkeypatch.setattr(waiting, "_known", set())
    parts = waiting._parts(kernels.deal_many, kuhn_poker.GAME.state_dtype)
    assert all(dtype == kuhn_poker.GAME.state_dtype for _, dtype in parts)
    assert parts != waiting._parts(kernels.deal_many, np.dtype([("nobody's", np.int8)]))
