"""A table as it was some decisions ago."""

from __future__ import annotations

import copy

from ..errors import CogitableError, ReplayError
from .aec import TableEnv


def rewound(env: TableEnv, decisions: int) -> TableEnv:
    """Return a table of the same game after its first decisions; what is dealt from there on stays the same.

    Args:
        env: A table; it stays as it is.
        decisions: How many decisions are left.

    Raises:
        ReplayError: Its past cannot be followed: it was saved by older rules, or changed by hand.
    """
    twin = copy.deepcopy(env)
    twin.illegal, twin.render_mode = "raise", None  # what cannot be followed is an error, and nobody looks on
    twin.states["rng"] = env.generator
    twin.reset()
    try:
        for action in env.actions[:decisions]:
            twin.step(action)
            let_out(twin)
    except CogitableError as error:
        raise ReplayError(f"what happened before cannot be followed: {error}") from None
    twin.illegal, twin.render_mode = env.illegal, env.render_mode
    return twin


def let_out(env: TableEnv) -> None:
    """Let agents step out that have left a game which goes on; all, where an illegal action has ended it."""
    while env.agents and not env.states["over"][0] and env.terminations[env.agent_selection]:
        env.step(None)
