"""What is collected in compiled code is what stepping through the environment gives, decision for decision."""

from __future__ import annotations

import numpy as np
import pytest
import torch as th
from games.kuhn_poker import GAME as KUHN
from games.treasure import GAME as TREASURE
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from cogitable.agents.base import Agent
from cogitable.envs import get_game
from cogitable.training.learn.collecting.opponents import PYTHON
from cogitable.training.learn.collecting.recording import recording
from cogitable.training.learn.collecting.selfplay import Pool, SelfPlayVecEnv
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.learner.learner import Learner, make_learner
from connect_four import GAME as CONNECT_FOUR

STEPS, TABLES = 24, 12
NETWORKS = {
    "shared": {"network.shared": True, "network.layers": [16]},
    "apart": {"network.layers": [12, 8], "network.activation": "tanh"},
    "linear": {"network.layers": []},
}


class Last(Agent):
    """Takes the last legal action."""

    def act(self, view):
        return view.masks.shape[1] - 1 - view.masks[:, ::-1].argmax(axis=1)


class OneAgent(Pool):
    """One opponent that is asked from Python, and always does the same."""

    def __init__(self, setups):
        self.others, self.told = [Last(setup) for setup in setups], []

    def draw(self, shape):
        return np.zeros(shape, np.int64)

    def players(self):
        return np.full((1, 1), PYTHON)

    def agents(self, number):
        return self.others

    def record(self, numbers, scores, episodes):
        self.told += scores.tolist()


def a_learner(setups, network="shared", threads=1, game="connect_four", **more) -> Learner:
    options = {"threads": threads, "steps": 1, "tables": TABLES, "ppo.n_steps": STEPS, "ppo.batch_size": 2 * TABLES}
    config = load_config(game, None, {**options, **NETWORKS.get(network, {}), **more})
    env = SelfPlayVecEnv(setups, TABLES, OneAgent(setups), threads=threads)
    learner = make_learner(config, env)
    learner.begin(env.reset())
    return learner


def stepped(setups, actions, starts):
    """Return what the environment shows, step by step, to who takes some actions; and its pool."""
    env = SelfPlayVecEnv(setups, TABLES, OneAgent(setups))
    env.seed(0)  # as a learner of this seed does
    seen, found = env.reset(), {name: [] for name in ("observations", "masks", "rewards", "starts")}
    infos = []
    for row in actions:
        found["observations"].append(seen)
        found["masks"].append(env.action_masks().copy())
        found["starts"].append(starts)
        seen, rewards, starts, told = env.step(row)
        found["rewards"].append(rewards)
        infos.append(told)
    return {name: np.stack(rows) for name, rows in found.items()}, infos, env


SETUPS = {
    "connect four": [CONNECT_FOUR.setup()],
    "kuhn": [KUHN.setup(num_players=3)],
    "treasure": [
        TREASURE.setup(num_players=3),
        TREASURE.setup(num_players=5),
    ],  # rewards in mid-game, seats that drop out
    "cut off": [CONNECT_FOUR.setup(max_decisions=9)],
}


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("name", SETUPS)
def test_a_round_is_what_the_environment_shows_step_by_step(name, network):
    learner = a_learner(SETUPS[name], network)
    starts = np.ones(TABLES, np.bool_)
    learner.collect()
    buffer = learner.rollout_buffer
    found, infos, env = stepped(SETUPS[name], buffer.actions[:, :, 0], starts)
    np.testing.assert_array_equal(buffer.observations, found["observations"])
    np.testing.assert_array_equal(buffer.action_masks, found["masks"])
    np.testing.assert_array_equal(buffer.episode_starts.astype(bool), found["starts"])
    np.testing.assert_array_equal(learner._last_obs, env.tables.observations)
    assert (learner.env.finished, learner.env.scored) == (env.finished, pytest.approx(env.scored))
    assert sorted(learner.env.pool.told) == sorted(env.pool.told)
    assert env.finished > TABLES / 2
    rewards, cut = found["rewards"].copy(), 0
    for step, told in enumerate(infos):
        for table, info in enumerate(told):
            if info.get("TimeLimit.truncated"):
                worth = learner.foretold(info["terminal_observation"][None])[0]
                rewards[step, table] += learner.gamma * worth
                cut += 1
    assert (cut > 0) == (name == "cut off")
    np.testing.assert_allclose(buffer.rewards, rewards, atol=1e-5)


def by_torch(learner):
    """Return what torch says of the decisions in a learner's buffer: values and logarithms of probabilities."""
    buffer = learner.rollout_buffer
    rows = (buffer.observations, buffer.actions, buffer.action_masks)
    observations, actions, masks = (th.from_numpy(buffer.swap_and_flatten(part)) for part in rows)
    with th.no_grad():
        values, log_probs, _ = learner.policy.evaluate_actions(observations, actions[:, 0], masks)
    return values, log_probs


