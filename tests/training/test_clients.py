"""Programs with other libraries that are here anyway; `make test-clients` runs all of them for thousands of steps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[2] / "docs" / "examples" / "clients"


@pytest.mark.long
@pytest.mark.parametrize("name", ["sb3_solo", "cleanrl_vector"])
def test_a_program_trains(name, tmp_path):
    command = [sys.executable, "-W", "ignore", str(CLIENTS / f"{name}.py"), "1024"]
    elsewhere = {**os.environ, "TMPDIR": str(tmp_path)}  # stable-baselines3 leaves a folder for logs
    done = subprocess.run(command, capture_output=True, text=True, env=elsewhere)
    assert done.returncode == 0, done.stderr
    assert "against random" in done.stdout.splitlines()[-1]
