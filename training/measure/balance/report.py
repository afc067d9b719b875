"""What a balance measurement found: agents side by side, as Markdown for people and the documentation, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....envs.table.reference import markdown_table
from ..intervals import number, rate_dict
from ..policies_played import told_policies
from ..wording import game_dict, percent, told_options, varied_options
from .balance import Balance
from .counts import Tally
from .tables import section


def as_dict(found: Balance) -> dict[str, Any]:
    """Return everything that was counted, as JSON takes it."""
    return {
        **game_dict(found.setup),
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
        "truncated": found.cut_off,
        "decisions": _length_dict(found.decisions),
        "lengths": {measure: _length_dict(lengths) for measure, lengths in found.lengths.items()},
        "statistics": {
            heading: {name: {"games": games, **rate_dict(mean)} for name, (games, mean) in numbers.items()}
            for heading, numbers in found.by_statistic().items()
        },
        "cards": [
            {"card": card, "use": use, **_tally_dict(found, tally)} for (card, use), tally in found.cards.items()
        ],
        "actions": [{"group": group, **_tally_dict(found, tally)} for group, tally in found.groups.items()],
        "worthless": found.worthless(),
        "fair_range": list(found.fair_range()),
        "targets": {
            target.text: {"verdict": target.verdict.value, "wrong": list(target.wrong)} for target in found.targets()
        },
    }


def _tally_dict(found: Balance, tally: Tally) -> dict[str, Any]:
    return {
        "taken": tally.taken,
        "offered": tally.offered,
        "chosen": tally.chosen,
        "chosen_when_offered": rate_dict(tally.choice),
        "preference": number(tally.preference),
        "users": tally.users,
        "win_rate_difference": rate_dict(found.difference(tally)),
    }


def _length_dict(lengths: np.ndarray) -> dict[str, float]:
    return {
        "mean": float(np.nanmean(lengths)),
        "percentile_95": float(np.nanpercentile(lengths, 95)),
        "longest": int(np.nanmax(lengths)),
    }


def as_json(reports: Sequence[Balance]) -> str:
    """Return the reports as one JSON list."""
    return json.dumps([as_dict(found) for found in reports], indent=2) + "\n"


def as_markdown(reports: Sequence[Balance]) -> str:
    """Return the reports as Markdown: a section for each number of players and options, with agents side by side.

    Before them stands a summary where it has something to compare.
    """
    setup, varied = reports[0].setup, varied_options([found.setup for found in reports])
    title = f"# Balance of {setup.game.title}{told_options(setup, 'num_players', *varied)}\n"
    tables: dict[str, list[Balance]] = {}
    for found in reports:
        tables.setdefault(_kind(found, varied), []).append(found)
    summary = _summary(reports, varied) if len(tables) > 1 or any(found.by_side() for found in reports) else []
    page = "\n".join([title, *summary, *(section(kind, same) for kind, same in tables.items())])
    return page + told_policies([found.setup for found in reports], {found.agent for found in reports})


def _kind(found: Balance, varied: Sequence[str]) -> str:
    """Return number of players and options of a report, as the heading of its section."""
    players = "1 player" if found.setup.num_seats == 1 else f"{found.setup.num_seats} players"
    return players + "".join(f", {name} {getattr(found.setup.options, name)}" for name in varied)


def _summary(reports: Sequence[Balance], varied: Sequence[str]) -> list[str]:
    """Return win rates by side, or of all together, and lengths of games; a line a report, by agent and players."""
    together = all(found.setup.rewards == "cooperative" for found in reports)
    sides = sorted({side for found in reports for side in found.by_side()})
    rows = []
    for found in sorted(reports, key=lambda one: ([r.agent for r in reports].index(one.agent), one.setup.num_seats)):
        rates, cut = found.by_side(), found.cut_off
        held = [" ".join(percent(rates[side])) if side in rates else "-" for side in sides]
        held += [" ".join(percent(found.seats()[0]))] if together else []
        lengths = [f"{found.decisions.mean():.1f}", f"{np.percentile(found.decisions, 95):.0f}"]
        options = [str(getattr(found.setup.options, name)) for name in varied]
        rows.append([found.agent, *options, str(found.setup.num_seats), str(len(found)), *held, *lengths, str(cut)])
    head = ["in every seat", *varied, "players", "games", *(f"{side} wins" for side in sides)]
    head += ["won"] if together else []
    return [*markdown_table([*head, "decisions, mean", "95th percentile", "cut off"], rows), ""]
