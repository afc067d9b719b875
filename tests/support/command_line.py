"""Commands of the library, in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import connect_four

PATHS = [str(Path(connect_four.__file__).parent), str(Path(__file__).parents[1] / "games")]
"""Where example games lie."""


def command(*args: object, text: str = "", code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, and return what it said; it has to end with a code."""
    done = subprocess.run(
        [sys.executable, "-c", "from cogitable.training.cli import main; main()", *map(str, args)],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PATHS), "COLUMNS": "160"},
        **more,
    )
    assert done.returncode == code, done.stderr
    return done
