"""What a piece of machine code was made from, as one digest: editing anything else compiles nothing anew.

Compiled code consists of the functions that it reaches, and of the constants that these refer to, which Numba writes
into it. So the stamp is made of exactly these: it starts at an entry point and follows every global name in the code of
each function, to another compiled function, to a game's body for a generic one, or to a value.
"""

from __future__ import annotations

import enum
import hashlib
import importlib
import inspect
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from . import dispatch

_FOREIGN = {"numpy", "numba", "llvmlite", "math", "builtins"}
_MACHINERY = ("compile", "dispatch", "linking", "shared", "stamp")


def stamp(entry: Callable, dtype: np.dtype, sources: Iterable[Path] = ()) -> str:
    """Return a digest of all that machine code for a function of one game is made from.

    Args:
        entry: An entry point, or a game's body for a generic function.
        dtype: The game's STATE dtype.
        sources: Further files, or folders of ``.py`` files, that count in any case.
    """
    digest = hashlib.sha256()
    for text in sorted(_reached(entry, dtype)):
        digest.update(text.encode())
    for path in [*_machinery(), *sorted(set(_files(sources)))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _machinery() -> Iterator[Path]:
    """Yield the files that say how things are compiled."""
    for part in _MACHINERY:
        yield Path(inspect.getfile(importlib.import_module(f"{__package__}.{part}")))


def reached(entry: Callable, dtype: np.dtype) -> set[Callable]:
    """Return the functions that compiled code for ``entry`` is made of, itself included."""
    found: set[Callable] = set()
    waiting = [_python(entry)]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += [f for _, value in _references(function) for f in _functions(value, dtype)]
    return found


def code_size(function: Callable) -> int:
    """Return how many bytes of Python's code a function has: how much there is to compile."""
    return sum(len(code.co_code) for code in _codes(function.__code__))


def _reached(entry: Callable, dtype: np.dtype) -> Iterator[str]:
    for function in reached(entry, dtype):
        yield "\n".join([f"{function.__module__}.{function.__qualname__}", *_describe(function)])


def _describe(function: Callable) -> Iterator[str]:
    yield _worth(getattr(function, "__cogitable__", None))  # how it is compiled
    yield _worth(function.__defaults__)
    for code in _codes(function.__code__):
        yield code.co_code.hex() + code.co_exceptiontable.hex()
        yield _worth(tuple("" if c is function.__doc__ and c else c for c in code.co_consts))
        yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars))
        yield repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags))
    for name, value in sorted(_references(function), key=lambda item: item[0]):
        yield f"{name}={_worth(value)}"


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _references(function: Callable) -> Iterator[tuple[str, Any]]:
    """Yield what the names in a function's code stand for, those in modules that it names included."""
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    known = {name: function.__globals__[name] for name in sorted(names & function.__globals__.keys())}
    known |= {name: cell.cell_contents for name, cell in cells}
    waiting, modules = list(known.items()), set()
    while waiting:  # always in one order: a module that is known by two names is looked into by the first
        name, value = waiting.pop()
        yield name, value
        if isinstance(value, types.ModuleType) and not _is_foreign(value.__name__) and value not in modules:
            modules.add(value)
            waiting += [(f"{name}.{inner}", vars(value)[inner]) for inner in sorted(names & vars(value).keys())]


def _functions(value: Any, dtype: np.dtype) -> Iterator[Callable]:
    """Yield the functions that are compiled where ``value`` is called."""
    generic = getattr(value, "__generic__", None)
    if generic is not None:
        body = dispatch.body_of(generic, dtype)
        if body is not None:
            yield body
    elif isinstance(python := _python(value), types.FunctionType) and not _is_foreign(python.__module__):
        yield python


def _worth(value: Any) -> str:
    """Describe a constant by what is compiled of it; functions, and code in code, are described by themselves."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)  # which compiled code calls them by
        kind = "" if fields is None else f"{type(value).__qualname__} {fields} "
        return f"{kind}({', '.join(map(_worth, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_worth, value)))}}}"
    if isinstance(value, types.ModuleType | types.CodeType):
        return value.__name__ if isinstance(value, types.ModuleType) else value.co_name
    if isinstance(value, enum.EnumMeta):
        members: dict[str, Any] = dict(value.__members__)  # aliases included
        return f"{value.__qualname__} {', '.join(f'{name}={_worth(member)}' for name, member in members.items())}"
    if isinstance(value, type) and hasattr(value, "_fields"):  # of named tuples, whose fields are known by places
        return f"{value.__module__}.{value.__qualname__} {value._fields}"
    if callable(value):
        options = getattr(value, "targetoptions", "")  # of a function with numba.njit
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value)} {options}"
    return f"{type(value).__name__} {value!r}"


def _python(function: Any) -> Any:
    return getattr(function, "py_func", function)


def _is_foreign(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _FOREIGN


def _files(sources: Iterable[Path]) -> Iterator[Path]:
    for source in sources:
        if source.is_dir():
            yield from source.glob("*.py")
        elif source.is_file():
            yield source
