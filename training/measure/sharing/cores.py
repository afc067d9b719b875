"""How many processor cores there are to share work among."""

from __future__ import annotations

import os


def cores() -> int:
    """Return the number of cores that this process may use, which its parent may have bound to some of them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
