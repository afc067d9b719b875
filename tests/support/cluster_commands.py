"""Commands of the library that use a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def cluster_command(nodes: Any, *words: str) -> subprocess.Popen:
    """Start a command with ``--cluster`` and the address of Ray's simulated nodes."""
    path = os.pathsep.join([*(str(ROOT / folder) for folder in ("docs/examples", "tests/games")), *sys.path])
    words = (sys.executable, "-m", "cogitable", *words, "--cluster", nodes.address)
    return subprocess.Popen(words, env={**os.environ, "PYTHONPATH": path}, stdout=-1, stderr=-1, text=True)
