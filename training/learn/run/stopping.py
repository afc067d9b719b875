"""What is to be done when somebody wants a process to end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stoppable(ask: Callable[[], None]) -> Iterator[None]:
    """Call ``ask`` at Ctrl-C or SIGTERM, in place of what they do otherwise; only the main thread sees them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    old = {number: signal.signal(number, lambda *_: ask()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
