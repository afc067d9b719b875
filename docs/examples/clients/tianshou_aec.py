"""Tianshou: DQN on its PettingZooEnv learns one seat of CogDrive Neon, the other one plays at random."""

import sys

import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from cogitable.envs import cogdrive_neon_v0

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


def make() -> PettingZooEnv:
    return PettingZooEnv(cogdrive_neon_v0.env(illegal="raise"))


env = make()
space, actions = env.observation_space["observation"], env.action_space
net = Net(state_shape=space.shape, action_shape=int(actions.n), hidden_sizes=[128, 128])
dqn = DQN(
    policy=DiscreteQLearningPolicy(
        model=net, action_space=actions, observation_space=space, eps_training=0.1, eps_inference=0.0
    ),
    optim=AdamOptimizerFactory(lr=1e-3),
    gamma=0.99,
    n_step_return_horizon=3,
    target_update_freq=200,
)
rival = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=actions)
both = MultiAgentOffPolicyAlgorithm(algorithms=[dqn, rival], env=env)
tables = DummyVectorEnv([make for _ in range(4)])
training = Collector(both, tables, VectorReplayBuffer(20_000, 4), exploration_noise=True)
both.run_training(
    OffPolicyTrainerParams(
        training_collector=training,
        max_epochs=1,
        epoch_num_steps=steps,
        collection_step_num_env_steps=64,
        update_step_num_gradient_steps_per_sample=0.1,
        batch_size=64,
        multi_agent_return_reduction=lambda returns: returns[:, 0],
        show_progress=False,
        verbose=False,
    )
)
testing = Collector(both, DummyVectorEnv([make]))
testing.reset()
result = testing.collect(n_episode=20, reset_before_collect=True)
mean = float(np.mean(result.returns[:, 0]))
print(f"Tianshou: {training.collect_step} decisions; mean return in 20 games against random {mean:+.2f}")
