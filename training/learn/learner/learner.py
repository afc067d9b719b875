"""The learner: sb3-contrib's MaskablePPO with collecting and an update of its own in compiled code, and a policy that
long runs cannot break (:mod:`..networks.legal_distribution`, :mod:`..networks.guarded_adam`).
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import explained_variance

from ..collecting.recording import recording
from ..collecting.rollouts import Rollouts
from ..collecting.selfplay import SelfPlayVecEnv
from ..config.training_config import TrainingConfig
from ..networks.legal_policy import LegalPolicy, policy_arguments
from ..networks.seat_values import SeatValues, seats_told
from ..teaching.foretelling import Foretelling, foretelling
from .decisions import decisions_of
from .seat_returns import learned_returns
from .update import Found, Gradients, Weights


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
        """Start in the middle of episodes.

        Args:
            observations: The learner's at every table, float32, shape (n, size).
            episode_starts: Whether the next decision at each is the first of an episode, bool, shape (n,).
        """
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


def seed_learner(sequence: np.random.SeedSequence) -> None:
    """Fix all that learners draw in this process, by torch's generator and by NumPy's, which shuffles batches."""
    first, second = sequence.generate_state(2)
    th.manual_seed(int(first))
    np.random.seed(int(second))  # noqa: NPY002  stable-baselines3 uses the global generator


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


def _between(end: float, start: float, remaining: float) -> float:
    return end + (start - end) * remaining
