"""``make test-release``: build, check, install and use what would be uploaded, away from the repository.

Needs the network: build, twine, mypy and pyright are installed into environments of their own.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent

SETUP = "from cogitable.envs import get_game; setup = get_game('cogdrive_neon').setup(); "
EXTRAS = {
    "train": "import cogitable.training.learn.run.run",
    "web": SETUP + "from cogitable.training.web.serve import serve",
    "chat": SETUP + "from cogitable.agents.factory import make_agent; make_agent('chat:model=none', setup)",
    "cluster": "from cogitable.training.measure.sharing.cluster import RayWorkers; RayWorkers()",
    "data": SETUP + "from cogitable.training.measure.record import record; "
    "record(setup, ['random'], 2, 'games', processes=1); import minari; print(minari.MinariDataset('games'))",
    "notebook": f"import jupytext, nbclient; tour = jupytext.read({str(ROOT / 'notebooks' / 'tour.py')!r}); "
    "nbclient.NotebookClient(tour, kernel_name='python3').execute(); print(len(tour.cells), 'cells')",
    "docs": "import furo, myst_nb, sphinx",
    "browser": "import playwright",
    "textarena": "import textarena",
    "bench": "import jax, pgx, pyspiel, rlcard",
    "dev": "import hypothesis, minari, mypy, pytest, xdist",
}
"""Extra to a program that does what it is for, or has a look at what it brings."""


def run(*command: str | Path, cwd: Path, fails: bool = False) -> str:
    """Run a command, print what it says; stop unless it succeeds, or fails where it is to."""
    print("$", *(Path(word).name if isinstance(word, Path) else word for word in command), flush=True)
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    told = done.stderr + done.stdout  # what a program says last is its result
    if (done.returncode != 0) != fails:
        sys.exit(f"{told}\nended with {done.returncode}")
    return told


def environment(folder: Path, python: str, *packages: str | Path) -> Path:
    """Make a virtual environment with some packages and return its interpreter."""
    run(python, "-m", "venv", folder, cwd=folder.parent)
    inside = folder / "bin" / "python"
    run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages, cwd=folder.parent)
    return inside


def build(folder: Path) -> tuple[Path, Path]:
    """Build sdist and wheel from a copy of what is committed or could be; return both."""
    source = folder / "source"
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    for name in listed:
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    tools = environment(folder / "tools", sys.executable, "build", "twine")
    told = run(tools, "-m", "build", "--outdir", folder / "dist", source, cwd=folder)  # the wheel from the sdist
    for word in ("absent from the `packages`", "Warning", "warning: no "):
        if word in told:
            sys.exit(f"{told}\nthe build warns: {word}")
    (sdist,), (wheel,) = (folder / "dist").glob("*.tar.gz"), (folder / "dist").glob("*.whl")
    print(run(tools, "-m", "twine", "check", "--strict", sdist, wheel, cwd=folder))
    with tarfile.open(sdist) as archive:
        stray = [name for name in archive.getnames() if "/tests/" in name or "/docs/" in name]
    if [Path(name).name for name in stray] != ["package.md"]:
        sys.exit(f"the sdist holds {stray}")
    return sdist, wheel


def check_extras(folder: Path, wheel: Path, extras: list[str]) -> None:
    """Install the wheel with each extra on its own, and use it."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    if declared.keys() != EXTRAS.keys():
        sys.exit(f"extras are {sorted(declared)}, programs are there for {sorted(EXTRAS)}")
    for extra in extras:
        inside = environment(folder / extra, sys.executable, f"{wheel}[{extra}]")
        run(inside, "-m", "pip", "check", cwd=folder)
        print(run(inside, "-W", "ignore", "-c", EXTRAS[extra], cwd=folder).strip())
        shutil.rmtree(folder / extra)  # some take gigabytes


def check_types(folder: Path, wheel: Path) -> None:
    """Let type checkers see a consumer, and one with mistakes."""
    typed = environment(folder / "typed", sys.executable, wheel, "mypy", "pyright[nodejs]")
    for file, fails in (("consumer.py", False), ("wrong.py", True)):
        shutil.copy2(HERE / file, folder)
        print(run(typed, "-m", "mypy", "--strict", file, cwd=folder, fails=fails).strip())
        print(run(typed, "-m", "pyright", "--pythonpath", typed, file, cwd=folder, fails=fails).strip())


def main(pythons: list[str], extras: list[str]) -> None:
    """Do it all, with every interpreter that is named."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sdist, wheel = build(folder)
        print(f"{sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB, {wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for number, python in enumerate(pythons):
            what = sdist if number == len(pythons) - 1 else wheel
            inside = environment(folder / f"clean{number}", python, what)
            shutil.copy2(HERE / "consumer.py", folder)
            told = run(inside, "consumer.py", cwd=folder)
            print(run(inside, "--version", cwd=folder).strip(), what.suffix, told.splitlines()[-1])
        check_types(folder, wheel)
        check_extras(folder, wheel, extras)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", nargs="*", default=[sys.executable], help="interpreters to install into")
    parser.add_argument(
        "--extras", nargs="*", choices=EXTRAS, default=list(EXTRAS), help="those to install, by default all"
    )
    given = parser.parse_args()
    main(given.pythons, given.extras)
