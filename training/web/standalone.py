"""A replay as one file: the viewer of the server's pages with the whole game in it, for notebooks and for web sites."""

from __future__ import annotations

import base64
import gzip
import html
import json
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jinja2

from ...envs.table.attributes import attributed
from ...envs.table.errors import OptionError
from ...envs.table.files.atomic import write_atomically
from ...envs.table.files.replay import Replay
from ...envs.table.views import PUBLIC
from .replays import Film
from .sprites import QUALITIES, Album

HERE = Path(__file__).resolve().parent
_THINK = 20.0  # seconds for the chances, where games have to be played on
_TALL = 760  # pixels of height in a notebook


class Shown:
    """A replay to look at: in a notebook as it is, elsewhere as a file.

    Attributes:
        html: A page that is complete in itself: no server, no other file, no other host.
    """

    def __init__(self, html: str) -> None:
        """Keep the page."""
        self.html = html

    def _repr_html_(self) -> str:
        """Return the page in a frame of its own, whose scripts see nothing of the notebook."""
        page = html.escape(self.html)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" width="100%" height="{_TALL}" frameborder="0"></iframe>'
        )

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the page to a file. Raises OSError."""
        return write_atomically(path, self.html)


def show(
    replay: Replay | str | os.PathLike[str],
    *,
    seats: Sequence[int | None] | None = None,
    kilobytes: int = 1000,
    chances: bool | None = None,
) -> Shown:
    """Return a replay as a page to step through.

    Args:
        replay: A replay, or the name of its file.
        seats: Whose views are in it; None among them is everybody's, with all cards open. By default everybody's
            and every seat's.
        kilobytes: Most that the page may take. Its pictures are made as coarse as that asks for.
        chances: Whether each seat's chances over the game are told. They rest on what the seat to move knows, or on all
            cards, so by default they are told where everybody's view is among the ``seats``.

    Raises:
        OptionError: No such seat, or the game does not go into so many kilobytes.
        ReplayError: It is no replay, or does not play to its end by today's rules.
        OSError: The file cannot be read.
    """
    found = replay if isinstance(replay, Replay) else Replay.load(replay)
    film = Film(found, found.setup().game)
    seats = [None, *range(film.setup.num_seats)] if seats is None else seats
    wrong = [seat for seat in seats if seat is not None and not 0 <= seat < film.setup.num_seats]
    if wrong or not seats:
        raise OptionError(f"seats are {list(seats)}; there are 0 to {film.setup.num_seats - 1}, and None for all")
    most = 1000 * kilobytes
    content = _words(film, seats)
    wanted = None in seats if chances is None else chances
    content["chances"] = film.chances(_THINK, _told(seats)) if wanted else None
    album = _album(film, seats)
    for quality in QUALITIES:  # the best one with which the page is small enough
        content["pictures"] = album and album.packed(quality)
        page = _page(film, seats, content)
        if len(page.encode()) <= most:
            return Shown(page)
        if album is None:
            break
    size = len(page.encode())
    raise OptionError(f"this game takes {size:,} bytes, not {kilobytes} kB; name fewer seats, or allow more")


def _told(seats: Sequence[int | None]) -> int | None:
    """Return who may know all that every one of the seats may know: several have perceived alike what is public."""
    if None in seats:
        return None
    return seats[0] if len(set(seats)) == 1 else PUBLIC


def _name(seat: int | None) -> str:
    return "all" if seat is None else str(seat)


def _words(film: Film, seats: Sequence[int | None]) -> dict[str, Any]:
    """Return what a page tells of every position; what is said again and again stands there once."""
    strings: dict[str, int] = {}

    def number(text: str) -> int:
        return strings.setdefault(text, len(strings))

    told: dict[str, list[Any]] = {}
    for seat in seats:
        every = [film.told(step, seat) for step in range(film.last + 1)]
        told[_name(seat)] = [[number(one["text"]), [number(line) for line in one["lines"]]] for one in every]
    end = film.replay
    return {"told": told, "strings": list(strings), "end": end.end, "returns": end.returns}


def _album(film: Film, seats: Sequence[int | None]) -> Album | None:
    """Return the pictures of all positions as the first of the seats sees them, then as the next one does."""
    draw = film.setup.game.render_picture
    if draw is None:
        return None
    album = Album()
    for seat in seats:
        for number in range(film.last + 1):
            state = attributed(film.states(number))[0]
            album.add(partial(draw, film.setup, state, seat))
    return album


def _page(film: Film, seats: Sequence[int | None], content: dict[str, Any]) -> str:
    loader = jinja2.FileSystemLoader(HERE / "templates")
    templates = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    names = "script.js", "replay.js", "style.css"
    script, viewer, style = ((HERE / "static" / name).read_text("utf-8") for name in names)
    small = gzip.compress(json.dumps(content, separators=(",", ":")).encode(), mtime=0)
    return templates.get_template("standalone.html").render(
        film=film,
        number="",
        views=[(_name(seat), film.views[_name(seat)]) for seat in seats],
        content=base64.b64encode(small).decode(),
        script=script + viewer,
        style=style,
    )
