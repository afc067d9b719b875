"""The pages and files that a browser asks for."""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import jinja2
import numpy as np
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ...agents.levels import LEVELS
from ...envs.table import spots
from ...envs.table.errors import CogitableError
from ...envs.table.files.replay import Replay
from ...envs.table.game import RUNNING, Game, Setup
from ...envs.table.tables import Tables
from . import forms, lobby
from .content import PICTURE_TYPE, encoded, ratio_asked
from .contest import Contest
from .guard import address_of, body
from .hub import Hub, Room
from .record import clean_name
from .refusals import Refused, unknown
from .replays import Films
from .table import Viewer

HERE = Path(__file__).resolve().parent
STATIC = {
    **{f"{name}.js": "text/javascript" for name in ("script", "table", "drawer", "replay", "forms", "arena")},
    "style.css": "text/css",
    "icon.svg": "image/svg+xml",
}
"""Names and types of the files that pages need."""
_MOST_FIELDS = 200
_SAMPLE = 24  # decisions of a random game before the lobby's picture
_DAY = "public, max-age=86400"
_FIELD_NAME = 80


class Pages:
    """Everything but the sockets."""

    def __init__(self, hub: Hub, films: Films, contest: Contest | None = None) -> None:
        """Show the tables of a hub, replays, and perhaps an arena."""
        self._hub, self._films, self._contest = hub, films, contest
        loader = jinja2.FileSystemLoader(HERE / "templates")
        self._templates = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
        self._files = {name: (HERE / "static" / name).read_bytes() for name in STATIC}
        self._samples: dict[str, bytes] = {}

    def _page(self, template: str, status: int = 200, /, **given: Any) -> HTMLResponse:
        return HTMLResponse(self._templates.get_template(template).render(**given), status)

    # What is refused

    def refusal(self, request: Request, refusal: Refused) -> Response:
        """Answer what is refused: with a page, or with JSON where a script asks."""
        if _reads(request):
            return self._page("refusal.html", refusal.status, refusal=refusal)
        return JSONResponse({"error": refusal.name, "text": refusal.text}, refusal.status)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """Answer what a page has refused."""
        assert isinstance(error, Refused)
        return self.refusal(request, error)

    async def explain(self, request: Request, error: Exception) -> Response:
        """Answer what the library has refused."""
        return self.refusal(request, Refused("refused", str(error), 422))

    async def miss(self, request: Request, error: Exception) -> Response:
        """Answer what was asked at an address, or in a way, that there is not."""
        assert isinstance(error, HTTPException)
        name = {404: "not_found", 405: "not_allowed"}.get(error.status_code, "refused")
        answer = self.refusal(request, Refused(name, str(error.detail), error.status_code))
        answer.headers.update(error.headers or {})
        return answer

    def _game(self, request: Request) -> tuple[str, Game]:
        name = request.path_params["game"]
        if name not in self._hub.games:
            raise unknown("game")
        return name, self._hub.games[name]

    # Lobby

    async def lobby(self, request: Request) -> Response:
        """Show the games."""
        games = [(name, game, _sentence(game)) for name, game in self._hub.games.items()]
        return self._page("lobby.html", games=games)

    async def static(self, request: Request) -> Response:
        """Send a file that pages need."""
        name = request.path_params["name"]
        if name not in self._files:
            raise unknown("file")
        return Response(self._files[name], media_type=STATIC[name], headers={"cache-control": "no-cache"})

    async def sample(self, request: Request) -> Response:
        """Send a picture of a game for the lobby."""
        name, game = self._game(request)
        if name not in self._samples:
            shipped = HERE / "static" / f"{game.name}.webp"
            made = shipped.read_bytes() if shipped.is_file() else await self._hub.first(_sample, game)
            self._samples[name] = made
        if not self._samples[name]:
            raise unknown("picture")
        kind = "image/webp" if self._samples[name].startswith(b"RIFF") else PICTURE_TYPE
        return Response(self._samples[name], media_type=kind, headers={"cache-control": _DAY})

    async def rules(self, request: Request) -> Response:
        """Show the rules of a game."""
        _, game = self._game(request)
        path = _rules(game)
        if not path.is_file():
            raise unknown("page: this game comes without its rules in words")
        text = await self._hub.spare(_html, path)
        return self._page("text.html", title=f"{game.title}: rules", content=text)

    async def cards(self, request: Request) -> Response:
        """Show the cards of a game as they are by default."""
        _, game = self._game(request)
        return await self._cards(game, game.setup)

    async def table_cards(self, request: Request) -> Response:
        """Show the cards that a table is played with."""
        async with self._hub.at(request.path_params["table"]) as room:
            return await self._cards(room.table.setup.game, lambda: room.table.setup)

    async def _cards(self, game: Game, setup: Callable[[], Setup]) -> Response:
        card_table = game.card_table
        if card_table is None:
            raise unknown("page: this game has no cards")
        headers, rows = await self._hub.spare(lambda: card_table(setup()))
        return self._page("cards.html", title=f"{game.title}: cards", headers=headers, rows=rows)

    # A new table

    async def new(self, request: Request) -> Response:
        """Show the form for a new table."""
        name, game = self._game(request)
        return await self._form(name, game, await self._hub.quick(lobby.first_form, game), {})

    async def _form(
        self, name: str, game: Game, form: dict[str, str], errors: dict[str, str], status: int = 422
    ) -> Response:
        known = {"seed", *(forms.PREFIX + field.name for field in forms.fields(game))}
        known |= {f"seat.{seat}" for seat in range(game.max_seats)}
        general = [text for place, text in errors.items() if place not in known]
        return self._page(
            "new.html",
            status if errors else 200,
            name=name,
            game=game,
            has_rules=_rules(game).is_file(),
            fields=forms.fields(game),
            form=form,
            errors=errors,
            general=general,
            levels=list(LEVELS.values()),
            trust=self._hub.trust,
        )

    async def open(self, request: Request) -> Response:
        """Open a table as a form says, or show the form again with what is wrong beside it."""
        name, game = self._game(request)
        form = await self._hub.quick(lobby.first_form, game)  # in the place of one that is too large to be read
        try:
            form = await _form_of(request, self._hub.limits.form)
            new = await self._hub.first(lobby.read, game, form, self._hub.limits, self._hub.trust)
            if new.errors:
                return await self._form(name, game, form, new.errors)
            address = address_of(request.scope)
            record = await self._hub.open(address, name, new.options, new.chairs, new.owner_seat, new.seed)
        except (Refused, CogitableError) as error:
            if not _reads(request):
                raise
            return await self._form(name, game, form, {"": str(error)}, getattr(error, "status", 422))
        return RedirectResponse(f"/table/{record.id}/{record.owner}", 303)

    # Tables

    @asynccontextmanager
    async def _seen(self, request: Request) -> AsyncIterator[tuple[Room, Viewer]]:
        async with self._hub.at(request.path_params["table"]) as room:
            yield room, room.table.viewer(request.path_params.get("secret"))

    async def table(self, request: Request) -> Response:
        """Show a table."""
        async with self._seen(request) as (room, viewer):
            record, game = room.table.record, room.table.setup.game
            return self._page(
                "table.html",
                record=record,
                game=game,
                has_rules=_rules(game).is_file(),
                viewer=viewer,
                levels=list(LEVELS.values()),
            )

    async def join(self, request: Request) -> Response:
        """Ask an invited person to sit down."""
        seat = _number(request.path_params["seat"], "seat")
        async with self._hub.at(request.path_params["table"]) as room:
            room.table.invited(seat, request.path_params["invite"])
            return self._page("join.html", game=room.table.setup.game, seat=seat)

    async def sit_down(self, request: Request) -> Response:
        """Seat an invited person."""
        form = await _form_of(request, self._hub.limits.message)
        seat, name = _number(request.path_params["seat"], "seat"), clean_name(form.get("name", ""))
        async with self._hub.at(request.path_params["table"]) as room:
            table = room.table
            secret = await self._hub.use(room, table.sit_down, seat, request.path_params["invite"], name)
        return RedirectResponse(f"/table/{table.record.id}/{secret}", 303)

    async def replay_file(self, request: Request) -> Response:
        """Send the replay of a game that is over, as a file."""
        async with self._seen(request) as (room, _), room.lock:
            return _file(await self._hub.quick(room.table.replay))

    async def show_replay(self, request: Request) -> Response:
        """Show the replay of a game that is over."""
        async with self._seen(request) as (room, _):
            number = f"table-{room.table.record.id}"
            if number not in self._films:
                async with room.lock:
                    replay = await self._hub.quick(room.table.replay)
                await self._hub.first(self._films.keep, replay, room.table.setup.game, number)
        return RedirectResponse(f"/replay/{number}", 303)

    # Replays

    async def replays(self, request: Request) -> Response:
        """Ask for a replay."""
        return self._page("replays.html")

    async def upload(self, request: Request) -> Response:
        """Keep a replay that a browser sends, and say where it is."""
        content = await body(request, self._hub.limits.replay)
        number = await self._hub.first(self._films.upload, content)
        return JSONResponse({"at": f"/replay/{number}"}, 201)

    async def replay(self, request: Request) -> Response:
        """Show a replay."""
        number = request.path_params["replay"]
        film = self._films.find(number)
        return self._page("replay.html", number=number, film=film, views=film.views.items())

    async def shown_file(self, request: Request) -> Response:
        """Send a replay that is shown, as a file."""
        return _file(self._films.find(request.path_params["replay"]).replay)

    async def replay_chances(self, request: Request) -> Response:
        """Send each seat's chances over a replay; finding them may take a while."""
        film = self._films.find(request.path_params["replay"])
        return JSONResponse(await self._hub.asked(film.chances, 2 * self._hub.limits.think))

    async def replay_step(self, request: Request) -> Response:
        """Send one position of a replay in words."""
        film, number, seat = self._frame(request)
        return JSONResponse(await self._hub.quick(film.told, number, seat))

    async def replay_picture(self, request: Request) -> Response:
        """Send one position of a replay as a picture."""
        film, number, seat = self._frame(request)
        ratio = ratio_asked(request.query_params)
        return Response(await self._hub.quick(film.picture, number, seat, ratio), media_type=PICTURE_TYPE)

    def _frame(self, request: Request) -> tuple[Any, int, int | None]:
        film = self._films.find(request.path_params["replay"])
        number = _number(request.path_params["step"], "decision")
        if number > film.last:
            raise unknown("decision")
        return film, number, film.seat(request.path_params["seat"])

    # An arena

    def _shown(self) -> Contest:
        if self._contest is None:
            raise unknown("arena: none is played here")
        return self._contest

    async def arena(self, request: Request) -> Response:
        """Show the arena."""
        self._shown()
        return self._page("arena.html")

    async def arena_now(self, request: Request) -> Response:
        """Send what the arena has found so far."""
        return JSONResponse(self._shown().shown)

    async def arena_game(self, request: Request) -> Response:
        """Show a game of the arena."""
        contest, game = self._shown(), _number(request.path_params["number"], "game")
        number = f"arena-{game}"
        if number not in self._films:
            replay = await self._hub.first(contest.replay, game)
            await self._hub.first(self._films.keep, replay, replay.setup().game, number)
        return RedirectResponse(f"/replay/{number}", 303)


