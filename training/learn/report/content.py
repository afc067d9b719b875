"""What a training report tells, gathered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..run.folder import CHECKPOINT
from .games import Play, ValueCalibration, play_best, play_values, restored
from .numbers import PoolEntry, RunNumbers, pool


@dataclass(frozen=True)
class Report:
    """What a report tells.

    Attributes:
        run: What the folder says.
        calibration: How true the learner's value is; None where that is not known.
        no_value: Why it is not known, where the run has no value to ask.
        pool: The opponents of the pool, the hardest first; None without a checkpoint.
        play: What the best policy does; None without a policy.
        page: The page.
    """

    run: RunNumbers
    calibration: ValueCalibration | None
    no_value: str
    pool: list[PoolEntry] | None
    play: Play | None
    page: Path


def gather(run: RunNumbers, games: int, seed: int, page: Path) -> Report:
    """Return what there is to tell of a run, of which some has to be played for.

    Args:
        run: What its folder says.
        games: Games to play with the learner and the pool, and as many with the best policy.
        seed: Fixes these games.
        page: Where the page is, or would be.

    Raises:
        SaveFileError: The checkpoint is damaged.
    """
    play = play_best(run, games, seed)
    if not (run.folder / CHECKPOINT).is_file():
        missing = "There is no checkpoint, and policy files hold no value: nothing can be said of it."
        return Report(run, None, missing, None, play, page)
    learner, league, env = restored(run, CHECKPOINT, seed)
    try:
        opponents = pool(league)  # as the run left it: the games below are scored into it
        value = play_values(learner, env, games, seed)
    finally:
        env.close()
    return Report(run, value, "", opponents, play, page)
