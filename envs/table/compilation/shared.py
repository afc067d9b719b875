"""Machine code of a large game's rules, made once and called by all entry points.

An entry point holds a copy of all that it calls, so that small rules are compiled into the loops that call them. Large
ones gain nothing from that, and a dozen entry points would each take their rules through the whole compiler. A large
body of a generic function is compiled and kept by itself instead; entry points call it, by a name that says what it
was made from. Code of an entry point that comes out of the cache first sees to it that what it calls is there.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba import njit

from . import cache, dispatch
from .compile import OPTIONS
from .linking import SharedCompiler
from .stamp import reached, stamp

LARGE = 30
"""Functions in the body of a generic one from which on it is compiled by itself."""

_GAMES: dict[np.dtype, Any] = {}
_SHARED: dict[tuple[str, Any, Callable], Any] = {}


def own(game: Any) -> None:
    """Let the large rules of a game be shared by its entry points."""
    _GAMES[game.state_dtype] = game


def owner(dtype: np.dtype) -> Any:
    """Return the game whose STATE has this dtype, None if there is none."""
    return _GAMES.get(dtype)


def share(name: str, record: Any, body: Callable) -> Callable:
    """Return what an entry point calls for a game's body of a generic function: the body itself, unless it is large."""
    key = name, record, body
    if key not in _SHARED:
        dtype = dispatch.dtype_of(name, record)
        game = _GAMES.get(dtype)
        if game is None:  # its rules are supplied before the game itself is there
            return body
        large = hasattr(body, "__cogitable__") and len(reached(body, dtype)) >= LARGE
        _SHARED[key] = _dispatcher(game, name, record, body) if large else body
    return _SHARED[key]


def _dispatcher(game: Any, name: str, record: Any, body: Any) -> Any:
    made_from = stamp(body, game.state_dtype, game.sources)
    clone = types.FunctionType(body.__code__, body.__globals__, body.__name__, body.__defaults__, body.__closure__)
    clone.__module__ = body.__module__
    clone.__qualname__ = f"{body.__qualname__}.{game.module}"
    _, allocates, _ = body.__cogitable__
    compiler: type[SharedCompiler] = type(
        "Compiler", (SharedCompiler,), {"tag": made_from[:16], "provide": partial(provide, name, record)}
    )
    options = {**OPTIONS, "_nrt": allocates, "no_cpython_wrapper": True, "fastmath": False, "forceinline": False}
    dispatcher = njit(**options, pipeline_class=compiler)(clone)
    cache.keep(dispatcher, made_from, game.home, compiler.mark)
    return dispatcher


def provide(name: str, record: Any, arguments: tuple, called: list[str]) -> None:
    """See to it that the shared code of a game's body is loaded, for entry points from the cache that call it.

    Raises:
        LookupError: The code has other names than those that are called. Numba writes the types of arguments into
            names, and numbers the types of records in each process as they come: code that two processes have made
            from the same sources is the same, but not always its name. The entry point is then compiled anew.
    """
    shared = dispatch.find(name, record)
    if shared is not None and hasattr(shared, "compile"):
        shared.compile(arguments)
        known = {result.fndesc.mangled_name for result in shared.overloads.values()}
        if not known.issuperset(called):
            raise LookupError(f"compiled code calls {', '.join(called)}, which is now {', '.join(known)}")


dispatch.SHARE.append(share)
