"""stable-baselines3: MaskablePPO of sb3-contrib learns one seat of CogDrive Neon against random play."""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import cogitable.envs  # noqa: F401 (enters the games into the registry)

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
env = gymnasium.make("cogitable/CogDriveNeon-v0", opponents="random", illegal="raise")
model = MaskablePPO("MlpPolicy", env, n_steps=512, seed=1)
model.learn(steps)
mean, _ = evaluate_policy(model, env, n_eval_episodes=20, warn=False)
print(f"stable-baselines3: {model.num_timesteps} decisions; mean return in 20 games against random {mean:+.2f}")
