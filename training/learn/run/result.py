"""What a training run has come to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...measure.evaluate import Evaluation
from ...measure.intervals import Rate


@dataclass(frozen=True)
class RunResult:
    """What a run has come to.

    Attributes:
        folder: Where everything is.
        policy: File of the best policy; an agent by the name ``policy:<file>``.
        steps: Learner steps taken.
        seconds: Time spent, evaluations included.
        evaluations: How good the best policy is, by opponent, on deals that no choice was made by; empty if stopped
            early, or if the configuration wants no final games.
        stopped: Whether the run was stopped before its budget was spent; it can be resumed.
        asked: Whether somebody asked it to stop, be it that it was at its end and measured.
    """

    folder: Path
    policy: Path
    steps: int
    seconds: float
    evaluations: dict[str, Evaluation]
    stopped: bool
    asked: bool = False

    @property
    def rates(self) -> dict[str, Rate]:
        """Win rate of the best policy by opponent."""
        return {name: found.total.won for name, found in self.evaluations.items()}
