"""The learner: sb3-contrib's MaskablePPO with collecting and an update of its own in compiled code, and a policy that
long runs cannot break.

MaskablePPO stops with "Expected parameter probs ... to satisfy the constraint Simplex()" in long runs with many
actions (sb3-contrib issues 81, 195, 247, 322): probabilities kept in single precision miss a sum of 1 by more than
1e-6 and are checked against it. Two neighbours of that fault end runs as well: illegal actions get the logit -1e8, so
preferences that have drifted below it make them likely; and one batch without spread, or one overflowing ratio, turns
every weight into "not a number". :class:`LegalDistribution` has no parameter that could fail a check and gives illegal
actions the probability zero exactly; :class:`GuardedAdam` leaves out a step whose gradient is not finite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import explained_variance
from torch import nn

from ...agents.policy_network import PolicyNetwork
from ...envs.table.game import Setup
from .arrays import array_of, weights_of
from .config import TrainingConfig
from .config_sections import NetworkConfig
from .decisions import decisions_of
from .entities import EntityActions, all_things, entity_heads, put_entity_heads
from .foretelling import Foretelling, foretelling
from .kernels import act_many, kernel
from .network import ACTIVATIONS, TorchNetwork, Trunk, TwoViews, two_views
from .recording import Recording, recording
from .seat_values import SeatValues, learned_returns, seats_told
from .selfplay import SelfPlayVecEnv
from .sparse import SparseLinear
from .update import Found, Gradients, Weights


class LegalDistribution(MaskableCategoricalDistribution):
    """Probabilities of the legal actions; all others are impossible whatever the network says."""

    _masks: th.Tensor | None
    trunk: Trunk | None = None  # whose entities have a say in the preferences

    def proba_distribution_net(self, latent_dim: int) -> nn.Module:
        """Return what maps features, shape (n, latent_dim), to preferences, shape (n, actions)."""
        if self.trunk is None or not len(self.trunk.entities):
            return super().proba_distribution_net(latent_dim)
        entities: Any = list(self.trunk.entities)
        return EntityActions(self.action_dim, entities, self.trunk.hidden, self.trunk.taken)

    def proba_distribution(self, action_logits: th.Tensor) -> LegalDistribution:
        """Set the preferences, shape (n, actions); all actions are legal until masks are applied."""
        self._logits, self._masks = action_logits.view(-1, self.action_dim), None
        self._log_probs = th.log_softmax(self._logits, dim=1)
        return self

    def apply_masking(self, masks: Any) -> None:
        """Set which actions are legal, shape (n, actions) or what can be reshaped to it; None allows all."""
        if masks is None:
            self._masks, self._log_probs = None, th.log_softmax(self._logits, dim=1)
            return
        legal = th.as_tensor(masks, device=self._logits.device).reshape(self._logits.shape).bool()
        # A rest for rows without a legal action keeps the numbers finite; no seat is ever asked there.
        self._masks = legal
        lowest = th.finfo(self._logits.dtype).min
        self._log_probs = th.log_softmax(self._logits.masked_fill(~legal, lowest), dim=1)

    @property
    def probs(self) -> th.Tensor:
        """Probability of every action, shape (n, actions)."""
        probs = self._log_probs.exp()
        return probs if self._masks is None else probs.masked_fill(~self._masks, 0.0)

    def log_prob(self, actions: th.Tensor) -> th.Tensor:
        """Return the logarithm of the probability of one action a row, shape (n,)."""
        return self._log_probs.gather(1, actions.long().view(-1, 1)).squeeze(1)

    def entropy(self) -> th.Tensor:
        """Return the entropy of every row in nats, shape (n,)."""
        weighted = self._log_probs * self._log_probs.exp()
        if self._masks is not None:
            weighted = weighted.masked_fill(~self._masks, 0.0)
        return -weighted.sum(dim=1)

    def sample(self) -> th.Tensor:
        """Draw one action a row: the first to ring of alarms that ring at rates equal to the probabilities."""
        probs = self.probs
        return (probs / th.empty_like(probs).exponential_().clamp_min_(1e-30)).argmax(dim=1)

    def mode(self) -> th.Tensor:
        """Return the most likely action of every row."""
        return self.probs.argmax(dim=1)


class GuardedAdam(th.optim.Adam):
    """Adam that leaves out a step whose gradient is not finite, instead of losing every weight to it.

    Attributes:
        skipped: Steps left out so far.
    """

    skipped = 0

    @th.no_grad()
    def step(self, closure: Any = None) -> Any:
        """Take a step, if the gradient is finite."""
        gradients = [p.grad for group in self.param_groups for p in group["params"] if p.grad is not None]
        if gradients and not bool(th.isfinite(th.stack(th._foreach_norm(gradients)).sum())):
            self.skipped += 1
            return None
        return super().step(closure)

    def state_dict(self) -> dict[str, Any]:
        """Return its state, with the number of steps left out."""
        return {**super().state_dict(), "skipped": self.skipped}

    def load_state_dict(self, state_dict: Any) -> None:
        """Take over what :meth:`state_dict` returned; states of before this was counted in them begin at 0."""
        super().load_state_dict(state_dict)
        self.skipped = int(state_dict.get("skipped", 0))


class LegalPolicy(MaskableActorCriticPolicy):
    """sb3-contrib's policy for masked actions with a :class:`LegalDistribution`.

    With ``views``, which makes its hidden layers (:func:`.network.two_views`), the value sees more than the policy.
    With more ``seats`` than one the value is that of every seat, and what PPO knows of it the first one.
    """

    def __init__(
        self, *args: Any, views: Callable[[Any], TwoViews] | None = None, seats: int = 1, **kwargs: Any
    ) -> None:
        """Take the arguments of the class that this one is based on, and ``views`` and ``seats``."""
        self._views, self._seats = views, seats
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.action_dist = LegalDistribution(int(self.action_space.n))  # type: ignore[attr-defined]
        super()._build(lr_schedule)
        if self._seats > 1:
            self.value_net = SeatValues(self.value_net.in_features, self._seats)
            self.value_net.apply(partial(self.init_weights, gain=1))
            of_all: Any = self.optimizer_class  # the one that was made does not know the new layer
            self.optimizer = of_all(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
        if self._views is not None:
            return  # its layers are made for observations
        for first in (next(iter(net), None) for net in (self.mlp_extractor.policy_net, self.mlp_extractor.value_net)):
            if isinstance(first, nn.Linear) and first.in_features == self.observation_space.shape[0]:  # type: ignore[index]
                first.__class__ = SparseLinear

    def _build_mlp_extractor(self) -> None:
        if self._views is None:
            super()._build_mlp_extractor()
        else:
            self.mlp_extractor = self._views(self.observation_space)  # type: ignore[assignment]
        self.action_dist.trunk = self._trunk()  # type: ignore[attr-defined]

    def _trunk(self) -> Trunk | None:
        """Return the layers that end in features of things of one kind as well, or are shared with the value."""
        for layers in (self.features_extractor, self.mlp_extractor.policy_net):
            if isinstance(layers, Trunk):
                return layers
        return None

    def forward(
        self, obs: th.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
        """Return an action drawn at every row, values and logarithms of probabilities; base class's terms."""
        if action_masks is None or obs.device.type != "cpu":
            return super().forward(obs, deterministic, action_masks)
        to_policy, to_value = self.mlp_extractor(self.extract_features(obs))
        masks = np.ascontiguousarray(action_masks.reshape(len(obs), -1), np.int8)
        wanted = th.full((len(obs),), 1.0) if deterministic else th.rand(len(obs), dtype=th.float64)
        actions, log_probs = self._drawn(to_policy.detach(), masks, wanted.double().numpy())
        return actions, self.value_net(to_value), log_probs

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Return the distribution over actions at every row; base class's terms."""
        with self._told(action_masks):
            return super().get_distribution(obs, action_masks)

    def evaluate_actions(
        self, obs: th.Tensor, actions: th.Tensor, action_masks: th.Tensor | None = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor | None]:
        """Return values, logarithms of the probabilities of actions, and entropies; base class's terms."""
        with self._told(action_masks):
            return super().evaluate_actions(obs, actions, action_masks)

    @contextmanager
    def _told(self, masks: Any) -> Iterator[None]:
        """Tell the entity heads which actions are legal, so that they judge what these name alone."""
        last = self.action_net
        if isinstance(last, EntityActions):
            last.masks = masks
        try:
            yield
        finally:
            if isinstance(last, EntityActions):
                last.masks = None

    def _drawn(self, hidden: th.Tensor, masks: np.ndarray, wanted: np.ndarray) -> tuple[th.Tensor, th.Tensor]:
        actions, log_probs = np.zeros(len(masks), np.int64), th.zeros(len(masks), dtype=hidden.dtype)
        last: Any = self.action_net
        more = hidden.new_zeros(0, 0)
        if isinstance(last, EntityActions):
            last, more = last.all, last.judged(hidden, masks).detach()
        numbers = hidden.contiguous().numpy(), last.weight.detach().view(-1).numpy(), last.bias.detach().numpy()
        scratch = np.zeros(masks.shape[1], numbers[0].dtype)
        kernel(act_many)(*numbers, more.numpy(), masks, wanted, scratch, actions, log_probs.numpy())
        return th.from_numpy(actions), log_probs

    def network(self) -> TorchNetwork:
        """Return a copy of the weights that choose actions, for playing without torch."""
        layers, head = self.choosing()
        name = "relu" if self.activation_fn is nn.ReLU else "tanh"
        arrays = [(weights_of(m), array_of(m.bias)) for m in layers]
        return TorchNetwork(tuple(arrays), name, () if head is None else entity_heads(*head))  # type: ignore[arg-type]

    def choosing(self) -> tuple[list[nn.Linear], tuple[list[Any], EntityActions] | None]:
        """Return the layers that choose actions, and what has the heads for things, if there are any."""
        trunk, last = self._trunk(), self.action_net
        hidden = self.mlp_extractor.policy_net if trunk is None else trunk.layers
        head = None
        if trunk is not None and isinstance(last, EntityActions):
            head, last = (list(trunk.entities), last), last.all
        return [m for m in [*hidden.modules(), last] if isinstance(m, nn.Linear)], head

    def take_over(self, network: PolicyNetwork) -> None:
        """Set the weights that choose actions to those of a network of the same shape; the value keeps its own."""
        layers, head = self.choosing()
        with th.no_grad():
            for layer, (weights, bias) in zip(layers, network.layers, strict=True):
                layer.weight.copy_(th.from_numpy(np.ascontiguousarray(weights.T)))
                layer.bias.copy_(th.from_numpy(bias))
            if head is not None:
                put_entity_heads(*head, network.entities)


