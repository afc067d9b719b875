"""The folder of a training run: what is in it, and whose it is."""

from __future__ import annotations

import shutil
from pathlib import Path

from ....envs.table.errors import OptionError, SaveFileError, told_as
from ....envs.table.files.atomic import write_atomically

CONFIG, CHECKPOINT, BEST, LAST, SUMMARY = "config.yaml", "checkpoint.zip", "best.zip", "last.zip", "summary.json"
SNAPSHOTS, REPORT, REPORT_PAGE = "snapshots", "report", "report.md"
_OWN = (
    CONFIG, CHECKPOINT, BEST, LAST, SUMMARY, "metrics.csv", "evaluations.csv", SNAPSHOTS, "tensorboard", REPORT,
    REPORT_PAGE,
)  # fmt: skip


PLAN = "stages.yaml"
"""What a training in stages consists of, in whose folder a run is in a folder of its own."""


def check_folder(folder: Path, fresh: bool) -> None:
    """Raise OptionError where a run would take the place of another one that nobody has given up."""
    found = [name for name in (PLAN, *_OWN) if (folder / name).exists()]
    if found and not fresh:
        what = "a training in stages" if found[0] == PLAN else "a run"
        raise OptionError(
            f"{folder} holds {what} already ({found[0]}): resume it, choose another folder, or begin afresh"
        )


def prepare(folder: Path, fresh: bool) -> None:
    """Make a run's folder, or empty it of another run.

    Raises:
        OptionError: There is one that is not to be removed.
        SaveFileError: It cannot be written.
    """
    check_folder(folder, fresh)
    with told_as(SaveFileError, f"{folder} cannot be written"):
        folder.mkdir(parents=True, exist_ok=True)
        remove(folder)


def remove(folder: Path) -> None:
    """Remove a run from a folder, if there is one; what else is in it stays.

    Raises:
        SaveFileError: It cannot be removed.
    """
    with told_as(SaveFileError, f"{folder} cannot be written"):
        for name in _OWN:
            path = folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Write one of a run's files.

    Raises:
        SaveFileError: It cannot be written.
    """
    with told_as(SaveFileError, f"{path} cannot be written"):
        write_atomically(path, text)
