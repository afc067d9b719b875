"""Playing an AEC environment from Python, for ours and for peers alike."""

from __future__ import annotations

from typing import Any

from .timing import pick


def play_episode(env: Any) -> int:
    """Play one episode with the loop of PettingZoo's documentation; return the number of decisions.

    ``last()`` makes the observation and the mask of every seat that decides.
    """
    decisions = 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(pick(observation["action_mask"]))
            decisions += 1
    return decisions
