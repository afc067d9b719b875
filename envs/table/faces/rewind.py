"""A table as it was some decisions ago."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from ..errors import CogitableError, ReplayError
from ..files import packing
from .aec import TableEnv


def rewound(env: TableEnv, decisions: int) -> TableEnv:
    """Return a table of the same game after its first decisions; what is dealt from there on stays the same.

    All decisions are followed, so that what is handed back is known to lie before what was there.

    Args:
        env: A table; it stays as it is.
        decisions: How many decisions are left.

    Raises:
        ReplayError: Its past cannot be followed, or leads elsewhere: it was saved by older rules, or changed by hand.
    """
    twin = copy.deepcopy(env)
    twin.illegal, twin.render_mode = "raise", None  # what cannot be followed is an error, and nobody looks on
    twin.states["rng"] = env.generator
    twin.reset()
    _follow(twin, env.actions[:decisions])
    ahead = copy.deepcopy(twin)
    _follow(ahead, env.actions[decisions:])
    if packing.pack(ahead.states) != packing.pack(env.states):
        raise ReplayError(
            f"what happened before leads elsewhere: the same {len(env.actions)} decisions end in another position. The "
            "rules have changed since the game began, or its state was changed by hand"
        )
    twin.illegal, twin.render_mode = env.illegal, env.render_mode
    return twin


def _follow(env: TableEnv, actions: Sequence[int]) -> None:
    try:
        for action in actions:
            env.step(action)
            let_out(env)
    except CogitableError as error:
        raise ReplayError(
            f"what happened before cannot be followed: {error}. The rules have changed since the game began, or its "
            "books were changed by hand"
        ) from None


def let_out(env: TableEnv) -> None:
    """Let agents step out that have left a game which goes on; all, where an illegal action has ended it."""
    while env.agents and not env.states["over"][0] and env.terminations[env.agent_selection]:
        env.step(None)
