"""The project as a whole: packaging, what depends on what, and what must not stand in any file."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("envs.table", "envs", "agents", "training")  # each may import itself and those before it
TEXTS = {".py", ".md", ".toml", ".yaml", ".yml", ".json", ".csv", ".txt", ".cfg", ".html", ".svg", ".ipynb", ""}
BUILT = re.compile(
    r"^(\.git|\.venv.*|\..*_cache|__pycache__|build|dist|runs|_build|_generated|\.hypothesis|.*\.egg-info)$"
)


def files(folder: Path = ROOT) -> Iterator[Path]:
    """Yield the project's own files, without what tools and runs leave behind."""
    for path in sorted(folder.iterdir()):
        if BUILT.match(path.name):
            continue
        if path.is_dir():
            yield from files(path)
        else:
            yield path


def package_files() -> list[Path]:
    """Return the files of the package, relative to the root."""
    inside = [
        path.relative_to(ROOT) for path in files() if path.parts[len(ROOT.parts)] in ("envs", "agents", "training")
    ]
    return [Path("__init__.py"), Path("py.typed"), *inside]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel built from a copy of the sources, without network."""
    source, out = tmp_path_factory.mktemp("source") / "any name", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, source, ignore=lambda folder, names: [name for name in names if BUILT.match(name)])
    build = f"import setuptools.build_meta as backend; backend.build_wheel({str(out)!r})"
    done = subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_package_list_is_complete():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found = {".".join(("cogitable", *path.parent.parts)) for path in package_files() if path.name == "__init__.py"}
    assert sorted(project["tool"]["setuptools"]["packages"]) == sorted(found)


def test_wheel_holds_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    held = {name.removeprefix("cogitable/") for name in names if ".dist-info/" not in name}
    assert held == {path.as_posix() for path in package_files()}
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_wheel_works(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import cogitable.training.cli as cli\n"
        "from cogitable.envs import GAMES, get_game\n"
        "games = [get_game(name).setup() for name in GAMES]\n"
        "print(cli.__file__, len(games))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path / "site"))


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of this package that a file imports, as ``envs.table.game``."""
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            yield from (a.name.removeprefix("cogitable.") for a in node.names if a.name.startswith("cogitable."))
        elif isinstance(node, ast.ImportFrom):
            base = list(path.parent.parts)
            if node.level:
                base = base[: len(base) - node.level + 1]
            elif (node.module or "").split(".")[0] == "cogitable":
                base = []
            else:
                continue
            module = (node.module or "").removeprefix("cogitable").strip(".")
            start = ".".join([*base, *([module] if module else [])])
            yield from (f"{start}.{alias.name}" if start else alias.name for alias in node.names)


def layer(module: str) -> int:
    """Return the number of the innermost layer that a module belongs to."""
    return next(i for i, name in enumerate(LAYERS) if f"{module}.".startswith(f"{name}."))


def test_arrows_run_one_way():
    wrong = []
    for path in package_files():
        here = ".".join(path.with_suffix("").parts)
        if path.suffix != ".py" or len(path.parts) == 1:
            continue
        for module in imported(path):
            if module.split(".")[0] in ("envs", "agents", "training") and layer(module) > layer(here):
                wrong.append(f"{here} imports {module}")
    assert not wrong


def test_the_table_names_no_game():
    games = [path.name for path in (ROOT / "envs").iterdir() if (path / "RULES.md").is_file()]
    assert games
    for path in (ROOT / "envs" / "table").rglob("*.py"):
        text = path.read_text().lower()
        assert not [name for name in games if name in text or name.replace("_", " ") in text], path


SHARED_RULES = {("great_machine_coop", "great_machine")}
"""Two games on one board: the second named has the rules that both have."""


def test_games_do_not_import_each_other():
    games = [path.name for path in (ROOT / "envs").iterdir() if (path / "RULES.md").is_file()]
    for name in games:
        own = SHARED_RULES | {(name, name)}
        for path in (ROOT / "envs" / name).rglob("*.py"):
            others = [
                m
                for m in imported(path.relative_to(ROOT))
                for g in games
                if f"envs.{g}." in f"{m}." and (name, g) not in own
            ]
            assert not others, path


@pytest.mark.parametrize("module", ["cogitable.envs", "cogitable.agents.factory"])
def test_plain_import_stays_light(module):
    heavy = {"torch", "stable_baselines3", "matplotlib", "PIL", "rich", "typer"}
    code = f"import sys, {module}; print(*({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout.split()


def test_no_file_knows_a_machine():
    """No home folders or work folders, no file that only one machine has."""
    places = "|".join(["home", "root", "Users", "work", "farm", "tmp/bash"])
    pattern = re.compile(rf"(?<![\w.}}])/({places})/\w|\b[A-Z]:\\\\?Users\b")
    found = []
    for path in files():
        if path.suffix in TEXTS and path != Path(__file__).resolve():
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                if pattern.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert not found


def test_ci_runs_the_tests():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()