_KEPT = (
    "observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks", "others", "rewards",
    "episode_starts",
)  # fmt: skip
"""What a buffer keeps of decisions."""


class Rollouts(MaskableRolloutBuffer):
    """sb3-contrib's buffer with masks of one byte an action instead of four, and what others' values are to be.

    Attributes:
        others_told: Of how many seats besides the learner's own the value is learned.
    """

    others_told = 0

    def reset(self) -> None:
        """Begin anew."""
        super().reset()
        self.action_masks = np.ones((self.buffer_size, self.n_envs, self.mask_dims), np.int8)
        # Not a number teaches nothing: what a buffer is not told of is not learned to be zero
        self.others = np.full((self.buffer_size, self.n_envs, self.others_told), np.nan, np.float32)

    def columns(self) -> dict[str, np.ndarray]:
        """Return all that is kept before it is flattened, by name: arrays of shape (steps, tables, ...)."""
        return {name: getattr(self, name) for name in _KEPT}

    def take(self, own: Recording) -> None:
        """Begin anew with what has been recorded."""
        self.reset()
        self.observations, self.action_masks, self.actions = own.observations, own.masks, own.actions[:, :, None]
        self.values, self.log_probs, self.rewards = own.values, own.log_probs, own.rewards
        self.episode_starts, self.full = own.starts, True

    def put(self, columns: dict[str, np.ndarray], tables: np.ndarray) -> None:
        """Take over what another one kept of some tables."""
        for name in _KEPT:
            getattr(self, name)[:, tables] = columns[name]


