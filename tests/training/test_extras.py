"""Without an extra every command works, or says which one to install."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from command_line import PATHS

import connect_four
from cogitable.agents.policy.agent import SHIPPED
from cogitable.envs.table.extras import EXTRAS, MissingExtraError, extra_for
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.files.replay import Replay
from cogitable.training.cli import app
from cogitable.training.learn.config.training_config import TrainingConfig
from cogitable.training.ship.changes import changes

ROOT = Path(__file__).resolve().parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
POLICY = SHIPPED / "cogdrive_neon.zip"
SIDES = SHIPPED / "great_machine.zip"

COME_ALONG = {"cogitable", "pydantic_core", "markdown_it", "textarena"}  # with pydantic, with rich, or nothing does

COMMANDS: dict[str, str | None] = {
    "list": None,
    "cards cogdrive_neon": None,
    "rules cogdrive_neon": None,
    "compile connect_four --processes 1": None,
    "play connect_four --against random --seed 1": None,
    "play connect_four --against random --web": "web",
    "play connect_four --against chat:model=none": "chat",
    "watch game.json --delay 0 --game connect_four": None,
    "watch game.json --web --game connect_four": "web",
    "serve --no-browser": "web",
    "train connect_four --options": None,
    "train connect_four": "train",
    "train cogdrive_neon --config demo --steps 1 --set seed=2": "train",
    "train connect_four --seed 1 --steps 1 --no-report": "train",
    "train connect_four --set collection.pieces=2 --cluster local": "cluster",
    "train connect_four --run run --resume": "train",
    "train connect_four --run staged --resume": "train",
    "report run": "train",
    f"join joined.zip Machine={SIDES} Heroes={SIDES}": None,
    f"average mean.zip {POLICY} {POLICY}": None,
    f"value cogdrive_neon --policy {POLICY} --out value.zip --positions 1": "train",
    f"quicken cogdrive_neon --policy {POLICY} --out quick.zip --decisions 1": "train",
    "beliefs cogdrive_neon --games 2 --share 0.01": None,
    "arena connect_four --agents random search:simulations=2 --games 2 --processes 1": None,
    "arena connect_four --agents random chat:model=none --games 2 --processes 1": "chat",
    "arena connect_four --agents random search --games 2 --cluster local": "cluster",
    "arena connect_four --agents random search --games 2 --web": "web",
    "record connect_four --out data --agents random --games 2 --processes 1": "data",
    "record connect_four --out data --agents random --games 2 --cluster local": "cluster",
    "exploit connect_four --agent random --steps 1": "train",
    "exploit connect_four --agent random --run run --resume": "train",
    "compare connect_four --agent random --other search:simulations=2 --games 2": None,
    "balance connect_four --agents random --games 2 --processes 1": None,
    "balance connect_four --agents random --games 2 --cluster local": "cluster",
}
"""A command line of every command to the extra that it cannot do without."""

PROGRAM = """
import json, sys, traceback
blocked, lines = json.loads(sys.stdin.read())
sys.modules.update(dict.fromkeys(blocked))  # importing them fails as if they were not there
from typer.testing import CliRunner
from cogitable.training.cli import app
for line in lines:
    done = CliRunner().invoke(app, line.split(), input="q\\n")
    what = None if isinstance(done.exception, (SystemExit, type(None))) else traceback.format_exception(done.exception)
    print(json.dumps([line, done.exit_code, done.stdout, done.stderr, what]), file=sys.__stdout__, flush=True)
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with what the commands read."""
    env = raw_env(connect_four.GAME)
    env.reset(seed=1)
    for action in (3, 3, 4, 4, 5, 5, 6):
        env.step(action)
    Replay.record(env).save(tmp_path / "game.json")
    for run, file in (("run", "config.yaml"), ("staged", "stages.yaml")):
        (tmp_path / run).mkdir()
        (tmp_path / run / file).write_text("game: connect_four\n")
    return tmp_path


def in_a_process(program, said, **more):
    """Return the lines that a program prints that reads something as JSON, in a process of its own."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(PATHS), "COLUMNS": "160", **more.pop("env", {})}
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(said),
        capture_output=True,
        text=True,
        timeout=600,
        env=env,
        **more,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def run_without(extras, lines, folder):
    """Return of each command what came of it in a process in which the modules of some extras cannot be imported."""
    blocked = [module for extra in extras for module in EXTRAS[extra]]
    told = in_a_process(PROGRAM, [blocked, lines], cwd=folder, env={"XDG_DATA_HOME": str(folder)})
    return [json.loads(line) for line in told if line.startswith("[")]


