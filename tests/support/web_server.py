"""``cogitable serve`` as a process of its own, and the browser to look at it with."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import patience

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
GAMES = (
    *("cogdrive_neon", "comrade", "brass_empire", "cogs_and_commissars", "great_machine", "great_machine_coop"),
    "connect_four",
)
_RUN = "from cogitable.training.cli import main; main()"


class Server:
    """``cogitable serve`` as a process of its own.

    Attributes:
        at: Its address.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.at = folder, 0, ""
        self.start()

    def start(self) -> None:
        """Start it, at the same address as before."""
        paths = os.pathsep.join([str(EXAMPLES), *sys.path])
        self.process = subprocess.Popen(
            [sys.executable, "-c", _RUN, "serve", "--no-browser", "--port", str(self.port), "--think", "0.5"]
            + ["--folder", str(self.folder), "--games", *GAMES],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self.at = self._told()
        self.port = int(self.at.rsplit(":", 1)[1])

    def _told(self) -> str:
        """Return the address that it prints. Raises AssertionError where it prints none, or nothing for too long."""
        begun, _, _ = select.select([self.process.stdout], [], [], patience.PATIENCE)
        line = self.process.stdout.readline() if begun else ""
        found = re.search(r"http://\S+:(\d+)", line)
        if found is None:
            self.kill()
            raise AssertionError(f"no address of a server has come within {patience.PATIENCE} s, but {line!r}")
        return found[0]

    def kill(self) -> None:
        """End it without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
