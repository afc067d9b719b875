"""Means of weights: what is measured and kept of a run that is told to average."""

from __future__ import annotations

import numpy as np
import pytest
from networks import opinionated
from puzzles import CONNECT_FOUR
from tiny_runs import resumed_alike, tiny

from cogitable.agents.policy.file import load_policy
from cogitable.envs.table import OptionError
from cogitable.training.learn.networks.averaging import Average
from cogitable.training.learn.report.numbers import read_run
from cogitable.training.learn.run import running
from cogitable.training.learn.run.run import train


def weights(network):
    return network.layers[0][0]


def test_so_many_networks_count_alike_then_older_ones_fade():
    networks = [opinionated(CONNECT_FOUR, seed) for seed in range(6)]
    average = Average(3, networks[0])
    for number, network in enumerate(networks[1:3], 1):
        average.take(network, number)
    expected = np.mean([weights(network) for network in networks[:3]], axis=0)
    np.testing.assert_allclose(weights(average.network), expected, atol=1e-6)
    for number, network in enumerate(networks[3:], 3):
        average.take(network, number)
        expected = expected * 2 / 3 + weights(network) / 3
    np.testing.assert_allclose(weights(average.network), expected, atol=1e-6)


def test_reports_compare_means_with_means(tmp_path):
    made = train(tiny(**{"network.average": 100, "evaluation.final_games": 0}), tmp_path / "run", quiet=True)
    (made.folder / "best.zip").unlink()  # before the first evaluation the last policy stands for the best one
    seen = np.random.default_rng(1).random((5, CONNECT_FOUR.layout.size), np.float32)
    mean, own = (load_policy(made.folder / name)[0].logits(seen) for name in ("last.zip", "checkpoint.zip"))
    best = read_run(made.folder).best
    assert best is not None and best.name == "last policy"
    np.testing.assert_allclose(best.network.logits(seen), mean, atol=1e-5)
    assert np.abs(mean - own).max() > 1e-3


def followed(monkeypatch):
    """Collect the learner's own weights before and after every round, and those that are measured."""
    own, measured = [], []
    iterate, measure = running.Run._iterate, running.measured

    def spied(self, progress):
        if not own:
            own.append(weights(self.learner.policy.network()).copy())
        iterate(self, progress)
        own.append(weights(self.learner.policy.network()).copy())

    def noted(*given, **told):
        measured.append(weights(told["network"]).copy())
        return measure(*given, **told)

    monkeypatch.setattr(running.Run, "_iterate", spied)
    monkeypatch.setattr(running, "measured", noted)
    return own, measured


def test_the_mean_is_measured_and_kept_and_the_learner_goes_on_from_its_own(tmp_path, monkeypatch):
    own, measured = followed(monkeypatch)
    made = train(tiny(**{"network.average": 100, "evaluation.final_games": 0}), tmp_path / "run", quiet=True)
    assert len(own) == 5
    last = np.mean(own, axis=0)
    np.testing.assert_allclose(weights(load_policy(made.folder / "last.zip")[0]), last, atol=1e-6)
    np.testing.assert_allclose(measured[-1], last, atol=1e-6)
    assert np.abs(last - own[-1]).max() > 1e-4
    assert weights(load_policy(made.folder / "checkpoint.zip")[0]).tobytes() == own[-1].tobytes()
    plain = train(tiny(**{"evaluation.final_games": 0}), tmp_path / "plain", quiet=True)
    assert weights(load_policy(plain.folder / "last.zip")[0]).tobytes() == own[-1].tobytes()


def test_killed_and_resumed_the_mean_is_the_same(tmp_path):
    resumed_alike(tiny(**{"network.average": 3, "checkpoint_minutes": 0, "steps": 128 * 5}), tmp_path, rounds=3)


def test_searches_that_are_learned_from_have_their_value_beside_the_mean(tmp_path):
    rounds = {"expert.every": 0, "expert.decisions": 24, "expert.simulations": 8, "expert.value_positions": 64}
    averaged = {**rounds, "network.average": 5, "steps": 60}
    with pytest.raises(OptionError, match=r"expert.value_source.* is 'hidden'.* mean of 5 .*'observation'"):
        train(tiny(**averaged), tmp_path / "run", quiet=True)
    made = train(tiny(**averaged, **{"expert.value_source": "observation"}), tmp_path / "run", quiet=True)
    assert load_policy(made.folder / "last.zip")[0].value is not None


def test_no_rounds_have_no_mean():
    with pytest.raises(OptionError, match="network.average"):
        tiny(**{"network.average": 0})
