"""Opponents for people: levels of difficulty with names, from beginner to champion.

What plays best differs from game to game, so every game has a ladder of its own: :data:`LADDERS` says who stands on
which rung. How far the rungs lie apart is measured (docs/strength.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..envs.table.errors import OptionError, did_you_mean


class Level(NamedTuple):
    """A level of difficulty.

    Attributes:
        key: What specs, forms and files call it.
        name: What people read.
        text: Whom it suits.
    """

    key: str
    name: str
    text: str


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("beginner", "Beginner", "knows the rules and little more"),
        Level("casual", "Casual", "plays by rules of thumb, or with lapses"),
        Level("skilled", "Skilled", "plays well without thinking ahead for long"),
        Level("expert", "Expert", "looks ahead for a moment"),
        Level("champion", "Champion", "the strongest there is; takes its time where it looks ahead"),
    )
}
"""By key, from the weakest to the strongest."""

_HORIZON, _HORIZONS = 16, {"great_machine_coop": 32}
_RACED = "brass_empire", "cogdrive_neon", "cogs_and_commissars", "great_machine"
_QUICK = "brass_empire", "cogs_and_commissars", "great_machine"  # a small copy of the policy plays on
_MIXED = ("great_machine",)  # what wins against the policy loses to the heuristic there (docs/strength.md)


def horizon(game: str) -> int:
    """Return how many own decisions a search with a network does best to play on for in a game, by its name.

    ``benchmarks/horizons.py`` measures it.
    """
    return _HORIZONS.get(game, _HORIZON)


def looking_ahead(game: str = "", player: str = "policy") -> str:
    """Return the spec, without a budget, of the search with the network that comes with a game; a player plays on."""
    return f"search:network=policy,rollouts={player},horizon={horizon(game)}"


def thinking(game: str) -> str:
    """Return the spec, without a budget, of the search that does best in a game with some hundred simulations.

    Where first actions are raced each takes part with scenarios enough to tell only with so many.
    """
    raced, mixed = ",root=race" * (game in _RACED), ",others=mixed" * (game in _MIXED)
    return looking_ahead(game, "quick" if game in _QUICK else "policy") + raced + mixed


Ladder = Mapping[str, tuple[str, ...]]
"""For each level the specs of agents that play so: the first that can play a game with its options does."""

ANY: Ladder = {
    "beginner": ("policy:deterministic=false,temperature=10", "random"),
    "casual": ("heuristic", "search:simulations=30"),
    "skilled": ("policy", "search:simulations=200,rollouts=heuristic,widening=0.5", "search:simulations=200"),
    "expert": (
        f"{looking_ahead()},simulations=50",
        "search:simulations=400,rollouts=heuristic,widening=0.5",
        "search:simulations=1000",
    ),
    "champion": (
        f"{looking_ahead()},simulations=400",
        "search:simulations=1600,rollouts=heuristic,widening=0.5",
        "search:simulations=5000",
    ),
}
"""Of games without a ladder of their own, and of levels that theirs leaves out."""

LADDERS: dict[str, Ladder] = {
    "comrade": {
        "beginner": ("random",),
        "casual": ("policy:deterministic=false,temperature=10",),
        "skilled": ("heuristic",),
        "expert": ("policy",),  # search gains with five seats (docs/strength.md), but takes a hundred times as long
        "champion": ("policy:deterministic=false",),  # who always does the same can be read
    },
    "great_machine_coop": {
        "skilled": ("policy:deterministic=false",),
        "expert": ("policy",),
        "champion": (f"{looking_ahead('great_machine_coop')},simulations=200",),
    },
    "cogdrive_neon": {
        "beginner": ("policy:deterministic=false,temperature=20",),  # at 10 it is as good as the heuristic
        "champion": (f"{thinking('cogdrive_neon')},simulations=400",),
    },
    # A quick copy makes twice as many simulations in the same time.
    "brass_empire": {
        "beginner": ("policy:deterministic=false,temperature=15",),  # at 10 casual loses a third of its games to it
        "champion": (f"{thinking('brass_empire')},simulations=800",),
    },
    "cogs_and_commissars": {"champion": (f"{thinking('cogs_and_commissars')},simulations=800",)},
    "great_machine": {
        "beginner": ("policy:deterministic=false,temperature=15",),
        "champion": (f"{thinking('great_machine')},simulations=800",),
    },
}
"""By the game's name."""


def level_specs(name: str, game: str, seconds: float | None = None) -> list[str]:
    """Return the specs of the agents that may play a level of a game; the first that can play with its options does.

    Args:
        name: Key of the level.
        game: Name of the game.
        seconds: Longest time for a decision of those that look ahead; None leaves them the time they need.

    Raises:
        OptionError: There is no such level.
    """
    if not isinstance(name, str) or name not in LEVELS:
        known = f"the levels are {', '.join(LEVELS)}{did_you_mean(name, LEVELS)}"
        raise OptionError(f"no level is called {name!r}; {known}")
    specs = [*LADDERS.get(game, {}).get(name, ()), *ANY[name]]
    timed = "" if seconds is None else f",seconds={seconds:g}"
    return [spec + timed if spec.startswith("search:") else spec for spec in specs]
