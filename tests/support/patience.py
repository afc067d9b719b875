"""Waiting with an end: what does not come fails with a message, where a loop would hang."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which nothing more is expected: on a busy machine an answer takes a few."""


def until(true: Callable[[], object], what: str) -> None:
    """Wait until something is so. Raises AssertionError where it is not after PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"not so after {PATIENCE} s: {what}"
        time.sleep(0.01)
