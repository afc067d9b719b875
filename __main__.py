"""The command ``cogitable``, also as ``python -m cogitable``."""

from __future__ import annotations

import io
import os
import sys

INTERRUPTED = 130
"""Exit code of Ctrl-C."""


def main() -> None:
    """Run the command line. Games and agents of one's own are found in the current folder, behind all others."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if sys.stdin is None:  # who has closed it says nothing
        sys.stdin = open(os.devnull)  # noqa: SIM115 - for as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without some character shows another one
            stream.reconfigure(errors="replace")
    try:
        from cogitable.training.cli import app  # which takes a second, in which Ctrl-C may be pressed

        app()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
