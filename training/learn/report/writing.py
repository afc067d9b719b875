"""The report of a training run: read its folder, play some games, and write a page, pictures and tables into it."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....envs.table.counts import check_count, check_own_seed
from ....envs.table.errors import CogitableError, SaveFileError, told_as
from ....envs.table.extras import extra_for
from ....envs.table.files.atomic import write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from .content import Report
    from .games import Play

GAMES = 200
"""Games that a report plays for each of its two questions: how true the value is, and what the best policy does."""

_PICTURES = ("strength", "parts", "learning", "calibration", "changes", "pool")
_TABLES = ("calibration", "pool", "actions", "blocks", "same_choices", "changes")

_Table = tuple[Sequence[str], list[list[Any]]]


def report(
    folder: str | os.PathLike[str],
    *,
    games: int = GAMES,
    seed: int = 0,
    console: Console | None = None,
    quiet: bool = False,
) -> Report:
    """Report on a run, whether it came to its end, was stopped, or is still going on.

    Args:
        folder: The run's folder. It gets ``report.md`` and a folder ``report`` of pictures and tables; those of an
            earlier report are replaced.
        games: Games to play with the learner and the pool, and as many with the best policy.
        seed: Fixes these games.
        console: Where to show a summary; standard output by default.
        quiet: Show nothing.

    Raises:
        OptionError: There is no run in the folder.
        MissingExtraError: The extra for training is not installed.
        SaveFileError: A file of the run is damaged, or the report cannot be written.
    """
    found = examine(folder, games=games, seed=seed)
    _write(found)
    if not quiet:
        _show(found, console)
    return found


def examine(folder: str | os.PathLike[str], *, games: int = GAMES, seed: int = 0) -> Report:
    """Return what a report tells without writing it.

    Args:
        folder: The run's folder.
        games: Games to play with the learner and the pool, and as many with the best policy.
        seed: Fixes these games.

    Raises:
        OptionError: There is no run in the folder.
        MissingExtraError: The extra for training is not installed.
        SaveFileError: A file of the run is damaged.
    """
    with extra_for("a report"):
        import torch

        from ..run.folder import REPORT_PAGE
        from .content import gather
        from .numbers import read_run
    games, seed = check_count(games, "games"), check_own_seed(seed)
    torch.set_num_threads(1)  # as in a run: the networks are too small to share out
    run = read_run(Path(folder))
    return gather(run, games, seed, run.folder / REPORT_PAGE)


def _show(found: Report, console: Console | None) -> None:
    from rich.console import Console

    from .page import as_summary

    (console or Console()).print(as_summary(found), highlight=False)


def _write(found: Report) -> None:
    """Write tables and pictures, then the page that points to them; remove what an earlier report had besides."""
    from ..run.folder import REPORT
    from .page import as_markdown

    folder = found.run.folder / REPORT
    figures, tables = _figures(found), _tables(found)
    with told_as(SaveFileError, f"{folder} cannot be written"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, (head, rows) in tables.items():
            write_atomically(folder / f"{name}.csv", _csv(head, rows))
        for name, figure in figures.items():
            _save(figure, folder / f"{name}.png")
        write_atomically(found.page, as_markdown(found, list(figures), list(tables)))
        for old in {f"{name}.png" for name in _PICTURES} - {f"{name}.png" for name in figures}:
            (folder / old).unlink(missing_ok=True)
        for old in {f"{name}.csv" for name in _TABLES} - {f"{name}.csv" for name in tables}:
            (folder / old).unlink(missing_ok=True)


def _save(figure: Figure, path: Path) -> None:
    from ...measure.plots import save_figure

    try:
        save_figure(figure, path)
    except CogitableError as error:
        raise SaveFileError(str(error)) from error


def _figures(found: Report) -> dict[str, Figure]:
    from ..report import plots as plots

    run, figures = found.run, {}
    if run.totals():
        figures["strength"] = plots.strength_figure(run)
    if run.parts():
        figures["parts"] = plots.parts_figure(run)
    if run.metrics["steps"].size:
        figures["learning"] = plots.learning_figure(run)
    if found.calibration is not None:
        figures["calibration"] = plots.calibration_figure(found.calibration)
    if found.play is not None and found.play.changes:
        figures["changes"] = plots.changes_figure(found.play.changes)
    if found.pool is not None and any(entry.episodes for entry in found.pool):
        figures["pool"] = plots.pool_figure(found.pool)
    return figures


def _tables(found: Report) -> dict[str, _Table]:
    tables: dict[str, _Table] = {}
    if found.calibration is not None:
        tables["calibration"] = (
            ("bin", "decisions", "predicted", "observed", "observed_low", "observed_high"),
            [[n, one.count, one.predicted, *one.observed] for n, one in enumerate(found.calibration.bins, 1)],
        )
    if found.pool is not None:
        tables["pool"] = (
            ("opponent", "episodes", "score", "score_low", "score_high", "share", "itself"),
            [[one.name, one.episodes, *one.score, one.share, int(one.itself)] for one in found.pool],
        )
    return tables if found.play is None else tables | _play_tables(found.play)


def _play_tables(play: Play) -> dict[str, _Table]:
    counts = ("open", "games", "preferred", "taken")
    tables: dict[str, _Table] = {
        "actions": (
            ("action", "name", "block", *counts),
            [[n, one.name, one.block, *(getattr(one, c) for c in counts)] for n, one in enumerate(play.actions)],
        )
    }
    if play.blocks:
        rows = [[one.name, *(getattr(one, count) for count in counts)] for one in play.blocks]
        tables["blocks"] = (("block", *counts), rows)
    if play.changes:
        tables["same_choices"] = (
            ("policy", "steps", "same", "same_low", "same_high"),
            [[change.name, change.steps, *change.same] for change in play.changes],
        )
        tables["changes"] = (
            ("policy", "steps", "block", "open", "before", "now", "gained", "gained_low", "gained_high"),
            [
                [change.name, change.steps, one.name, one.open, one.before, one.now, *one.gained]
                for change in play.changes
                for one in change.shifts
            ],
        )
    return tables


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table as text, figures to six digits, nothing for NaN."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(cell: Any) -> Any:
    if not isinstance(cell, float):
        return cell
    return "" if cell != cell else f"{cell:.6g}"
