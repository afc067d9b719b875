"""What an arena found: as tables for the terminal, Markdown, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ....envs.table.game import TRUNCATED
from ....envs.table.reference import markdown_table
from ..intervals import Rate, number, rate_dict
from ..luck.reduction import Reduced
from ..policies_played import told_policies
from ..usage import columns, usage_rows
from ..wording import percent, told_options
from . import luck_report
from .arena import Arena, Standing
from .ratings import Rating

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


def as_dict(arena: Arena) -> dict[str, Any]:
    """Return the whole result as JSON takes it: rates as ``{"mean", "low", "high"}``, null where nothing was played."""
    standings = arena.standings()
    return {
        **arena.describe(),
        "games_done": int(arena.done.sum()),
        "mean_decisions": float(arena.decisions[arena.done].mean()) if arena.done.any() else None,
        "truncated": int((arena.over[arena.done] == TRUNCATED).sum()),
        "standings": [
            {
                "agent": one.agent,
                "games": one.games,
                "win_rate": rate_dict(one.win_rate),
                "draws": one.draws,
                "mean_return": number(one.mean_return.mean),
                "mean_return_interval": [number(one.mean_return.low), number(one.mean_return.high)],
                "rating": _rating_dict(one.rating),
                "strongest_mix": one.mixed and {"share": one.mixed.share, "against": rate_dict(one.mixed.against)},
                "sides": {name: rate_dict(rate) for name, rate in one.sides.items()},
                "sides_of_all": {name: rate_dict(rate) for name, rate in one.sides_of_all.items()},
                **({"usage": one.usage} if one.usage else {}),
                **_reduced_dict(win_rate=one.wins_reduced, mean_return=one.return_reduced),
            }
            for one in standings
        ],
        "against": {
            one.agent: {
                other.agent: rate_dict(arena.against(one.agent, other.agent)) for other in standings if other != one
            }
            for one in standings
        },
        **({"against_reduced": _cross_reduced(arena, standings)} if arena.reduction else {}),
    }


def _reduced_dict(**found: Reduced | None) -> dict[str, Any]:
    told = {name: luck_report.as_dict(one) for name, one in found.items() if one is not None}
    return {"reduced": told} if told else {}


def _cross_reduced(arena: Arena, standings: Sequence[Standing]) -> dict[str, Any]:
    names = [one.agent for one in standings]
    return {
        one: {other: luck_report.as_dict(arena.against_reduced(one, other)) for other in names if other != one}
        for one in names
    }


def as_json(arena: Arena) -> str:
    """Return :func:`as_dict` as text."""
    return json.dumps(as_dict(arena), indent=2) + "\n"


def as_csv(arena: Arena) -> str:
    """Return one line an agent: its standing, then its win rate against each other agent."""
    standings = arena.standings()
    names, sides = [one.agent for one in standings], side_names(standings)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head = ["agent", "games", "win_rate", "low", "high", "draws", "mean_return", "mu", "sigma"]
    head += ["share_of_mix", "against_mix", *(f"against {name}" for name in names)]
    used = columns([one.usage for one in standings])
    head += [f"as {side}" for side in sides] + [f"won as {side}" for side in sides]
    head += [f"used {name}" for name in used]
    writer.writerow([*head, *(luck_report.CSV_HEADS if arena.reduction else ())])
    for one in standings:
        against = ["" if name == one.agent else arena.against(one.agent, name).mean for name in names]
        rating = ("", "") if one.rating is None else one.rating
        mixed = ("", "") if one.mixed is None else (one.mixed.share, one.mixed.against.mean)
        figures = [*one.win_rate, one.draws, one.mean_return.mean, *rating, *mixed]
        held = [one.sides[side].mean if side in one.sides else "" for side in sides]
        of_all = [one.sides_of_all[side].mean for side in sides]
        spent = [one.usage.get(name, "") for name in used]
        without = luck_report.csv_cells(one)
        writer.writerow([one.agent, one.games, *figures, *against, *held, *of_all, *spent, *without])
    return text.getvalue()


def as_markdown(arena: Arena) -> str:
    """Return the standings and the cross table as Markdown."""
    standings = arena.standings()
    words = _words(arena)
    head, rows = ranking(arena, standings)
    lines = [
        f"# Arena of {arena.setup.game.title}{told_options(arena.setup)}",
        "",
        f"{_games(arena)}, {words.played}, seed {arena.seed}; {words.counted}.",
        "",
        *markdown_table(["", "agent", *head], _numbered(rows)),
        "",
        *markdown_table([words.cross, *(one.agent for one in standings)], _cross_rows(arena, standings, " ")),
    ]
    if reduced := luck_report.rows(standings):
        lines += ["", luck_report.words(arena), "", *markdown_table(luck_report.HEADS, reduced)]
        if cross := luck_report.cross_rows(arena, standings):
            heads = [f"{words.cross}, corrected", *(one.agent for one in standings)]
            lines += ["", *markdown_table(heads, cross)]
    if mixed := _mix_rows(standings):
        lines += ["", *markdown_table(_MIX_HEADS, mixed)]
    if sides := side_names(standings):
        heads = [head for side in sides for head in (side, f"won as {side}, of all seats")]
        head = ["win rate by side", *heads, "mean return", "interval"]
        lines += ["", *markdown_table(head, [[one.agent, *_side_cells(one, sides)] for one in standings])]
    heads, used = usage_rows({one.agent: one.usage for one in standings})
    if used:
        lines += ["", *markdown_table(["used up", *heads], used)]
    values = [arena.reduction.file] if arena.reduction else []
    return "\n".join(lines) + "\n" + told_policies([arena.setup], arena.agents, values=values)


def _games(arena: Arena) -> str:
    """Return how many games there are; of how many, where an arena was interrupted."""
    done, planned = int(arena.done.sum()), len(arena.plan)
    return f"{done} games" if done == planned else f"{done} of {planned} games"


def as_tables(arena: Arena) -> Group:
    """Return the standings and the cross table for a rich console."""
    from rich.console import Group

    standings, words = arena.standings(), _words(arena)
    title = f"{arena.setup.game.title}{told_options(arena.setup)}: {_games(arena)}, seed {arena.seed}"
    head, ranks = ranking(arena, standings)
    places = [str(place) for place in range(1, len(standings) + 1)]
    parts = [
        _table(title, ["", "agent", *head], _numbered(ranks), texts=2, caption=words.counted),
        _table(words.cross, ["", "agent", *places], _numbered(_cross_rows(arena, standings, "  ")), texts=2),
    ]
    if reduced := luck_report.rows(standings):
        heads = ["agent", *luck_report.HEADS[1:]]
        parts.append(_table("luck taken off", heads, reduced, caption=luck_report.words(arena)))
        if cross := luck_report.cross_rows(arena, standings):
            parts.append(_table(f"{words.cross}, corrected", ["", "agent", *places], _numbered(cross), texts=2))
    if mixed := _mix_rows(standings):
        parts.append(_table("who would still win if everybody chose among these agents", _MIX_HEADS, mixed))
    heads, used = usage_rows({one.agent: one.usage for one in standings})
    if used:
        parts.append(_table("used up", ["agent", *heads], used))
    if sides := side_names(standings):
        told = [(one.agent, _side_cells(one, sides)) for one in standings]
        rates = [[agent, *cells[:-2][::2], *cells[-2:]] for agent, cells in told]
        of_all = [[agent, *cells[:-2][1::2]] for agent, cells in told]  # in a table of its own it fits the screen
        heads = ["", "agent", *sides]
        parts.append(_table("win rate by side", [*heads, "mean return", "interval"], _numbered(rates), texts=2))
        parts.append(_table("won on a side, of all seats", heads, _numbered(of_all), texts=2))
    return Group(*[part for table in parts for part in ("", table)][1:])


def _table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1, caption: str | None = None
) -> Table:
    """Return a table for a rich console; its first ``texts`` columns are texts, the others figures."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=title, caption=caption, box=None)
    for column, head in enumerate(heads):
        table.add_column(escape(head), justify="left" if column < texts else "right")
    for row in rows:
        table.add_row(*map(escape, row))
    return table


