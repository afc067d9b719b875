"""The folder of a training in stages: a folder for each stage that is a run, and a policy for each stage."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....envs.table.errors import OptionError, SaveFileError, told_as
from ..config.stages import Stage, load_stages
from .folder import CONFIG, PLAN, check_folder, remove


def result_of(folder: Path, name: str) -> Path:
    """Return the file of what a stage has come to."""
    return folder / f"{name}.zip"


def runs_of(folder: Path) -> list[Path]:
    """Return the folders of the stages that are runs, as far as they were begun; none if there are no stages."""
    own = [folder / stage.name for stage in _planned(folder)]
    return [path for path in own if (path / CONFIG).is_file()]


def check_stages_folder(folder: Path, stages: Sequence[Stage], fresh: bool) -> None:
    """Raise OptionError where stages would take the place of another training, or of what is none."""
    check_folder(folder, fresh)
    known = {stage.name for stage in _planned(folder)}
    for stage in stages:
        for path in (result_of(folder, stage.name), folder / stage.name):
            if stage.name not in known and path.exists():
                raise OptionError(f"{path} is in the way of stage {stage.name!r}; choose another folder")


def prepare_stages(folder: Path, stages: Sequence[Stage], fresh: bool) -> None:
    """Empty the folder of another training.

    Raises:
        OptionError: There is something that is not to be removed.
        SaveFileError: It cannot be written.
    """
    check_stages_folder(folder, stages, fresh)
    remove_stages(folder)
    remove(folder)


def remove_stages(folder: Path) -> None:
    """Remove a training in stages, if there is one; what else is in its folder stays.

    Raises:
        OptionError: What it consisted of cannot be read.
        SaveFileError: It cannot be removed.
    """
    planned = _planned(folder)
    with told_as(SaveFileError, f"{folder} cannot be written"):
        for stage in planned:
            own = folder / stage.name
            remove(own)
            if own.is_dir() and not any(own.iterdir()):
                own.rmdir()
            result_of(folder, stage.name).unlink(missing_ok=True)
        (folder / PLAN).unlink(missing_ok=True)


def _planned(folder: Path) -> tuple[Stage, ...]:
    """Return the stages of the training that is in a folder; none if there is none."""
    return load_stages(source=folder / PLAN, kept=True) if (folder / PLAN).is_file() else ()
