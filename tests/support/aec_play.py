"""Playing an environment to any position, and what tells whether two of them stand alike."""

from __future__ import annotations

import numpy as np


def choose(env, rng) -> int | None:
    """Return a random legal action for the selected agent, None for one that is out."""
    observation, _, terminated, truncated, _ = env.last()
    return None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, rng, decisions: int) -> None:
    for _ in range(decisions):
        if env.agents:
            env.step(choose(env, rng))


def books(env) -> list:
    """Return all that an environment tells of its agents, but for what PettingZoo knows nothing of."""
    ours = ("events", "action_mask")
    infos = {
        agent: {name: value for name, value in info.items() if name not in ours} for agent, info in env.infos.items()
    }
    told = (env.rewards, env._cumulative_rewards, env.terminations, env.truncations, infos)
    return [list(env.agents), env.agent_selection, *({**values} for values in told)]


def full_column(env) -> None:
    env.reset(seed=1)
    for _ in range(6):
        env.step(0)
