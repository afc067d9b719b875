"""What a balance measurement found: as Markdown for people and the documentation, and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...envs.table.reference import markdown_table
from .arena_report import number, percent, rate_dict, told_options
from .balance import WORTHLESS, Balance, Tally
from .intervals import Mean, Rate


def as_dict(found: Balance) -> dict[str, Any]:
    """Return everything that was counted, as JSON takes it."""
    return {
        "game": found.setup.game.name,
        "players": found.setup.num_seats,
        "options": found.setup.options.model_dump(mode="json", exclude_unset=True),
        "agent": found.agent,
        "seed": found.seed,
        "games": len(found),
        "seats": [rate_dict(rate) for rate in found.seats()],
        "sides": {name: rate_dict(rate) for name, rate in found.by_side().items()},
        "traits": {
            heading: {name: rate_dict(rate) for name, rate in found.by_trait(heading).items()}
            for heading in found.traits
        },
        "draws": found.draws(),
        "truncated": int((found.over == 2).sum()),
        "decisions": _length_dict(found.decisions),
        "lengths": {measure: _length_dict(lengths) for measure, lengths in found.lengths.items()},
        "statistics": {
            heading: {name: {"games": games, **rate_dict(mean)} for name, (games, mean) in numbers.items()}
            for heading, numbers in found.by_statistic().items()
        },
        "cards": [
            {
                "card": card,
                "use": use,
                "taken": tally.taken,
                "offered": tally.offered,
                "chosen": tally.chosen,
                "chosen_when_offered": number(tally.choice_rate),
                "preference": number(tally.preference),
                "users": tally.users,
                "win_rate_difference": rate_dict(found.difference(tally)),
            }
            for (card, use), tally in found.cards.items()
        ],
        "worthless": found.worthless(),
        "targets": found.targets(),
    }


def _length_dict(lengths: np.ndarray) -> dict[str, float]:
    return {
        "mean": float(lengths.mean()),
        "percentile_95": float(np.percentile(lengths, 95)),
        "longest": int(lengths.max()),
    }


def as_json(reports: Sequence[Balance]) -> str:
    """Return the reports as one JSON list."""
    return json.dumps([as_dict(found) for found in reports], indent=2) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a Markdown table and the empty line after it."""
    return [*markdown_table(head, rows), ""]


def as_markdown(reports: Sequence[Balance]) -> str:
    """Return the reports as Markdown, one section for each; before them a summary where it has something to compare."""
    setup, varied = reports[0].setup, _varied(reports)
    title = f"# Balance of {setup.game.title}{told_options(setup, 'num_players', *varied)}\n"
    several = bool(varied) or len({found.setup.num_seats for found in reports}) > 1
    summary = _summary(reports, varied) if several or any(found.by_side() for found in reports) else []
    return "\n".join([title, *summary, *(_section(found, several, varied) for found in reports)])


def _varied(reports: Sequence[Balance]) -> list[str]:
    """Return the options, but for the number of players, that are not the same in all reports."""
    given = [found.setup.options.model_dump(mode="json", exclude_unset=True) for found in reports]
    names = dict.fromkeys(name for one in given for name in one)
    return [
        name for name in names if name != "num_players" and any(one.get(name) != given[0].get(name) for one in given)
    ]


def _summary(reports: Sequence[Balance], varied: Sequence[str]) -> list[str]:
    """Return win rates by side, or of all together, and lengths of games; a line a report, by agent and players."""
    together = all(found.setup.rewards == "cooperative" for found in reports)
    sides = sorted({side for found in reports for side in found.by_side()})
    rows = []
    for found in sorted(reports, key=lambda one: ([r.agent for r in reports].index(one.agent), one.setup.num_seats)):
        rates, cut = found.by_side(), int((found.over == 2).sum())
        held = [" ".join(percent(rates[side])) if side in rates else "-" for side in sides]
        held += [" ".join(percent(found.seats()[0]))] if together else []
        lengths = [f"{found.decisions.mean():.1f}", f"{np.percentile(found.decisions, 95):.0f}"]
        options = [str(getattr(found.setup.options, name)) for name in varied]
        rows.append([found.agent, *options, str(found.setup.num_seats), str(len(found)), *held, *lengths, str(cut)])
    head = ["in every seat", *varied, "players", "games", *(f"{side} wins" for side in sides)]
    head += ["won"] if together else []
    return table([*head, "decisions, mean", "95th percentile", "cut off"], rows)


