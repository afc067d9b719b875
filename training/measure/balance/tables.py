"""The tables of a balance report: a row for what is compared, a column for each agent that plays it with itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from ....envs.table.reference import markdown_table
from ..intervals import Mean, Rate, in_points
from ..wording import rate_text
from .balance import WORTHLESS, Balance, Target, Verdict
from .counts import Tally


def section(title: str, reports: Sequence[Balance]) -> str:
    """Return what was found for one set of options, one report an agent: verdicts first, then what they rest on."""
    lines = [f"## {title}", "", "Each agent has all seats of its own games. 95 % intervals.", ""]
    lines += [*_lengths(reports), "### Targets", "", *_targets(reports)]
    if reports[0].together:
        lines += ["### Results", "", *_together(reports)]
    else:
        seats = [{f"seat {seat}": rate for seat, rate in enumerate(found.seats())} for found in reports]
        lines += ["### Seats", "", *_rates("seat", reports, seats, judged=True), *_legend(reports)]
    if any(found.by_side() for found in reports):
        lines += ["### Sides", "", *_rates("side", reports, [found.by_side() for found in reports], judged=False)]
    for heading in dict.fromkeys(heading for found in reports for heading in found.compared_traits()):
        rates = [found.by_trait(heading) for found in reports]
        lines += [f"### By {heading}", "", *_rates(heading, reports, rates, judged=True), *_legend(reports)]
    return "\n".join([*lines, *_statistics(reports), *_groups(reports), *_cards(reports)])


def _side_by_side(head: Sequence[str], reports: Sequence[Balance], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table whose last columns are the agents, and the empty line after it."""
    return [*markdown_table([*head, *agent_names(reports)], rows), ""]


def agent_names(reports: Sequence[Balance]) -> list[str]:
    """Return a heading for each agent: its kind, or its whole spec where another is of that kind too."""
    kinds = [found.agent.partition(":")[0] for found in reports]
    return [
        found.agent if kind == "python" or kinds.count(kind) > 1 else kind
        for kind, found in zip(kinds, reports, strict=True)
    ]


def _lengths(reports: Sequence[Balance]) -> list[str]:
    """Return who played, how many games, how long they were and what became of them."""
    rows = [[found.agent, str(len(found)), str(found.seed)] for found in reports]
    lines = [*markdown_table(["agent", "games", "seed"], rows), ""]
    measures = {"decisions": [found.decisions for found in reports]}
    for name in dict.fromkeys(name for found in reports for name in found.lengths):
        measures[name] = [found.lengths.get(name, np.zeros(0)) for found in reports]
    sayings: dict[str, Callable[[np.ndarray], str]] = {
        "mean": lambda lengths: f"{lengths.mean():.1f}",
        "95th percentile": lambda lengths: f"{np.percentile(lengths, 95):.0f}",
        "longest": lambda lengths: f"{lengths.max():.0f}",
    }
    rows = [
        [f"{measure}, {what}", *(say(told) if (told := lengths[~np.isnan(lengths)]).size else "-" for lengths in found)]
        for measure, found in measures.items()
        for what, say in sayings.items()
    ]
    undecided = "undecided" if reports[0].setup.rewards == "cooperative" else "draws"
    rows.append([undecided, *(str(found.draws()) for found in reports)])
    rows.append(["cut off at the limit of decisions", *(str(found.cut_off) for found in reports)])
    return lines + _side_by_side(["in a game, and of all games"], reports, rows)


def _targets(reports: Sequence[Balance]) -> list[str]:
    """Return a row for each target; agents whose fair range is not the same have rows of their own."""
    found: dict[str, dict[int, Target]] = {}
    for column, report in enumerate(reports):
        for target in report.targets():
            found.setdefault(target.text, {})[column] = target
    rows = [
        [text, *(_target_cell(held[column]) if column in held else "-" for column in range(len(reports)))]
        for text, held in found.items()
    ]
    return _side_by_side(["target"], reports, rows)


def _target_cell(target: Target) -> str:
    return _told(target.verdict) + (f": {', '.join(target.wrong)}" if target.wrong else "")


def _told(verdict: Verdict) -> str:
    return f"**{verdict}**" if verdict == Verdict.FAILS else str(verdict)


def _together(reports: Sequence[Balance]) -> list[str]:
    """Return how often a team, or the only seat, has won."""
    rates = [{"won": found.seats()[0]} for found in reports]
    return _rates("all games", reports, rates, judged=False)


