"""The web application: addresses, and what answers at them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route, WebSocketRoute

from ...envs.table.errors import CogitableError
from ...envs.table.game import Game
from .contest import Contest
from .guard import Guard, check_host
from .hub import Hub
from .limits import Limits
from .pages import Pages
from .refusals import Refused
from .replays import Films
from .socket import Sockets


def make_app(
    games: Mapping[str, Game],
    folder: Path,
    *,
    limits: Limits | None = None,
    hosts: Collection[str] = (),
    trust: bool = False,
    contest: Contest | None = None,
) -> Starlette:
    """Return the application.

    Args:
        games: By name, those that can be played.
        folder: Where tables are kept.
        limits: What the server may use up.
        hosts: Names under which browsers may reach it, beside those of this machine.
        trust: Whether agents may be named by specs, which may read files and import code.
        contest: An arena that is shown, too.

    Raises:
        OptionError: A host is no name by which a browser could ask for it.
    """
    limits = limits or Limits()
    hub, films = Hub(games, folder, limits, trust=trust), Films(games, limits)
    pages, sockets = Pages(hub, films, contest), Sockets(hub)

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        yield
        hub.close()

    app = Starlette(
        routes=_routes(pages, sockets),
        exception_handlers={Refused: pages.refuse, CogitableError: pages.explain, HTTPException: pages.miss},
        lifespan=living,
    )
    app.add_middleware(Guard, limits=limits, hosts=[check_host(host) for host in hosts])
    app.state.hub, app.state.films = hub, films
    return app


def _routes(pages: Pages, sockets: Sockets) -> list[BaseRoute]:
    """Return all addresses, with what answers there."""

    def get(path: str, answer: Any) -> Route:
        return Route(path, answer, methods=["GET"])

    def post(path: str, answer: Any) -> Route:
        return Route(path, answer, methods=["POST"])

    return [
        get("/", pages.lobby),
        get("/static/{name}", pages.static),
        get("/games/{game}/picture", pages.sample),
        get("/games/{game}/rules", pages.rules),
        get("/games/{game}/cards", pages.cards),
        get("/games/{game}/new", pages.new),
        post("/games/{game}/new", pages.open),
        get("/table/{table}", pages.table),
        get("/table/{table}/cards", pages.table_cards),
        get("/table/{table}/{secret}", pages.table),
        get("/table/{table}/{secret}/replay", pages.show_replay),
        get("/table/{table}/{secret}/replay.json", pages.replay_file),
        get("/watch/{table}/replay", pages.show_replay),
        get("/watch/{table}/replay.json", pages.replay_file),
        get("/join/{table}/{seat}/{invite}", pages.join),
        post("/join/{table}/{seat}/{invite}", pages.sit_down),
        get("/replays", pages.replays),
        post("/replays", pages.upload),
        get("/replay/{replay}", pages.replay),
        get("/replay/{replay}/chances", pages.replay_chances),
        get("/replay/{replay}/replay.json", pages.shown_file),
        get("/replay/{replay}/{seat}/{step}", pages.replay_step),
        get("/replay/{replay}/{seat}/{step}/picture", pages.replay_picture),
        get("/arena", pages.arena),
        get("/arena/now", pages.arena_now),
        get("/arena/games/{number}", pages.arena_game),
        WebSocketRoute("/socket/{table}", sockets.serve),
        WebSocketRoute("/socket/{table}/{secret}", sockets.serve),
    ]
