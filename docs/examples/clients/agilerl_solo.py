"""AgileRL: PPO on Gymnasium's vector environment learns one seat of CogDrive Neon; masks come from its infos."""

import sys

import gymnasium
from agilerl.algorithms import PPO
from agilerl.training.train_on_policy import train_on_policy

import cogitable.envs  # noqa: F401 (enters the games into the registry)

if __name__ == "__main__":
    steps, tables = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, 4
    env = gymnasium.make_vec(
        "cogitable/CogDriveNeon-v0", tables, vectorization_mode="sync", opponents="random", illegal="raise"
    )
    agent = PPO(env.single_observation_space, env.single_action_space, num_envs=tables, learn_step=512, lr=1e-3)
    population, scores = train_on_policy(
        env, "CogDriveNeon", "PPO", [agent], max_steps=steps, evo_steps=steps // 2, eval_loop=1, verbose=False
    )
    env.close()
    print(f"AgileRL: {population[0].steps} decisions; scores on the way, against random: {scores}")
