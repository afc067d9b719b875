"""The pictures of a training report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .games import Change, ValueCalibration
from .numbers import PoolEntry, RunNumbers, final_rate, smoothed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLORS = ("#4c7a8c", "#b5502f", "#6a8f4e", "#8a5a9e", "#c29a2e", "#5f6b73", "#c2688f", "#2f9e94", "#7d6242", "#3b5ba5")
_DARK = "#20303a"
_MOST_BARS = 12


def strength_figure(run: RunNumbers) -> Figure:
    """Return win rate and mean return against every yardstick over learner steps, with 95 % intervals as bands."""
    figure, (rates, returns) = _figure(1, 2, (11, 4))
    for number, (name, curve) in enumerate(run.totals().items()):
        _band(rates, curve, "win_rate", 100, name, number)
        _band(returns, curve, "return", 1, name, number)
    if run.summary is not None:
        for number, name in enumerate(run.totals()):
            _final(rates, run, name, "win_rate", 100, number)
            _final(returns, run, name, "return", 1, number)
    rates.set(xlabel="learner steps", ylabel="win rate in %", ylim=(-2, 102), title="won, draws half")
    returns.set(xlabel="learner steps", ylabel="mean return", title="mean return")
    rates.legend(frameon=False, loc="best")
    what = "95 % intervals" + ("" if run.summary is None else "; diamonds: the best policy on fresh deals at the end")
    figure.suptitle(f"Strength ({what})", fontsize=11)
    return figure


def parts_figure(run: RunNumbers) -> Figure:
    """Return win rates at every kind of table and on every side, an opponent a panel."""
    parts = run.parts()
    names = list(dict.fromkeys(part.against for part in parts))
    figure, panels = _figure(1, len(names), (1 + 5 * len(names), 4.2))
    for axes, name in zip(panels, names, strict=True):
        mine = [(part, curve) for part, curve in parts.items() if part.against == name]
        for number, (part, curve) in enumerate(mine):
            _band(axes, curve, "win_rate", 100, ", ".join(filter(None, part[1:])), number)
        axes.set(xlabel="learner steps", ylabel="win rate in %", ylim=(-2, 102), title=f"against {name}")
        axes.legend(frameon=False, fontsize=7, loc="best")
    figure.suptitle("Strength by kind of table and side (95 % intervals)", fontsize=11)
    return figure


def learning_figure(run: RunNumbers) -> Figure:
    """Return entropy, value error, explained variance and the score in training over learner steps."""
    figure, panels = _figure(2, 2, (11, 6))
    steps = run.metrics["steps"]
    for number, (axes, (name, values)) in enumerate(zip(panels, run.learning(), strict=True)):
        axes.plot(steps, values, color=_COLORS[number], alpha=0.3, linewidth=0.8, label="each round")
        axes.plot(steps, smoothed(values), color=_COLORS[number], linewidth=1.8, label="running mean")
        axes.set(xlabel="learner steps", title=name)
    panels[0].set(ylabel="nats a decision")
    panels[1].set(ylabel="mean square")
    panels[2].set(ylabel="share of variance")
    panels[3].set(ylabel="0 lost, 1 won")
    panels[0].legend(frameon=False)
    return figure


def calibration_figure(found: ValueCalibration) -> Figure:
    """Return what came of decisions by the value that was predicted, and how many decisions each point stands for."""
    figure, (axes, counts) = _figure(2, 1, (6, 6.4), height_ratios=(4, 1), sharex=True)
    predicted = np.array([one.predicted for one in found.bins])
    means, lows, highs = np.array([one.observed for one in found.bins]).T
    spread = np.nan_to_num(np.abs(np.stack([lows, highs]) - means))
    ends = np.array([min(predicted.min(), means.min()), max(predicted.max(), means.max())])
    axes.plot(ends, ends, color="grey", linestyle="--", linewidth=1, label="as predicted")
    axes.errorbar(
        predicted, means, yerr=spread, fmt="o-", color=_COLORS[0], ecolor=_DARK, capsize=3, label="what came of it"
    )
    axes.set(ylabel="mean discounted return", title=f"Calibration of the value ({found.decisions:,} decisions)")
    axes.legend(frameon=False)
    width = 0.6 * (np.diff(predicted).min() if predicted.size > 1 else 1.0)
    counts.bar(predicted, [one.count for one in found.bins], width=max(width, 0.005 * np.ptp(ends)), color=_COLORS[5])
    counts.set(xlabel="predicted value, mean of the bin", ylabel="decisions")
    return figure


def changes_figure(changes: Sequence[Change]) -> Figure:
    """Return for each other policy the blocks of actions that the best one prefers more or less often."""
    rows = max(min(len(change.shifts), _MOST_BARS) for change in changes)
    figure, panels = _figure(len(changes), 1, (9, len(changes) * (1.4 + 0.3 * rows)))
    for axes, change in zip(panels, changes, strict=True):
        shown = change.shifts[:_MOST_BARS]
        means, lows, highs = 100 * np.array([shift.gained for shift in shown]).T
        places = np.arange(len(shown))
        axes.barh(places, means, color=[_COLORS[2] if mean >= 0 else _COLORS[1] for mean in means])
        spread = np.nan_to_num(np.abs(np.stack([lows, highs]) - means))
        axes.errorbar(means, places, xerr=spread, fmt="none", ecolor=_DARK, capsize=3)
        axes.set_yticks(places, [_shortened(shift.name) for shift in shown])
        axes.invert_yaxis()
        axes.axvline(0, color="grey", linewidth=1)
        axes.set(
            xlabel="percentage points of the decisions at which it was open (95 % intervals)",
            title=f"more and less often than the {change.name} ({change.steps:,} steps)",
        )
    return figure


def pool_figure(pool: Sequence[PoolEntry]) -> Figure:
    """Return the learner's score against every opponent of the pool, the hardest on top."""
    met = [entry for entry in pool if not np.isnan(entry.score.mean)]
    figure, (axes,) = _figure(1, 1, (8, 1.4 + 0.35 * len(met)))
    means, lows, highs = 100 * np.array([entry.score for entry in met]).T
    places = np.arange(len(met))
    axes.barh(places, means, color=[_COLORS[5] if entry.itself else _COLORS[0] for entry in met])
    spread = np.maximum(np.stack([means - lows, highs - means]), 0)
    axes.errorbar(means, places, xerr=spread, fmt="none", ecolor=_DARK, capsize=3)
    axes.set_yticks(places, [entry.name for entry in met])
    axes.invert_yaxis()
    axes.axvline(50, color="grey", linestyle="--", linewidth=1)
    axes.set(xlim=(0, 100), xlabel="the learner's score in training, % (95 % intervals)", title="Opponents of the pool")
    return figure