def _reads(request: Request) -> bool:
    """Return whether a person reads the answer, in a browser; else a script does."""
    return "text/html" in request.headers.get("accept", "")


def _file(replay: Replay) -> Response:
    """Return a replay as a file to keep."""
    headers = {"content-disposition": f'attachment; filename="{replay.game}.replay.json"'}
    text = json.dumps(replay.model_dump(mode="json"), indent=1)
    return Response(text, media_type="application/json", headers=headers)


def _number(text: str, what: str) -> int:
    """Return a number in an address. Raises Refused for anything else."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise unknown(what)
    return int(text)


def _rules(game: Game) -> Path:
    """Return the file of a game's rules in words, which there need not be."""
    return game.home / "RULES.md"


def _html(path: Path) -> Markup:
    """Return a Markdown file of this project as HTML."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return Markup(reader.render(path.read_text("utf-8")))


def _sentence(game: Game) -> str:
    """Return the first sentence of what a game's module says of itself."""
    text = (importlib.import_module(game.module).__doc__ or "").strip().split("\n\n")[0]
    text = " ".join(text.split()).removeprefix(f"{game.title}: ").split(". ")[0].rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


def _sample(game: Game) -> bytes:
    """Return a picture of a random game for the lobby; empty if the game has none."""
    tables, generator = Tables(game.setup(), 1, seed=1), np.random.default_rng(1)
    for _ in range(_SAMPLE):
        if tables.states["over"][0] == RUNNING:
            tables.step(generator.choice(np.flatnonzero(tables.masks[0]), 1))
    drawn = spots.draw(tables.setup, tables.states, int(tables.states["seat"][0]))
    return b"" if drawn is None else encoded(drawn)


async def _form_of(request: Request, most: int) -> dict[str, str]:
    """Return the fields of a form. Raises Refused for what is none."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Refused("malformed", "A form is sent as application/x-www-form-urlencoded.", 415)
    content = await body(request, most)
    try:
        pairs = parse_qsl(content.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except (UnicodeDecodeError, ValueError):
        raise Refused("malformed", "This form cannot be read.") from None
    form = dict(pairs)
    if any(len(name) > _FIELD_NAME for name in form):
        raise Refused("malformed", "This form has a field with too long a name.")
    return form
