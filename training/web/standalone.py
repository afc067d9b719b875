"""A replay as one file: the viewer of the server's pages with the whole game in it, for notebooks and for web sites."""

from __future__ import annotations

import base64
import gzip
import html
import json
import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
import numpy as np

from ...envs.table.attributes import attributed
from ...envs.table.errors import OptionError
from ...envs.table.files.atomic import write_atomically
from ...envs.table.files.replay import Replay
from ...envs.table.game import Setup
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
            and every seat's. The page stops before every decision that one of them notices, and at the end.
        kilobytes: Most that the page may take. Its pictures are made as coarse as that asks for.
        chances: Whether each seat's chances over the game are told. They rest on what the seat to move knows, or on all
            cards, so by default they are told where everybody's view is among the ``seats``.

    Raises:
        OptionError: No such seat, or the game does not go into so many kilobytes.
        ReplayError: It is no replay, or does not play to its end by today's rules.
        OSError: The file cannot be read.
    """
    found = replay if isinstance(replay, Replay) else Replay.load(replay)
    setup = found.setup()
    seats = _seats(setup, seats)
    film = Film(found, setup.game, seats)
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


def _seats(setup: Setup, seats: Sequence[int | None] | None) -> list[int | None]:
    """Return whose views are wanted, each once. Raises OptionError where there is no such seat."""
    if seats is None:
        return [None, *range(setup.num_seats)]
    allowed = f"there are 0 to {setup.num_seats - 1}, and None for all"
    if isinstance(seats, str | bytes) or not isinstance(seats, Iterable):
        raise OptionError(f"seats are {seats!r}, which is no list; {allowed}")
    found = list(seats)
    if not found or not all(seat is None or _is_seat(seat, setup.num_seats) for seat in found):
        raise OptionError(f"seats are {found}; {allowed}")
    return list(dict.fromkeys(seat if seat is None else int(seat) for seat in found))


def _is_seat(given: Any, seats: int) -> bool:
    """Return whether this is the number of a seat; True and 1.0 are none, though they are equal to 1."""
    return isinstance(given, int | np.integer) and not isinstance(given, bool) and 0 <= int(given) < seats


def _told(seats: Sequence[int | None]) -> int | None:
    """Return who may know all that every one of the seats may know: several have perceived alike what is public."""
    if None in seats:
        return None
    return seats[0] if len(seats) == 1 else PUBLIC


def _name(seat: int | None) -> str:
    return "all" if seat is None else str(seat)


def _words(film: Film, seats: Sequence[int | None]) -> dict[str, Any]:
    """Return what a page tells of every stop; what is said again and again stands there once."""
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
    """Return the pictures of all stops as the first of the seats sees them, then as the next one does."""
    draw = film.setup.game.render_picture
    if draw is None:
        return None
    album = Album()
    for seat in seats:
        for number in range(film.last + 1):
            state = attributed(film.at(number))[0]
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
