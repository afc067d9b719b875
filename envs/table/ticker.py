"""A line on standard error that says what somebody is waiting for, and for how long already."""

from __future__ import annotations

import sys
import threading
import time
from typing import TextIO

_CLEAR = "\r\x1b[2K"
_lock = threading.Lock()
_running: list[Ticker] = []


class Ticker:
    """Tells of a wait while it lasts; use it as a context manager.

    On a terminal the line counts the seconds and disappears at the end. Elsewhere it is written once, if at all. Of
    several waits, one within the other, the innermost is told of.
    """

    def __init__(
        self, text: str, expected: float | None = None, after: float = 1.0, always: bool = False,
        stream: TextIO | None = None,
    ) -> None:  # fmt: skip
        """Prepare to tell.

        Args:
            text: What one waits for.
            expected: How many seconds it usually takes; None if nobody knows.
            after: Seconds before anything is said.
            always: Say it where there is no terminal, too.
            stream: Where to; standard error by default.
        """
        self.text, self.expected, self.after, self.always = text, expected, after, always
        self._stream: TextIO | None = stream or sys.stderr  # None in a program without a console
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._start = 0.0
        self._shown = False

    def __enter__(self) -> Ticker:
        try:
            terminal = self._stream is not None and self._stream.isatty()
        except (OSError, ValueError):  # it has been closed
            terminal = False
        self._start = time.monotonic()
        with _lock:
            _running.append(self)
        if terminal or self.always:
            self._thread = threading.Thread(target=self._tick if terminal else self._tell, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        with _lock:
            _running.remove(self)
            if self._shown:
                self._write(_CLEAR)
        self._thread = None

    def line(self, seconds: float) -> str:
        """Return the line after so many seconds."""
        usual = "" if self.expected is None else f" of about {max(1.0, self.expected):.0f} s"
        return f"{self.text}: {seconds:.0f} s{usual}"

    def _tick(self) -> None:
        pause = self.after
        while not self._over.wait(pause):
            with _lock:
                if not self._over.is_set() and _running[-1] is self:
                    self._shown = True
                    self._write(_CLEAR + self.line(time.monotonic() - self._start))
            pause = 1.0

    def _tell(self) -> None:
        if not self._over.wait(self.after):
            usual = "" if self.expected is None else f", usually about {max(1.0, self.expected):.0f} s"
            self._write(f"{self.text}{usual} ...\n")

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # nobody is there to read it
            self._shown = False
