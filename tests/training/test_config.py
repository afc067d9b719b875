"""Configurations of training: all options are told, wrong ones are named, and what is shipped loads."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from tiny_runs import tiny

from cogitable.envs.table import OptionError
from cogitable.envs.table.files.atomic import write_atomically
from cogitable.training.learn.config.stages import load_stages
from cogitable.training.learn.config.training_config import CONFIGS, TrainingConfig, load_config, option_names, to_yaml


def test_every_option_is_documented_and_shipped_configurations_load():
    names = list(option_names())
    assert len(names) > 30
    fields = [TrainingConfig, *(f.annotation for f in TrainingConfig.model_fields.values())]
    for model in fields:
        for name, field in getattr(model, "model_fields", {}).items():
            nested = hasattr(field.annotation, "model_fields")
            assert nested or field.description, name
    for path in CONFIGS.glob("*.yaml"):
        game, _, variant = path.stem.partition("-")
        stages = load_stages(game, variant or None)
        told = [stage.config(Path) for stage in stages] or [load_config(game, variant or None)]
        assert {one.game for one in told} == {game}
        assert all(one.setups() for one in told)


def test_whole_configurations_in_the_documentation_load(tmp_path):
    """Those that say how many tables there are: the others show a section."""
    docs, found = CONFIGS.parents[1] / "docs", 0
    text = "".join((docs / name).read_text() for name in ("training.md", "trials.md"))
    for block in re.finditer(r"```yaml\n(.*?)```", text, re.DOTALL):
        if "tables:" in block[1]:
            games, path = re.findall(r"cogitable train (\w+)", text[: block.start()]), tmp_path / "told.yaml"
            write_atomically(path, block[1])
            game = None if block[1].startswith("game:") else games[-1]
            for one in [stage.config(Path) for stage in load_stages(game, path)] or [load_config(game, path)]:
                one.setups()
            found += 1
    assert found >= 4


def test_commands_in_the_documentation_set_what_goes_together(monkeypatch):
    """Those that stand for themselves: others name files and seeds that a reader puts in."""
    root, found = CONFIGS.parents[1], 0
    monkeypatch.chdir(root)
    for page in (*root.glob("*.md"), *root.glob("docs/*.md")):
        text = page.read_text().replace("\\\n", " ")
        for line in re.findall(r"^cogitable train ([^\n#]*)", text, re.MULTILINE):
            game, *rest = shlex.split(line)
            if {"$seed", "FILE", "--resume"} & set(re.findall(r"[$\w-]+", line)):
                continue
            told = {first: [] for first in rest if first.startswith("--")}
            for first, second in pairwise(rest):
                told.get(first, []).append(second)
            changes = dict(change.split("=", 1) for change in told.get("--set", ()))
            source = next(iter(told.get("--config", ())), None)
            assert load_stages(game, source, changes) or load_config(game, source, changes), line
            found += 1
    assert found > 80


def test_configuration_survives_yaml(tmp_path):
    config = tiny(**{"ppo.learning_rate": 3e-4, "league.baselines": ["random", "search:simulations=5"]})
    write_atomically(tmp_path / "c.yaml", to_yaml(config))
    assert load_config(source=tmp_path / "c.yaml") == config


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"pp.n_steps": 3}, "unknown option 'pp'.*ppo|unknown option 'pp'; the options here are game"),
        ({"ppo.nsteps": 3}, r"unknown option 'ppo.nsteps'; the options here are ppo.n_steps, ppo.batch_size"),
        ({"ppo.gamma": 1.5}, r"option 'ppo.gamma' is 1.5: .*must be at most 1"),
        ({"ppo.batch_size": 100}, r"batch_size 100 must divide tables x ppo.n_steps = 128, as 128 does"),
        ({"steps": None}, "a budget is needed"),
        ({"seed.x": 1}, "'seed' has no options of its own"),
        ({"network.activation": "sigmoid"}, "'tanh' or 'relu'"),
        ({"network.layers": [8, 0]}, "option 'network' .*layers must have 1 to 16,384 units"),
        ({"network.entities": "stones"}, "option 'network' .*entities need hidden layers that are shared"),
        ({"tables": "[1"}, "option 'tables' is '\\[1'"),
        (
            {"tables": 20_000, "ppo.n_steps": 10_000},
            r"tables x ppo.n_steps = 20,000 x 10,000 = 200,000,000 decisions are more than the 100,000,000",
        ),
        ({"collection.staleness": 1}, r"collection.staleness 1 .* needs collection.pieces of 2 or more, not 1"),
    ],
)
def test_wrong_options_are_named(overrides, message):
    with pytest.raises(OptionError, match=message):
        tiny(**{"seed": 1, **overrides})


def test_wrong_configuration_files_are_named(tmp_path):
    with pytest.raises(OptionError, match="no file .*missing.yaml"):
        load_config("connect_four", tmp_path / "missing.yaml")
    (tmp_path / "list.yaml").write_text("- 1\n")
    with pytest.raises(OptionError, match="must hold options and their values, not list"):
        load_config("connect_four", tmp_path / "list.yaml")
    (tmp_path / "broken.yaml").write_text("a: [")
    with pytest.raises(OptionError, match="cannot be read"):
        load_config("connect_four", tmp_path / "broken.yaml")
    (tmp_path / "other.yaml").write_text("game: chess\nsteps: 5\n")
    with pytest.raises(OptionError, match="is a configuration for 'chess', not for 'connect_four'"):
        load_config("connect_four", tmp_path / "other.yaml")
    with pytest.raises(OptionError, match="no configuration 'nonsense' for connect_four"):
        load_config("connect_four", "nonsense")


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"ppo.gamma": "1.5"}, "option 'ppo.gamma' is 1.5: must be at most 1"),
        ({"seed": 2**40}, "option 'seed' is 1099511627776: must be at most 4,294,967,295"),
        ({"ppo.nsteps": 3}, "unknown option 'ppo.nsteps'; "),
        ({"pp.n_steps": 3}, "unknown option 'pp'; "),
        ({"league.baselines": "[1]"}, "option 'league.baselines.0' is 1: must be text"),
        ({"steps": 0}, "option 'steps' is 0: must be at least 1"),
        ({"game": "chess"}, "option 'game' is 'chess', not 'connect_four'"),
    ],
)
def test_what_is_wrong_on_the_command_line_is_not_said_of_the_file(tmp_path, overrides, message):
    path = tmp_path / "mine.yaml"
    path.write_text("game: connect_four\nsteps: 100\n")
    with pytest.raises(OptionError) as caught:
        load_config("connect_four", path, overrides)
    assert str(caught.value).startswith(message)


def test_what_does_not_go_together_is_said_of_the_file_and_of_what_was_changed(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("game: connect_four\nsteps: 100\n")
    with pytest.raises(OptionError, match=r"mine\.yaml with ppo\.batch_size=100: ppo\.batch_size 100 must divide"):
        load_config("connect_four", path, {"ppo.batch_size": 100})
    path.write_text("game: connect_four\nsteps: 100\nppo: {batch_size: 100}\n")
    with pytest.raises(OptionError, match=r"mine\.yaml: ppo\.batch_size 100 must divide"):  # with any seed
        load_config("connect_four", path, {"seed": 3})


def test_what_is_wrong_in_both_is_told_apart(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("game: connect_four\nsteps: 100\nppo: {gamma: 7}\n")
    with pytest.raises(OptionError, match=r"mine\.yaml: option 'ppo\.gamma' is 7: .*; option 'seed' is -1: "):
        load_config("connect_four", path, {"seed": -1})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: connect_four\nsteps: 1000\nsteps: 2000\n", "line 3: 'steps' is set twice"),
        ("game: connect_four\nppo: {n_steps: 8, n_steps: 9}\n", "line 2: 'n_steps' is set twice"),
        ("mix:\n  - num_players: 2\n    num_players: 3\n", "line 3: 'num_players' is set twice"),
    ],
)
def test_keys_that_stand_twice_are_refused(tmp_path, text, said):
    (tmp_path / "twice.yaml").write_text(text)
    with pytest.raises(OptionError, match=said):
        load_config("connect_four", str(tmp_path / "twice.yaml"))


def test_an_option_that_every_kind_of_table_has_of_its_own_is_refused(tmp_path):
    """It would be taken without a word, and change nothing."""
    mixed = {"mix": [{"num_players": 2}, {"num_players": 3}]}
    with pytest.raises(OptionError, match=r"options\.num_players does nothing, since every entry of mix has"):
        load_config("games.kuhn_poker", None, {**mixed, "options.num_players": 4})
    some = {"mix": [{"num_players": 2}, {"max_decisions": 30}], "options.num_players": 4}
    assert [setup.num_seats for setup in load_config("games.kuhn_poker", None, some).setups().values()] == [2, 4]
