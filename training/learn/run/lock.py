"""One process at a time trains in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ....envs.table.errors import OptionError, SaveFileError, told_as

try:
    import fcntl
except ImportError:  # Windows has no such locks, and no folder that can be opened
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a run's folder for this process; however it ends, the lock ends with it.

    The folder is made if need be, and removed again if nothing was written to it.

    Raises:
        OptionError: Another process has it.
        SaveFileError: The folder cannot be made or opened.
    """
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    with told_as(SaveFileError, f"{folder} cannot be written"):
        folder.mkdir(parents=True, exist_ok=True)
        handle = None if fcntl is None else os.open(folder, os.O_RDONLY)
    try:
        with _held(folder, handle):
            yield
    finally:
        _remove_empty(made)


@contextmanager
def _held(folder: Path, handle: int | None) -> Iterator[None]:
    """Lock an open folder, where there are locks."""
    if handle is None:
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise OptionError(f"{folder}: another process is training there; wait, or choose another folder") from None
    except OSError:  # a file system without locks
        os.close(handle)
        yield
        return
    try:
        yield
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)  # also for copies of the handle that child processes have
        os.close(handle)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, as far as nothing is in them."""
    for path in folders:
        try:
            path.rmdir()
        except OSError:
            return
