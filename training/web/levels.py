"""Agents as people choose them: by level of difficulty, or by spec where the server trusts its visitors."""

from __future__ import annotations

from ...agents.base import Agent
from ...agents.factory import AGENTS, make_agent, parse_spec
from ...agents.levels import LEVELS
from ...envs.table.errors import CogitableError, OptionError
from ...envs.table.game import Setup

CUSTOM = "agent:"
"""What stands before the spec of an agent of one's own, where the server trusts its visitors."""

_SHORTEST = 0.05  # seconds


def make_level(key: str, setup: Setup, think: float, trust: bool = False) -> Agent:
    """Return the agent of a level.

    Args:
        key: Of the level, or an agent's spec behind :data:`CUSTOM`.
        setup: The game with its options.
        think: Longest time for a decision, in seconds.
        trust: Whether specs are allowed, which may read files and import code.

    Raises:
        CogitableError: There is no such level, it cannot play this game, or it is a person at a terminal.
    """
    if key.startswith(CUSTOM) and trust:
        spec = key.removeprefix(CUSTOM)
        if parse_spec(spec)[0] is AGENTS["human"]:
            raise OptionError(f"{spec!r} would ask at the terminal of the server; persons sit down by their browsers")
        return make_agent(spec, setup)
    if key not in LEVELS:
        raise CogitableError(f"there is no level {key!r}; the levels are {', '.join(LEVELS)}")
    return make_agent(f"level:{key},seconds={max(_SHORTEST, think):g}", setup)


def level_name(key: str) -> str:
    """Return what people call a level."""
    return LEVELS[key].name if key in LEVELS else key.removeprefix(CUSTOM)
