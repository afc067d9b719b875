"""Agents as people choose them: levels of difficulty with names, and which of them can play a game."""

from __future__ import annotations

from typing import NamedTuple

from ...agents.base import Agent
from ...agents.factory import make_agent
from ...envs.table.errors import CogitableError
from ...envs.table.game import Setup


class Level(NamedTuple):
    """A level of difficulty.

    Attributes:
        key: What forms and files call it.
        name: What people read.
        text: How it plays.
        specs: Agents that play so, the first that can play a game with its options; ``{seconds}`` is the time it has.
        share: Of the server's longest thinking time.
    """

    key: str
    name: str
    text: str
    specs: tuple[str, ...]
    share: float = 0.0


_WITH_NETWORK = "search:network=policy,seconds={seconds}"
_SEARCH = ("search:seconds={seconds},rollouts=heuristic,widening=0.5", "search:seconds={seconds}")

LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("beginner", "Beginner", "does anything that is allowed", ("random",)),
        Level("casual", "Casual", "plays by rules of thumb", ("heuristic",)),
        Level("skilled", "Skilled", "has learned from playing against itself", ("policy",)),
        Level("thinker", "Thinker", "looks ahead for a moment", _SEARCH, 0.2),
        Level("deep", "Deep thinker", "looks ahead as long as it may", (_WITH_NETWORK, *_SEARCH), 1.0),
    )
}
"""By key, roughly from the weakest to the strongest; which one is strongest depends on the game."""

CUSTOM = "agent:"
"""What stands before the spec of an agent of one's own, where the server trusts its visitors."""


def make_level(key: str, setup: Setup, think: float, trust: bool = False) -> Agent:
    """Return the agent of a level.

    Args:
        key: Of the level, or an agent's spec behind :data:`CUSTOM`.
        setup: The game with its options.
        think: Longest time for a decision, in seconds.
        trust: Whether specs are allowed, which may read files and import code.

    Raises:
        CogitableError: It cannot play this game.
    """
    if key.startswith(CUSTOM) and trust:
        return make_agent(key.removeprefix(CUSTOM), setup)
    if key not in LEVELS:
        raise CogitableError(f"there is no level {key!r}; the levels are {', '.join(LEVELS)}")
    level, refusal = LEVELS[key], CogitableError(key)
    for spec in level.specs:
        try:
            return make_agent(spec.format(seconds=round(max(0.05, think * level.share), 3)), setup)
        except CogitableError as error:
            refusal = error
    raise refusal


def level_name(key: str) -> str:
    """Return what people call a level."""
    return LEVELS[key].name if key in LEVELS else key.removeprefix(CUSTOM)


def playable(setup: Setup, think: float) -> list[Level]:
    """Return the levels that can play a game with its options."""
    found = []
    for level in LEVELS.values():
        try:
            make_level(level.key, setup, think)
        except CogitableError:
            continue
        found.append(level)
    return found
