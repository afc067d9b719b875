"""How every kind of file is read: bounded before anything is unpacked, and refused in one way.

Files come from strangers. Nothing in them decides how much memory is asked for: sizes are looked at first, those of
texts, in the directory of an archive, in the header of an array. Parsers are other people's code and raise what they
like on damaged input; here that becomes the one error that the kind of file has.
"""

from __future__ import annotations

import io
import math
import os
import stat
import zipfile
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..errors import CogitableError

MOST_BYTES = 1 << 30
"""Most that an archive may unpack to."""
MOST_TEXT = 1 << 26
"""Largest file of text: card files, configurations, saves, replays."""
MOST_MEMBERS = 10_000
"""Most members of an archive."""
_ENCRYPTED = 1  # in a zip member's flags

Parsed = TypeVar("Parsed")


def parsed(parse: Callable[[], Parsed], where: str, what: str, error: type[CogitableError]) -> Parsed:
    """Return what a parser makes of a file; whatever the parser raises becomes ``error``.

    Args:
        parse: Reads; must change nothing.
        where: The file, and the place in it if there is one.
        what: What it fails to be: ``"not a replay"``.
        error: What to raise.
    """
    try:
        return parse()
    except CogitableError:
        raise
    except RecursionError:
        raise error(f"{where}: {what}: nested too deeply") from None
    except MemoryError:
        raise error(f"{where}: {what}: it asks for too much memory") from None
    except Exception as problem:  # a parser of somebody else's, on damaged input
        raise error(f"{where}: {what}: {' '.join(str(problem).split()) or type(problem).__name__}") from None


def read_text(path: Path, what: str, error: type[CogitableError]) -> str:
    """Return a file's text, UTF-8.

    Raises:
        OSError: It cannot be read.
        CogitableError: ``error``: larger than MOST_TEXT, or not UTF-8.
    """
    with path.open("rb") as file:
        content = file.read(MOST_TEXT + 1)
    if len(content) > MOST_TEXT:
        raise error(f"{path}: {what}: larger than {MOST_TEXT:,} bytes, which is the limit")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise error(f"{path}: line {line}: the file is not UTF-8 text (byte {problem.start})") from None


def read_members(
    file: Any, where: str, error: type[CogitableError], wanted: Collection[str] | None = None
) -> dict[str, bytes]:
    """Return the members of a zip archive: all, or those that are wanted and there.

    Args:
        file: A path or an open binary file.
        where: What to call it in messages.
        error: What to raise when it is damaged, encrypted, or would unpack to more than MOST_BYTES.
        wanted: Names of members.

    Raises:
        OSError: It cannot be opened.
    """
    if isinstance(file, str | Path) and not stat.S_ISREG(os.stat(file).st_mode) and not os.path.isdir(file):
        raise error(f"{where}: this is no file but a device or a pipe")  # an archive is read from its end
    with open(file, "rb") if isinstance(file, str | Path) else file as opened:
        return parsed(lambda: _members(opened, where, error, wanted), where, "damaged, or no archive", error)


def too_large(sizes: Collection[int]) -> str:
    """Return in words what an archive of members of these sizes has too much of; nothing if it may be read."""
    size = sum(sizes)
    if len(sizes) <= MOST_MEMBERS and size <= MOST_BYTES:
        return ""
    return f"{len(sizes):,} members of {size:,} bytes; at most {MOST_MEMBERS:,} and {MOST_BYTES:,} are allowed"


def _members(opened: Any, where: str, error: type[CogitableError], wanted: Collection[str] | None) -> dict[str, bytes]:
    with zipfile.ZipFile(opened) as archive:
        members = archive.infolist()
        if problem := too_large([member.file_size for member in members]):
            raise error(f"{where}: {problem}")
        locked = [member.filename for member in members if member.flag_bits & _ENCRYPTED]
        if locked:
            raise error(f"{where}: {locked[0]!r} in it is encrypted")
        return {m.filename: archive.read(m) for m in members if wanted is None or m.filename in wanted}


def read_arrays(content: bytes, where: str, error: type[CogitableError]) -> dict[str, np.ndarray]:
    """Return the arrays of an ``.npz`` archive of numbers and texts, objects refused.

    Raises:
        CogitableError: ``error``: damaged, or an array is not as large as its header says.
    """
    members = read_members(io.BytesIO(content), where, error)
    arrays = {}
    for name, data in members.items():
        short = name.removesuffix(".npy")
        arrays[short] = parsed(partial(_array, data), f"{where}: {short}", "damaged", error)
    return arrays


def _array(data: bytes) -> np.ndarray:
    file = io.BytesIO(data)
    version = np.lib.format.read_magic(file)
    readers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    if version not in readers:
        raise ValueError(f"version {version} of array files")
    shape, by_columns, dtype = readers[version](file)
    if dtype.kind not in "biufU" or dtype.names:
        raise ValueError(f"an array of {dtype} is not allowed")
    rest = len(data) - file.tell()
    if any(length < 0 for length in shape) or math.prod(shape) * dtype.itemsize != rest:
        raise ValueError(f"{dtype} of shape {shape} does not take {rest} bytes")
    array = np.frombuffer(data, dtype, offset=file.tell())
    return array.reshape(shape, order="F" if by_columns else "C").copy()