def _figure(rows: int, columns: int, size: tuple[float, float], **more: Any) -> tuple[Figure, list[Any]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False, **more).ravel().tolist()
    for axes in panels:
        axes.spines[["top", "right"]].set_visible(False)
    return figure, panels


def _band(axes: Any, curve: Mapping[str, np.ndarray], what: str, scale: float, name: str, number: int) -> None:
    color = _COLORS[number % len(_COLORS)]
    low, high = (scale * curve[f"{what}_{end}"] for end in ("low", "high"))
    axes.fill_between(curve["steps"], low, high, color=color, alpha=0.2, linewidth=0)
    axes.plot(curve["steps"], scale * curve[what], color=color, marker="o", markersize=3, label=name)


def _final(axes: Any, run: RunNumbers, name: str, what: str, scale: float, number: int) -> None:
    """Mark what the best policy came to at the end."""
    assert run.summary is not None
    for row in run.summary.evaluations:
        if row["against"] == name and not (row["table"] or row["side"]):
            mean, low, high = scale * np.array(final_rate(row, what))
            ends = np.nan_to_num([[max(mean - low, 0)], [max(high - mean, 0)]])
            color = _COLORS[number % len(_COLORS)]
            axes.errorbar(run.summary.best_steps, mean, yerr=ends, fmt="D", color=color, ecolor=_DARK, capsize=3)


def _shortened(text: str, most: int = 48) -> str:
    return text if len(text) <= most else text[: most - 3].rstrip() + "..."
