"""TorchRL: PPO on its GymEnv learns one seat of CogDrive Neon against random play; the mask is in the observation."""

import sys

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymEnv, RewardSum, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import cogitable.envs  # noqa: F401 (enters the games into the registry)

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
torch.manual_seed(1)
env = GymEnv(
    "cogitable/CogDriveNeon-v0",
    opponents="random",
    keys=("observation", "action_mask"),
    illegal="raise",
    categorical_action_encoding=True,
)
as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
env = TransformedEnv(env, Compose(as_bool, ActionMask(), RewardSum()))
size, actions = env.observation_spec["observation"].shape[-1], int(env.action_spec.space.n)
network = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions))
actor = ProbabilisticActor(
    TensorDictModule(network, in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 1)))
loss, gae = ClipPPOLoss(actor, critic, entropy_coeff=0.01), GAE(gamma=0.995, lmbda=0.95, value_network=critic)
optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
collector = Collector(env, actor, frames_per_batch=1024, total_frames=steps)
done, returns = 0, []
for data in collector:
    done += data.numel()
    ended = data["next", "done"].squeeze(-1)
    returns += data["next", "episode_reward"].squeeze(-1)[ended].tolist()
    for _ in range(4):
        gae(data)
        for part in torch.randperm(data.numel()).split(256):
            losses = loss(data[part])
            optimizer.zero_grad()
            sum(value for name, value in losses.items() if name.startswith("loss")).backward()
            optimizer.step()
collector.shutdown()
mean = sum(returns[-20:]) / len(returns[-20:])
print(f"TorchRL, one seat: {done} decisions; mean return in the last 20 games against random {mean:+.2f}")
