"""The mean of policies: what it plays, what its file tells, and what has none."""

from __future__ import annotations

import json

import numpy as np
import pytest
from networks import opinionated
from puzzles import CONNECT_FOUR, KUHN, spread
from tiny_runs import tiny
from typer.testing import CliRunner

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import shipped_policy
from cogitable.agents.policy.file import describe, load_info, load_policy, read_parts, save_policy, write_parts
from cogitable.agents.policy.mean import average_policies, mean_network
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, SaveFileError, Tables
from cogitable.training.cli import app
from cogitable.training.learn.run.run import train
from cogitable.training.ship.policy import ship


def files(tmp_path, setup=CONNECT_FOUR, **sizes):
    paths = []
    for seed, (name, hidden) in enumerate(sizes.items()):
        paths.append(tmp_path / f"{name}.zip")
        info = describe(setup, 10 + seed, {"seed": seed}, {"random": 1})
        save_policy(paths[-1], opinionated(setup, seed, hidden), info)
    return paths


def test_without_hidden_layers_preferences_are_the_mean_of_preferences(tmp_path):
    """There they are linear in the weights, so the mean can be had in another way."""
    seen = spread(CONNECT_FOUR).observations
    paths = files(tmp_path, a=(), b=(), c=())
    parts = [load_policy(path)[0].logits(seen) for path in paths]
    network, _ = average_policies(paths)
    np.testing.assert_allclose(network.logits(seen), np.mean(parts, axis=0), atol=1e-5)
    twice, _ = average_policies([paths[0], paths[0], paths[1]])
    np.testing.assert_allclose(twice.logits(seen), (2 * parts[0] + parts[1]) / 3, atol=1e-5)
    some = mean_network([load_policy(path)[0] for path in paths[:2]], [0.9, 0.1])
    np.testing.assert_allclose(some.logits(seen), 0.9 * parts[0] + 0.1 * parts[1], atol=1e-5)


@pytest.mark.parametrize("game", ["great_machine", "brass_empire", "cogs_and_commissars"])
def test_the_mean_of_a_policy_with_itself_is_that_policy_without_a_value(game):
    setup = get_game(game).setup()
    path, tables = shipped_policy(setup), Tables(setup, 4, seed=1)
    own, mean = load_policy(path)[0], average_policies([path, path])[0]
    assert own.value is not None and mean.value is None
    assert len(mean.entities) == len(own.entities)
    np.testing.assert_allclose(mean.logits(tables.observations), own.logits(tables.observations), atol=1e-4)


def test_its_file_tells_of_all_runs_once(tmp_path):
    a, b = files(tmp_path, a=(5,), b=(5,))
    done = CliRunner().invoke(app, ["average", str(tmp_path / "mean.zip"), str(a), str(b), str(a)])
    assert done.exit_code == 0, done.output
    info = load_info(tmp_path / "mean.zip")
    assert info.averaged == [10, 11, 10] and info.steps == 0 and info.figures == {} and info.value is None
    assert [run.config for run in info.earlier] == [{"seed": 0}, {"seed": 1}]
    view = View.of(spread(CONNECT_FOUR))
    chosen = make_agent(f"policy:{tmp_path / 'mean.zip'}", CONNECT_FOUR).act(view)
    again = average_policies([tmp_path / "mean.zip", b])[1]
    assert again.averaged == [None, 11] and [bool(run.averaged) for run in again.earlier] == [False, False, True]
    assert np.take_along_axis(view.masks, chosen[:, None], axis=1).all()
    with pytest.raises(OptionError, match="cogitable value"):
        make_agent(f"search:network={tmp_path / 'mean.zip'}", CONNECT_FOUR)


def test_a_run_that_went_on_from_a_mean_is_shipped_with_what_made_it(tmp_path):
    runs = [train(tiny(steps=128, seed=seed), tmp_path / str(seed), quiet=True).policy for seed in (1, 2)]
    network, info = load_policy(runs[0])
    save_policy(tmp_path / "sooner.zip", network, info.model_copy(update={"steps": 99}))
    network, info = average_policies([tmp_path / "sooner.zip", *runs])
    save_policy(tmp_path / "mean.zip", network, info)
    on = train(tiny(**{"steps": 128, "network.start": str(tmp_path / "mean.zip")}), tmp_path / "on", quiet=True)
    ship(on.policy, ["random"], 2, tmp_path / "shipped")
    text = (tmp_path / "shipped" / "connect_four.md").read_text()
    after = "1 after 99 learner steps and 2 after 128 learner steps"
    of = "the weights of 3 policies (the same may be among them more than once)"
    assert f"`cogitable average` took the mean of {of}: {after}.\n\nIt went on:" in text
    assert "The policies after 99 and 128 learner steps went on:" in text
    assert "self-play for 384 learner steps in 3 runs, without" in text  # of each run its last, and no means
    assert [text.count(told) for told in ("seed: 1\n", "--set seed=2\n")] == [1, 1]
    assert json.loads(read_parts(tmp_path / "shipped" / "connect_four.zip")["policy.json"])["earlier"][-1]["averaged"]


def test_what_has_no_mean(tmp_path):
    a, small = files(tmp_path, a=(5,), small=(4,))
    (tmp_path / "kuhn").mkdir()
    (other,) = files(tmp_path / "kuhn", KUHN, k=(5,))
    target, none = tmp_path / "mean.zip", tmp_path / "none.zip"
    for given, message in (
        ([a], "a mean takes two policy files at least, not 1"),
        ([a, small], "networks of several shapes have no mean"),
        ([a, other], "or sees or does something else in it"),
        ([a, none], "no file"),
    ):
        done = CliRunner().invoke(app, ["average", str(target), *map(str, given)])
        assert done.exit_code == 2 and message in done.output.replace("\n", " "), done.output
    parts = read_parts(a)
    write_parts(a, parts | {"weights.npz": parts["weights.npz"][:100]})
    with pytest.raises(SaveFileError):
        average_policies([small, a])
    assert not target.exists()
