"""Pictures of results. They are drawn without a window system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...envs.table.errors import CogitableError, OptionError, told_as
from ...envs.table.files.atomic import replacing
from .arena.arena import Arena

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def arena_figure(arena: Arena) -> Figure:
    """Return a figure of an arena: win rates with intervals on the left, the cross table on the right."""
    from matplotlib.figure import Figure

    standings = arena.standings()
    names, places = [one.agent for one in standings], np.arange(len(standings))
    figure = Figure(figsize=(11, 1.8 + 0.5 * len(names)), layout="constrained")
    bars, cross = figure.subplots(1, 2, width_ratios=(3, 2))
    means = 100 * np.array([one.win_rate.mean for one in standings])
    spread = 100 * np.array([[one.win_rate.low for one in standings], [one.win_rate.high for one in standings]])
    bars.barh(places, means, color="#4c7a8c")
    bars.errorbar(means, places, xerr=np.abs(spread - means), fmt="none", ecolor="#20303a", capsize=3)
    bars.set(xlim=(0, 100), xlabel="win rate in % (draws count half, 95 % intervals)", title="all games")
    bars.set_yticks(places, [f"{name}  {place}" for place, name in enumerate(names, 1)])
    bars.invert_yaxis()
    bars.spines[["top", "right"]].set_visible(False)
    rates = np.array([[np.nan if a == b else 100 * arena.against(a, b).mean for b in names] for a in names])
    cross.imshow(rates, vmin=0, vmax=100, cmap="RdYlGn", alpha=0.6, aspect="auto")
    for row, column in np.argwhere(~np.isnan(rates)):
        cross.text(column, row, f"{rates[row, column]:.0f}", ha="center", va="center")
    cross.set_xticks(places, [str(place + 1) for place in places])
    cross.set_yticks(places, [str(place + 1) for place in places])
    cross.set(title="deals row did better on, %" if arena.one_team else "row against column, %")
    figure.suptitle(f"{arena.setup.game.title}, {arena.done.sum()} games")
    return figure


def check_kind(path: Path) -> None:
    """Raise OptionError unless the ending of a file's name is one that can be drawn."""
    from matplotlib.backend_bases import FigureCanvasBase

    known = FigureCanvasBase.get_supported_filetypes()
    if path.suffix.lstrip(".") not in known:
        raise OptionError(f"plot {path}: the name must end in one of {', '.join('.' + kind for kind in sorted(known))}")


def save_figure(figure: Figure, path: Path | str) -> None:
    """Save a figure; the ending of the file's name says how (png, svg, pdf).

    Raises:
        OptionError: An ending that cannot be drawn.
        CogitableError: The file cannot be written.
    """
    path = Path(path)
    check_kind(path)
    with told_as(CogitableError, f"cannot write {path}"), replacing(path) as part:
        figure.savefig(part, dpi=150)
