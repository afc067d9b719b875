"""Which of a run's policies is kept."""

from __future__ import annotations

import json

import pytest
from tiny_runs import tiny

from cogitable.agents.policy.file import load_policy
from cogitable.training.learn.config.purposes import Purpose
from cogitable.training.learn.run import choosing, run, running


@pytest.fixture
def strengths(monkeypatch):
    """Let evaluations come out as a test says, in order; return that list and the deals that were played."""
    told, seeds, evaluate = [], [], choosing.evaluate

    def measured(*args, **options):
        seeds.append(args[4])
        return evaluate(*args, **options)

    def strength(found, config):
        return told.pop(0)

    monkeypatch.setattr(choosing, "evaluate", measured)
    for module in (choosing, running):
        monkeypatch.setattr(module, "strength", strength)
    return told, seeds


def finished(folder):
    """Play a run of two evaluations; return the steps of the policy that it kept, and its configuration."""
    config = tiny(steps=256, **{"evaluation.every": 128})
    result = run.train(config, folder, quiet=True)
    kept = load_policy(result.policy)[1].steps
    assert kept == json.loads((folder / "summary.json").read_text())["best_steps"]
    return kept, config


@pytest.mark.parametrize(("best", "last", "steps"), [(0.4, 0.6, 256), (0.6, 0.4, 128), (0.5, 0.5, 128)])
def test_the_last_policy_may_turn_out_better_than_the_best_one(best, last, steps, tmp_path, strengths):
    told, seeds = strengths
    told += [0.9, 0.8, best, last]
    kept, config = finished(tmp_path / "run")
    assert kept == steps and not told
    wanted = [Purpose.CURVE, Purpose.CURVE, Purpose.LAST_CHOICE, Purpose.LAST_CHOICE, Purpose.FINAL]
    assert seeds == [choosing.deals_for(purpose, config) for purpose in wanted]
    assert len(set(seeds)) == 3


def test_nothing_is_chosen_where_the_last_policy_is_the_best(tmp_path, strengths):
    told, seeds = strengths
    told += [0.8, 0.9]
    kept, config = finished(tmp_path / "run")
    assert kept == 256 and not told
    assert seeds == [choosing.deals_for(purpose, config) for purpose in (Purpose.CURVE, Purpose.CURVE, Purpose.FINAL)]