def _numbered(rows: Iterable[Sequence[str]]) -> Iterator[list[str]]:
    """Yield rows with their places in front."""
    return ([str(place), *row] for place, row in enumerate(rows, 1))


def _cross_rows(arena: Arena, standings: Sequence[Standing], gap: str) -> list[list[str]]:
    """Return what each agent won against each, a row for each; ``gap`` stands between a rate and its interval."""
    return [
        [one.agent, *("" if o is one else gap.join(percent(arena.against(one.agent, o.agent))) for o in standings)]
        for one in standings
    ]


class _Words(NamedTuple):
    """How an arena is told: how it was played, what is counted, and what its cross table compares."""

    played: str
    counted: str
    cross: str


def _words(arena: Arena) -> _Words:
    if arena.one_team:
        return _Words(
            played="each agent by itself on the same deals",
            counted="95 % intervals",
            cross="deals on which row did better than column, equal ones half",
        )
    return _Words(
        played="duplicate deals with rotated seats",
        counted="win rates count draws as half; 95 % intervals",
        cross="row against column",
    )


def ranking(arena: Arena, standings: Sequence[Standing]) -> tuple[list[str], list[list[str]]]:
    """Return the headings behind the agent's, and a row for each agent: ratings only where agents meet."""
    if arena.one_team:
        rows = [
            [one.agent, str(one.games), *percent(one.win_rate), *_return_cells(one), str(one.draws)]
            for one in standings
        ]
        return ["games", "won", "interval", "mean return", "interval", "undecided"], rows
    rows = []
    for one in standings:
        assert one.rating is not None
        rating = f"{one.rating.mu:.1f} ± {one.rating.sigma:.1f}"
        rows.append([one.agent, rating, str(one.games), *percent(one.win_rate), str(one.draws)])
    return ["rating", "games", "win rate", "interval", "draws"], rows


