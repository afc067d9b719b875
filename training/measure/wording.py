"""What all reports of measurements say alike: which game it was, and rates as a person reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ... import __version__
from ...envs.table.game import Setup
from .intervals import Rate


def game_dict(setup: Setup) -> dict[str, Any]:
    """Return which game was measured, as reports in JSON begin: its name, the number of players, and options given."""
    return {"game": setup.game.name, "players": setup.num_seats, "options": setup.options.given()}


def deciding_dict(setup: Setup, agents: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """Return all by which games can be played again, as folders and data sets that keep them tell it in JSON."""
    return {
        "game": setup.game.name,
        "game_version": setup.game.version,
        "setup": setup.digest,
        "options": setup.options.given(),
        "agents": list(agents),
        "games": games,
        "seed": seed,
        "cogitable": __version__,
    }


def told_options(setup: Setup, *but: str) -> str:
    """Return the options that were given for a game, as a title goes on: ``", mode battle"``; some may be left out."""
    told = {name: value for name, value in setup.options.given().items() if name not in but}
    return "".join(f", {name} {value}" for name, value in told.items() if not isinstance(value, dict | list))


def varied_options(setups: Sequence[Setup]) -> list[str]:
    """Return the options, but for the number of players, that were not given alike for some set-ups of one game."""
    given = [setup.options.given() for setup in setups]
    names = dict.fromkeys(name for one in given for name in one)
    return [
        name for name in names if name != "num_players" and any(one.get(name) != given[0].get(name) for one in given)
    ]


def percent(rate: Rate) -> tuple[str, str]:
    """Return a rate and its interval as a person reads them, in per cent."""
    if math.isnan(rate.mean):
        return "-", ""
    return f"{100 * rate.mean:.1f} %", f"{100 * rate.low:.1f}-{100 * rate.high:.1f}"


def rate_text(rate: Rate) -> str:
    """Return a rate with its interval in brackets, if it has one."""
    mean, interval = percent(rate)
    return f"{mean} ({interval})" if interval else mean
