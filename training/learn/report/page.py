"""A training report as a page of Markdown, and as a few lines for the terminal."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ....envs.table.reference import markdown_table
from ...measure.intervals import Mean, Rate, in_points, wilson
from ...measure.wording import percent, rate_text
from ..run.folder import REPORT
from .games import LEAST, Change, Play, Use, ValueCalibration
from .numbers import PoolEntry, RunNumbers, began, final_rate, stages

if TYPE_CHECKING:
    from rich.console import Group

    from .content import Report

_MOST_ROWS = 20
_MOST_NAMED = 4
_RISEN = 1.25


def as_markdown(report: Report, pictures: Collection[str], tables: Collection[str]) -> str:
    """Return the page.

    Args:
        report: What there is to tell.
        pictures: Names of the pictures beside the page.
        tables: Names of the tables beside it.
    """
    run = report.run
    sections = (
        ("Strength", _strength(run), ("strength", "parts")),
        ("Learning", _learning(run), ("learning",)),
        ("Calibration of the value", _calibration(report), ("calibration",)),
        ("Actions that are never taken", _never_taken(report), ()),
        ("What changed", _changed(report), ("changes",)),
        ("Opponents of the pool", _pool(report.pool), ("pool",)),
    )
    lines = [f"# Training report: {title(run)}", "", _state(run)]
    for heading, text, shown in sections:
        lines += ["", f"## {heading}", "", *text]
        for name in shown:
            if name in pictures:
                lines += ["", f"![{heading}: {name}]({REPORT}/{name}.png)"]
    files = [f"[{name}.csv]({REPORT}/{name}.csv)" for name in tables]
    files += [f"[{name}]({name})" for name in ("metrics.csv", "evaluations.csv") if (run.folder / name).is_file()]
    lines += ["", "## Files", "", "Every number is in a table: " + ", ".join(files) + ".", ""]
    return "\n".join(lines)


def as_summary(report: Report) -> Group:
    """Return what matters most, for a rich console."""
    from rich.console import Group
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=f"Report: {escape(title(report.run))}", title_justify="left", box=None, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for what, text in _told(report):
        table.add_row(escape(what), escape(text))
    return Group(table)


def title(run: RunNumbers) -> str:
    """Return the game, its kinds of table and the seed."""
    setups = run.setups
    first = next(iter(setups.values()))
    kinds = f", {len(setups)} kinds of table" if len(setups) > 1 else ""
    return f"{first.game.title}{kinds}, seed {run.config.seed}"


def _told(report: Report) -> Iterator[tuple[str, str]]:
    run = report.run
    yield "run", _state(run)
    strength = _latest(run)
    for name, rate, returns in strength:
        yield f"against {name}", f"{rate}; return {returns}"
    if not strength:
        yield "strength", "not measured yet"
    for name, values in run.learning():
        if values.size:
            first, _, last = stages(values)
            yield name, f"{_number(last)} (at first {_number(first)})"
    if warning := _more_at_random(run):
        yield "more at random", warning
    if report.calibration is not None:
        yield "value", _verdict(report.calibration)
    if report.pool is not None:
        yield "hardest opponents", _hardest(report.pool)
    if report.play is not None:
        yield "never taken", _named(report.play)
        for change in report.play.changes[:1]:
            yield "changed", f"{rate_text(change.same)} the same choices as the {change.name} ({change.steps:,} steps)"
    yield "page", str(report.page)


def _state(run: RunNumbers) -> str:
    steps, minutes = run.metrics["steps"], run.metrics["minutes"]
    if not steps.size:
        return "The run has not learned anything yet: no round is written down."
    told = f"{int(steps[-1]):,} learner steps in {steps.size:,} rounds and {minutes[-1]:.1f} minutes"
    best = f"; the best policy is that of {run.best.steps:,} steps" if run.best is not None else "; no policy yet"
    if run.best is not None and run.best.name != "best policy":
        best = f"; no best policy was chosen yet, the {run.best.name} ({run.best.steps:,} steps) stands for it"
    return f"{told}, {'to the end' if run.finished else 'not at its end'}{best}."


def _latest(run: RunNumbers) -> list[tuple[str, Rate, Mean]]:
    """Return name, win rate and mean return for every yardstick: at the end if there was one, else as last measured."""
    if run.finished and run.summary is not None:
        rows = [row for row in run.summary.evaluations if not (row["table"] or row["side"])]
        return [(str(row["against"]), final_rate(row, "win_rate"), Mean(*final_rate(row, "return"))) for row in rows]
    return [
        (
            name,
            Rate(*(float(curve[column][-1]) for column in ("win_rate", "win_rate_low", "win_rate_high"))),
            Mean(*(float(curve[column][-1]) for column in ("return", "return_low", "return_high"))),
        )
        for name, curve in run.totals().items()
    ]


def _strength(run: RunNumbers) -> list[str]:
    curves = run.totals()
    lines = []
    if run.summary is not None:
        when = "" if run.finished else f" when the run first ended, after {run.summary.steps:,} steps"
        lines += [
            f"The best policy ({run.summary.best_steps:,} steps){when}, {run.summary.games:,} games against each, on "
            "deals that it was not chosen by:",
            "",
        ]
        rows = [
            [row["against"], row["table"] or "", row["side"] or "", *percent(final_rate(row, "win_rate"))]
            + [str(Mean(*final_rate(row, "return")))]
            for row in run.summary.evaluations
        ]
        lines += [*markdown_table(["against", "table", "side", "won", "95 %", "mean return"], rows), ""]
    if not curves:
        return [*lines, "No evaluation is written down" + (": the run names nobody to be measured against."
                if not run.config.evaluation.against else " yet.")]  # fmt: skip
    rows = []
    for name, curve in curves.items():
        rates = [Rate(*(float(curve[c][i]) for c in ("win_rate", "win_rate_low", "win_rate_high")))
                 for i in range(len(curve["steps"]))]  # fmt: skip
        steps = [f"{int(step):,}" for step in curve["steps"]]
        before = rate_text(rates[-2]) if len(rates) > 1 else "-"
        best = max(range(len(rates)), key=lambda i: rates[i].mean if not math.isnan(rates[i].mean) else -1.0)
        rows.append([name, len(rates), rate_text(rates[0]), f"{rate_text(rates[best])} at {steps[best]}", before,
                     f"{rate_text(rates[-1])} at {steps[-1]}"])  # fmt: skip
    return [*lines, *markdown_table(["won against", "evaluations", "first", "highest", "last but one", "last"], rows)]


def _learning(run: RunNumbers) -> list[str]:
    if not run.metrics["steps"].size:
        return ["No round of learning is written down yet."]
    rows = [[name, *map(_number, stages(values))] for name, values in run.learning()]
    warning = _more_at_random(run)
    return [
        "Means over the first tenth of the rounds, the tenth in the middle, and the last one.",
        "",
        *markdown_table(["", "first", "middle", "last"], rows),
        *(["", warning] if warning else []),
    ]


def _more_at_random(run: RunNumbers) -> str:
    """Return a warning where a learner that knew what it wanted was talked out of it by the bonus for entropy."""
    entropy = dict(run.learning())["entropy"]
    first, last = began(entropy), stages(entropy)[-1]  # what is lost at once is gone within the first tenth
    bonus = run.config.ppo.ent_coef
    if not (bonus > 0 and first > 0 and last > _RISEN * first):
        return ""
    return (
        f"Entropy has risen from {_number(first)} to {_number(last)}: the learner plays more at random than it began. "
        f"Where it began as a copy of a good player, a smaller `ppo.ent_coef` than {bonus:g} keeps what was copied."
    )


def _calibration(report: Report) -> list[str]:
    if report.no_value:
        return [report.no_value]
    found = report.calibration
    if found is None:
        return ["Every game was cut off at the limit of decisions, so nothing is known of what came of them."]
    cut = f" {found.cut_off} more were cut off at the limit of decisions and do not count." if found.cut_off else ""
    rows = [
        [number, f"{one.count:,}", f"{one.predicted:+.3f}", str(one.observed), _fits(one.true)]
        for number, one in enumerate(found.bins, 1)
    ]
    return [
        f"The learner of the last checkpoint played {found.episodes:,} episodes as in training: it draws its actions, "
        f"its opponents are drawn from the pool.{cut} Its value is held against the discounted return that followed: "
        f"{_verdict(found)}.",
        "",
        *markdown_table(["bin", "decisions", "predicted", "came of it (95 %)", "as predicted"], rows),
    ]


def _fits(true: bool | None) -> str:
    return "-" if true is None else "yes" if true else "**no**"


def _verdict(found: ValueCalibration) -> str:
    judged = [one.true for one in found.bins if one.true is not None]
    share = "none" if found.explained <= 0 else f"{100 * found.explained:.0f} %"
    explained = "" if math.isnan(found.explained) else f", {share} of the variance explained"
    within = f", {sum(judged)} of {len(judged)} bins as predicted" if judged else ""
    chance = "" if math.isnan(found.by_chance) else f" (by {found.by_chance:.3f} if it were exactly right)"
    return f"off by {found.error:.3f} on average{chance}, bias {found.bias:+.3f}{within}{explained}"


def _never_taken(report: Report) -> list[str]:
    play = report.play
    if play is None:
        return ["The run has no policy yet."]
    blocks, actions = play.never_taken()
    lines = [
        f"The best policy played {play.games:,} games against itself and its yardsticks and had a choice at "
        f"{play.decisions:,} decisions. Counted is what was open at {LEAST} of them or more, together with something "
        "else; never taken means neither preferred nor drawn by the policy's probabilities. The last column is the "
        "upper limit of how often it is, each game taken for one observation.",
        "",
    ]
    if not (blocks or actions):
        return [*lines[:1], "", "Everything that was open so often was taken at least once."]
    if blocks:
        lines += [*_use_table("block of actions", blocks), ""]
    if actions:
        what = "action of another block" if play.blocks else "action"
        lines += _use_table(what, actions)
        if len(actions) > _MOST_ROWS:
            lines += ["", f"{len(actions) - _MOST_ROWS} more are in [actions.csv]({REPORT}/actions.csv)."]
    return lines


def _use_table(head: str, uses: Sequence[Use]) -> Iterator[str]:
    most = sorted(uses, key=lambda one: -one.open)[:_MOST_ROWS]
    rows = [[one.name, f"{one.open:,}", one.games, f"{100 * wilson(0.0, one.games).high:.1f} %"] for one in most]
    return markdown_table([head, "open", "games", "at most"], rows)


def _changed(report: Report) -> list[str]:
    if report.play is None:
        return ["The run has no policy yet."]
    if not report.play.changes:
        return ["The best policy is the only one that the run has kept: there is nothing to hold it against."]
    lines = ["Choices of the best policy and of others of the same run, at the same decisions of the same games."]
    for change in report.play.changes:
        lines += ["", f"Same choices as the {change.name} ({change.steps:,} steps): {change.same}."]
        lines += ["", *_shift_table(change)]
    return lines


def _shift_table(change: Change) -> Iterator[str]:
    shown = [shift for shift in change.shifts if shift.gained.mean][: _MOST_ROWS // 2]
    rows = [
        [one.name, f"{one.open:,}", _percent(one.before), _percent(one.now), in_points(one.gained)] for one in shown
    ]
    return markdown_table(["preferred where open", "decisions", "other policy", "best policy", "gained (95 %)"], rows)


def _pool(pool: Sequence[PoolEntry] | None) -> list[str]:
    if pool is None:
        return ["There is no checkpoint, so nothing is known of the pool."]
    rows = [[entry.name, rate_text(entry.score), f"{entry.episodes:,.0f}", _percent(entry.share)] for entry in pool]
    return [
        "The learner's score in training (won 1, drawn half) at the last checkpoint, the hardest first; older episodes "
        "count less. `latest` is the learner itself. Drawn: for a seat of any other player, where sides are fixed for "
        "one beside the learner.",
        "",
        *markdown_table(["opponent", "score (95 %)", "episodes", "drawn"], rows),
    ]


def _hardest(pool: Sequence[PoolEntry]) -> str:
    met = [entry for entry in pool if not entry.itself and not math.isnan(entry.score.mean)]
    told = [f"{entry.name} {100 * entry.score.mean:.0f} %" for entry in met[:_MOST_NAMED]]
    return ", ".join(told) if told else "none but the learner itself"


def _named(play: Play) -> str:
    blocks, actions = play.never_taken()
    names = [one.name for one in sorted(blocks, key=lambda one: -one.open)]
    told = names[:_MOST_NAMED] + ([f"{len(names) - _MOST_NAMED} more blocks"] if len(names) > _MOST_NAMED else [])
    if actions:
        word = "action" if len(actions) == 1 else "actions"
        told.append(f"{len(actions)} {word}{' of other blocks' if play.blocks else ''}")
    return "; ".join(told) if told else f"nothing that was open {LEAST} times"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"
