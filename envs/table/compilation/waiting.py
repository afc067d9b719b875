"""How long compilation takes: foretold from how much code there is, and told while somebody waits for it.

The time goes with the amount of code that has not been compiled in this process before. How long a piece of it takes
is measured as it happens, so that a slow machine's later waits are foretold rightly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numba.core import event

from ..ticker import Ticker
from . import cache
from .compile import JIT
from .stamp import code_size, reached

AFTER = 2.0
"""Seconds after which a wait is told of."""
_MADE_OF = "__cogitable_made_of__"
_LEAST = 0.5  # seconds for an entry point of which everything else is there already
_known: set[tuple[Callable, np.dtype]] = set()


class _Pace:
    """Seconds that code has taken; begins with a guess, which is soon outweighed."""

    seconds, size = 3.0, 9_000

    def of(self, size: int) -> float:
        return _LEAST + size * self.seconds / self.size

    def learn(self, size: int, seconds: float) -> None:
        self.size += size
        self.seconds += max(0.0, seconds - _LEAST)


_pace = _Pace()


def made_of(dispatcher: Any, entry: Callable, dtype: np.dtype) -> None:
    """Note what a game's entry point is compiled from."""
    getattr(dispatcher, "py_func", dispatcher).__dict__[_MADE_OF] = entry, dtype


def expected(dispatchers: Iterable[Any]) -> float:
    """Return about how many seconds it will take to compile what there is no machine code of yet."""
    seconds, known = 0.0, set(_known)
    for dispatcher in dispatchers:
        made = getattr(getattr(dispatcher, "py_func", None), _MADE_OF, None)
        if made is not None and not dispatcher.signatures and not cache.kept(dispatcher):
            new = _parts(*made) - known
            known |= new
            seconds += _pace.of(_size(new))
    return seconds


def _parts(entry: Callable, dtype: np.dtype) -> set[tuple[Callable, np.dtype]]:
    return {(function, dtype) for function in reached(entry, dtype)}


def _size(parts: Iterable[tuple[Callable, np.dtype]]) -> int:
    return sum(code_size(function) for function, _ in parts)


class _Listener(event.Listener):
    """Tells of the compilation of entry points, and learns how long it takes."""

    def __init__(self) -> None:
        self._begun: dict[int, tuple[Ticker, float, set[tuple[Callable, np.dtype]]]] = {}  # by dispatcher

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        game = getattr(dispatcher.py_func, "__cogitable__", None)
        if not isinstance(game, str) or id(dispatcher) in self._begun:
            return
        made = getattr(dispatcher.py_func, _MADE_OF, None)
        new = set() if made is None else _parts(*made) - _known
        text = f"cogitable: compiling {dispatcher.py_func.__name__} of {game}, once for this machine"
        ticker = Ticker(text, None if made is None else _pace.of(_size(new)), AFTER, always=True)
        self._begun[id(dispatcher)] = ticker, time.perf_counter(), new
        ticker.__enter__()

    def on_end(self, event: Any) -> None:
        ticker, start, new = self._begun.pop(id(event.data["dispatcher"]), (None, 0.0, set()))
        if ticker is not None:
            ticker.__exit__()
            _pace.learn(_size(new), time.perf_counter() - start)
            _known.update(new)


if JIT:
    event.register("numba:compile", _Listener())
