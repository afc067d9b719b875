"""What a crossed measurement found: as Markdown for people and the documentation, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ....envs.table.reference import markdown_table
from ..intervals import rate_dict
from ..policies_played import told_policies
from ..wording import game_dict, percent, told_options, varied_options
from .crossed import Cell, Crossed


def as_dict(found: Crossed) -> dict[str, Any]:
    """Return everything that was counted, as JSON takes it."""
    cells = {pair: found.cell(*pair) for pair in found.results}
    return {
        **game_dict(found.setup),
        "side": found.side,
        "agents": list(found.agents),
        "seed": found.seed,
        "games": len(found),
        "pairs": [
            {
                "agent": one,
                "others": others,
                "win_rate": rate_dict(cell.win_rate),
                "decisions": {"mean": cell.mean_decisions, "percentile_95": cell.decisions_95},
                "truncated": cell.truncated,
            }
            for (one, others), cell in cells.items()
        ],
    }


def as_json(reports: Sequence[Crossed]) -> str:
    """Return the reports as one JSON list."""
    return json.dumps([as_dict(found) for found in reports], indent=2) + "\n"


def as_markdown(reports: Sequence[Crossed]) -> str:
    """Return the reports on one side of one game as Markdown: a table of win rates and one of lengths of games."""
    first, varied = reports[0], varied_options([found.setup for found in reports])
    given = told_options(first.setup, "num_players", *varied)
    lines = [f"# {first.setup.game.title}{given}: agents by side, {first.side}", ""]
    lines += [
        "One agent takes every decision of whoever is on that side at the time (rows), another one all other decisions "
        f"(columns). {len(first)} games each, the same deals, seed {first.seed}. Win rates of the side, with 95 % "
        "intervals:",
        "",
        *_table(reports, varied, lambda cell: " ".join(percent(cell.win_rate))),
        "Mean decisions in a game, in brackets the 95th percentile, and how many games were cut off if any were:",
        "",
        *_table(reports, varied, _length),
    ]
    return "\n".join(lines) + told_policies([found.setup for found in reports], first.agents)


def _table(reports: Sequence[Crossed], varied: Sequence[str], text: Callable[[Cell], str]) -> list[str]:
    """Return a row for each number of players, varied options and agent on the side, a column for each other agent."""
    first, rows = reports[0], []
    for found in reports:
        kind = [str(found.setup.num_seats), *(str(getattr(found.setup.options, name)) for name in varied)]
        rows += [[*kind, one, *(text(found.cell(one, others)) for others in found.agents)] for one in found.agents]
    heads = ["players", *varied, first.side, *(f"others: {others}" for others in first.agents)]
    return [*markdown_table(heads, rows), ""]


def _length(cell: Cell) -> str:
    cut = f", {cell.truncated} cut off" if cell.truncated else ""
    return f"{cell.mean_decisions:.1f} ({cell.decisions_95:.0f}){cut}"
