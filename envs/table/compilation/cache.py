"""Where the machine code of entry points is kept, and when it may be used again.

Numba's own caches stamp code with its entry point's file alone. These take a stamp of all that the code is made of
(see :mod:`.stamp`), and they apply to this library's entry points only: other Numba code in the same process is left as
it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import config, types
from numba.core import caching
from numba.core.sigutils import normalize_signature
from platformdirs import user_cache_dir

_MARK = "__cogitable_cache__"


def keep(dispatcher: Any, stamp: str, home: Path, on_load: Callable[[Any], None] = lambda result: None) -> None:
    """Let a Numba dispatcher keep its machine code.

    Where no folder can be written, or the user has chosen other cache locators for all of Numba (they would not know
    the stamp), the code is compiled anew in every process.

    Args:
        dispatcher: What ``numba.njit`` has returned.
        stamp: A digest of what the code is made from.
        home: Folder of the game.
        on_load: Called with every compile result that comes out of the cache.
    """
    folder = None if config.CACHE_LOCATOR_CLASSES else _writable_folder(home)
    if folder is not None:
        setattr(dispatcher.py_func, _MARK, (stamp, folder))
        dispatcher._cache = _Cache(dispatcher.py_func)
        dispatcher._cache.on_load = on_load


def kept(dispatcher: Any) -> bool:
    """Whether there is machine code of a dispatcher that may be used again, for some types of arguments."""
    found = dispatcher._cache
    try:
        return isinstance(found, _Cache) and bool(found._cache_file._load_index())
    except Exception:  # a damaged file
        return False


def _writable_folder(home: Path) -> str | None:
    """Return the first that can be written: the user's own choice, beside the game, the user's cache folder."""
    tag = hashlib.sha256(str(home).encode()).hexdigest()[:16]
    folders = [str(home / "__pycache__"), os.path.join(user_cache_dir("cogitable", appauthor=False), tag)]
    if config.CACHE_DIR:
        folders.insert(0, os.path.join(config.CACHE_DIR, f"cogitable_{tag}"))
    for folder in folders:
        with contextlib.suppress(OSError):
            os.makedirs(folder, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    return None


class _Locator(caching._CacheLocator):
    """Tells Numba where an entry point's machine code is kept and which sources it was made from."""

    def __init__(self, function: Callable) -> None:
        self._stamp, self._folder = getattr(function, _MARK)
        self._line = function.__code__.co_firstlineno
        self._py_file = function.__code__.co_filename  # Numba names it where code cannot be kept

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable, file: str) -> _Locator:
        return cls(function)


class _CacheImpl(caching.CompileResultCacheImpl):
    """Puts the stamp into the file of the code as well.

    Numba writes the index first and the code second, under the name of older code. Of a process that ends in between,
    or of a full disk, there would be a fresh index of old code.
    """

    _locator_classes = [_Locator]

    def reduce(self, cres: Any) -> Any:
        return self.locator.get_source_stamp(), super().reduce(cres)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        stamp, code = payload
        if stamp != self.locator.get_source_stamp():
            raise LookupError("this code was made from something else")
        return super().rebuild(target_context, code)


def _fields(argument: Any) -> tuple:
    """Return the names of the fields of a named tuple, and of those in it, by the type of an argument."""
    if not isinstance(argument, types.BaseTuple):
        return ()
    return getattr(argument, "fields", ()), tuple(map(_fields, argument.types))


class _Cache(caching.FunctionCache):
    """A cache that is a help and never a hindrance: a full disk or a damaged file costs a compilation, no more."""

    _impl_class = _CacheImpl

    on_load: Callable[[Any], None]

    def _index_key(self, sig: Any, codegen: Any) -> tuple:
        """Return what code is looked up by, the fields of named tuples included: code knows them by their places."""
        arguments, _ = normalize_signature(sig)
        return *super()._index_key(sig, codegen), tuple(map(_fields, arguments))

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        try:
            result = super().load_overload(signature, target_context)
            if result is not None:
                arguments, _ = normalize_signature(signature)
                if tuple(result.signature.args) != tuple(arguments):  # after an index that was lost, say
                    raise LookupError("this code is for other types of arguments")
                self.on_load(result)
            return result
        except Exception:  # pickle and LLVM raise all kinds of errors on damaged files
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(signature, data)
