"""Rules functions that compiled loops find by the record type of their ``state`` argument.

A generic loop calls ``apply(setup, state, action)``; which game's ``apply`` that is follows from the dtype of
``state`` when the loop is compiled, and from a dictionary when Numba is switched off. Nothing is passed around, no
closure is built, and so the compiled loops can be cached.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from ..errors import GameDefinitionError
from .compile import JIT, OPTIONS
from .linking import forget_parts, register_part
from .uncompiled import plain_dtype

_BY_DTYPE: dict[tuple[str, np.dtype], Callable] = {}
_BY_TYPE: dict[tuple[str, Any], Callable] = {}
_SIGNATURES: dict[str, list[str]] = {}
SUPPLIERS: dict[str, Callable[[np.dtype], object]] = {}
"""By generic functions whose bodies lie in modules of their own: what imports a game's, if there is one.

Without it, what an entry point is compiled from would depend on what happens to be imported already.
"""
SHARE: list[Callable[[str, Any, Callable], Callable]] = []
"""Chooses what compiled code calls for a body; :mod:`.shared` puts itself here."""


def generic(stub: Callable) -> Callable:
    """Declare a rules function whose body each game supplies. The stub needs a parameter called ``state``.

    Called from Python (by views, say) it runs the game's body as plain Python.
    """
    name, parameters = stub.__name__, list(inspect.signature(stub).parameters)
    _SIGNATURES[name] = parameters
    call = _python_dispatch(stub, parameters.index("state"))
    if not JIT:
        return call
    arguments = ", ".join(parameters)
    source = (
        f"def choose({arguments}):\n"
        f"    body = find(state)\n"
        f"    if body is None:\n"
        f"        return None\n"
        f"    def call({arguments}):\n"
        f"        return body({arguments})\n"
        f"    return call\n"
    )
    scope = {"find": functools.partial(find, name)}
    exec(source, scope)  # the parameter names must appear in the overload's own signature
    register_part(call, scope["choose"], {**OPTIONS, "forceinline": True})
    return call


def _python_dispatch(stub: Callable, position: int) -> Callable:
    @functools.wraps(stub)
    def call(*args: Any) -> Any:
        dtype = plain_dtype(args[position].dtype)
        return _BY_DTYPE[stub.__name__, dtype](*args)

    call.__generic__ = stub.__name__  # type: ignore[attr-defined]
    return call


def supply(dtype: np.dtype, **bodies: Callable) -> None:
    """Register one game's bodies for generic functions.

    Args:
        dtype: The game's STATE dtype; no two games may share one.
        **bodies: Name of a generic function to a ``@compiled`` function with the same parameters.

    Raises:
        GameDefinitionError: Unknown name, not a ``@compiled`` function, other parameters, or a dtype that another
            game has taken.
    """
    record = numba.from_dtype(dtype)
    for name, body in bodies.items():
        if name not in _SIGNATURES:
            raise GameDefinitionError(f"{name!r} is not a rules function; known are {', '.join(_SIGNATURES)}")
        python = getattr(body, "py_func", body)
        if JIT and body is python and not hasattr(python, "__cogitable__"):
            raise GameDefinitionError(f"{name!r} must be a function with the decorator @compiled, not {body!r}")
        given = list(inspect.signature(python).parameters)
        if given != _SIGNATURES[name]:
            raise GameDefinitionError(
                f"{python.__module__}.{name}{tuple(given)}: parameters must be {tuple(_SIGNATURES[name])}"
            )
        taken = _BY_DTYPE.get((name, dtype))
        if taken is not None and _place(taken) != _place(python):
            raise GameDefinitionError(
                f"{name!r} for this STATE dtype is already supplied by {taken.__module__}; "
                "give your game's STATE a field name of its own"
            )
        if JIT and taken is not None and taken is not python:
            forget_parts()
        _BY_DTYPE[name, dtype] = python
        _BY_TYPE[name, record] = body


def _place(function: Callable) -> tuple[str, str]:
    """Return where a function is defined: the same for a module that has been loaded twice.

    A cell of a notebook is another file each time it is run, so there the module counts.
    """
    main = function.__module__ == "__main__"
    return function.__module__ if main else inspect.getfile(function), function.__qualname__


def supplied(dtype: np.dtype, name: str) -> bool:
    """Whether a game has a body for the generic function ``name``."""
    return (name, dtype) in _BY_DTYPE


def find(name: str, record: Any) -> Any:
    """Return what compiled code calls for the generic function ``name`` of the game with this record type."""
    body = _BY_TYPE.get((name, record))
    if body is not None:
        for share in SHARE:
            body = share(name, record, body)
    return body


def dtype_of(name: str, record: Any) -> np.dtype:
    """Return the STATE dtype of the game with this record type."""
    return next(dtype for (known, dtype) in _BY_DTYPE if known == name and numba.from_dtype(dtype) == record)


def body_of(name: str, dtype: np.dtype) -> Callable | None:
    """Return a game's body for the generic function ``name`` as plain Python, None if it has none."""
    if (name, dtype) not in _BY_DTYPE and name in SUPPLIERS:
        SUPPLIERS[name](dtype)
    return _BY_DTYPE.get((name, dtype))
