"""What an arena says of luck that it has taken off: rows for its tables, and words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..intervals import Mean, number, rate_dict
from ..luck.reduction import LEAST_DEALS, Reduced
from .arena import Arena, Standing

HEADS = ["luck taken off", "win rate", "corrected", "games needed", "mean return", "corrected", "games needed"]


def rows(standings: Sequence[Standing]) -> list[list[str]]:
    """Return a row for each agent; none where luck is not told."""
    return [
        [one.agent, *_cells(one.wins_reduced, _percent), *_cells(one.return_reduced, str)]
        for one in standings
        if one.wins_reduced is not None and one.return_reduced is not None
    ]


def cross_rows(arena: Arena, standings: Sequence[Standing]) -> list[list[str]]:
    """Return a row for each agent: its corrected rate against each; none for two agents, of which all is told above."""
    names = [one.agent for one in standings]
    if len(names) < 3:
        return []
    found = [[None if one == other else arena.against_reduced(one, other) for other in names] for one in names]
    cells = [["" if one is None else _percent(one.corrected) for one in row] for row in found]
    return [[name, *row] for name, row in zip(names, cells, strict=True)]


CSV_HEADS = ["corrected", "corrected low", "corrected high", "times fewer games"]


def csv_cells(one: Standing) -> list[float]:
    """Return the figures for :data:`CSV_HEADS`; none where luck is not told."""
    return [] if one.wins_reduced is None else [*one.wins_reduced.corrected, one.wins_reduced.fewer]


def words(arena: Arena) -> str:
    """Return what the figures are, and what they cost."""
    assert arena.reduction is not None
    told = (
        f"Corrected: without what luck brought, as the value of {arena.reduction.value} tells it from "
        f"{arena.reduction.rerolls} re-rolls; without bias, but not bound to 0 to 100 %."
    )
    if deals_played(arena) < LEAST_DEALS:
        told += f" With fewer than {LEAST_DEALS} deals it is not known how much to take off."
    played, telling = arena.spent
    if telling:
        games = played - telling
        all_of_them = arena.played == int(arena.done.sum())
        where = "Re-rolls" if all_of_them else f"Of the last {arena.played} games, played since it went on, re-rolls"
        told += f" {where} took {telling:.1f} s of processor time, the games themselves {games:.1f} s"
        told += f": {played / games:.2f} times in all." if games > 0 else "."
    return told


def deals_played(arena: Arena) -> int:
    """Return how many deals have been played."""
    return len(set(arena.plan.deals[arena.done].tolist()))


def as_dict(found: Reduced | None) -> dict[str, Any]:
    """Return a corrected mean as JSON takes it; nothing where luck is not told."""
    if found is None:
        return {}
    return {
        "plain": rate_dict(found.plain),
        "corrected": rate_dict(found.corrected),
        "share": number(found.share),
        "times_fewer_games": number(found.fewer),
    }


def _cells(found: Reduced, told: Any) -> list[str]:
    fewer = "-" if math.isnan(found.fewer) else f"1 / {found.fewer:.2f}"
    return [told(found.plain), told(found.corrected), fewer]


def _percent(mean: Mean) -> str:
    if math.isnan(mean.low):
        return "-" if math.isnan(mean.mean) else f"{100 * mean.mean:.1f} %"
    return f"{100 * mean.mean:.1f} % ({100 * mean.low:.1f} to {100 * mean.high:.1f})"