def _rates(head: str, reports: Sequence[Balance], rates: Sequence[Mapping[str, Rate]], *, judged: bool) -> list[str]:
    """Return a table of win rates by name, with a verdict each where they are ``judged``."""

    def cell(found: Balance, rate: Rate | None) -> str:
        if rate is None:
            return "-"
        return rate_text(rate) + (f" {_told(found.verdict(rate))}" if judged and found.anybody_wins else "")

    names = dict.fromkeys(name for one in rates for name in one)
    rows = [[name, *(cell(found, one.get(name)) for found, one in zip(reports, rates, strict=True))] for name in names]
    return _side_by_side([head], reports, rows)


def _legend(reports: Sequence[Balance]) -> list[str]:
    named = zip(agent_names(reports), reports, strict=True)
    ranges = {name: found.fair_text() for name, found in named if found.anybody_wins}
    if not ranges:
        return []
    texts = dict.fromkeys(ranges.values())
    told = next(iter(texts)) if len(texts) == 1 else ", ".join(f"{text} ({name})" for name, text in ranges.items())
    return [
        f"OK: within {told}. fails?: outside, but the interval reaches into it. **fails**: with all of its interval.",
        "",
    ]


def _statistics(reports: Sequence[Balance]) -> Iterator[str]:
    """Yield the means of the game's own numbers; in brackets their intervals, then the games that have them."""
    found = [report.by_statistic() for report in reports]
    for heading in dict.fromkeys(heading for one in found for heading in one):
        names = sorted({name for one in found for name in one.get(heading, {})})
        rows = [[name, *(_mean_cell(*one.get(heading, {}).get(name, (0, None))) for one in found)] for name in names]
        yield from _side_by_side([heading], reports, rows)


def _mean_cell(games: int, mean: Mean | None) -> str:
    if mean is None or math.isnan(mean.mean):
        return "-"
    interval = "" if math.isnan(mean.low) else f" ({mean.low:.3f} - {mean.high:.3f})"
    return f"{mean.mean:.3f}{interval}, {games} games"


def _groups(reports: Sequence[Balance]) -> Iterator[str]:
    """Yield how often the actions of each group are taken."""
    names = dict.fromkeys(name for found in reports for name in found.groups)
    if len(names) < 2:  # one group alone is always taken
        return
    yield from ("### Actions by group", "")
    rows = [[name, *(_use_cell(found, found.groups.get(name, Tally())) for found in reports)] for name in names]
    yield from _side_by_side(["group of actions"], reports, rows)
    yield from _explained()


def _cards(reports: Sequence[Balance]) -> Iterator[str]:
    """Yield how often cards are used, with a mark where none of a card's uses is wanted; then who wins with them."""
    uses = sorted({use for found in reports for use in found.cards})
    if not uses:
        return
    worth = [found.worth() for found in reports]
    yield from ("### Cards", "")
    rows = [
        [
            *use,
            *(
                _use_cell(found, found.cards.get(use, Tally())) + _mark(verdicts.get(use[0]))
                for found, verdicts in zip(reports, worth, strict=True)
            ),
        ]
        for use in uses
    ]
    yield from _side_by_side(["card", "use"], reports, rows)
    yield from _explained()
    yield (
        f"**fails**: no use of the card is chosen {WORTHLESS} times as often as by chance, by the upper limits of the "
        "intervals. fails?: none was, but an interval reaches that far."
    )
    yield from ("", "### Win rate of a card's users minus that of others, in points", "")
    rows = [[*use, *(in_points(found.difference(found.cards.get(use, Tally()))) for found in reports)] for use in uses]
    yield from _side_by_side(["card", "use"], reports, rows)
    yield from ("A hint only: what is used late is used in games that go well.", "")
    if unseen := _never_open(reports):
        yield from (f"Cards that no agent ever had a use of, or that are not in play here: {', '.join(unseen)}.", "")


def _never_open(reports: Sequence[Balance]) -> list[str]:
    """Return the cards of the game that no report has counted anything of."""
    setup = reports[0].setup
    if setup.game.card_table is None:
        return []
    known = {card for found in reports for card, _ in found.cards}
    return [name for name in dict.fromkeys(row[0] for row in setup.game.card_table(setup)[1]) if name not in known]


def _mark(verdict: Verdict | None) -> str:
    return "" if verdict in (None, Verdict.OK) else f" {_told(verdict)}"


def _explained() -> tuple[str, str]:
    return (
        "Times a game; how often it was chosen at decisions where it was open and something else was, with the "
        "interval; and how many times as often as by chance (×).",
        "",
    )


def _use_cell(found: Balance, tally: Tally) -> str:
    if not tally.taken and not tally.offered:
        return "never open"
    told = f"{tally.taken / len(found):.2f}"
    if tally.offered:
        told += f"; {rate_text(tally.choice)}"
        told += "" if math.isnan(tally.preference) else f" ×{tally.preference:.2f}"
    return told
