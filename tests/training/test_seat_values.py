"""A critic that learns every seat's returns: what it is taught, its gradient, and that PPO's value stays what it is."""

from __future__ import annotations

import numpy as np
import pytest
import torch as th
from games.kuhn_poker import GAME as KUHN
from games.treasure import GAME as TREASURE
from interrupted import one_round_at_a_time
from tiny_runs import checkpoint_of

from cogitable.agents.policy.file import load_policy
from cogitable.training.learn.collecting.seat_order import clockwise
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.decisions import decisions_of
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.learner.seat_returns import learned_returns, traced_returns
from cogitable.training.learn.learner.update import Gradients, Weights
from cogitable.training.learn.networks.seat_values import SeatValues
from cogitable.training.learn.run.run import resume, train

th.set_num_threads(1)
SMALL = {
    "threads": 1, "tables": 16, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [16], "steps": 128 * 4,
    "evaluation.games": 20, "evaluation.final_games": 20, "evaluation.every": 300, "checkpoint_minutes": 0,
    "network.shared": True, "network.values": "all",
}  # fmt: skip
SETUPS = [KUHN.setup(num_players=n) for n in (2, 4)]


def make(setups=SETUPS, **more):
    config = load_config("games.kuhn_poker", None, {**SMALL, **more})
    league = League(setups, config.league)
    learner = make_learner(config, SelfPlayVecEnv(setups, 16, league, seed=1))
    league.refresh(learner.policy.network())
    learner.begin(learner.env.reset())
    return learner


def test_seats_follow_clockwise_and_there_are_none_beyond_the_table():
    found = clockwise(np.array([[1.0, 2, 3, 4], [5, 6, 7, 8]]), np.array([1, 3]), np.array([2, 4]))
    np.testing.assert_array_equal(found, [[2, 1, np.nan, np.nan], [8, 5, 6, 7]])


def test_traces_are_those_of_a_plain_loop():
    rng = np.random.default_rng(0)
    rewards, values = rng.normal(size=(2, 9, 5, 3))
    last, starts = rng.normal(size=(5, 3)), rng.random((10, 5)) < 0.3
    found = traced_returns(rewards, values, last, starts, 0.9, 0.8)
    beyond = np.concatenate([values[1:], last[None]])
    for table in range(5):
        advantage = np.zeros(3)
        for step in range(8, -1, -1):
            on = 1 - float(starts[step + 1, table])
            error = rewards[step, table] + 0.9 * on * beyond[step, table] - values[step, table]
            advantage = error + 0.9 * 0.8 * on * advantage
            np.testing.assert_allclose(found[step, table], advantage + values[step, table])


def test_what_is_not_known_is_taught_to_nobody_of_that_episode():
    rewards = np.zeros((5, 1, 1))
    rewards[3] = np.nan
    starts = np.array([1, 0, 1, 0, 1, 0], bool)[:, None]
    found = traced_returns(rewards, rewards * 0 + 1, np.ones((1, 1)), starts, 1.0, 0.5)
    assert np.isnan(found).ravel().tolist() == [False, False, True, True, False]


@pytest.mark.parametrize("setups", [SETUPS, [TREASURE.setup()]], ids=["kuhn", "treasure"])
def test_every_seat_earns_what_the_table_pays(setups):
    pool = League(setups, load_config("games.kuhn_poker", None, SMALL).league)
    pool.refresh(make(setups).policy.network())
    env = SelfPlayVecEnv(setups, 16, pool, seed=2)
    env.earned_by_all, generator, ends = [], np.random.default_rng(0), 0
    env.reset()
    sums = np.zeros((16, env._most_seats))
    for _ in range(60):
        before = env.learner.copy()
        masks = env.action_masks()
        _, rewards, done, infos = env.step((masks * generator.random(masks.shape)).argmax(axis=1))
        earned = env.earned_by_all[-1]
        cut = np.array([info.get("TimeLimit.truncated", False) for info in infos])
        assert np.isnan(earned[cut]).all()
        table = np.arange(env._most_seats) < env.tables.num_seats[:, None]
        assert (np.isnan(earned) == (~table | cut[:, None])).all()
        sums += np.nan_to_num(earned)
        over = done & ~cut
        if setups is SETUPS:  # chips go round
            np.testing.assert_allclose(sums[over].sum(axis=1), 0, atol=1e-6)
            np.testing.assert_array_equal(earned[over, 0], rewards[over])
        ends += over.sum()
        sums[done] = 0
        assert (before < env.tables.num_seats).all()
    assert ends > 20


def collected(**more):
    learner = make(**more)
    learner.collect()
    return learner


def test_the_own_value_is_what_ppo_knows():
    learner = collected()
    assert isinstance(learner.policy.value_net, SeatValues)
    buffer, seen = learner.rollout_buffer, th.from_numpy(learner.rollout_buffer.observations[0])
    np.testing.assert_allclose(
        learner.policy.predict_values(seen).detach().numpy().ravel(), buffer.values[0], atol=1e-6
    )
    assert buffer.others.shape == (8, 16, 3)
    two = learner.env.tables.num_seats == 2
    assert np.isnan(buffer.others[:, two, 1:]).all()
    assert not np.isnan(buffer.others[:, ~two]).any()


