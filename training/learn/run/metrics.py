"""A run's numbers over time, as CSV and for TensorBoard."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter
from torch.utils.tensorboard import SummaryWriter

from ....envs.table.errors import SaveFileError, told_as
from ....envs.table.files.atomic import write_atomically
from ....envs.table.files.reading import parsed, read_text
from ...measure.evaluate import COLUMNS, Evaluation

METRICS, EVALUATIONS = "metrics.csv", "evaluations.csv"

_COLUMNS = (
    "steps", "minutes", "iteration", "steps_per_second", "rollout/score", "rollout/episodes",
    "train/policy_gradient_loss", "train/value_loss", "train/entropy_loss", "train/explained_variance",
    "train/approx_kl", "train/clip_fraction", "train/learning_rate", "train/skipped_steps",
    "expert/decisions", "expert/agreed", "expert/value_error", "exploiter/score",
    "exploiter/number",
)  # fmt: skip


class RunWriter(KVWriter):
    """Writes ``metrics.csv``, ``evaluations.csv`` and TensorBoard events; an interrupted run's go on."""

    def __init__(self, folder: Path, evaluated: Sequence[str], steps: int) -> None:
        """Open the files.

        Args:
            folder: Folder of the run.
            evaluated: Names of the columns of ``metrics.csv`` for evaluations.
            steps: Learner steps of the checkpoint that the run goes on from; what was written later is dropped.

        Raises:
            SaveFileError: They cannot be written.
        """
        self._metrics = _Rows(folder / METRICS, [*_COLUMNS, *evaluated], steps)
        self._evaluations = _Rows(folder / EVALUATIONS, ["steps", *COLUMNS], steps)
        with told_as(SaveFileError, f"{folder} cannot be written"):
            self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=steps + 1 if steps else None)

    def write(self, key_values: dict[str, Any], key_excluded: Any = None, step: int = 0) -> None:
        """Write one row of metrics."""
        self._metrics.add([key_values])
        for name, value in key_values.items():
            if name != "steps":
                self._board.add_scalar(name, float(value), step)

    def write_evaluations(self, found: Iterable[Evaluation], steps: int) -> None:
        """Write what was measured: overall, by kind of table and by side."""
        found = list(found)
        self._evaluations.add([{"steps": steps} | row for evaluation in found for row in evaluation.rows()])
        for evaluation in found:
            for table, side, score in evaluation.scores():
                if table or side:  # the totals are metrics
                    name = "/".join(filter(None, ("by table and side", evaluation.against, table, side)))
                    self._board.add_scalar(name, score.won.mean, steps)
                if side:
                    self._board.add_scalar(f"{name}, of all seats", score.won_of_all.mean, steps)

    def close(self) -> None:
        """Close the files."""
        self._metrics.close()
        self._evaluations.close()
        self._board.close()


class _Rows:
    """A CSV file that grows; its first column of interest is ``steps``."""

    def __init__(self, path: Path, columns: Sequence[str], steps: int) -> None:
        """Open the file; rows that are already in it stay up to ``steps``."""
        self.path = path
        rows = [row for row in read_rows(path) if int(row["steps"]) <= steps] if steps else []
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        with told_as(SaveFileError, f"{path} cannot be written"):
            write_atomically(path, text.getvalue())
            self._file = path.open("a", newline="", encoding="utf-8")
        self._csv = csv.DictWriter(self._file, columns, extrasaction="ignore", lineterminator="\n")

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        """Write rows."""
        with told_as(SaveFileError, f"{self.path} cannot be written"):
            for row in rows:
                self._csv.writerow({k: f"{v:.6g}" if isinstance(v, float) else v for k, v in row.items()})
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_rows(path: Path) -> list[dict[str, str]]:
    """Read the whole rows of a table whose last line may have been cut off by a kill; none where there is no file.

    Raises:
        SaveFileError: It cannot be read.
    """
    if not path.is_file():
        return []
    with told_as(SaveFileError, f"{path} cannot be read"):
        text = read_text(path, "not a table of a run", SaveFileError)
    found = parsed(lambda: list(csv.DictReader(io.StringIO(text))), str(path), "not a table", SaveFileError)
    rows = [row for row in found if None not in row and None not in row.values()]
    return [row for row in rows if (row.get("steps") or "").isdigit()]
