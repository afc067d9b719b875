"""Running the application with uvicorn."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from ...envs.table.errors import CogitableError
from ...envs.table.game import Game
from .app import make_app
from .contest import Contest
from .limits import Limits

_WAITING = 1024
_LOCAL = ("127.0.0.1", "localhost", "::1")


class Serving:
    """An application that listens at an address; :meth:`run` answers until Ctrl-C, :meth:`start` beside other work.

    Attributes:
        app: The application.
        at: The address of what is to be seen at first.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        folder: Path,
        *,
        host: str,
        port: int,
        limits: Limits,
        allow: Sequence[str] = (),
        trust: bool = False,
        contest: Contest | None = None,
        prepare: Callable[[Starlette], str] = lambda app: "/",
    ) -> None:
        """Listen.

        Args:
            games: By name, those that can be played.
            folder: Where tables are kept.
            host: Address to listen at.
            port: Its port; 0 for any that is free.
            limits: What the server may use up.
            allow: Further names under which browsers may reach it.
            trust: Whether agents may be named by specs.
            contest: An arena that is shown, too.
            prepare: Makes what is to be seen at first, and returns its place.

        Raises:
            CogitableError: The address cannot be used, or a name is none.
        """
        allowed = [*allow, *([] if host in _LOCAL or host in ("0.0.0.0", "::") else [host])]
        self.app = make_app(games, folder, limits=limits, hosts=allowed, trust=trust, contest=contest)
        self._socket = _listening(host, port)
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
        self.at = f"http://{name}:{self._socket.getsockname()[1]}{prepare(self.app)}"
        config = uvicorn.Config(
            self.app, ws_max_size=2 * limits.message, log_level="warning", lifespan="on", timeout_graceful_shutdown=2
        )
        self._server = uvicorn.Server(config)

    def show(self) -> None:
        """Open a browser where there is one, as soon as there is something to see."""
        threading.Timer(0.7, webbrowser.open, [self.at]).start()

    def run(self) -> None:
        """Answer until somebody presses Ctrl-C."""
        self._server.run(sockets=[self._socket])

    def start(self) -> None:
        """Answer in a thread, while this one does something else, until the process ends."""
        threading.Thread(target=self.run, name="server", daemon=True).start()

    def stop(self) -> None:
        """Answer no more."""
        self._server.should_exit = True


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_WAITING)  # who comes before the application is ready waits
    except OSError as error:
        listening.close()
        raise CogitableError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    return listening


def serve(games: Mapping[str, Game], folder: Path, *, browser: bool, say: Callable[[str], object], **more: Any) -> None:
    """Serve until somebody presses Ctrl-C.

    Args:
        games: By name, those that can be played.
        folder: Where tables are kept.
        browser: Whether a browser is opened.
        say: Called with the line that tells the address.
        more: As :class:`Serving` takes it.

    Raises:
        CogitableError: The address cannot be used.
    """
    serving = Serving(games, folder, **more)
    say(f"Tables at {serving.at} (Ctrl-C ends)")
    if browser:
        serving.show()
    serving.run()
