"""A small copy taught to a policy does what the policy would do, and is kept with it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch as th
from games.kuhn_poker import GAME as KUHN
from networks import ignorant, opinionated
from typer.testing import CliRunner

from cogitable.agents.policy.file import describe, load_policy, save_policy
from cogitable.agents.policy.mean import average_policies
from cogitable.agents.policy.network import PolicyNetwork, draw, network_of
from cogitable.envs.table import OptionError
from cogitable.training.cli import app
from cogitable.training.learn.config.teaching import QuickSettings
from cogitable.training.learn.networks.entities import all_things, fresh_heads
from cogitable.training.learn.run.start import grown
from cogitable.training.learn.teaching.quick import PolicyGames, measure_quick, quicken_file, teach_quick
from cogitable.training.learn.teaching.small import SmallCopy
from cogitable.training.ship.making import told_of_search
from connect_four import GAME as CONNECT_FOUR

th.set_num_threads(1)
SETUPS = [KUHN.setup(num_players=n) for n in (2, 3)]
SETUP = CONNECT_FOUR.setup()


def outspoken(setup, seed: int) -> PolicyNetwork:
    """A policy of few random weights that is mostly sure of what it does."""
    network = opinionated(setup, seed, sizes=(3,))
    network.layers[-1][0][:] *= 6
    return network


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"layers": ()}, "layers are .*; there must be at least 1"),
        ({"astray": 7.0}, r"astray is 7\.0; it must be 0 to 0\.5"),
        ({"heads": 1025}, "heads is 1025; it must be 0 to 1024"),
        ({"heads": -1}, "heads is -1; it must be an integer of at least 0"),
    ],
)
def test_settings_that_no_copy_can_be_taught_by(wrong, message):
    with pytest.raises(OptionError, match=message):
        QuickSettings(100, **wrong)


def test_it_learns_what_the_policy_would_do_and_the_policy_stays():
    network = outspoken(SETUP, 3)
    taught, found = teach_quick(network, [SETUP], QuickSettings(60_000, layers=(64,)))
    _, at_first = teach_quick(network, [SETUP], QuickSettings(512, layers=(64,)))
    assert found.positions == 32_768
    assert found.agreed > 0.9 > 0.6 > at_first.agreed and found.apart < 0.15 < 0.4 < at_first.apart
    before, arrays = network.arrays(), taught.arrays()
    assert all(arrays[name].tobytes() == array.tobytes() for name, array in before.items())
    assert taught.quick is not None and [weights.shape for weights, _ in taught.quick.layers] == [(84, 64), (64, 7)]


def test_the_same_seed_teaches_the_same():
    network = opinionated(SETUPS[0], 3)
    first, second, other = (
        teach_quick(network, SETUPS, QuickSettings(3000, seed=seed))[0].arrays() for seed in (1, 1, 2)
    )
    assert all(array.tobytes() == second[name].tobytes() for name, array in first.items())
    assert first["quick_weights0"].tobytes() != other["quick_weights0"].tobytes()


def test_held_out_games_are_others_than_those_learned_from():
    taught, found = teach_quick(opinionated(SETUPS[0], 3), SETUPS, QuickSettings(3000, seed=4))
    learning, measuring = (int(word) for word in np.random.SeedSequence(4).generate_state(2))
    assert learning != measuring and measure_quick(taught, SETUPS, measuring) == found


def test_a_copy_that_is_the_policy_agrees_with_it_always():
    network = opinionated(SETUP, 3)
    found = measure_quick(replace(network, quick=replace(network, value=None)), [SETUP], 5)
    assert found.agreed == 1.0 and found.apart == pytest.approx(0, abs=1e-6)


def test_decisions_are_what_seats_with_a_choice_see_and_what_the_policy_would_do():
    network = opinionated(SETUPS[0], 3)
    games = PolicyGames(SETUPS, network, 0.2, 7)
    found = games.decisions(5000)
    assert found.observations.shape == (5000, SETUPS[0].layout.size) and found.masks.shape == (5000, 2)
    assert (found.masks.sum(axis=1) == 2).all()
    np.testing.assert_allclose(found.shares, network.probabilities(found.observations, found.masks), atol=1e-6)
    again = PolicyGames(SETUPS, network, 0.2, 7).decisions(5000)
    assert found.observations.tobytes() == again.observations.tobytes()
    present = found.observations[:, 5:9].sum(axis=1)  # seats at the table
    assert 0.3 < (present == 2).mean() < 0.7 and set(present.tolist()) == {2, 3}


def test_some_actions_are_random():
    """A policy that is sure of one column comes to other positions by them alone."""
    network = ignorant(SETUP)
    network.layers[-1][1][:] = 60 * np.arange(7)
    sure, astray = (PolicyGames([SETUP], network, share, 7).decisions(4000).observations for share in (0.0, 0.3))
    assert len(np.unique(sure, axis=0)) < 60 < 400 < len(np.unique(astray, axis=0))


def test_what_has_never_been_seen_says_nothing():
    """Kuhn poker for two has cards and seats that it never uses."""
    taught, _ = teach_quick(opinionated(SETUPS[0], 3), SETUPS[:1], QuickSettings(3000))
    seen = (PolicyGames(SETUPS[:1], opinionated(SETUPS[0], 3), 0.1, 1).decisions(3000).observations != 0).any(axis=0)
    (weights, _), *_ = taught.quick.layers
    assert not seen.all() and ((weights != 0).any(axis=1) == seen).all()


def test_several_layers():
    taught, _ = teach_quick(opinionated(SETUP, 3), [SETUP], QuickSettings(1000, layers=(8, 5)))
    assert [weights.shape for weights, _ in taught.quick.layers] == [(84, 8), (8, 5), (5, 7)]


# Heads for things of one kind


def judging(seed: int) -> PolicyNetwork:
    """A policy that goes by what its head says of the columns of Connect Four."""
    network, generator = opinionated(SETUP, seed, sizes=(3,)), np.random.default_rng(seed)
    (head,) = fresh_heads(all_things(SETUP, ("stones",)), network.layers[-1][0].shape, 8, seed)
    said = {
        "own": 4 * generator.standard_normal(head.own.shape).astype(np.float32),
        "score": 3 * generator.standard_normal(head.score.shape).astype(np.float32),
    }
    return replace(network, entities=(replace(head, **said),))


def test_a_copy_with_heads_comes_nearer_to_a_policy_with_heads():
    network = judging(3)
    plain, headed = (teach_quick(network, [SETUP], QuickSettings(30_000, layers=(8,), heads=n)) for n in (0, 12))
    assert plain[0].quick.entities == () and [head.own.shape[1] for head in headed[0].quick.entities] == [12]
    assert all(ours.judges(its) for ours, its in zip(headed[0].quick.entities, network.entities, strict=True))
    assert headed[1].agreed > plain[1].agreed + 0.05 and headed[1].apart < 0.8 * plain[1].apart


def test_torch_and_numpy_say_the_same():
    network = judging(3)
    model = SmallCopy(network, (6, 5), 4)
    with th.no_grad():
        for parameter in model.parameters():
            parameter.normal_(generator=th.Generator().manual_seed(parameter.numel()))
    found = PolicyGames([SETUP], network, 0.2, 7).decisions(500)
    found.masks[::2, 2] = 0  # full columns are rare
    with th.no_grad():
        logits = model(th.from_numpy(found.observations), th.from_numpy(found.masks)).numpy()
    legal = found.masks != 0
    assert np.isneginf(logits[~legal]).all()
    copy = model.network(np.ones(SETUP.layout.size, np.bool_))
    np.testing.assert_allclose(logits[legal], copy.logits(found.observations)[legal], rtol=1e-4, atol=1e-4)


def test_what_a_head_has_never_seen_says_nothing():
    network = judging(3)
    seldom = replace(network.entities[0], inputs=network.entities[0].inputs.copy())
    seldom.inputs[:, 0] = SETUP.layout.size - 1  # the same number for all: the last place of the board
    taught, _ = teach_quick(replace(network, entities=(seldom,)), [SETUP], QuickSettings(600, heads=4, astray=0.0))
    games = PolicyGames([SETUP], replace(network, entities=(seldom,)), 0.0, 1)
    assert not games.decisions(600).observations[:, -1].any(), "else this shows nothing"
    assert not taught.quick.entities[0].own[0].any() and taught.quick.entities[0].own.any()


def test_a_policy_without_heads_gives_none_to_copy():
    with pytest.raises(OptionError, match="heads of size 4: the policy has no heads for things of one kind"):
        teach_quick(opinionated(SETUP, 3), [SETUP], QuickSettings(600, heads=4))


def test_actions_are_drawn_by_their_shares():
    shares = np.tile(np.float32([0.0, 0.5, 0.2, 0.3]), (40_000, 1))
    drawn = np.bincount(draw(shares, np.random.default_rng(3)), minlength=4) / len(shares)
    np.testing.assert_allclose(drawn, shares[0], atol=0.01)
    assert drawn[0] == 0


# Files


def quick_network(network: PolicyNetwork) -> PolicyNetwork:
    return teach_quick(network, SETUPS[:1], QuickSettings(600, layers=(4,)))[0]


def test_a_file_keeps_it(tmp_path):
    path, out = tmp_path / "p.zip", tmp_path / "with.zip"
    config = {"game": "games.kuhn_poker", "steps": 1, "mix": [{"num_players": 2}, {"num_players": 4}]}
    save_policy(path, opinionated(SETUPS[0], 2), describe(SETUPS[0], 0, config))
    assert "quick" not in load_policy(path)[1].model_dump()
    found = quicken_file(path, out, "games.kuhn_poker", QuickSettings(600, layers=(4,)), players=(3,))
    taught, info = load_policy(out)
    assert info.quick.players == [3] and info.quick.layers == [4] and info.quick.agreed == found.agreed
    assert taught.quick.layers[0][0].shape == (SETUPS[0].layout.size, 4) and taught.quick.value is None
    assert info.runs()[0].quick is None and "heads" not in info.model_dump()["quick"]
    mean, told = average_policies([out, out])
    assert mean.quick is None and told.quick is None, "it would be another policy's"


def test_a_file_keeps_its_heads(tmp_path):
    path = tmp_path / "p.zip"
    save_policy(path, judging(2), describe(SETUP, 0, {}))
    quicken_file(path, path, "connect_four", QuickSettings(600, layers=(4,), heads=3))
    taught, info = load_policy(path)
    assert info.quick.heads == 3 and taught.quick.entities[0].judges(taught.entities[0])
    assert "--layers 4 --heads 3" in told_of_search(info) and "(4, heads of 3)" in told_of_search(info)


def test_arrays_that_do_not_fit_are_refused():
    arrays = quick_network(opinionated(SETUPS[0], 2)).arrays()
    network_of(arrays)
    with pytest.raises(ValueError, match="sees or does something else"):
        network_of(arrays | {"quick_weights0": np.zeros((3, 4), np.float32)})
    with pytest.raises(ValueError, match="does not fit its neighbours"):
        network_of(arrays | {"quick_bias0": np.zeros(9, np.float32)})
    with pytest.raises(KeyError, match="activation"):
        network_of({name: array for name, array in arrays.items() if name != "quick_activation"})


def test_who_grows_leaves_it_behind():
    """The policy learns on, and the copy would be one of what it was."""
    assert grown(quick_network(opinionated(SETUPS[0], 2)), (16, 9), np.random.default_rng(1)).quick is None


def test_the_command(tmp_path):
    path = tmp_path / "p.zip"
    save_policy(path, opinionated(SETUP, 2), describe(SETUP, 0, {}))
    cli = CliRunner()
    told = ["quicken", "connect_four", "--policy", str(path)]
    done = cli.invoke(app, [*told, "--decisions", "700", "--layers", "6"])
    assert done.exit_code == 0, done.output
    assert "prefers what the policy prefers in" in done.output and "rollouts=quick" in done.output
    assert load_policy(path)[1].quick.layers == [6]
    for layers, message in (
        ("", "there must be at least 1"),
        ("0", "layers must have 1 to 16,384 units"),
        ("16385", "not 16385"),
        ("1," * 33, "there can be 32 layers, not 33"),
        ("a", "whole numbers"),
    ):
        refused = cli.invoke(app, [*told, "--layers", layers])
        assert refused.exit_code != 0 and isinstance(refused.exception, (OptionError, SystemExit)), refused.output
        assert message in refused.output + str(refused.exception)