class Learner(MaskablePPO):
    """MaskablePPO that is asked for one round of collecting and learning at a time, with an update of its own.

    The update is MaskablePPO's number for number, as far as sums in another order can be (:mod:`.update`); what it does
    not know (a clipped value, another device, another kind of observation) is left to MaskablePPO's own.

    Attributes:
        threads: Threads that share a batch.
        foretelling: The value that searches ask, where the policy learns from them.
    """

    env: SelfPlayVecEnv
    policy: LegalPolicy
    threads: int = 1
    foretelling: Foretelling | None = None
    batch_size: int

    def begin(self, observations: np.ndarray) -> None:
        """Start from the learner's observations at every table, shape (n, size)."""
        self._last_obs = observations
        self._total_timesteps, self._callback = self._setup_learn(1 << 62, None, reset_num_timesteps=False)
        self._last_episode_starts = np.ones(self.n_envs, dtype=bool)

    def resume(self, observations: np.ndarray, episode_starts: np.ndarray) -> None:
        """Start in the middle of episodes."""
        self.begin(observations)
        self.stand(observations, episode_starts)

    @property
    def episode_starts(self) -> np.ndarray:
        """Whether the next decision at each table is the first of an episode: bool, shape (n,)."""
        assert self._last_episode_starts is not None
        return self._last_episode_starts

    def stand(self, observations: np.ndarray, episode_starts: np.ndarray) -> None:
        """Go on at other positions, having begun before."""
        self._last_obs, self._last_episode_starts = observations, episode_starts

    def iterate(self, progress: float) -> None:
        """Collect and learn; ``progress`` is how much of the budget is spent, 0 to 1."""
        self.collect()
        self.update(progress)

    def collect(self) -> None:
        """Take ``n_steps`` decisions at every table and keep what is to be learned from them."""
        of_all = isinstance(self.policy.value_net, SeatValues)
        if self._is_usual() and not of_all and self.env.everything is None:
            self._collect_compiled()
            return
        self.collect_rollouts(self.env, self._callback, self.rollout_buffer, self.n_steps)

    def collect_rollouts(self, env: Any, callback: Any, rollout_buffer: Any, *args: Any, **more: Any) -> bool:
        """Do what MaskablePPO does, and find out what the value of the other seats is to be; base class's terms."""
        of_all = isinstance(self.policy.value_net, SeatValues) and isinstance(rollout_buffer, Rollouts)
        self.env.earned_by_all = [] if of_all else None
        going_on = super().collect_rollouts(env, callback, rollout_buffer, *args, **more)
        if of_all and going_on:
            seen, earned = np.asarray(self._last_obs), np.stack(self.env.earned_by_all or [])
            rollout_buffer.others[:] = learned_returns(self.policy, rollout_buffer, earned, seen, self.episode_starts)
        return going_on

    def _collect_compiled(self) -> None:
        """Do what :meth:`collect_rollouts` does, but call no callbacks, and draw from the tables' own generators."""
        self.policy.set_training_mode(False)  # so that no layer goes by a copy of weights that were others
        flat, buffer = self.gradients().flat, self.rollout_buffer
        flat.gather()
        masks = self.env.tables.masks
        size = self.n_steps, self.n_envs, self.observation_space.shape[0], masks.shape[1]  # type: ignore[index]
        own = recording(*size, flat.numbers, flat.shape, self.episode_starts)
        seen = self.env.play(own, self.foretold, self.gamma)
        buffer.take(own)  # type: ignore[attr-defined]
        buffer.compute_returns_and_advantage(th.from_numpy(self.foretold(seen)), own.fresh)
        self.stand(seen, own.fresh)
        self.num_timesteps += self.n_steps * self.n_envs

    def foretold(self, observations: np.ndarray) -> np.ndarray:
        """Return the values of observations, shape (n, size): float32, shape (n,)."""
        self.policy.set_training_mode(False)
        with th.no_grad():
            found: np.ndarray = self.policy.predict_values(th.from_numpy(observations)).numpy()[:, 0]
        return found

    def gradients(self) -> Gradients:
        """Return what finds gradients of the policy as it is, in its precision."""
        found, dtype = self._gradients, next(self.policy.parameters()).dtype
        if found is None or found.policy is not self.policy or found.dtype != dtype:
            self._gradients = found = Gradients(self.policy, self.threads)
        return found

    def close(self) -> None:
        """Let the threads go that find gradients."""
        if self._gradients is not None:
            self._gradients.close()
            self._gradients = None

    def update(self, progress: float) -> None:
        """Learn from what has been collected; ``progress`` is how much of the budget is spent, 0 to 1."""
        self._current_progress_remaining = 1.0 - min(max(progress, 0.0), 1.0)
        self.train()

    _callback: CallbackList | Any
    _gradients: Gradients | None = None

    def train(self) -> None:
        """Learn from what has been collected: :meth:`MaskablePPO.train`."""
        if not self._is_usual():
            super().train()
            return
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        self.gradients().look_at(decisions_of(self.rollout_buffer), self.observation_space.shape[0])  # type: ignore[index]
        weights = Weights(self.clip_range(self._current_progress_remaining), self.ent_coef, self.vf_coef)  # type: ignore[operator]
        epochs: list[list[Found]] = []
        for _ in range(self.n_epochs):
            epochs.append(self._learn_all(weights))
            self._n_updates += 1
            if self._has_changed_enough(epochs[-1][-1]):
                break
        self._report(weights, epochs)

    def _has_changed_enough(self, found: Found) -> bool:
        return self.target_kl is not None and found.approx_kl > 1.5 * self.target_kl

    def _is_usual(self) -> bool:
        usual = isinstance(self.rollout_buffer, Rollouts) and isinstance(self.policy, LegalPolicy)
        return usual and self.clip_range_vf is None and self.device.type == "cpu"

    def _learn_all(self, weights: Weights) -> list[Found]:
        """Learn once from all decisions, batch by batch, until the policy has changed enough; return what was found."""
        gradients, found = self.gradients(), list[Found]()
        buffer: Any = self.rollout_buffer
        advantages = buffer.swap_and_flatten(buffer.advantages)[:, 0]
        order = np.random.permutation(advantages.size)  # noqa: NPY002  as in stable-baselines3
        for start in range(0, order.size, self.batch_size):
            batch = order[start : start + self.batch_size]
            found.append(gradients.find(batch, self._normal(advantages[batch]), weights))
            if self._has_changed_enough(found[-1]):
                break
            th.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
        return found

    def _normal(self, advantages: np.ndarray) -> np.ndarray:
        """Return a batch's advantages with a mean of 0 and a spread of 1, if that is asked for."""
        if not self.normalize_advantage:
            return advantages
        spread = advantages.std(ddof=1) + advantages.dtype.type(1e-8)
        normal: np.ndarray = (advantages - advantages.mean()) / spread
        return normal

    def _report(self, weights: Weights, epochs: list[list[Found]]) -> None:
        """Log what MaskablePPO logs, under the same names."""
        buffer, found = self.rollout_buffer, list(chain.from_iterable(epochs))
        last = found[-1]
        figures = {
            "entropy_loss": -np.mean([one.entropy for one in found]),
            "policy_gradient_loss": np.mean([one.policy_loss for one in found]),
            "value_loss": np.mean([one.value_loss for one in found]),
            "approx_kl": np.mean([one.approx_kl for one in epochs[-1]]),
            "clip_fraction": np.mean([one.clip_fraction for one in found]),
            "loss": last.policy_loss - self.ent_coef * last.entropy + self.vf_coef * last.value_loss,
            "explained_variance": explained_variance(buffer.values.flatten(), buffer.returns.flatten()),
            "n_updates": self._n_updates,
            "clip_range": weights.clip_range,
        }
        for name, value in figures.items():
            self.logger.record(f"train/{name}", value, exclude="tensorboard" if name == "n_updates" else None)

    def _get_torch_save_params(self) -> tuple[list[str], list[str]]:
        names, others = super()._get_torch_save_params()
        return [*names, *(["foretelling", "foretelling.optimizer"] if self.foretelling is not None else [])], others

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "_gradients"]

    def _update_info_buffer(self, infos: list[dict[str, Any]], dones: np.ndarray | None = None) -> None:
        """Leave out stable-baselines3's own count of episodes; the environment and the league keep theirs."""


