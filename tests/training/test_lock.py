"""Two processes do not train in one folder."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cogitable.envs.table.errors import OptionError, SaveFileError
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.run.folder import CONFIG
from cogitable.training.learn.run.lock import locked
from cogitable.training.learn.run.run import resume, train

HOLD = "import sys; from pathlib import Path; from cogitable.training.learn.run.lock import locked\n"
HOLD += "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"


def test_a_run_keeps_its_folder(tmp_path):
    config = load_config("games.kuhn_poker", None, {"tables": 4, "ppo.batch_size": 64})
    folder = tmp_path / "run"
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout.readline() == "held\n"
        (folder / CONFIG).write_text("kept")
        for begin in (lambda: train(config, folder, fresh=True, quiet=True), lambda: resume(folder, quiet=True)):
            with pytest.raises(OptionError, match="another process is training there"):
                begin()
        assert (folder / CONFIG).read_text() == "kept"
    finally:
        other.kill()  # whatever becomes of a process, its lock goes with it
        other.communicate()
    with locked(folder), pytest.raises(OptionError, match="another process"), locked(folder):
        pass
    with locked(folder):
        pass


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveFileError, match="cannot be written"), locked(tmp_path / "file" / "run"):
        pass


def test_a_run_that_is_refused_leaves_no_folder(tmp_path):
    """The search of an expert's rounds is made when the run is, after its folder is."""
    config = load_config("connect_four", None, {"expert.every": 0, "expert.rollouts": "heuristic"})
    with pytest.raises(OptionError, match="heuristic"):
        train(config, tmp_path / "runs" / "refused", quiet=True)
    assert not (tmp_path / "runs").exists()
    (tmp_path / "runs").mkdir()
    with locked(tmp_path / "runs" / "some" / "run"):
        (tmp_path / "runs" / "some" / "kept").write_text("")
    assert [path.name for path in (tmp_path / "runs" / "some").iterdir()] == ["kept"]
