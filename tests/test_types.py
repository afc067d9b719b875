"""mypy finds nothing to say: rules functions name fields that exist."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.early
def test_types():
    link = ROOT / ".mypy_cache" / "root" / "cogitable"  # the repository's root is the package, whatever its name
    link.parent.mkdir(parents=True, exist_ok=True)
    if not link.is_symlink():
        link.symlink_to(ROOT)
    command = [sys.executable, "-m", "mypy", "-p", "cogitable"]
    environment = {**os.environ, "MYPYPATH": str(link.parent)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