def make_learner(config: TrainingConfig, env: SelfPlayVecEnv) -> Learner:
    """Return a learner with fresh weights for a configuration."""
    ppo = config.ppo
    learner = Learner(
        LegalPolicy,
        env,
        rollout_buffer_class=Rollouts,
        learning_rate=partial(_between, ppo.final_learning_rate, ppo.learning_rate),
        policy_kwargs=policy_arguments(config.network, env.setups[0]) | seats_told(config.network, env.setups),
        seed=config.seed,
        device="cpu",
        **ppo.model_dump(exclude={"learning_rate", "final_learning_rate"}),
    )
    learner.set_logger(Logger(None, []))  # its own would leave a folder among the temporary ones
    learner.threads = config.num_threads
    _tell_others(learner)
    learner.foretelling = foretelling(config, env.setups, learner.policy.network())
    return learner


def _tell_others(learner: Learner) -> None:
    """Make room for what the value of the other seats is to be, if it is learned."""
    buffer, value = learner.rollout_buffer, learner.policy.value_net
    if isinstance(buffer, Rollouts) and isinstance(value, SeatValues):
        buffer.others_told = value.out_features - 1
        buffer.reset()


def policy_arguments(network: NetworkConfig, setup: Setup) -> dict[str, Any]:
    """Return the arguments for :class:`LegalPolicy` that make the configured network.

    Raises:
        OptionError: The game has no such things as the network is to choose among.
    """
    activation, layers = ACTIVATIONS[network.activation], network.layers
    arguments: dict[str, Any] = {"activation_fn": activation, "optimizer_class": GuardedAdam}
    # eps as sb3-contrib gives it to the Adam that this one replaces; fused does all parameters in one call
    arguments["optimizer_kwargs"] = {"eps": 1e-5, "fused": True}
    trunk: dict[str, Any] | None = None
    if network.shared and layers:
        trunk = {"layers": layers, "activation": activation}
        if network.entities:
            trunk |= {"entities": all_things(setup, network.entities), "entity_size": network.entity_size}
    if network.critic == "everything":
        views = partial(two_views, size=setup.layout.size, layers=layers, activation=activation, trunk=trunk)
        return arguments | {"views": views}
    if trunk is not None:
        return arguments | {"net_arch": [], "features_extractor_class": Trunk, "features_extractor_kwargs": trunk}
    return arguments | {"net_arch": {"pi": list(layers), "vf": list(layers)}}


def _between(end: float, start: float, remaining: float) -> float:
    return end + (start - end) * remaining
