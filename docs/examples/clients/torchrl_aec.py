"""TorchRL: REINFORCE in self-play on its PettingZooWrapper, one network for both seats of CogDrive Neon."""

import sys

import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor

from cogitable.envs import cogdrive_neon_v0

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
torch.manual_seed(1)
env = PettingZooWrapper(cogdrive_neon_v0.env(illegal="raise"), use_mask=True, group_map=None, categorical_actions=True)
seats = list(env.group_map)
size = env.observation_spec[seats[0], "observation", "observation"].shape[-1]
actions = env.observation_spec[seats[0], "action_mask"].shape[-1]
network = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions))


class AnyMask(MaskedCategorical):
    """Whoever is not asked has an empty mask, and may draw anything: the environment does not listen."""

    def __init__(self, logits: torch.Tensor, mask: torch.Tensor) -> None:
        super().__init__(logits=logits, mask=mask | ~mask.any(-1, keepdim=True))


policy = TensorDictSequential(
    *(
        ProbabilisticActor(
            TensorDictModule(network, in_keys=[(seat, "observation", "observation")], out_keys=[(seat, "logits")]),
            in_keys={"logits": (seat, "logits"), "mask": (seat, "action_mask")},
            out_keys=[(seat, "action")],
            distribution_class=AnyMask,
        )
        for seat in seats
    )
)
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
done = 0
while done < steps:
    with torch.no_grad():
        data = env.rollout(2000, policy)  # one game
    done += len(data)
    losses = []
    for seat in seats:
        game = data[seat]
        asked = game["mask"].squeeze(-1) & game["action_mask"].any(-1).squeeze(-1)
        earned = data["next", seat, "reward"].sum()
        chance = AnyMask(network(game["observation", "observation"]), game["action_mask"])
        losses.append(-(chance.log_prob(game["action"]).squeeze(-1)[asked] * earned).mean())
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()
print(f"TorchRL, self-play: {done} decisions; loss in the last game {sum(losses).item():+.3f}")
