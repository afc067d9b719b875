"""The published recipe: PettingZoo's tutorial "SB3: Action Masked PPO for Connect Four".

What it does is kept as it is, faults included: one environment, stable-baselines3's defaults, and a wrapper that hands
over the mover's reward together with the observation of whoever moves next.
"""

from __future__ import annotations

import time
from typing import Any

from ..timing import Result, Run, pick


def connect_four(steps: int, games: int) -> Run:
    """Train for ``steps`` and play ``games`` against random, seats rotated; a draw counts half."""
    from pettingzoo.classic import connect_four_v3
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from sb3_contrib.common.wrappers import ActionMasker

    wrapper = _wrapper()

    def run(seconds: float, number: int) -> Result:
        env = wrapper(connect_four_v3.env())
        env.reset(seed=number)
        model = MaskablePPO(MaskableActorCriticPolicy, ActionMasker(env, lambda inner: inner.action_mask()), verbose=0)
        model.set_random_seed(number)
        start = time.perf_counter()
        model.learn(total_timesteps=steps)
        passed = time.perf_counter() - start
        return {"rate": model.num_timesteps / passed, "win_rate": _win_rate(model, connect_four_v3.env(), games)}

    return run


def _wrapper() -> type:
    """Return the tutorial's single-agent face of an AEC environment (made here: its bases are optional installs)."""
    import gymnasium
    from pettingzoo.utils import BaseWrapper

    class ActionMaskFace(BaseWrapper, gymnasium.Env):
        def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[Any, dict]:
            super().reset(seed, options)
            first = self.possible_agents[0]
            self.observation_space = super().observation_space(first)["observation"]
            self.action_space = super().action_space(first)
            return self.observe(self.agent_selection), {}

        def step(self, action: int) -> tuple[Any, float, bool, bool, dict]:
            mover = self.agent_selection
            super().step(action)
            ends = self.terminations[mover], self.truncations[mover]
            reward = self._cumulative_rewards[mover]
            return self.observe(self.agent_selection), reward, *ends, self.infos[mover]

        def observe(self, agent: str) -> Any:
            return super().observe(agent)["observation"]

        def action_mask(self) -> Any:
            return super().observe(self.agent_selection)["action_mask"]

    return ActionMaskFace


def _win_rate(model: Any, env: Any, games: int) -> float:
    score = 0.0
    for game in range(games):
        env.reset(seed=game)
        learner = env.possible_agents[game % 2]
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                score += (1 + env.rewards[learner]) / 2
                break
            mask = observation["action_mask"]
            if agent == learner:
                env.step(int(model.predict(observation["observation"], action_masks=mask, deterministic=True)[0]))
            else:
                env.step(pick(mask))
    return score / games
