"""Compilation of rules, and a cache that never serves yesterday's rules.

Two decorators are all that a game or an algorithm needs:

* ``@compiled`` marks a rules function or a helper. It is compiled into whatever calls it and is not cached by itself,
  unless it is a large body of a rules function (see :mod:`.shared`).
* an *entry point* is a plain function over many tables; :func:`instantiate` compiles it for one game and caches the
  machine code. Its stamp covers every function and constant that the compiled code is made of, so that editing a rule,
  a helper or the loop itself makes the cached code invalid. (Numba's own stamp covers the entry point's file alone.)

With ``NUMBA_DISABLE_JIT=1`` in the environment both leave plain Python functions that run under a debugger.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, overload

from numba import config, njit

from . import cache
from .linking import WholeCompiler, register_part
from .uncompiled import as_compiled

JIT: bool = not config.DISABLE_JIT
"""False when Numba is switched off and everything runs as plain Python."""

OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


@overload
def compiled(function: Callable, /) -> Callable: ...


@overload
def compiled(
    *, inline: bool = False, allocates: bool = False, reorders: bool = False
) -> Callable[[Callable], Callable]: ...


def compiled(
    function: Callable | None = None, /, *, inline: bool = False, allocates: bool = False, reorders: bool = False
) -> Callable:
    """Compile a rules function or helper into its callers (no cache of its own; see the module's text).

    Called from Python it runs as plain Python, so no time goes into compiling a face for that.

    Args:
        function: The function, when the decorator is used without parentheses.
        inline: Put a copy into every caller; for small functions in inner loops.
        allocates: The function makes arrays (``np.empty``, ``.copy()`` ...), for its own use only: it must not return
            them. Without this Numba does not count references to arrays, which at every slice costs more than a move.
        reorders: Sums may be added up in another order, side by side: several times as fast, and the last digits are
            the processor's own. Nothing that is to be the same everywhere may depend on them.
    """

    def decorate(function: Callable) -> Callable:
        if not JIT:
            return function
        function.__cogitable__ = (inline, allocates, reorders)  # type: ignore[attr-defined]
        options = {**OPTIONS, "forceinline": inline, "_nrt": allocates}
        if reorders:
            options["fastmath"] = {"reassoc", "contract", "nsz"}
        register_part(function, lambda *args, **kwargs: function, options)
        return function

    return decorate if function is None else decorate(function)


def instantiate(entry: Callable, game_name: str, module: str, stamp: str, home: Path) -> Callable:
    """Compile an entry point for one game.

    Args:
        entry: Plain function; its array arguments must include the game's setup and states.
        game_name: What the message about slow compilation calls the game.
        module: Import path of the game. It keeps the cached code of several games apart, and of one game imported
            under two names: cached code imports the modules it was compiled from by their names.
        stamp: A digest of what the compiled code is made from.
        home: Folder of the game; the cache is kept in its ``__pycache__`` when that can be written.

    Returns:
        A callable with the signature of ``entry``.
    """
    if not JIT:
        return _uncompiled(entry)
    clone = types.FunctionType(entry.__code__, entry.__globals__, entry.__name__, entry.__defaults__, entry.__closure__)
    clone.__module__ = entry.__module__
    clone.__qualname__ = f"{entry.__qualname__}.{module}"
    clone.__dict__["__cogitable__"] = game_name
    dispatcher = njit(**OPTIONS, pipeline_class=WholeCompiler)(clone)
    cache.keep(dispatcher, stamp, home)
    return dispatcher


def _uncompiled(entry: Callable) -> Callable:
    """Give plain Python the attribute access and the arithmetic that compiled code has."""

    @functools.wraps(entry)
    def call(*args: Any) -> Any:
        return entry(*[as_compiled(a) for a in args])

    return call
