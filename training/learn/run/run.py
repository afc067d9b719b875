"""Training runs as they are begun and gone on with, after they were stopped or killed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....agents.factory import check_agents
from ....envs.table.errors import OptionError
from ....envs.table.extras import extra_for
from ..config.training_config import TrainingConfig, load_config, to_yaml
from .folder import CONFIG, check_folder, prepare, write
from .lock import locked
from .result import RunResult
from .stages_folder import remove_stages
from .start import starting_network, with_start

if TYPE_CHECKING:
    from rich.console import Console

    from ...measure.sharing.workers import Workers
    from .running import Run


def train(
    config: TrainingConfig,
    folder: str | os.PathLike[str],
    *,
    fresh: bool = False,
    console: Console | None = None,
    quiet: bool = False,
    workers: Workers | None = None,
) -> RunResult:
    """Train a policy by self-play.

    Args:
        config: What decides the run.
        folder: Where to keep it; made if it is not there.
        fresh: Remove a run that is already in the folder, instead of refusing to overwrite it.
        console: Where to show progress; standard output by default.
        quiet: Show nothing.
        workers: Who plays the pieces of ``collection.pieces``, which changes nothing of the result; None is processes
            of this machine, one for each core, or this one alone where there is one piece.

    Raises:
        OptionError: The folder holds a run already, another process is training in it, or the configuration does not
            fit the game.
        SaveFileError: Something cannot be written.
    """
    folder, config = Path(folder), with_start(config)
    check_agents(config.agents, list(config.setups().values()))
    starting_network(config)
    with locked(folder):
        check_folder(folder, fresh)
        run = _made(config, folder, workers)  # what cannot be trained is refused before anything is removed or written
        remove_stages(folder)
        prepare(folder, fresh)
        write(folder / CONFIG, to_yaml(config))
        return run.play(console, quiet)


def resume(
    folder: str | os.PathLike[str],
    overrides: Mapping[str, Any] | None = None,
    *,
    console: Console | None = None,
    quiet: bool = False,
    workers: Workers | None = None,
) -> RunResult:
    """Go on with a run that was stopped or killed, from its last checkpoint.

    Args:
        folder: The run's folder.
        overrides: A new budget: ``{"steps": 2_000_000}`` or ``{"minutes": 30}``, counted from the run's beginning.
        console: Where to show progress; standard output by default.
        quiet: Show nothing.
        workers: As in :func:`train`.

    Raises:
        OptionError: There is no run in the folder, another process is training in it, or something other than the
            budget is to be changed.
        SaveFileError: The checkpoint is damaged, or something cannot be written.
    """
    folder = Path(folder)
    if not (folder / CONFIG).is_file():
        raise OptionError(f"there is no run to resume in {folder}: {CONFIG} is missing")
    others = sorted(set(overrides or {}) - {"steps", "minutes"})
    if others:
        raise OptionError(f"a resumed run can only be given another budget (steps, minutes), not another {others[0]}")
    with locked(folder):
        config = load_config(source=folder / CONFIG, overrides=overrides, kept=True)
        run = _made(config, folder, workers)
        write(folder / CONFIG, to_yaml(config))
        return run.play(console, quiet)


def _made(config: TrainingConfig, folder: Path, workers: Workers | None) -> Run:
    """Return a run, made before anything of it is written.

    Raises:
        MissingExtraError: The extra for training is not installed.
        OptionError: The configuration does not fit the game.
    """
    # Two threads that wait for each other by spinning all but stop when another process takes one of the cores.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    with extra_for("training"):
        from .running import Run
    return Run(config, folder, workers)
