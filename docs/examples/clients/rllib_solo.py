"""RLlib: PPO with its own module for action masks learns one seat of CogDrive Neon against random play."""

import sys

import gymnasium
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import cogitable.envs  # noqa: F401 (enters the games into the registry)

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
register_env("cogdrive_neon", lambda options: gymnasium.make("cogitable.envs:cogitable/CogDriveNeon-v0", **options))
config = (
    PPOConfig()
    .environment(
        "cogdrive_neon", env_config={"opponents": "random", "keys": ("observations", "action_mask"), "illegal": "raise"}
    )
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    .env_runners(num_env_runners=0)
    .training(train_batch_size_per_learner=1024, minibatch_size=256, num_epochs=4)
    .debugging(seed=1)
)
algorithm = config.build_algo()
done = 0
while done < steps:
    result = algorithm.train()["env_runners"]
    done = int(result["num_env_steps_sampled_lifetime"])
print(f"RLlib, one seat: {done} decisions; mean return against random {result['episode_return_mean']:+.2f}")
algorithm.stop()
