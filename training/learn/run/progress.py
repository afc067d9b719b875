"""What a person sees of a run: a live panel in a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console, Group
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ...measure.evaluate import Evaluation

_QUIET_SECONDS = 15.0


@dataclass(frozen=True)
class Status:
    """Where a run stands.

    Attributes:
        steps: Learner steps taken.
        rate: Learner steps per second, lately.
        progress: Share of the budget that is spent, 0 to 1.
        seconds_left: Estimated time until the end.
        score: Mean score in the last round of training games.
        rates: Win rates of the last evaluation by opponent.
        pool: The learner's estimated win rate against each opponent of the pool.
        evaluated: Whether the evaluation is new.
    """

    steps: int
    rate: float
    progress: float
    seconds_left: float
    score: float
    rates: Mapping[str, float]
    pool: Mapping[str, float]
    evaluated: bool = False


class Progress:
    """Shows a run; use it as a context manager."""

    def __init__(self, title: str, console: Console | None = None, quiet: bool = False) -> None:
        """Prepare to show a run on a console, or nowhere when ``quiet``."""
        self.console, self.title, self.quiet = console or Console(), title, quiet
        self._live: Live | None = None
        self._spoke = -_QUIET_SECONDS

    def __enter__(self) -> Progress:
        if not self.quiet and self.console.is_terminal:
            self._live = Live(console=self.console, refresh_per_second=4, transient=False)
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._live:
            self._live.stop()

    def say(self, text: str) -> None:
        """Print a line that stays."""
        if not self.quiet:
            (self._live.console if self._live else self.console).print(text, highlight=False, soft_wrap=True)

    def tell(self, what: str, found: Mapping[str, Evaluation]) -> None:
        """Print how something did against each opponent, by kind of table and side."""
        for name, one in found.items():
            self.say(f"{what} against {name}: {one.total.won}")
            for table, side, score in one.scores():
                if table or side:
                    where = ", ".join(filter(None, (table, side)))
                    self.say(f"  {where}: {score.won}; opponents there {score.opponents}")
                if side:
                    of_all = f"{score.won_of_all}; opponents {score.opponents_of_all}"
                    self.say(f"    won as {side}, of all seats: {of_all}")

    def update(self, status: Status) -> None:
        """Show where the run stands."""
        if self.quiet:
            return
        if self._live:
            self._live.update(_panel(self.title, status))
        elif status.evaluated or time.monotonic() - self._spoke >= _QUIET_SECONDS:
            self._spoke = time.monotonic()
            self.say(line(status))


def line(status: Status) -> str:
    """Return a status as one line of text."""
    parts = [
        f"{status.steps:,} steps",
        f"{status.rate:,.0f} steps/s",
        f"{_clock(status.seconds_left)} left",
        *(f"{name} {100 * rate:.0f} %" for name, rate in status.rates.items()),
    ]
    return " | ".join(parts)


def _panel(title: str, status: Status) -> Group:
    bar = ProgressBar(total=1.0, completed=status.progress, width=50)
    figures = Text(
        f"{title}: {status.steps:,} learner steps, {status.rate:,.0f} a second, {_clock(status.seconds_left)} left"
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("won against")
    table.add_column("measured", justify="right")
    table.add_column("in training", justify="right")
    for name in [*status.rates, *(n for n in status.pool if n not in status.rates)]:
        measured, training = status.rates.get(name), status.pool.get(name)
        table.add_row(name, *("" if r is None else f"{100 * r:.1f} %" for r in (measured, training)))
    return Group(figures, Padding(bar, 0), table)  # a bar by itself does not end its line


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(max(seconds, 0)), 60)
    return f"{minutes}:{rest:02d}"