_MIX_HEADS = ["in the strongest mix", "share of it", "wins against it", "interval"]


def _mix_rows(standings: Sequence[Standing]) -> list[list[str]]:
    """Return a row for each agent, the one that does best against the strongest mix first; none with two agents."""
    known = [(one.mixed, one.agent) for one in standings if one.mixed is not None]
    known.sort(key=lambda row: (row[0].against.mean, row[0].share), reverse=True)
    return [[agent, f"{100 * mixed.share:.0f} %", *percent(mixed.against)] for mixed, agent in known]


def _rating_dict(rating: Rating | None) -> dict[str, float] | None:
    return None if rating is None else {"mu": rating.mu, "sigma": rating.sigma, "ordinal": rating.ordinal}


def side_names(standings: Sequence[Standing]) -> list[str]:
    """Return the names of all sides that anybody held."""
    return sorted({side for one in standings for side in one.sides})


def _side_cells(one: Standing, sides: Sequence[str]) -> list[str]:
    """Return for each side the rate there and the share of all seats, then the mean return and its interval."""
    nobody = Rate(math.nan, math.nan, math.nan)
    rates = [rate for side in sides for rate in (one.sides.get(side, nobody), one.sides_of_all[side])]
    return [*("  ".join(percent(rate)).strip() for rate in rates), *_return_cells(one)]


def _return_cells(one: Standing) -> tuple[str, str]:
    mean, low, high = one.mean_return
    return f"{mean:+.3f}", "" if math.isnan(low) else f"{low:+.3f} to {high:+.3f}"
