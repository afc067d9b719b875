"""The program as it is started from a shell: terminals without a character, closed inputs, results nobody reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import connect_four

MAIN = "from cogitable.__main__ import main; main()"


def start(*args: Any, code: str = MAIN, environment: dict[str, str] | None = None, **more: Any) -> Any:
    """Run the program in a process of its own."""
    paths = {"PYTHONPATH": str(Path(connect_four.__file__).parent)}
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(command, env={**os.environ, **paths, **(environment or {})}, timeout=300, **more)


def test_terminals_without_a_character_show_another():
    """Without that a table of results would end in a traceback where its plus-minus has no code."""
    done = start("rules", "comrade", environment={"PYTHONIOENCODING": "ascii"}, capture_output=True)
    assert done.returncode == 0 and b"?" in done.stdout and not done.stderr


def test_results_are_written_though_nobody_reads_the_table(tmp_path):
    agents = ["--agents", "random", "search:simulations=2", "--games", "2"]
    read, write = os.pipe()
    os.close(read)
    done = start("arena", "connect_four", *agents, "--json", tmp_path / "found.json", stdout=write)
    os.close(write)
    assert done.returncode != 0
    assert json.loads((tmp_path / "found.json").read_text())["agents"]


def test_a_game_at_a_closed_input_ends_as_at_its_end():
    closed = f"import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, '-c', {MAIN!r}, *sys.argv[1:]])"
    play = ["play", "connect_four", "--against", "random", "--seed", "1", "--seat", "0"]
    done = start(*play, code=closed, capture_output=True, text=True)
    assert "Traceback" not in done.stderr and "You have left the game" in done.stderr + done.stdout
