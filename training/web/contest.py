"""An arena to look at while it runs: its table of ratings, and some of its games."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from ...envs.table.files.replay import Replay
from ...envs.table.seats import seat_name
from ..measure.arena.arena import Arena
from ..measure.arena.report import ranking
from ..measure.match import wins_in
from ..measure.wording import told_options
from .refusals import unknown

GAMES = 60
"""Games that a page lists, the latest first."""
_APART = 1.0  # seconds; ratings are not computed anew more often


def _told_end(shares: np.ndarray) -> str:
    """Return in words how a game ended, by each seat's 1 for a win, 0.5 for a draw and 0 for a loss."""
    winners = [seat_name(seat) for seat, share in enumerate(shares) if share == 1]
    if winners:
        return "won by all" if len(winners) == len(shares) > 1 else f"won by {', '.join(winners)}"
    return "a draw" if shares.any() else "lost"


class Contest:
    """What an arena's page shows. The arena tells it of progress in one thread, pages ask in others."""

    def __init__(self, arena: Arena) -> None:
        """Show an arena that may have games already."""
        self._arena, self._lock, self._told = arena, threading.Lock(), 0.0
        self._shown: dict[str, Any] = {}
        self.tell()

    def tell(self, at_once: bool = True) -> None:
        """Take over what the arena has found so far; by default at once, else only if it was not done lately."""
        if not at_once and time.monotonic() - self._told < _APART:
            return
        shown = self._look()
        with self._lock:
            self._shown, self._told = shown, time.monotonic()

    def _look(self) -> dict[str, Any]:
        arena = self._arena
        done = int(arena.done.sum())
        head, rows = ranking(arena, arena.standings()) if done else ([], [])
        games = [self._game(number) for number in sorted(arena.recorded)[-GAMES:][::-1]]
        return {
            "title": f"{arena.setup.game.title}{told_options(arena.setup)}",
            "done": done,
            "games": len(arena.plan),
            "head": ["agent", *head],
            "rows": [[str(cell) for cell in row] for row in rows],
            "recorded": games,
        }

    def _game(self, number: int) -> dict[str, Any]:
        arena = self._arena
        seats = [arena.agents[agent] for agent in arena.plan.seating[number]]
        end = _told_end(wins_in(arena.setup, arena.returns[number][None])[0])
        return {"number": number, "seats": seats, "end": end, "decisions": int(arena.decisions[number])}

    @property
    def shown(self) -> dict[str, Any]:
        """What the page shows now."""
        with self._lock:
            return self._shown

    def replay(self, number: int) -> Replay:
        """Return a game that was kept. Raises Refused where it was not."""
        arena = self._arena
        if number not in arena.recorded:
            raise unknown("game; only some are kept")
        names = [arena.agents[agent] for agent in arena.plan.seating[number]]
        return Replay.of(arena.setup, arena.recorded[number], seed=int(arena.plan.seeds[number]), players=names)
