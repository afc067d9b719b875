"""Trainings in stages, as they are begun and gone on with: run by run, and mean by mean."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ....agents.policy.file import PolicyInfo, load_policy, save_policy
from ....agents.policy.mean import average_policies
from ....agents.policy.network import PolicyNetwork
from ....envs.table.errors import OptionError, SaveFileError, told_as
from ....envs.table.files.atomic import replacing
from ...measure.evaluate import Evaluation, figures
from ..config.purposes import Purpose
from ..config.stages import Stage, load_stages, stages_to_yaml
from ..run.choosing import measured
from ..run.folder import CONFIG, PLAN, write
from ..run.lock import locked
from ..run.progress import Progress
from ..run.result import RunResult
from ..run.run import resume, train
from ..run.stages_folder import prepare_stages, result_of
from .check import check_stages

if TYPE_CHECKING:
    from rich.console import Console

    from ...measure.sharing.workers import Workers


def train_stages(
    stages: tuple[Stage, ...],
    folder: str | os.PathLike[str],
    *,
    fresh: bool = False,
    console: Console | None = None,
    quiet: bool = False,
    workers: Workers | None = None,
) -> RunResult:
    """Train in stages, from the first one on.

    Args:
        stages: Of one configuration (:func:`..config.stages.load_stages`).
        folder: Where to keep it; made if it is not there.
        fresh: Remove a training in stages that is already in the folder, instead of refusing to overwrite it.
        console: Where to show progress; standard output by default.
        quiet: Show nothing.
        workers: As in :func:`..run.run.train`.

    Returns:
        What the last stage came to; steps and seconds are those of all runs of this call.

    Raises:
        OptionError: The folder holds a training already, another process is training in it, or a stage does not fit
            the game.
        SaveFileError: Something cannot be written.
    """
    folder = Path(folder)
    check_stages(stages, folder)
    with locked(folder):
        prepare_stages(folder, stages, fresh)
        write(folder / PLAN, stages_to_yaml(stages))
        return _go_on(stages, folder, console, quiet, workers)


def resume_stages(
    folder: str | os.PathLike[str],
    *,
    console: Console | None = None,
    quiet: bool = False,
    workers: Workers | None = None,
) -> RunResult:
    """Go on with a training in stages that was stopped or killed, with the stage at which it was.

    Raises:
        OptionError: There is none in the folder, or another process is training in it.
        SaveFileError: A checkpoint is damaged, or something cannot be written.
    """
    folder = Path(folder)
    if not (folder / PLAN).is_file():
        raise OptionError(f"there is no training in stages to resume in {folder}: {PLAN} is missing")
    with locked(folder):
        return _go_on(load_stages(source=folder / PLAN, kept=True), folder, console, quiet, workers)


def _go_on(
    stages: tuple[Stage, ...], folder: Path, console: Console | None, quiet: bool, workers: Workers | None
) -> RunResult:
    """Run the stages that have not come to their end."""
    steps, seconds = 0, 0.0
    result = RunResult(folder, result_of(folder, stages[-1].name), 0, 0.0, {}, False)
    for number, stage in enumerate(stages, 1):
        target = result_of(folder, stage.name)
        if target.is_file():
            continue
        shown = Progress(stage.name, console, quiet)
        shown.say(f"stage {number} of {len(stages)}, {stage.name}")
        if stage.own.mean:
            network, info, found = _averaged(stage, folder)
            shown.tell(f"the mean of {', '.join(stage.own.mean)}", found)
        else:
            result = _trained(stage, folder, console, quiet, workers)
            steps, seconds = steps + result.steps, seconds + result.seconds
            if result.asked:  # where it was at its end, that is measured again
                return RunResult(folder, result.policy, steps, seconds, {}, True, True)
            (network, info), found = load_policy(result.policy), result.evaluations
        _keep(stage, target, network, info, shown)
        result = RunResult(folder, target, steps, seconds, found, False)
    return result


def _trained(stage: Stage, folder: Path, console: Console | None, quiet: bool, workers: Workers | None) -> RunResult:
    """Run a stage that is a run, or go on with it."""
    own = folder / stage.name
    if (own / CONFIG).is_file():
        return resume(own, console=console, quiet=quiet, workers=workers)
    config = stage.config(partial(result_of, folder))
    return train(config, own, console=console, quiet=quiet, workers=workers)


def _averaged(stage: Stage, folder: Path) -> tuple[PolicyNetwork, PolicyInfo, dict[str, Evaluation]]:
    """Return the mean of earlier stages, what its file is to say, and what it is worth."""
    config = stage.config(partial(result_of, folder))
    network, info = average_policies([result_of(folder, name) for name in stage.own.mean])
    games = config.evaluation.final_games
    found = measured(config, games, Purpose.FINAL, network=network) if games else {}
    return network, info.model_copy(update={"figures": figures(found)}), found


def _keep(stage: Stage, target: Path, network: PolicyNetwork, info: PolicyInfo, shown: Progress) -> None:
    """Write what a stage has come to, taught what searches ask for if that is wanted.

    Raises:
        SaveFileError: It cannot be written.
    """
    from ..teaching.quick import quicken_file
    from ..teaching.value import teach_file

    own, game = stage.own, stage.options["game"]
    with told_as(SaveFileError, f"{target} cannot be written"), replacing(target) as part:
        save_policy(part, network, info)
        if own.value is not None:
            shown.say(str(teach_file(part, part, game, own.value.settings, players=own.value.players)))
        if own.quick is not None:
            shown.say(str(quicken_file(part, part, game, own.quick.settings, players=own.quick.players)))
