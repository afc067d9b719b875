"""RLlib: PPO with action masks in self-play, one policy for all five seats of Comrade."""

import sys

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from cogitable.envs import comrade_v0

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
register_env("comrade", lambda options: PettingZooEnv(comrade_v0.env(**options)))
config = (
    PPOConfig()
    .environment("comrade", env_config={"num_players": 5, "keys": ("observations", "action_mask")})
    .multi_agent(policies={"everybody"}, policy_mapping_fn=lambda agent, episode, **_: "everybody")
    .rl_module(
        rl_module_spec=MultiRLModuleSpec(
            rl_module_specs={"everybody": RLModuleSpec(module_class=ActionMaskingTorchRLModule)}
        )
    )
    .env_runners(num_env_runners=0)
    .training(train_batch_size_per_learner=1024, minibatch_size=256, num_epochs=4)
    .debugging(seed=1)
)
algorithm = config.build_algo()
done = 0
while done < steps:
    result = algorithm.train()
    done = int(result["env_runners"]["num_env_steps_sampled_lifetime"])
entropy = result["learners"]["everybody"]["entropy"]
print(f"RLlib, five seats: {done} decisions; entropy of the policy {entropy:.2f}")
algorithm.stop()