def test_what_learn_collects_has_the_others_returns_too(monkeypatch):
    """Stable-baselines3's own way, on which a learner's ``collect`` is not called."""
    learner, found = make(), []
    monkeypatch.setattr(learner, "train", lambda: found.append(learner.rollout_buffer.others.copy()))
    learner.learn(2 * 8 * 16)
    buffer = learner.rollout_buffer
    earned = np.stack(learner.env.earned_by_all)
    wanted = learned_returns(learner.policy, buffer, earned, learner._last_obs, learner.episode_starts)
    assert len(found) == 2 and np.nanmin(wanted) < 0 < np.nanmax(wanted)
    np.testing.assert_array_equal(found[-1], wanted)


def test_others_returns_are_ppos_own_if_seats_are_taken_for_one_another():
    learner = collected(setups=SETUPS[:1])
    buffer, value = learner.rollout_buffer, learner.policy.value_net
    with th.no_grad():
        value.weight[1], value.bias[1] = value.weight[0], value.bias[0]
    own = np.stack(learner.env.earned_by_all)[:, :, :1].repeat(2, axis=2)
    found = learned_returns(learner.policy, buffer, own, learner._last_obs, learner.episode_starts)
    np.testing.assert_allclose(found[:, :, 0], buffer.returns, atol=1e-5)


def test_the_gradient_is_that_of_the_loss():
    learner = collected()
    policy, buffer = learner.policy.double(), learner.rollout_buffer
    buffer.observations = buffer.observations.astype(np.float64)
    gradients, order = Gradients(policy, 2), np.arange(100)
    gradients.look_at(decisions_of(buffer), buffer.observations.shape[-1])
    gradients.find(order, np.zeros(100), Weights(0.2, 0.0, 0.3))
    found = [parameter.grad.clone() for parameter in policy.parameters() if parameter.grad is not None]
    policy.zero_grad()
    observations, returns, told = (
        th.from_numpy(buffer.swap_and_flatten(getattr(buffer, name))[order])
        for name in ("observations", "returns", "others")
    )
    _, hidden = policy.mlp_extractor(policy.extract_features(observations))
    own, *others = policy.value_net.every(hidden).T
    known, goals = ~told.isnan(), told.nan_to_num()
    missed = sum(known[:, seat] * (other - goals[:, seat]) ** 2 for seat, other in enumerate(others))
    (0.3 * ((own - returns[:, 0]) ** 2 + missed / known.sum(dim=1)).mean()).backward()
    wanted = [parameter.grad for parameter in policy.parameters() if parameter.grad is not None]
    assert max(float(one.abs().max()) for one in wanted) > 1e-3
    for one in wanted:
        assert any(other.shape == one.shape and th.allclose(other, one, atol=1e-6) for other in found)


def test_a_run_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    config = load_config("games.kuhn_poker", None, {**SMALL, "options": {"num_players": 3}})
    whole = train(config, tmp_path / "whole", quiet=True)
    network, _ = load_policy(whole.folder / "last.zip")
    assert network.layers[-1][0].shape[1] == KUHN.setup().num_actions  # the file holds the policy alone
    rounds = one_round_at_a_time(monkeypatch)
    parts = train(config, tmp_path / "parts", quiet=True)
    while parts.stopped and len(rounds) < 6:
        parts = resume(tmp_path / "parts", quiet=True)
    assert rounds == [1, 2, 3, 4]
    assert checkpoint_of(whole.folder) == checkpoint_of(parts.folder)  # with the weights of every seat's value


def test_the_others_are_learned_and_rounds_repeat():
    more = {"ppo.gamma": 1.0, "ppo.learning_rate": 3e-3, "ppo.max_grad_norm": 10}
    learner, again = (make([KUHN.setup(num_players=3)], **more) for _ in range(2))
    for one, rounds in ((again, 2), (learner, 2)):
        th.manual_seed(0)
        np.random.seed(0)  # noqa: NPY002
        for _ in range(rounds):
            one.iterate(0.0)
    assert th.equal(learner.policy.value_net.weight, again.policy.value_net.weight)
    for _ in range(40):
        learner.iterate(0.0)
    buffer = learner.rollout_buffer
    features = learner.policy.extract_features(
        th.from_numpy(buffer.observations.reshape(buffer.others.shape[0] * buffer.others.shape[1], -1))
    )
    _, hidden = learner.policy.mlp_extractor(features)
    errors = learner.policy.value_net.every(hidden).detach().numpy()[:, 1:] - buffer.others.reshape(
        -1, buffer.others.shape[-1]
    )
    assert (errors**2).mean() < 0.9 * buffer.others.var()
