"""``cogitable compile``: afterwards no face and no agent of a game compiles anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cogitable.envs import get_game
from cogitable.envs.table.compilation.compile import JIT
from cogitable.training.cli import app
from cogitable.training.measure.warm import Warmed, warm_game

HERE = Path(__file__).parents[1]
PLAY = """
import numpy as np
import connect_four
from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs.table import Tables
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.faces.vector import vector_env

setup = connect_four.GAME.setup()
environment = raw_env(connect_four.GAME)
environment.reset(seed=3)
for _ in environment.agent_iter():
    observation, _, termination, truncation, _ = environment.last()
    environment.step(None if termination or truncation else int(observation["action_mask"].argmax()))
environment.state()
vector = vector_env(connect_four.GAME, num_envs=5)
vector.reset(seed=1)
for _ in range(30):
    vector.step(vector.action_masks().argmax(1))
tables = Tables(setup, 4, seed=1, threads=2)
tables.step(tables.masks.argmax(1))
tables.determinized(np.arange(2), np.ones(4, np.uint32))
for spec in ("search:seconds=0.01", "search:simulations=5,threads=2"):
    make_agent(spec, setup, 1).act(View.of(tables))
print(sum(sum(kernel.stats.cache_misses.values()) for kernel in connect_four.GAME.kernels))
"""


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    import connect_four

    own = [str(Path(connect_four.__file__).parent), str(HERE / "games"), os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(filter(None, own))
    return {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": path, "COLUMNS": "160"}


def command(shell: dict[str, str], *args: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    text = "from cogitable.training.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", text, *args], capture_output=True, text=True, env=shell, check=False)
    assert done.returncode == code, done.stderr
    return done


@pytest.mark.skipif(not JIT, reason="needs Numba")
def test_nothing_is_left_to_compile(shell: dict[str, str], tmp_path: Path) -> None:
    told = command(shell, "compile", "connect_four").stdout
    row = next(line for line in told.splitlines() if "│ Connect Four" in line).split("│")
    assert int(row[2]) > 5
    assert int(row[3]) == 0
    assert str(tmp_path) in told
    played = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, env=shell, check=True)
    assert played.stdout.strip() == "0"
    again = command(shell, "compile", "connect_four").stdout
    again_row = next(line for line in again.splitlines() if "│ Connect Four" in line).split("│")
    assert (int(again_row[2]), int(again_row[3])) == (0, int(row[2]))


def test_several_games_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def warm_games(names, processes):
        asked.append((list(names), processes))
        yield from (Warmed(name, name.title(), 3, 4, 5.0, ()) for name in reversed(names))

    monkeypatch.setattr("cogitable.training.measure.warm.warm_games", warm_games)
    told = CliRunner().invoke(app, ["compile", "a", "b", "a", "--processes", "2"]).output
    assert asked == [(["a", "b"], 2)]
    assert told.index("A ") < told.index("B ")
    assert "no folder can be written" in told
    CliRunner().invoke(app, ["compile"])
    assert len(asked[1][0]) == 6


def test_what_cannot_be_done(shell: dict[str, str]) -> None:
    assert "no game 'nobody'" in command(shell, "compile", "nobody", code=2).stderr
    off = command({**shell, "NUMBA_DISABLE_JIT": "1"}, "compile", "connect_four", code=2)
    assert "Numba is switched off" in off.stderr


@pytest.mark.skipif(not JIT, reason="needs Numba")
def test_a_game_without_a_heuristic_and_one_with_secrets() -> None:
    for name in ("games.kuhn_poker", "games.ballot"):
        assert warm_game(name).game == name
        kernels = get_game(name).kernels  # other tests may have used some of them before
        assert sum(len(kernel.overloads) for kernel in kernels) > 5
