"""Writing files so that nobody ever finds half of one, and nothing that is not a file is lost."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import CogitableError, OptionError, told_as

_TRIES = 100  # names tried: a second one is wanted once in a billion
_TEMPORARY = re.compile(r"^\..*\.[0-9a-f]{8}\.tmp")  # what _new_beside calls things


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a whole file or leave what was there: a temporary file beside it takes its place at the very end.

    Where the path is a link, the file that it leads to is written and the link stays.

    Args:
        path: Where to; the folder must exist.
        content: Text (written as UTF-8; what is none, as in a file's name of other bytes, in escapes) or bytes.

    Returns:
        The path.

    Raises:
        OSError: No such folder, no permission, the disk is full, or the path is a folder, a device or a pipe; what was
            there is untouched then.
    """
    with replacing(path) as part, part.open("wb") as file:
        file.write(content.encode(errors="backslashreplace") if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    return Path(path)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield an empty file to be written; at the end it takes the place of the path, unless something was raised.

    The name ends as the path's does, for those who go by that.

    Raises:
        OSError: As :func:`write_atomically`.
    """
    target = writable(path)
    with _told_of(path, target.parent, nameless=True):  # as when the disk is full
        part = _new_beside(target, target.stem, f".tmp{_cut(target.suffix, 20)}", _make_file)
        try:
            yield part
            if target.exists():
                part.chmod(target.stat().st_mode & 0o777)
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _told_of(path: str | os.PathLike[str], folder: Path, *, nameless: bool = False) -> Iterator[None]:
    """Have errors of what is made in a folder for a time, and those without a name, name the path asked for instead."""
    try:
        yield
    except OSError as error:
        if error.errno is None or not (nameless if error.filename is None else _is_temporary(error.filename, folder)):
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _is_temporary(name: Any, folder: Path) -> bool:
    path = Path(os.fsdecode(name)) if isinstance(name, str | bytes | os.PathLike) else Path()
    return path.parent == folder and _TEMPORARY.match(path.name) is not None


def try_to_write(path: Path) -> None:
    """Try whether a file can be written, before hours are spent on what goes into it; folders on the way are made.

    Raises:
        CogitableError: It cannot; what is there is as it was.
    """
    with told_as(CogitableError, f"cannot write {path}"), suppress(_Tried):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part:
            part.unlink()  # nothing takes the place of what is there
            raise _Tried


class _Tried(Exception):
    """The end of a trial."""


@contextmanager
def filling_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield an empty folder to be filled; at the end it takes the place of the path, unless something was raised.

    Raises:
        OptionError: There is something at the path, and it is no empty folder.
        OSError: It is in no folder that can be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise OptionError(f"{path} holds something already; choose a folder that is new or empty")
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    with _told_of(path, target.parent):
        part = _new_beside(target, target.name, ".tmp", Path.mkdir)
        try:
            yield part
            if target.exists():
                target.rmdir()
            part.rename(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)


def writable(path: str | os.PathLike[str]) -> Path:
    """Return the file that a path leads to, links followed; it need not be there.

    Raises:
        OSError: It is there and no file, or it is in no folder that can be written.
    """
    target = Path(os.path.realpath(path))
    try:
        kind = target.lstat().st_mode
    except FileNotFoundError:
        pass
    else:
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, "this is a folder", str(path))
        if not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "this is no file but a device, a pipe or a link to itself", str(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "the folder cannot be written", str(target.parent))
    return target


def _cut(name: str, most: int) -> str:
    """Return the beginning of a name: file systems count its bytes, not its letters."""
    return os.fsencode(name)[:most].decode(errors="ignore")


def _new_beside(target: Path, name: str, suffix: str, make: Callable[[Path], None]) -> Path:
    """Make what stands beside a target, under a name that nobody has; return its path.

    It gets the permissions that the system gives to anything new. To ask for the mask of those, it would have to be
    set, for all threads and for whatever they make meanwhile; so :mod:`tempfile`, whose files are the owner's alone, is
    of no use here.
    """
    for _ in range(_TRIES):
        path = target.parent / f".{_cut(name, 100)}.{secrets.token_hex(4)}{suffix}"
        with suppress(FileExistsError):
            make(path)
            return path
    raise FileExistsError(errno.EEXIST, "no name is free for a temporary file", str(target.parent))


def _make_file(path: Path) -> None:
    path.touch(exist_ok=False)
