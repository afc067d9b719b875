"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a whole file or leave what was there: a temporary file beside it takes its place at the very end.

    Args:
        path: Where to; the folder must exist.
        content: Text (written as UTF-8) or bytes.

    Returns:
        The path.

    Raises:
        OSError: No such folder, no permission, or the disk is full; the old file is untouched then.
    """
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def _mode(path: Path) -> int:
    """Return the permissions of the file to be replaced, or of any new file; mkstemp gives them to the owner alone."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
