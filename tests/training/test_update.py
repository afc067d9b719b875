"""The learner's own update is MaskablePPO's, and its networks are those that play."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch as th
from sb3_contrib import MaskablePPO
from torch import nn

from cogitable.agents.inference.network import evaluate_many, stack
from cogitable.envs.table import OptionError, Tables
from cogitable.training.learn.collecting.everything import critics_view
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.copying import wanted_of
from cogitable.training.learn.learner.decisions import Decisions, sparse_rows
from cogitable.training.learn.learner.learner import Learner, make_learner
from cogitable.training.learn.networks.sparse import SparseLinear

NETWORKS = {
    "shared": {"network.shared": True, "network.layers": [24, 16]},
    "apart": {"network.layers": [16], "network.activation": "tanh"},
    "linear": {"network.layers": []},
    "entities": {
        "network.shared": True,
        "network.layers": [24],
        "network.entities": "Districts",
        "network.entity_size": 8,
    },
    "several entities": {
        "network.shared": True,
        "network.layers": [24],
        "network.entities": ["things", "own hand"],
        "network.entity_size": 8,
    },
    "everything": {"network.critic": "everything", "network.shared": True, "network.layers": [24, 16]},
    "everything, entities": {
        "network.critic": "everything",
        "network.shared": True,
        "network.layers": [24],
        "network.entities": "Districts",
        "network.entity_size": 8,
    },
    "everything apart": {"network.critic": "everything", "network.layers": [16], "network.activation": "tanh"},
    "everything linear": {"network.critic": "everything", "network.layers": []},
}
GAME_OF = {"entities": "great_machine", "several entities": "brass_empire", "everything, entities": "great_machine"}


def a_learner(name: str, threads: int = 1, **more) -> Learner:
    """Return a learner that has collected a round."""
    game = GAME_OF.get(name, "connect_four")
    options = {"tables": 8, "threads": threads, "steps": 1, "ppo.n_steps": 12, "ppo.batch_size": 32, **NETWORKS[name]}
    config = load_config(game, None, {**options, **more})
    setups = tuple(config.setups().values())
    league = League(setups, config.league)
    everything = critics_view(config.network, setups)
    learner = make_learner(config, SelfPlayVecEnv(setups, config.tables, league, 0, everything=everything))
    league.refresh(learner.policy.network())
    learner.begin(learner.env.reset())
    learner.collect_rollouts(learner.env, learner._callback, learner.rollout_buffer, learner.n_steps)
    return learner


def doubled(learner: Learner) -> Learner:
    """Let a learner compute in double precision, from weights that are no longer the ones that have collected."""
    learner.policy.double()
    buffer = learner.rollout_buffer
    for array in ("observations", "values", "log_probs", "advantages", "returns"):
        setattr(buffer, array, getattr(buffer, array).astype(np.float64))
    with th.no_grad():
        for parameter in learner.policy.parameters():
            parameter += 0.05 * th.randn(parameter.shape, generator=th.manual_seed(parameter.numel()))
    return learner


def parameters_after(learner: Learner, train) -> np.ndarray:
    np.random.seed(3)  # noqa: NPY002
    train(learner)
    return th.nn.utils.parameters_to_vector(learner.policy.parameters()).detach().numpy()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", NETWORKS)
def test_an_update_is_that_of_maskable_ppo(name: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # stable-baselines3 makes every observation single precision, which is not what is compared here
    monkeypatch.setattr("stable_baselines3.common.policies.preprocess_obs", lambda observation, *_, **__: observation)
    more = {"ppo.target_kl": 0.2, "ppo.ent_coef": 0.02, "ppo.vf_coef": 0.3}
    ours, theirs = (doubled(a_learner(name, threads, **more)) for _ in range(2))
    before = th.nn.utils.parameters_to_vector(ours.policy.parameters()).detach().numpy().copy()
    found = parameters_after(ours, Learner.train)
    wanted = parameters_after(theirs, MaskablePPO.train)
    assert np.abs(wanted - before).max() > 1e-3
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-11)
    reported, expected = ours.logger.name_to_value, theirs.logger.name_to_value
    assert reported.keys() == expected.keys()
    for key, value in expected.items():
        assert reported[key] == pytest.approx(value, abs=1e-9), key


def test_what_the_update_does_not_know_is_left_to_maskable_ppo(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = a_learner("shared")
    learner.clip_range_vf = lambda remaining: 0.2
    called = []
    monkeypatch.setattr(MaskablePPO, "train", lambda self: called.append(self))
    learner.train()
    assert called == [learner]


def test_a_sparse_layer_is_a_linear_layer() -> None:
    th.manual_seed(1)
    sparse = SparseLinear(30, 7)
    plain = nn.Linear(30, 7)
    plain.load_state_dict(sparse.state_dict())
    inputs = th.randn(20, 30) * (th.rand(20, 30) < 0.2)
    found, wanted = sparse(inputs), plain(inputs)
    th.testing.assert_close(found, wanted)
    for _layer, out in ((sparse, found), (plain, wanted)):
        (out**2).sum().backward()
    th.testing.assert_close(sparse.weight.grad, plain.weight.grad)
    with th.no_grad():
        assert (sparse.eval()(inputs) == found).all()
        sparse.train().weight += 1  # an optimiser may change weights without telling torch
        th.testing.assert_close(sparse.eval()(inputs), plain(inputs) + inputs.sum(dim=1, keepdim=True))
        th.testing.assert_close(copy.deepcopy(sparse)(inputs), sparse(inputs))
    th.testing.assert_close(sparse.bias.grad, plain.bias.grad)


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_in_compiled_code_say_what_numpy_says(name: str) -> None:
    learner = a_learner(name)
    networks = [learner.policy.network()]
    lots = th.Generator().manual_seed(1)
    with th.no_grad():
        for parameter in learner.policy.parameters():
            parameter += 0.3 * th.randn(parameter.shape, generator=lots)
    networks.append(learner.policy.network())
    setup = learner.env.setups[0]
    tables, rng = Tables(setup, 20, seed=2), np.random.default_rng(2)
    for _ in range(9):
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    together, numbers = stack(networks), np.arange(20) % 2
    logits = np.full(tables.masks.shape, np.nan, np.float32)
    setup.game.kernel(evaluate_many)(
        setup.record, tables.states, together, numbers, tables.observations, tables.masks, together.scratch, logits
    )
    legal = tables.masks != 0
    wanted = np.where((numbers == 0)[:, None], *(network.logits(tables.observations) for network in networks))
    np.testing.assert_allclose(logits[legal], wanted[legal], rtol=1e-4, atol=1e-4)
    assert np.isnan(logits[~legal]).all()


def test_networks_of_two_shapes_are_no_stack() -> None:
    one, other = a_learner("shared").policy.network(), a_learner("apart").policy.network()
    with pytest.raises(OptionError, match="2 shapes"):
        stack([one, other])


@pytest.mark.parametrize("name", ["entities", "several entities"])
def test_things_are_judged_where_legal_actions_name_them(name: str) -> None:
    """Callers that know the masks spare the rest; what is legal gets the same as if everything were judged."""
    learner = a_learner(name)
    observations = th.from_numpy(learner.env.tables.observations.copy())
    masks = learner.env.action_masks()
    with th.no_grad():
        for parameter in learner.policy.parameters():
            parameter += 0.3 * th.randn(parameter.shape, generator=th.manual_seed(parameter.numel()))
        every = learner.policy.get_distribution(observations)._logits.clone()
        some = learner.policy.get_distribution(observations, masks)._logits.clone()
        actions = th.from_numpy(masks.argmax(axis=1))
        learner.policy.evaluate_actions(observations, actions, th.from_numpy(masks))
        again = learner.policy.action_dist._logits.clone()
    legal = th.from_numpy(masks != 0)
    th.testing.assert_close(some[legal], every[legal])
    th.testing.assert_close(again, some)
    assert (some[~legal] != every[~legal]).any()


@pytest.mark.parametrize("name", ["shared", "entities", "several entities"])
def test_actions_are_drawn_by_their_probabilities(name: str) -> None:
    learner = a_learner(name)
    observations = th.from_numpy(learner.env.tables.observations[:1].copy())
    masks = learner.env.action_masks()[:1].copy()
    count = 20_000
    with th.no_grad():
        distribution = learner.policy.get_distribution(observations, masks)
        actions, _, log_probs = learner.policy(observations.repeat(count, 1), action_masks=masks.repeat(count, axis=0))
        likeliest, _, _ = learner.policy(observations, deterministic=True, action_masks=masks)
    probs = distribution.distribution.probs[0] if hasattr(distribution, "distribution") else distribution.probs[0]
    shares = np.bincount(actions.numpy(), minlength=masks.shape[1]) / count
    np.testing.assert_allclose(shares, probs.numpy(), atol=5 * np.sqrt(0.25 / count))
    np.testing.assert_allclose(log_probs.exp().numpy(), probs.numpy()[actions.numpy()], rtol=1e-4)
    assert likeliest[0] == probs.argmax()


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("name", ["shared", "apart", "several entities"])
def test_copying_is_the_gradient_of_the_cross_entropy(name: str, soft: bool) -> None:
    learner = doubled(a_learner(name, threads=2))
    policy, buffer, rng = learner.policy, learner.rollout_buffer, np.random.default_rng(0)
    order, count = np.arange(60), 96
    observations = buffer.swap_and_flatten(buffer.observations)
    masks, actions = buffer.swap_and_flatten(buffer.action_masks), buffer.swap_and_flatten(buffer.actions)[:, 0]
    shares = (
        masks * rng.random(masks.shape) * (rng.random(masks.shape) < 0.7) if soft else np.eye(masks.shape[1])[actions]
    )
    values = np.where(rng.random(count) < 0.5, rng.random(count), np.nan)
    wanted = wanted_of(masks, actions, shares if soft else None)
    wanted = wanted._replace(values=shares[np.repeat(np.arange(count), wanted.ends - wanted.begins), wanted.places])
    goals = values[:, None]
    gradients = learner.gradients()
    gradients.look_at(Decisions(sparse_rows(observations), wanted, actions, values, goals), observations.shape[1])
    agreed = gradients.copy(order, 0.3)
    found = [parameter.grad.clone() for parameter in policy.parameters()]
    policy.zero_grad()
    to_policy, to_value = policy.mlp_extractor(policy.features_extractor(th.from_numpy(observations[order])))
    policy.action_net.masks = masks[order]  # for heads
    chances = policy.action_dist.proba_distribution(policy.action_net(to_policy))
    chances.apply_masking(masks[order])
    errors = (policy.value_net(to_value)[:, 0] - th.from_numpy(values[order]))[~np.isnan(values[order])]
    share = th.from_numpy(shares[order])
    terms = th.where(share > 0, chances._log_probs, 0) * share
    (0.3 * errors.square().mean() - terms.sum(dim=1).mean()).backward()
    assert agreed == int((chances.mode().numpy() == actions[order]).sum())
    for one, parameter in zip(found, policy.parameters(), strict=True):
        np.testing.assert_allclose(one, parameter.grad, rtol=0, atol=1e-12)
    gradients.copy(order, 0.0)
    assert policy.value_net.weight.grad is None
    assert policy.action_net.parameters().__next__().grad is not None
