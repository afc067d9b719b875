"""Trainings in stages: what a configuration of several says, and that they are run, stopped, gone on with and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from interrupted import one_round_at_a_time
from tiny_runs import TINY, tiny

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.file import load_policy
from cogitable.agents.policy.mean import average_policies
from cogitable.envs.table import OptionError
from cogitable.envs.table.files.atomic import write_atomically
from cogitable.training.learn.config.stages import Stage, load_stages, stages_to_yaml
from cogitable.training.learn.config.training_config import load_config, placed
from cogitable.training.learn.run import run, running
from cogitable.training.learn.run.run import train
from cogitable.training.learn.stages import training as staged
from cogitable.training.learn.stages.training import resume_stages, train_stages
from connect_four import GAME

STAGES: dict[str, Any] = {
    "first": {"seed": 1},
    "second": {"seed": 2, "network": {"start": "{first}"}, "league": {"baselines": ["random", "policy:{first}"]}},
    "mean": {"mean": ["first", "second", "second"]},
}


def interrupted(*args: Any, **named: Any) -> None:
    raise KeyboardInterrupt


def source(folder: Path, stages: Any = None, **shared: Any) -> Path:
    """Write a configuration of stages of a few hundred steps."""
    told = {**placed({"game": "connect_four"}, TINY), **shared, "stages": STAGES if stages is None else stages}
    path = folder / "plan.yaml"
    write_atomically(path, yaml.safe_dump(told, sort_keys=False))
    return path


def stages_of(folder: Path, stages: Any = None, **overrides: Any) -> tuple[Stage, ...]:
    return load_stages("connect_four", source(folder, stages), overrides)


def weights(path: Path) -> dict[str, np.ndarray]:
    return load_policy(path)[0].arrays()


def alike(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def test_stages_lay_what_they_say_over_what_all_share(tmp_path):
    first, second, mean = stages_of(tmp_path)
    config = second.config(lambda name: tmp_path / f"{name}.zip")
    assert config.seed == 2 and config.tables == 16
    assert config.network.start == str(tmp_path / "first.zip")
    assert config.network.layers == (16,)  # of the section of which it says something else
    assert config.league.baselines == ("random", f"policy:{tmp_path / 'first.zip'}")
    assert config.league.max_snapshots == 2
    assert first.needs == set() and second.needs == {"first"} and mean.needs == {"first", "second"}
    assert mean.own.mean == ("first", "second", "second")


def test_what_is_set_is_set_for_every_stage_and_takes_the_place_of_its_budget(tmp_path):
    told = {"first": {"minutes": 3}, "second": {"seed": 5}}
    for stage in stages_of(tmp_path, told, steps=99, seed=7):
        config = stage.config(Path)
        assert (config.steps, config.minutes, config.seed) == (99, None, 7)


def test_a_stage_may_have_nothing_of_its_own(tmp_path):
    (stage,) = stages_of(tmp_path, {"first": None})
    assert stage.config(Path).steps == TINY["steps"]


def test_no_stage_is_of_another_game(tmp_path):
    with pytest.raises(OptionError, match="option 'game' is 'comrade', not 'connect_four'"):
        stages_of(tmp_path, game="comrade")
    with pytest.raises(OptionError, match="option 'game' is 'comrade', not 'connect_four'"):
        stages_of(tmp_path, {"first": {"game": "comrade"}})


def test_stages_survive_yaml(tmp_path):
    stages = stages_of(tmp_path)
    write_atomically(tmp_path / "again.yaml", stages_to_yaml(stages))
    assert load_stages(source=tmp_path / "again.yaml") == stages


def test_a_configuration_of_one_run_has_no_stages():
    assert load_stages("cogdrive_neon", "demo") == ()


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ([], "stages must hold a stage or more"),
        ({}, "stages must hold a stage or more"),
        ({True: {}}, "a stage is called True; names are at most 41 small letters"),  # what YAML makes of on
        ({"../a": {}}, "a stage is called '../a'"),
        ({"a": 3}, "stage 'a' must hold options and their values, not int"),
        ({"a": {"network": {"start": "{b}"}}, "b": {}}, "stage 'a' needs 'b', .* no stage before it; there is none"),
        ({"first": {}, "b": {"mean": ["first", "frist"]}}, "needs 'frist'.*; there is first; did you mean 'first'"),
        ({"a": {}, "b": {"mean": ["a"]}}, "stage 'b': a mean takes the names of two stages or more, not 'a' alone"),
        ({"a": {}, "b": {"mean": "a"}}, "stage 'b': option 'mean' is 'a': must be a list"),
        ({"a": {"value": {"positions": 9, "layers": [0]}}}, "stage 'a': option 'value.layers' is .*1 to 16,384 units"),
        ({"a": {"quick": {"decisions": 9, "layers": []}}}, "stage 'a': option 'quick.layers' is .* at least 1"),
        ({"a": {"value": {}}}, "stage 'a': option 'value.positions' is missing"),
        ({"a": {"quick": {"positions": 3}}}, "stage 'a': .*quick"),
        ({"a": {"ppo": {"gama": 1}}}, r"plan\.yaml: stage 'a': unknown option 'ppo.gama'"),
        ({"a": {"stpes": 1}}, "unknown option 'stpes'; .* game, .*, mean, value, quick; did you mean 'steps'"),
        ({"a": {"value": {"position": 1}}}, "options here are .*value.positions.*; did you mean 'value.positions'"),
        ({"x" * 42: {}}, "names are at most 41 small letters"),
        ({"a": {}, "b": {}, "c": {"mean": ["a", "b"], "steps": 9, "ppo": {}}}, "'c': steps, ppo: what a mean has is"),
        ({"a": {}, "b": {"ppo": {"gamma": 7}}}, "stage 'b': option 'ppo.gamma' is 7"),
    ],
)  # fmt: skip
def test_wrong_stages_are_named(tmp_path, stages, message):
    with pytest.raises(OptionError, match=message):
        stages_of(tmp_path, stages)


def test_stages_are_not_taken_for_the_configuration_of_one_run(tmp_path):
    with pytest.raises(OptionError, match="a training in stages"):
        load_config("connect_four", source(tmp_path))


def test_stages_are_run_one_after_another(tmp_path):
    folder = tmp_path / "run"
    result = train_stages(stages_of(tmp_path), folder, quiet=True)
    assert result.policy == folder / "mean.zip" and not result.stopped
    assert result.steps == 2 * TINY["steps"]
    assert result.rates.keys() == {"random"}
    _, second = load_policy(folder / "second.zip")
    assert [one.config["seed"] for one in second.earlier] == [1]  # it went on from the first
    told = [folder / f"{name}.zip" for name in ("first", "second", "second")]
    assert alike(weights(result.policy), average_policies(told)[0].arrays())
    assert load_policy(result.policy)[1].figures  # a mean is measured as well


@pytest.mark.parametrize("lost", [(), ("second.zip",)], ids=["stopped", "killed between two stages"])
def test_stages_that_were_stopped_go_on_where_they_were(tmp_path, monkeypatch, lost):
    stages = stages_of(tmp_path)
    whole = train_stages(stages, tmp_path / "whole", quiet=True)
    rounds = one_round_at_a_time(monkeypatch)
    parts = train_stages(stages, tmp_path / "parts", quiet=True)
    calls = 1
    while parts.stopped:
        parts, calls = resume_stages(tmp_path / "parts", quiet=True), calls + 1
    assert calls > 6 and len(rounds) == 8
    for name in lost:  # the run has ended, and nobody has written what it came to
        (tmp_path / "parts" / name).unlink()
        resume_stages(tmp_path / "parts", quiet=True)
    for name in ("second.zip", "mean.zip"):
        assert alike(weights(tmp_path / "parts" / name), weights(whole.folder / name)), name
    assert resume_stages(tmp_path / "parts", quiet=True).policy == parts.policy  # nothing is left to do


class Killed(BaseException):
    """What a process that is killed does not survive."""


@pytest.mark.parametrize(
    ("module", "writes", "name"), [(run, "write", "config.yaml"), (running, "save_policy", "last.zip")]
)
def test_a_stage_that_is_killed_as_it_begins_goes_on(tmp_path, monkeypatch, module, writes, name):
    """Before its configuration is written, and between its first checkpoint and its first policy."""
    real = getattr(module, writes)

    def killed(path, *what):
        if path.name == name and path.parent.name == "second":
            raise Killed
        real(path, *what)

    stages = stages_of(tmp_path)
    monkeypatch.setattr(module, writes, killed)
    with pytest.raises(Killed):
        train_stages(stages, tmp_path / "run", quiet=True)
    monkeypatch.setattr(module, writes, real)
    resume_stages(tmp_path / "run", quiet=True)
    _, second = load_policy(tmp_path / "run" / "second.zip")
    assert [one.config["seed"] for one in second.earlier] == [1]


def test_what_a_stage_comes_to_can_be_taught_what_searches_ask(tmp_path):
    taught = {"value": {"positions": 600, "layers": [4]}, "quick": {"decisions": 600, "layers": [4]}}
    told = {"first": {"value": {"positions": 500}}, "mean": {"mean": ["first", "first"], **taught}}
    stages = stages_of(tmp_path, told)
    write_atomically(tmp_path / "again.yaml", stages_to_yaml(stages))
    assert load_stages(source=tmp_path / "again.yaml") == stages
    result = train_stages(stages, tmp_path / "run", quiet=True)
    first, info = load_policy(tmp_path / "run" / "first.zip")
    assert first.value is not None and first.quick is None and info.value.positions == 500
    network, info = load_policy(result.policy)
    assert info.value.layers == info.quick.layers == [4] and network.quick.layers[0][0].shape[1] == 4
    make_agent(f"search:network={result.policy},rollouts=quick,horizon=2,simulations=4", GAME.setup(), seed=1)
    assert [path.name for path in (tmp_path / "run").iterdir() if path.name.startswith(".")] == []


def test_a_training_in_the_folder_is_not_overwritten(tmp_path):
    folder, stages = tmp_path / "run", stages_of(tmp_path, {"first": {}})
    train_stages(stages, folder, quiet=True)
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(OptionError, match="holds a training in stages already"):
        train_stages(stages, folder, quiet=True)
    with pytest.raises(OptionError, match="holds a training in stages"):
        train(tiny(), folder, quiet=True)
    other = stages_of(tmp_path, {"other": {}})
    train_stages(other, folder, quiet=True, fresh=True)
    assert sorted(path.name for path in folder.iterdir()) == ["notes.txt", "other", "other.zip", "stages.yaml"]


def test_a_run_takes_the_place_of_stages_and_they_that_of_a_run_where_that_is_wanted(tmp_path):
    folder, stages = tmp_path / "run", stages_of(tmp_path, {"first": {}})
    train_stages(stages, folder, quiet=True)
    train(tiny(), folder, quiet=True, fresh=True)
    assert not {"stages.yaml", "first", "first.zip"} & {path.name for path in folder.iterdir()}
    with pytest.raises(OptionError, match="holds a run already"):
        train_stages(stages, folder, quiet=True)
    train_stages(stages, folder, quiet=True, fresh=True)
    assert sorted(path.name for path in folder.iterdir()) == ["first", "first.zip", "stages.yaml"]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_file_that_no_stage_has_made_is_not_taken_for_what_one_came_to(tmp_path, fresh):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "first.zip").write_text("mine")
    with pytest.raises(OptionError, match=r"first\.zip is in the way of stage 'first'"):
        train_stages(stages_of(tmp_path, {"first": {}}), tmp_path / "run", quiet=True, fresh=fresh)
    assert (tmp_path / "run" / "first.zip").read_text() == "mine"


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ({"options": {"colums": 9}}, "colums"),
        ({"quick": {"decisions": 9, "players": [9]}}, "num_players"),
        ({"quick": {"decisions": 9, "heads": 8}}, "quick.heads is 8: its policy has no entities"),
        (
            {"network": {"start": "{first}", "layers": [16, 8]}},
            r"'second': its network has layers \[16, 8\], and first, with which it begins, has layers \[16\]",
        ),
        ({"network": {"start": "{first}", "activation": "tanh"}}, "has activation tanh, and first, .* activation relu"),
        ({"league": {"baselines": ["policy:{first}", "randon"]}}, "option 'league.baselines': agent 'randon'"),
        (
            {"evaluation": {"against": ["policy:{first}", "search:simulation=3"]}},
            "option 'evaluation.against': agent 'search:simulation=3'",
        ),
    ],
)
def test_what_is_wrong_with_a_late_stage_is_said_before_anything_is_trained(second, message, tmp_path):
    with pytest.raises(OptionError, match=message):
        train_stages(stages_of(tmp_path, {"first": {}, "second": second}), tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_means_of_networks_of_several_shapes_are_refused_beforehand(tmp_path):
    stages = {"a": {}, "b": {"network": {"layers": [16, 8]}}, "c": {"network": {"start": "{b}", "layers": [16, 8]}}}
    with pytest.raises(OptionError, match=r"several shapes .* a has layers \[16\], c has layers \[16, 8\]"):
        train_stages(stages_of(tmp_path, {**stages, "d": {"mean": ["a", "c"]}}), tmp_path / "run", quiet=True)


def test_a_network_may_grow_from_stage_to_stage(tmp_path):
    grown = {"network": {"start": "{first}", "layers": [24]}}
    found = train_stages(stages_of(tmp_path, {"first": {}, "second": grown}), tmp_path / "run", quiet=True)
    assert load_policy(found.policy)[0].layers[0][1].shape == (24,)


def test_a_folder_that_no_agent_could_be_named_by_is_refused(tmp_path):
    with pytest.raises(OptionError, match=r"must have no ',b=' in its name"):
        train_stages(stages_of(tmp_path), tmp_path / "a,b=c", quiet=True)
    assert train_stages(stages_of(tmp_path), tmp_path / "a,b", quiet=True).policy.is_file()


def test_asked_to_stop_while_a_stage_is_measured_no_other_one_begins(tmp_path, monkeypatch):
    asked = []

    class Asked(running.Run):
        def _finish(self, progress: Any) -> Any:
            if not asked:
                asked.append(1)
                self._ask_to_stop(progress)
            return super()._finish(progress)

    monkeypatch.setattr(running, "Run", Asked)
    result = train_stages(stages_of(tmp_path), tmp_path / "run", quiet=True)
    assert result.stopped and not (tmp_path / "run" / "second").exists()
    assert not resume_stages(tmp_path / "run", quiet=True).stopped
    whole = train_stages(stages_of(tmp_path), tmp_path / "whole", quiet=True)
    assert alike(weights(tmp_path / "run" / "mean.zip"), weights(whole.policy))


def test_there_must_be_stages_to_go_on_with(tmp_path):
    with pytest.raises(OptionError, match=r"stages\.yaml is missing"):
        resume_stages(tmp_path)


def test_the_command_trains_in_stages_and_goes_on_with_them(tmp_path, cli, monkeypatch):
    folder = tmp_path / "run"
    told = source(tmp_path)
    with monkeypatch.context() as patch:
        one_round_at_a_time(patch)
        found = cli("train", "connect_four", "--config", told, "--run", folder, "--quiet")
        assert found.exit_code == 130 and "--resume" in found.output
    changed = cli("train", "connect_four", "--run", folder, "--resume", "--set", "steps=9")
    assert changed.exit_code == 2 and "keep their budgets; leave out steps" in changed.output
    other = cli("train", "cogdrive_neon", "--run", folder, "--resume")
    assert other.exit_code == 2 and "connect_four" in other.output
    with monkeypatch.context() as patch:
        patch.setattr(staged, "measured", interrupted)
        found = cli("train", "connect_four", "--run", folder, "--resume", "--quiet")
        assert found.exit_code == 130 and "stopped; go on with: cogitable train connect_four" in found.output
    told = cli("report", folder)
    assert told.exit_code == 2 and f"report on one of {folder / 'first'}" in told.output.replace("\n", "")
    found = cli("train", "connect_four", "--run", folder, "--resume", "--quiet")
    assert found.exit_code == 0 and f"the agent is policy:{folder / 'mean.zip'}" in found.output.replace("\n", "")