def _section(found: Balance, several: bool, varied: Sequence[str] = ()) -> str:
    players = f", {found.setup.num_seats} players" if several else ""
    players += "".join(f", {name} {getattr(found.setup.options, name)}" for name in varied)
    lines = [f"## {found.agent} in every seat{players}", "", f"{len(found)} games, seed {found.seed}.", ""]
    lines += table(
        ["seat or side", "win rate", "95 % interval"],
        [[f"seat {seat}", *percent(rate)] for seat, rate in enumerate(found.seats())]
        + [[name, *percent(rate)] for name, rate in found.by_side().items()],
    )
    for heading in found.traits:
        rates = found.by_trait(heading)
        rows = [[name, *percent(rate)] for name, rate in rates.items()]
        lines += table([heading, "win rate", "95 % interval"], rows)
    for measure, lengths in {"decisions": found.decisions, **found.lengths}.items():
        lines += table(
            [f"{measure} in a game", ""],
            [
                ["mean", f"{lengths.mean():.1f}"],
                ["95th percentile", f"{np.percentile(lengths, 95):.0f}"],
                ["longest", f"{lengths.max():.0f}"],
            ],
        )
    for heading, numbers in found.by_statistic().items():
        rows = [[name, str(games), *_mean_cells(mean)] for name, (games, mean) in sorted(numbers.items())]
        lines += table([heading, "games", "mean", "95 % interval"], rows)
    cut = int((found.over == 2).sum())
    lines += [f"Draws: {found.draws()}. Games cut off at the limit of decisions: {cut}.", ""]
    if found.cards:
        lines += ["### Cards", ""]
        lines += table(
            ["card", "use", "a game", "when offered", "preference", "win rate of users - others"],
            [_card_row(found, card, use, tally) for (card, use), tally in found.cards.items()],
        )
        lines += [
            "When offered: how often the use was chosen at decisions where it was open and something else was. "
            "Preference: how many times as often the use was chosen as by chance, where there was a choice. The last "
            "column is a hint only: what is used late is used in games that go well.",
            "",
        ]
    lines += ["### Targets", ""]
    lines += [f"- {'holds' if held else '**fails**'}: {target}" for target, held in found.targets().items()]
    doubtful = sorted(set(found.unfair_seats()) - set(found.unfair_seats(surely=True)))
    if doubtful:
        lines.append(f"- outside that, but more games are needed to be sure: seat {', '.join(map(str, doubtful))}")
    for heading in found.traits:
        if names := found.unfair_traits(heading):
            lines.append(f"- not in that range, by {heading}: {', '.join(names)}")
    if found.worthless():
        lines.append(f"- no use chosen {WORTHLESS} times as often as by chance: {', '.join(found.worthless())}")
    return "\n".join([*lines, ""])


def _mean_cells(mean: Mean) -> list[str]:
    return [f"{mean.mean:.3f}", f"{mean.low:.3f} - {mean.high:.3f}"]


def _card_row(found: Balance, card: str, use: str, tally: Tally) -> list[str]:
    preference = "-" if math.isnan(tally.preference) else f"{tally.preference:.2f}"
    offered = "-" if math.isnan(tally.choice_rate) else f"{100 * tally.choice_rate:.1f} %"
    return [card, use, f"{tally.taken / len(found):.2f}", offered, preference, _points(found.difference(tally))]


def _points(rate: Rate) -> str:
    """Return a difference of win rates in percentage points."""
    if math.isnan(rate.mean):
        return "-"
    return f"{100 * rate.mean:+.1f} ({100 * rate.low:+.1f} to {100 * rate.high:+.1f})"
