"""Running the application with uvicorn."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ...envs.table.errors import CogitableError
from ...envs.table.game import Game
from .app import make_app
from .limits import Limits

_WAITING = 1024
_LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(
    games: Mapping[str, Game],
    folder: Path,
    *,
    host: str,
    port: int,
    limits: Limits,
    allow: Sequence[str],
    trust: bool,
    browser: bool,
    say: Callable[[str], object],
    prepare: Callable[[Starlette], str] = lambda app: "/",
) -> None:
    """Serve until somebody presses Ctrl-C.

    Args:
        games: By name, those that can be played.
        folder: Where tables are kept.
        host: Address to listen at.
        port: Its port; 0 for any that is free.
        limits: What the server may use up.
        allow: Further names under which browsers may reach it.
        trust: Whether agents may be named by specs.
        browser: Whether a browser is opened.
        say: Called with the line that tells the address.
        prepare: Makes what is to be seen at first, and returns its place.

    Raises:
        CogitableError: The address cannot be used.
    """
    allowed = [*allow, *([] if host in _LOCAL or host in ("0.0.0.0", "::") else [host])]
    app = make_app(games, folder, limits=limits, hosts=allowed, trust=trust)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_WAITING)  # who comes before the application is ready waits
    except OSError as error:
        raise CogitableError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{name}:{listening.getsockname()[1]}{prepare(app)}"
    say(f"Tables at {address} (Ctrl-C ends)")
    if browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        app, ws_max_size=2 * limits.message, log_level="warning", lifespan="on", timeout_graceful_shutdown=2
    )
    uvicorn.Server(config).run(sockets=[listening])
