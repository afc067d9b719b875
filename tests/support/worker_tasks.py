"""Work for processes, in a module that they can import."""

from __future__ import annotations

import os


def read_environment():
    """Return what a process reads of its environment by name."""
    return os.environ.get
