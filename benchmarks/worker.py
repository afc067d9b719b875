"""A process of its own for one measurement: ``python -m benchmarks.worker MODULE:FUNCTION PARAMETERS CORES WARM``.

It binds itself to its cores before anything else is imported, makes the measurement ready, and then answers each line
``SECONDS ROUND`` on its standard input with one line of JSON. What libraries print goes to standard error.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from pathlib import Path
from typing import TextIO

EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"


def bind(cores: int) -> None:
    """Keep this process to its last ``cores`` cores (0: leave it all of them), where the system can do that."""
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-cores:])


def answers() -> TextIO:
    """Return the real standard output and lead everything else that is printed to standard error."""
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return channel


def serve(target: str, parameters: dict, warm: bool, channel: TextIO) -> None:
    """Make the measurement ready, say so, and run it whenever asked."""

    def say(message: dict) -> None:
        channel.write(json.dumps(message) + "\n")
        channel.flush()

    module, name = target.split(":")
    try:
        run = getattr(importlib.import_module(module), name)(**parameters)
        if warm:
            run(0.05, 0)
    except ImportError as error:
        say({"skip": f"not installed or not there: {error}"})
        return
    except Exception as error:  # a peer may fail in its own ways; the rest of the table must still be printed
        say({"skip": f"{type(error).__name__}: {error}"})
        return
    say({"ready": True})
    for line in sys.stdin:
        seconds, number = line.split()
        try:
            say(run(float(seconds), int(number)))
        except Exception as error:
            say({"skip": f"{type(error).__name__}: {error}"})
            return


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    bind(int(sys.argv[3]))
    sys.path.insert(0, str(EXAMPLES))
    serve(sys.argv[1], json.loads(sys.argv[2]), sys.argv[4] == "1", answers())
