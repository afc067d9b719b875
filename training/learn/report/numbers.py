"""What the folder of a training run holds, as numbers for its report."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, NonNegativeFloat, NonNegativeInt

from ....agents.policy.file import fits, load_policy
from ....agents.policy.network import PolicyNetwork
from ....envs.table.errors import OptionError, SaveFileError, told_as
from ....envs.table.files.reading import parsed, read_text
from ....envs.table.game import Setup
from ...measure.intervals import Rate, wilson
from ..config.training_config import TrainingConfig, load_config
from ..league.league import LATEST, League
from ..run.folder import BEST, CHECKPOINT, CONFIG, LAST, SNAPSHOTS, SUMMARY
from ..run.metrics import EVALUATIONS, METRICS, read_rows
from ..run.stages_folder import runs_of

NAMES = ("against", "table", "side")
"""The columns of ``evaluations.csv`` that are names."""

STRENGTH = ("steps", "win_rate", "win_rate_low", "win_rate_high", "return", "return_low", "return_high")
"""The columns of ``evaluations.csv`` that a report shows."""

LEARNING = {
    "entropy": ("train/entropy_loss", -1),
    "value error": ("train/value_loss", 1),
    "explained variance": ("train/explained_variance", 1),
    "score in training": ("rollout/score", 1),
}
"""What is told of learning: its column in ``metrics.csv``, and the sign that it has there."""


class Part(NamedTuple):
    """What an evaluation is about: an opponent, and of the games against it a kind of table or a side; empty: all."""

    against: str
    table: str
    side: str


class Summary(BaseModel):
    """``summary.json``: the best policy at the end of a run, on deals that it was not chosen by."""

    model_config = ConfigDict(extra="ignore")

    steps: NonNegativeInt
    best_steps: NonNegativeInt
    minutes: NonNegativeFloat
    games: NonNegativeInt
    evaluations: list[dict[str, str | float | None]]


class Policy(NamedTuple):
    """A network of a run: what it is, the learner steps at which it was taken, and the network."""

    name: str
    steps: int
    network: PolicyNetwork


@dataclass(frozen=True)
class RunNumbers:
    """What a run's folder says without playing.

    Attributes:
        folder: The folder.
        config: The configuration.
        setups: The kinds of table by their names.
        metrics: Columns of ``metrics.csv``, float64, shape (rounds,); NaN where nothing was measured.
        strength: Columns of ``evaluations.csv`` for each part, float64, shape (evaluations,).
        summary: What was measured at the end; None for a run that has not come to its end.
        best: The best policy, or the last one before the first evaluation; None where there is no policy.
        others: Earlier and later policies of the run to hold the best one against.
    """

    folder: Path
    config: TrainingConfig
    setups: dict[str, Setup]
    metrics: dict[str, np.ndarray]
    strength: dict[Part, dict[str, np.ndarray]]
    summary: Summary | None
    best: Policy | None
    others: tuple[Policy, ...]

    @property
    def steps(self) -> int:
        """Learner steps after the last round that is written down."""
        rounds = self.metrics["steps"]
        return int(rounds[-1]) if rounds.size else 0

    @property
    def finished(self) -> bool:
        """Whether the run came to the end of its budget, and has not gone on since."""
        if self.summary is not None or self.config.evaluation.final_games:
            return self.summary is not None and self.summary.steps >= self.steps
        by_steps = self.config.steps is not None and self.steps >= self.config.steps
        by_time = self.config.minutes is not None and self.metrics["minutes"].max(initial=0) >= self.config.minutes
        return by_steps or by_time  # a run that is not measured at its end leaves no summary

    def totals(self) -> dict[str, dict[str, np.ndarray]]:
        """Return the strength over all tables and sides by opponent."""
        return {part.against: curve for part, curve in self.strength.items() if not (part.table or part.side)}

    def parts(self) -> dict[Part, dict[str, np.ndarray]]:
        """Return the strength at single kinds of table and on single sides."""
        return {part: curve for part, curve in self.strength.items() if part.table or part.side}

    def learning(self) -> Iterator[tuple[str, np.ndarray]]:
        """Yield name and values of what is told of learning, shape (rounds,)."""
        for name, (column, sign) in LEARNING.items():
            yield name, sign * self.metrics[column]


@dataclass(frozen=True)
class PoolEntry:
    """An opponent of the pool at the last checkpoint.

    Attributes:
        name: Its name.
        episodes: Episodes that the learner's score rests on, older ones counting less.
        score: The learner's mean score against it, 0 to 1; NaN before the first episode.
        share: Probability with which it is drawn.
        itself: Whether it is the learner as it is now.
    """

    name: str
    episodes: float
    score: Rate
    share: float
    itself: bool


def read_run(folder: Path) -> RunNumbers:
    """Read the folder of a run, finished or not.

    Raises:
        OptionError: There is no run in it, or a policy in it does not fit the configuration.
        SaveFileError: A file in it is damaged.
    """
    if runs := runs_of(folder):
        raise OptionError(f"{folder} holds a training in stages; report on one of {', '.join(map(str, runs))}")
    if not (folder / CONFIG).is_file():
        raise OptionError(f"there is no run to report on in {folder}: {CONFIG} is missing")
    config = load_config(source=folder / CONFIG, kept=True)
    setups = config.setups()
    best, *others = _policies(folder, next(iter(setups.values())))
    return RunNumbers(
        folder=folder,
        config=config,
        setups=setups,
        metrics=_metrics(folder / METRICS),
        strength=_strength(folder / EVALUATIONS),
        summary=_summary(folder / SUMMARY),
        best=best,
        others=tuple(other for other in others if other is not None),
    )


def pool(league: League) -> list[PoolEntry]:
    """Return the opponents of a pool, those that the pool takes for the hardest first; whom it has not met is last.

    The pool's estimate is drawn towards an even score, so that an opponent met once does not lead the list. The
    intervals take every episode for an observation of its own.
    """
    shares = league.shares()
    entries = []
    order = sorted(range(len(shares)), key=lambda n: (not league.opponents[n].games, league.opponents[n].win_rate))
    for number in order:
        one = league.opponents[number]
        mean = one.wins / one.games if one.games else math.nan
        score = wilson(min(max(mean, 0.0), 1.0), one.games) if one.games else Rate(math.nan, math.nan, math.nan)
        entries.append(PoolEntry(one.name, one.games, score, float(shares[number]), number == LATEST))
    return entries


def smoothed(values: np.ndarray) -> np.ndarray:
    """Return a running mean over about a twentieth of all rounds, that many on both sides, shape (rounds,)."""
    reach = len(values) // 40
    known = ~np.isnan(values)
    sums, counts = (np.cumsum([0.0, *column]) for column in (np.where(known, values, 0.0), known))
    rounds = np.arange(len(values))
    first, last = np.maximum(rounds - reach, 0), np.minimum(rounds + reach + 1, len(values))
    number = counts[last] - counts[first]
    return np.where(number > 0, (sums[last] - sums[first]) / np.maximum(number, 1), np.nan)


def stages(values: np.ndarray) -> tuple[float, float, float]:
    """Return the means over the first tenth of the rounds, over the tenth in the middle, and over the last one."""
    values = values[~np.isnan(values)]
    if not values.size:
        return math.nan, math.nan, math.nan
    size = max(len(values) // 10, 1)
    middle = (len(values) - size) // 2
    return tuple(float(values[start : start + size].mean()) for start in (0, middle, len(values) - size))  # type: ignore[return-value]


def began(values: np.ndarray) -> float:
    """Return the mean over the first three rounds, or fewer where these are more than a tenth of all."""
    values = values[~np.isnan(values)]
    return float(values[: min(max(len(values) // 10, 1), 3)].mean()) if values.size else math.nan


def _metrics(path: Path) -> dict[str, np.ndarray]:
    columns = ("steps", "minutes", "iteration", *(column for column, _ in LEARNING.values()))
    return _numbers(path, read_rows(path), columns)


def _strength(path: Path) -> dict[Part, dict[str, np.ndarray]]:
    rows: dict[Part, list[dict[str, str]]] = {}
    found = read_rows(path)
    _check_columns(path, found, NAMES)
    for row in found:
        rows.setdefault(Part(*(row[name] for name in NAMES)), []).append(row)
    return {part: _numbers(path, same, STRENGTH) for part, same in rows.items()}


def _numbers(path: Path, rows: Sequence[Mapping[str, str]], columns: Sequence[str]) -> dict[str, np.ndarray]:
    """Return columns as float64, NaN for empty cells."""
    _check_columns(path, rows, columns)
    return {column: np.array([_number(path, row, column) for row in rows], np.float64) for column in columns}


def _check_columns(path: Path, rows: Sequence[Mapping[str, str]], columns: Sequence[str]) -> None:
    missing = [column for column in columns if rows and column not in rows[0]]
    if missing:
        raise SaveFileError(f"{path}: column {missing[0]!r} is missing")


def _number(path: Path, row: Mapping[str, str], column: str) -> float:
    text = row[column]
    try:
        return float(text) if text else math.nan
    except ValueError:
        raise SaveFileError(f"{path}: at {row['steps']} steps {column} is {text!r}, not a number") from None


def _summary(path: Path) -> Summary | None:
    if not path.is_file():
        return None
    with told_as(SaveFileError, f"{path} cannot be read"):
        text = read_text(path, "not a summary", SaveFileError)
    return parsed(lambda: Summary.model_validate(json.loads(text)), str(path), "damaged", SaveFileError)


def _policies(folder: Path, setup: Setup) -> list[Policy | None]:
    """Return the best policy, None if there is none at all, and the others that are not the same again."""
    last = _first_of(folder, (LAST, CHECKPOINT))  # of means the checkpoint has the weights that they are of
    best = _first_of(folder, (BEST,)) or last
    if best is None:
        return [None]
    chosen = _load(best, "best policy" if best.name == BEST else "last policy", setup)
    others = [] if last is None or last == best else [_load(last, "last policy", setup)]
    snapshots = sorted(
        (path for path in (folder / SNAPSHOTS).glob("*.zip") if path.stem.isdigit()), key=lambda path: int(path.stem)
    )
    earlier = [path for path in snapshots if int(path.stem) < chosen.steps]
    others += [_load(path, "snapshot before it", setup) for path in earlier[-1:]]
    others += [_load(path, "oldest snapshot", setup) for path in snapshots[:1]]
    distinct = {one.steps: one for one in reversed(others) if one.steps != chosen.steps}
    return [chosen, *reversed(distinct.values())]


def _first_of(folder: Path, names: Sequence[str]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)


def _load(path: Path, name: str, setup: Setup) -> Policy:
    network, info = load_policy(path)
    fits(info, setup, str(path))
    return Policy(name, info.steps, network)


def final_rate(row: Mapping[str, Any], name: str) -> Rate:
    """Return a figure of an evaluation's row with its interval; NaN where nothing was observed."""
    cells = [row.get(column) for column in (name, f"{name}_low", f"{name}_high")]
    return Rate(*(math.nan if cell is None else float(cell) for cell in cells))