@pytest.mark.parametrize("network", NETWORKS)
def test_probabilities_and_values_are_the_networks(network):
    learner = a_learner(SETUPS["treasure"], network)
    learner.collect()
    buffer = learner.rollout_buffer
    values, log_probs = by_torch(learner)
    np.testing.assert_allclose(buffer.swap_and_flatten(buffer.values)[:, 0], values[:, 0], atol=1e-5)
    np.testing.assert_allclose(buffer.swap_and_flatten(buffer.log_probs)[:, 0], log_probs, atol=1e-5)
    own = buffer.returns.copy()
    buffer.compute_returns_and_advantage(th.from_numpy(learner.foretold(learner._last_obs)), learner.episode_starts)
    np.testing.assert_array_equal(own, buffer.returns)


def test_rounds_follow_one_another():
    """The second round begins where the first has ended, in the middle of games."""
    learner, starts = a_learner(SETUPS["treasure"]), []
    actions = []
    for _ in range(3):
        learner.collect()
        actions.append(learner.rollout_buffer.actions[:, :, 0].copy())
        starts.append(learner.rollout_buffer.episode_starts.astype(bool))
    found, _, _ = stepped(SETUPS["treasure"], np.concatenate(actions), np.ones(TABLES, np.bool_))
    np.testing.assert_array_equal(np.concatenate(starts), found["starts"])
    np.testing.assert_array_equal(learner.rollout_buffer.observations, found["observations"][-STEPS:])
    np.testing.assert_array_equal(learner.rollout_buffer.rewards, found["rewards"][-STEPS:])


def test_threads_take_the_same_decisions():
    one, three = (a_learner(SETUPS["treasure"], threads=threads) for threads in (1, 3))
    for learner in (one, three):
        learner.env.reseed(np.random.SeedSequence(8))
        learner.collect()
    np.testing.assert_array_equal(one.rollout_buffer.actions, three.rollout_buffer.actions)
    np.testing.assert_array_equal(one.rollout_buffer.observations, three.rollout_buffer.observations)


def assert_decides_as_torch_says(learner):
    """Collect a round with all weights moved, so that none is zero, and ask torch about the same decisions."""
    with th.no_grad():
        for parameter in learner.policy.parameters():
            parameter += 0.1 * th.randn(parameter.shape, generator=th.manual_seed(parameter.numel()))
    learner.collect()
    buffer = learner.rollout_buffer
    _, log_probs = by_torch(learner)
    np.testing.assert_allclose(buffer.swap_and_flatten(buffer.log_probs)[:, 0], log_probs, atol=1e-4)


def test_heads_for_things_decide_as_torch_says():
    setup = get_game("great_machine").setup()
    more = {"network.entities": "Districts", "network.entity_size": 8}
    learner = a_learner([setup], "shared", game="great_machine", **more, **{"ppo.n_steps": 8, "mix": []})
    assert_decides_as_torch_says(learner)


def test_heads_wider_than_all_layers_have_room():
    """Compiled code does not look where it writes: room for less than a head's units would spoil other memory."""
    more = {"network.entities": "stones", "network.entity_size": 128}
    learner = a_learner(SETUPS["connect four"], "shared", **more)
    flat = learner.gradients().flat
    sizes = learner.observation_space.shape[0], learner.env.tables.masks.shape[1]
    own = recording(1, TABLES, *sizes, flat.numbers, flat.shape, np.ones(TABLES))
    assert own.scratch.shape == (5, 128)
    assert_decides_as_torch_says(learner)


class Counting(BaseCallback):
    """A user's own callback, which stops training."""

    def __init__(self):
        super().__init__()
        self.rounds = self.steps = 0

    def _on_step(self):
        self.steps += 1
        return self.steps < 70

    def _on_rollout_end(self):
        self.rounds += 1


@pytest.mark.parametrize("kind", [Learner, MaskablePPO])
def test_a_users_callback_is_called_at_every_step(kind):
    """``learn`` with callbacks is stable-baselines3's own, for the learner as for MaskablePPO."""
    learner, counting = a_learner(SETUPS["connect four"]), Counting()
    model = learner if kind is Learner else MaskablePPO("MlpPolicy", learner.env, n_steps=STEPS, batch_size=TABLES)
    model.set_logger(learner.logger)  # MaskablePPO's own leaves a folder
    model.learn(10_000, callback=counting)
    assert (counting.steps, counting.rounds) == (70, 2)
    assert model.num_timesteps == 70 * TABLES
