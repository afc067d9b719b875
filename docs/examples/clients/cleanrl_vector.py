"""CleanRL's way: PPO in one file, on Gymnasium's own vector environment, with masks from its infos."""

import sys

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import cogitable.envs  # noqa: F401 (enters the games into the registry)

TOTAL = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
TABLES, STEPS, GAMMA, LAMBDA, CLIP = 8, 128, 0.995, 0.95, 0.2

torch.manual_seed(1)
envs = gymnasium.make_vec(
    "cogitable/CogDriveNeon-v0", TABLES, vectorization_mode="sync", opponents="random", illegal="raise"
)
size, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
actor = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions))
critic = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)


def policy(observation: torch.Tensor, mask: torch.Tensor) -> Categorical:
    return Categorical(logits=actor(observation).masked_fill(~mask, -1e9))


def tensors(observation: np.ndarray, info: dict) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.as_tensor(observation), torch.as_tensor(info["action_mask"], dtype=torch.bool)


seen, mask = tensors(*envs.reset(seed=1))
fresh = torch.zeros(TABLES)  # 1 where the last step has ended a game: the next one only deals (NEXT_STEP)
returns: list[float] = []
for _ in range(TOTAL // (TABLES * STEPS)):
    batch: dict[str, list[torch.Tensor]] = {
        name: [] for name in ("seen", "mask", "action", "logp", "value", "reward", "fresh")
    }
    for _ in range(STEPS):
        with torch.no_grad():
            choice = policy(seen, mask)
            action = choice.sample()
            kept = (seen, mask, action, choice.log_prob(action), critic(seen)[:, 0])
        after, reward, terminated, truncated, info = envs.step(action.numpy())
        for name, value in zip(batch, (*kept, torch.as_tensor(reward, dtype=torch.float32), fresh), strict=True):
            batch[name].append(value)
        fresh = torch.as_tensor(terminated | truncated, dtype=torch.float32)
        returns += reward[terminated | truncated].tolist()
        seen, mask = tensors(after, info)
    data = {name: torch.stack(values) for name, values in batch.items()}
    advantage, last, value = torch.zeros_like(data["reward"]), torch.zeros(TABLES), critic(seen)[:, 0].detach()
    ended = fresh
    for step in reversed(range(STEPS)):
        delta = data["reward"][step] + GAMMA * value * (1 - ended) - data["value"][step]
        advantage[step] = last = delta + GAMMA * LAMBDA * (1 - ended) * last
        value, ended = data["value"][step], data["fresh"][step]
    real = data["fresh"] == 0  # steps that dealt were no decisions
    flat = {name: values[real] for name, values in data.items()}
    target, advantage = (advantage + data["value"])[real], advantage[real]
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(4):
        for part in torch.randperm(len(target)).split(256):
            choice = policy(flat["seen"][part], flat["mask"][part])
            ratio = (choice.log_prob(flat["action"][part]) - flat["logp"][part]).exp()
            gain = torch.min(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part]).mean()
            error = (critic(flat["seen"][part])[:, 0] - target[part]).pow(2).mean()
            optimizer.zero_grad()
            (0.5 * error - gain - 0.01 * choice.entropy().mean()).backward()
            optimizer.step()
print(
    f"CleanRL-style PPO: {len(returns)} games; mean return in the last 20 against random {np.mean(returns[-20:]):+.2f}"
)
