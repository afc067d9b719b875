"""What the shipped policies win where two play, and what opponents win that have learned against them alone.

Both tables are read from the measured pages at every build; figures of policies before those of now have an asterisk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from shipped_now import OLD, POLICIES, is_of_now

from cogitable.envs.table.reference import markdown_table

RESULTS = Path(__file__).resolve().parent / "results"


class Champion(NamedTuple):
    """A policy and the pages that tell of it.

    Attributes:
        title: What people call it.
        page: Its pages are ``PAGE_strength.md``, ``exploit_PAGE_policy.md`` and ``exploit_PAGE_policy_60.md``.
        card: In place of the first of them, where there is none: its card.
        table: Which kind of table of the card.
    """

    title: str
    page: str
    card: str = ""
    table: str = ""


CHAMPIONS = (
    Champion("CogDrive Neon", "cogdrive_neon"),
    Champion("Brass Empire", "brass_empire"),
    Champion("the same, battle", "brass_empire_battle"),
    Champion("the same, two teams", "brass_empire_team", "brass_empire-team", "num_players=4"),
    Champion("Cogs and Commissars", "cogs_and_commissars"),
    Champion("the same with leaders", "cogs_and_commissars_leaders"),
    Champion("the same, drafted decks", "cogs_and_commissars_drafted"),
    Champion(
        "the same, drafted decks with leaders", "cogs_and_commissars_drafted_leaders",
        "cogs_and_commissars-drafted-leaders", "num_players=2",
    ),
    Champion("the same, random decks", "cogs_and_commissars_random"),
    Champion(
        "the same, random decks with leaders", "cogs_and_commissars_random_leaders",
        "cogs_and_commissars-random-leaders", "num_players=2",
    ),
    Champion("City of the Great Machine", "great_machine"),
)  # fmt: skip
EXPLOITED = {champion.title: f"exploit_{champion.page}_policy" for champion in CHAMPIONS} | {
    "Comrade, taking what is preferred, which is not the champion": "exploit_comrade_policy",
    "Comrade, drawing its actions": "exploit_comrade_policy_drawn",
}
"""Pages of exploiters of ten minutes, by who has been exploited; those of an hour have ``_60`` behind their names."""

BUDGETS = {"10": "", "60": "_60"}


class Exploiter(NamedTuple):
    """What a page tells of an exploiter.

    Attributes:
        steps: Learner steps, as they are written.
        won: Share of its seats, with an interval.
        copies: What copies of the policy win alone on those seats.
        found: Whether it gains anything that is clear of nothing.
        curve: Steps and share of wins in per cent at each measurement while it learned.
        mark: An asterisk where it met a policy of before.
    """

    steps: str
    won: str
    copies: str
    found: bool
    curve: list[tuple[int, float]]
    mark: str


def champions_table(results: Path = RESULTS, policies: Path = POLICIES) -> Iterator[str]:
    """Yield a line for each champion: what it wins against random play and the heuristic, and exploiters against it."""
    rows = []
    for champion in CHAMPIONS:
        found = [_exploiter(results / f"{EXPLOITED[champion.title]}{end}.md", policies) for end in BUDGETS.values()]
        told = [f"{one.won}{one.mark}" if one else "-" for one in found]
        rows.append([champion.title, *_strength(champion, results, policies), *told])
    heads = ["", "against random", "against the heuristic", "an exploiter of ten minutes", "of an hour"]
    yield from markdown_table(heads, rows)


def exploiters_table(results: Path = RESULTS, policies: Path = POLICIES) -> Iterator[str]:
    """Yield a line for each exploiter: how long it has learned, what it wins, and where its learning curve was best."""
    rows = []
    for title, page in EXPLOITED.items():
        named = title
        for minutes, end in BUDGETS.items():
            if one := _exploiter(results / f"{page}{end}.md", policies):
                won = f"{one.won}{one.mark}{'' if one.found else ': nothing found'}"
                rows.append([named, minutes, one.steps, won, one.copies, _best(one.curve)])
                named = ""
    heads = ["exploited", "minutes", "learner steps", "the exploiter wins", "copies of the policy there"]
    yield from markdown_table([*heads, "best on its learning curve"], rows)


def _strength(champion: Champion, results: Path, policies: Path) -> list[str]:
    """Return what a policy wins against random play and against the heuristic."""
    others = ("random", "heuristic")
    if champion.card:
        card = (policies / f"{champion.card}.md").read_text(encoding="utf-8")
        lines = [cells for cells in _cells(card) if cells[1:3] == [champion.table, "all"]]
        return [_share(next(cells[4] for cells in lines if cells[0] == f"`{other}`")) for other in others]
    page = (results / f"{champion.page}_strength.md").read_text(encoding="utf-8")
    heads, *lines = _cells(page[page.index("| row against column") :])
    won = dict(zip(heads, next(cells for cells in lines if cells[0] == "policy"), strict=True))
    mark = "" if is_of_now(page, policies) else OLD
    return [_share(won[other]) + mark for other in others]


def _exploiter(path: Path, policies: Path) -> Exploiter | None:
    """Return what a page tells of an exploiter; None where there is no page."""
    if not path.is_file():
        return None
    page = path.read_text(encoding="utf-8")
    (steps,) = re.findall(r"trained for ([\d,]+) learner steps", page)
    total = next(cells for cells in _cells(page) if cells[0] == "all seats")
    curve = [
        (int(cells[0].replace(",", "")), float(cells[1].split()[0]))
        for cells in _cells(page.partition("## How it learned")[2].partition("## ")[0])
        if cells[0][0].isdigit()
    ]
    _, lowest, _ = map(float, re.findall(r"[-+]\d+\.\d+", total[6]))
    mark = "" if is_of_now(page, policies) else OLD
    copies = " ".join(total[3].split()[:2])
    return Exploiter(steps, _share(total[2]), copies, lowest > 0, curve, mark)


def _best(curve: list[tuple[int, float]]) -> str:
    steps, won = max(curve, key=lambda point: point[1])
    return f"{won:.1f} %, " + ("at the end" if steps == curve[-1][0] else f"after {steps / 1e6:.1f} million steps")


def _share(cell: str) -> str:
    """Return ``64.9 % 63.0-66.8`` and ``64.9 % (63.0 - 66.8)`` as ``64.9 % (63.0-66.8)``."""
    mean, low, high = re.findall(r"\d+\.\d", cell)
    return f"{mean} % ({low}-{high})"


def _cells(text: str) -> Iterator[list[str]]:
    """Yield the cells of all lines of tables."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("| ---"):
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]