def check(found, lines):
    assert [line for line, *_ in found] == lines
    wrong = []
    for line, code, _, told, what in found:
        extra = COMMANDS[line]
        if extra is None:
            fine = code == 0
        else:
            install = re.findall(r"pip install 'cogitable\[(\w+)\]'", told)
            fine = (code, install) == (2, [extra]) and told.startswith("error: ") and "not installed" in told
        if what is not None or not fine:
            wrong.append(f"{line}: {code} {told} {''.join(what or [])}")
    assert not wrong, "\n".join(wrong)


def test_there_is_a_line_of_every_command():
    assert {line.split()[0] for line in COMMANDS} == {command.name for command in app.registered_commands}


def test_without_any_extra(folder):
    """As ``pip install .`` leaves it."""
    check(run_without(EXTRAS, list(COMMANDS), folder), list(COMMANDS))


@pytest.mark.parametrize("extra", EXTRAS)
def test_without_one_extra(extra, folder):
    """With all others installed, so that the one which is named is the one that is missing."""
    lines = [line for line, needed in COMMANDS.items() if needed == extra]
    check(run_without([extra], lines, folder), lines)


def imported(path):
    """Yield the names of all packages that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


IMPORTS = """
import importlib, json, pkgutil, sys
sys.modules.update(dict.fromkeys(json.loads(sys.stdin.read())))
import cogitable
names = [name for folder in ("agents", "envs", "training") for _, name, _ in
         pkgutil.walk_packages([f"{cogitable.__path__[0]}/{folder}"], f"cogitable.{folder}.")]
for name in names:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(name, type(error).__name__)
print(len(names))
"""


def test_what_neither_learns_nor_serves_is_imported_without_any_extra():
    """Commands import what learns and what serves as they need it, and say what is missing."""
    *failed, number = in_a_process(IMPORTS, [module for modules in EXTRAS.values() for module in modules])
    need = ("cogitable.training.learn.", "cogitable.training.web.")
    assert int(number) > 200
    assert [line for line in failed if not line.startswith(need)] == []


def test_a_policy_cannot_be_told_without_what_reads_configurations(monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    config = TrainingConfig(game="connect_four", steps=1)
    with pytest.raises(MissingExtraError, match=r"cogitable\[train\]"):
        changes(config.model_copy(update={"seed": 2}), config)


def test_modules_of_extras_are_all_known():
    """What the library imports comes with it, or is told as the extra that brings it."""
    always = {re.split(r"[<>=\[]", package)[0] for package in DECLARED["dependencies"]}
    comes = {name for name, packages in packages_distributions().items() if always & {p.lower() for p in packages}}
    files = [path for folder in ("agents", "envs", "training") for path in (ROOT / folder).rglob("*.py")]
    found = {name for path in files for name in imported(path)}
    extra = {module for modules in EXTRAS.values() for module in modules}
    assert found - comes - set(sys.stdlib_module_names) - COME_ALONG <= extra


def test_the_extra_for_notebooks_has_what_they_import():
    """Whoever imports what trains needs the extra for training."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*.py"))
    assert "cogitable.training.learn.run.run import train" in text
    assert "cogitable[train]" in DECLARED["optional-dependencies"]["notebook"]


def test_other_modules_are_not_told_as_extras():
    with pytest.raises(ModuleNotFoundError) as error, extra_for("this"):
        import no_such_module  # noqa: F401
    assert not isinstance(error.value, MissingExtraError)
