"""The project as a whole: packaging, what depends on what, and what must not stand in any file."""

from __future__ import annotations

import ast
import functools
import graphlib
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
LAYERS = (
    ("envs.table",),
    ("envs.city",),  # what two games on one board share
    tuple(f"envs.{path.parent.name}" for path in (ROOT / "envs").glob("*/RULES.md")),
    ("envs",),
    ("agents",),
    ("training.measure",),
    ("training.learn",),
    ("training.ship",),
    ("training",),
)
"""Each may import itself and those before it."""
TEXTS = {".py", ".md", ".toml", ".yaml", ".yml", ".json", ".csv", ".txt", ".cfg", ".html", ".svg", ".ipynb", ""}
BUILT = re.compile(
    r"^(\.git|\.venv.*|\..*_cache|__pycache__|build|dist|runs|_build|_generated|\.hypothesis|.*\.egg-info)$"
)


def files() -> Iterator[Path]:
    """Yield the project's own files: those that git knows, or all but what tools and runs leave behind."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
        paths = (ROOT / os.fsdecode(name) for name in done.stdout.split(b"\0") if name)
        yield from sorted(path for path in paths if path.is_file())
    else:
        yield from _not_built(ROOT)


def _not_built(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if BUILT.match(path.name):
            continue
        if path.is_dir():
            yield from _not_built(path)
        else:
            yield path


def package_files() -> list[Path]:
    """Return the files of the package, relative to the root."""
    inside = [
        path.relative_to(ROOT) for path in files() if path.parts[len(ROOT.parts)] in ("envs", "agents", "training")
    ]
    return [Path("__init__.py"), Path("__main__.py"), Path("py.typed"), *inside]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel built from a copy of the sources, without network."""
    source, out = tmp_path_factory.mktemp("source") / "any name", tmp_path_factory.mktemp("wheel")
    for path in files():
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
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


def name_of(path: Path) -> str:
    """Return a file of the package as a module: ``envs.table.game``, a folder's ``__init__`` as the folder."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Yield what a file of the package imports from it, as ``envs.table.game`` or ``envs.table.game.Setup``."""
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


@functools.cache
def arrows() -> dict[str, set[str]]:
    """Return the modules of the package, and for each those that it imports, in functions too."""
    paths = {name_of(path): path for path in package_files() if path.suffix == ".py" and len(path.parts) > 1}
    found = {}
    for name, path in paths.items():
        targets = {one if one in paths else one.rpartition(".")[0] for one in imported(path)}
        found[name] = (targets & set(paths)) - {name}
    return found


def games() -> list[str]:
    return [path.name for path in (ROOT / "envs").iterdir() if (path / "RULES.md").is_file()]


def layer(module: str) -> int:
    """Return the number of the innermost layer that a module belongs to."""
    for number, names in enumerate(LAYERS):
        if any(f"{module}.".startswith(f"{name}.") for name in names):
            return number
    raise AssertionError(f"{module} belongs to no layer")


def test_arrows_run_one_way():
    wrong = [
        f"{here} imports {there}" for here, all_ in arrows().items() for there in all_ if layer(there) > layer(here)
    ]
    assert not wrong


def test_no_imports_run_in_circles():
    try:
        graphlib.TopologicalSorter(arrows()).prepare()
    except graphlib.CycleError as error:
        pytest.fail(f"imports run in a circle: {' -> '.join(error.args[1])}")


def among(packages: list[str]) -> set[tuple[str, str]]:
    """Return which of some packages import which others, as pairs."""
    of = {module: package for module in arrows() for package in packages if f"{module}.".startswith(f"{package}.")}
    pairs = {(of[here], of.get(there, of[here])) for here in of for there in arrows()[here]}
    return {(here, there) for here, there in pairs if here != there}


@pytest.mark.parametrize("game", [*games(), "city"])
def test_rules_know_nothing_of_words_and_words_nothing_of_pictures(game):
    layers = [f"envs.{game}.{part}" for part in ("rules", "words", "picture")]
    pairs = among(layers)
    assert pairs  # there are such packages, and they do import one another
    assert not [f"{here} imports {there}" for here, there in pairs if layers.index(there) > layers.index(here)]


# A replay's constructor names the environment that it records; nothing is imported for that when it runs.
TYPES_ALONE = {("envs.table.files", "envs.table.faces")}


@pytest.mark.parametrize("parent", ["agents", "envs.table", "training", "training.learn", "training.measure"])
def test_packages_side_by_side_do_not_import_in_circles(parent):
    folder = ROOT / parent.replace(".", "/")
    packages = [f"{parent}.{path.parent.name}" for path in folder.glob("*/__init__.py")]
    pairs = among(packages)
    assert len(pairs) > 2
    graph = {package: {there for here, there in pairs - TYPES_ALONE if here == package} for package in packages}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        pytest.fail(f"imports run in a circle: {' -> '.join(error.args[1])}")


def test_the_table_names_no_game():
    assert games()
    for path in (ROOT / "envs" / "table").rglob("*.py"):
        text = path.read_text().lower()
        assert not [name for name in games() if name in text or name.replace("_", " ") in text], path


def test_games_do_not_import_each_other():
    for here, there in ((one, other) for one in games() for other in games() if one != other):
        wrong = [
            f"{module} imports {target}"
            for module, targets in arrows().items()
            for target in targets
            if f"{module}.".startswith(f"envs.{here}.") and f"{target}.".startswith(f"envs.{there}.")
        ]
        assert not wrong


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


def test_the_text_for_an_index_stands_by_itself():
    """An index shows it without the repository: links and pictures that lead into it would break."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (ROOT / project["readme"]).read_text()
    targets = re.findall(r"\]\(([^)]*)\)|<img[^>]*src=\"([^\"]*)", text)
    assert all(target.startswith("https://") for pair in targets for target in pair if target)
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_citation_is_of_this_version():
    told = dict(line.split(": ", 1) for line in (ROOT / "CITATION.cff").read_text().splitlines() if ": " in line)
    version = re.search(r'__version__ = "(.*)"', (ROOT / "__init__.py").read_text())[1]
    assert told["version"] == version
    assert told["license"] == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["license"]


def test_every_client_has_a_program_an_environment_and_a_place_in_the_documentation():
    folder, page = ROOT / "docs" / "examples" / "clients", (ROOT / "docs" / "clients.md").read_text()
    programs = sorted(path.name for path in folder.glob("*.py"))
    assert len(programs) >= 7
    assert {name.partition("_")[0] for name in programs} == {path.stem for path in folder.glob("*.txt")}
    for name in programs:
        assert f"examples/clients/{name}" in page
        compile((folder / name).read_text(), name, "exec")
