"""A run's numbers over time, as CSV and for TensorBoard."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter
from torch.utils.tensorboard import SummaryWriter

from ..envs.table.errors import SaveFileError
from ..envs.table.files import write_atomically

_COLUMNS = (
    "steps", "minutes", "iteration", "steps_per_second", "rollout/score", "rollout/episodes",
    "train/policy_gradient_loss", "train/value_loss", "train/entropy_loss", "train/explained_variance",
    "train/approx_kl", "train/clip_fraction", "train/learning_rate", "train/skipped_steps",
)  # fmt: skip


class RunWriter(KVWriter):
    """Writes ``metrics.csv`` and TensorBoard events; takes up both where an interrupted run left them."""

    def __init__(self, folder: Path, evaluated: Sequence[str], steps: int) -> None:
        """Open the files.

        Args:
            folder: Folder of the run.
            evaluated: Names of the columns for evaluations.
            steps: Learner steps of the checkpoint that the run goes on from; what was written later is dropped.

        Raises:
            SaveFileError: They cannot be written.
        """
        self.columns = [*_COLUMNS, *evaluated]
        self.path = folder / "metrics.csv"
        rows = [row for row in _read(self.path) if int(row["steps"]) <= steps] if steps else []
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_atomically(self.path, text.getvalue())
        try:
            self._file = self.path.open("a", newline="", encoding="utf-8")
            self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=steps + 1 if steps else None)
        except OSError as error:
            raise SaveFileError(f"{folder} cannot be written: {error.strerror or error}") from error
        self._csv = csv.DictWriter(self._file, self.columns, extrasaction="ignore", lineterminator="\n")

    def write(self, key_values: dict[str, Any], key_excluded: Any = None, step: int = 0) -> None:
        """Write one row."""
        row = {k: f"{v:.6g}" if isinstance(v, float) else v for k, v in key_values.items()}
        try:
            self._csv.writerow(row)
            self._file.flush()
        except OSError as error:
            raise SaveFileError(f"{self.path} cannot be written: {error.strerror or error}") from error
        for name, value in key_values.items():
            if name != "steps":
                self._board.add_scalar(name, float(value), step)

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        self._board.close()


def _read(path: Path) -> list[dict[str, str]]:
    """Read the whole rows of a table whose last line may have been cut off by a kill."""
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if None not in row and None not in row.values()]
    return [row for row in rows if (row.get("steps") or "").isdigit()]
