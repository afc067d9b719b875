"""Runs that begin with the weights of a trained policy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cogitable.agents.policy.agent import shipped_policy
from cogitable.agents.policy.file import describe, load_policy, save_policy
from cogitable.agents.policy.network import ValueHead, network_of
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.run.run import resume, train
from cogitable.training.learn.run.start import grown, starting_network, with_start
from connect_four import GAME

SHAPES = {
    "own layers": {"network.shared": False},
    "shared": {"network.shared": True},
    "a head": {"network.shared": True, "network.entities": "stones", "network.entity_size": 8},
    "tanh": {"network.activation": "tanh"},
    "a critic that sees more": {"network.critic": "everything", "network.shared": True},
}
SMALL = {
    "steps": 64, "threads": 1, "tables": 8, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [24, 16],
    "evaluation.games": 4, "evaluation.final_games": 4,
}  # fmt: skip
SPAN = np.array([-9, 9], np.float32)


def trained(path, seed=3, **options):
    """Write a policy of random weights, as a configuration makes them, that tells of it; return its network."""
    config = load_config("connect_four", None, {**SMALL, **options, "seed": seed})
    setups = (GAME.setup(),)
    learner = make_learner(config, SelfPlayVecEnv(setups, 8, League(setups, config.league), 0))
    network = learner.policy.network()
    save_policy(path, network, describe(setups[0], 7, config.model_dump(mode="json")))
    return network


@pytest.mark.parametrize("shape", SHAPES)
def test_a_run_begins_with_the_weights(shape, tmp_path):
    wanted = trained(tmp_path / "first.zip", **SHAPES[shape])
    still = {"ppo.learning_rate": 1e-12, "ppo.final_learning_rate": 1e-12}
    options = {**SMALL, **SHAPES[shape], **still, "network.start": str(tmp_path / "first.zip")}
    result = train(load_config("connect_four", None, options), tmp_path / "run", quiet=True)
    found, _ = load_policy(result.policy)
    for name, array in wanted.arrays().items():
        if array.dtype == np.float32:
            np.testing.assert_allclose(found.arrays()[name], array, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("shape", ["shared", "a head", "tanh"])
def test_a_network_that_has_grown_says_the_same(shape, tmp_path):
    small = trained(tmp_path / "first.zip", **SHAPES[shape])
    small = replace(small, value=ValueHead(((small.layers[-1][0][:, :2], np.zeros(2, np.float32)),), "hidden", SPAN))
    large = grown(small, (40, 16), np.random.default_rng(1))
    larger = grown(large, (40, 30), np.random.default_rng(2))
    assert [len(weights) for weights, _ in larger.layers[1:]] == [40, 30]
    seen = np.random.default_rng(3).random((5, small.layers[0][0].shape[0]), np.float32)
    for network in (large, larger):
        network_of(network.arrays())
        np.testing.assert_allclose(network.logits(seen), small.logits(seen), atol=1e-5)
        np.testing.assert_allclose(network.values(seen), small.values(seen), atol=1e-5)
    assert larger.hidden(seen)[:, 16:].any(axis=0).sum() > 3


def test_a_run_begins_with_larger_layers_and_a_head_and_all_of_them_learn(tmp_path):
    small = trained(tmp_path / "first.zip", **{"network.shared": True})
    options = {
        **SMALL, **SHAPES["a head"], "network.start": str(tmp_path / "first.zip"), "network.layers": [40, 30],
        "ppo.learning_rate": 1e-4, "ppo.final_learning_rate": 1e-4,
    }  # fmt: skip
    begun = starting_network(load_config("connect_four", None, options))
    seen = np.random.default_rng(3).random((5, small.layers[0][0].shape[0]), np.float32)
    np.testing.assert_allclose(begun.logits(seen), small.logits(seen), atol=1e-5)
    found, _ = load_policy(train(load_config("connect_four", None, options), tmp_path / "run", quiet=True).policy)
    for (weights, _), (ours, _) in zip(small.layers, found.layers, strict=True):
        rows, columns = weights.shape
        np.testing.assert_allclose(ours[:rows, :columns], weights, atol=0.05)
    last = found.layers[-1][0][16:]
    assert 0 < np.abs(last).max() < 0.05
    (head,) = found.entities
    assert np.abs(begun.entities[0].own).max() > 0.05 and 0 < np.abs(head.score).max() < 0.05


@pytest.mark.parametrize("shape", ["shared", "a head", "tanh"])
def test_the_shape_is_the_files_where_nothing_is_said(shape, tmp_path):
    path, small = tmp_path / "first.zip", {k: v for k, v in SMALL.items() if k != "network.layers"}
    wanted = trained(path, **SHAPES[shape])
    config = load_config("connect_four", None, {**small, "network.start": str(path)})
    assert config.network.layers == (256, 256)
    result = train(config, tmp_path / "run", quiet=True)
    found, _ = load_policy(result.policy)
    assert {k: v.shape for k, v in found.arrays().items()} == {k: v.shape for k, v in wanted.arrays().items()}
    kept = load_config(source=tmp_path / "run" / "config.yaml").network
    made = load_config("connect_four", None, {**SMALL, **SHAPES[shape], "network.start": str(path)}).network
    assert kept == made.model_copy(update={"critic": kept.critic})


def test_what_is_said_must_go_with_the_file(tmp_path):
    trained(tmp_path / "first.zip", **SHAPES["a head"])
    own = {**SMALL, "network.start": str(tmp_path / "first.zip"), "network.shared": False}
    with pytest.raises(OptionError, match="set shared to true"):
        train(load_config("connect_four", None, own), tmp_path / "run", quiet=True)


def test_a_head_of_the_file_cannot_be_left_out(tmp_path):
    trained(tmp_path / "first.zip", **SHAPES["a head"])
    options = {**SMALL, "network.shared": True, "network.start": str(tmp_path / "first.zip"), "network.entities": []}
    with pytest.raises(OptionError, match="its network has entities of 1 kinds; network.entities is none"):
        train(load_config("connect_four", None, options), tmp_path / "run", quiet=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"network.layers": [24]}, r"first.zip: its network has layers \[24, 16\]; network.layers is \[24\]"),
        ({"network.layers": [40, 8]}, r"its network has layers \[24, 16\]; network.layers is \[40, 8\]"),
        ({"network.activation": "tanh"}, "its network has activation relu; network.activation is tanh"),
        ({"network.shared": True, "network.entities": "walls"}, "'network.entities' is 'walls'.*: stones"),
        ({"network.start": "policy"}, "no policy is shipped for Connect Four"),
        ({"network.start": "elsewhere.zip"}, "elsewhere.zip"),
    ],
)
def test_a_start_that_does_not_fit_leaves_no_folder(options, message, tmp_path):
    trained(tmp_path / "first.zip")
    config = load_config("connect_four", None, {**SMALL, "network.start": str(tmp_path / "first.zip"), **options})
    with pytest.raises(OptionError, match=message):
        train(config, tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_when_what_it_began_with_is_gone(tmp_path):
    trained(tmp_path / "first.zip")
    options = {**SMALL, "network.start": str(tmp_path / "first.zip")}
    first = train(load_config("connect_four", None, options), tmp_path / "run", quiet=True)
    (tmp_path / "first.zip").unlink()
    assert resume(tmp_path / "run", {"steps": 2 * first.steps}, quiet=True).steps == 2 * first.steps


def test_a_run_may_begin_with_a_policy_of_another_mode_that_sees_and_does_the_same():
    path = shipped_policy(get_game("brass_empire").setup(mode="standard"))
    assert path.name == "brass_empire.zip"
    options = {"network.start": path.name, "network.entities": ["things", "own hand"]}

    def begun(mode, players):
        chosen = {"options.mode": mode, "mix": [{"num_players": players}]}
        return starting_network(with_start(load_config("brass_empire", None, options | chosen)))

    network, wanted = begun("team", 4), load_policy(path)[0]
    for name, array in wanted.arrays().items():
        np.testing.assert_array_equal(network.arrays()[name], array, err_msg=name)
    with pytest.raises(OptionError, match=r"network.start brass_empire.zip: .* observations of 3879; .* has 2523"):
        begun("solitaire", 1)


@pytest.mark.parametrize(("theirs", "ours"), [("drafted", "random"), ("random", "drafted")])
def test_a_policy_of_a_mode_that_observes_other_numbers_keeps_the_weights_of_what_both_observe(theirs, ours):
    game = get_game("cogs_and_commissars")
    learned, setup = game.setup(decks=theirs), game.setup(decks=ours)
    path = shipped_policy(learned)
    options = {"network.start": path.name, "options.decks": ours}
    network, wanted = starting_network(with_start(load_config(game.name, None, options))), load_policy(path)[0]
    both = {part.name for part in learned.layout.parts} & {part.name for part in setup.layout.parts}
    assert "own hand" in both and "pack" not in both
    rng = np.random.default_rng(1)
    seen, shown = (np.zeros((5, one.layout.size), np.float32) for one in (setup, learned))
    for name in sorted(both):
        place = setup.layout.slice(name)
        seen[:, place] = shown[:, learned.layout.slice(name)] = rng.random((5, place.stop - place.start))
    np.testing.assert_allclose(network.logits(seen), wanted.logits(shown), atol=1e-4)
    for part in setup.layout.parts:
        if part.name not in both:
            seen[:, setup.layout.slice(part.name)] = 1.0
    np.testing.assert_allclose(network.logits(seen), wanted.logits(shown), atol=1e-4)
