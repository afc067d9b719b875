"""Two processes do not train in one folder."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cogitable.envs.table.errors import OptionError, SaveFileError
from cogitable.training.learn.config import load_config
from cogitable.training.learn.lock import locked
from cogitable.training.learn.run import resume, train
from cogitable.training.learn.run_folder import CONFIG

HOLD = "import sys; from pathlib import Path; from cogitable.training.learn.lock import locked\n"
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
