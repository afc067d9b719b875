"""How fast tables in the browser are: ``python -m cogitable.benchmarks.web``.

First what a picture costs: drawing, making a file of it, its size, and the files of other formats. Then one person's
clicks at one table against ``heuristic`` agents, from the click to the last byte of the new picture; and the same at
many tables at once, each with a player, who clicks every three seconds, and a spectator.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from PIL import Image

from cogitable.envs import GAMES, get_game
from cogitable.envs.table import Tables, spots
from cogitable.envs.table.views import RATIOS
from cogitable.training.web.content import encoded

_POSITIONS, _APART = 40, 9
_FORMATS: dict[str, dict[str, Any]] = {
    "JPEG, quality 90, all colours": {"format": "JPEG", "quality": 90, "subsampling": 0},
    "PNG, least effort": {"format": "PNG", "compress_level": 1},
    "PNG": {"format": "PNG"},
    "WebP, quality 90, least effort": {"format": "WEBP", "quality": 90, "method": 0},
    "WebP, quality 90": {"format": "WEBP", "quality": 90},
    "WebP, nothing lost, least effort": {"format": "WEBP", "lossless": True, "method": 0},
}
"""Formats that all browsers know; the server sends the first one."""
_RUN = """
import sys
from pathlib import Path
from cogitable.envs import GAMES, get_game
from cogitable.training.web.limits import Limits
from cogitable.training.web.serve import serve

limits = Limits(tables_each=10**6, sockets_each=10**6, requests=1e6, burst=10**6)  # all come from one address here
games = {name: get_game(name) for name in GAMES}
more = {"host": "127.0.0.1", "port": 0, "allow": (), "trust": False, "browser": False}
serve(games, Path(sys.argv[1]), limits=limits, say=lambda text: print(text, flush=True), **more)
"""


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all by default.")] = None,
    clicks: Annotated[int, typer.Option(min=0, help="Clicks of one person; with 0 pictures alone are measured.")] = 60,
    tables: Annotated[int, typer.Option(min=0, help="Tables at once.")] = 50,
    seconds: Annotated[float, typer.Option(min=1, help="How long they are played at.")] = 20,
) -> None:
    """Measure and print tables in Markdown."""
    chosen = games or list(GAMES)
    print("| game | pixel ratio | draw, ms, p50 | p95 | again, p50 | p95 | file, ms, p50 | p95 | kB, p50 | p95 |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in chosen:
        for ratio in RATIOS:
            cells = " | ".join(f"{a:.0f} | {b:.0f}" for a, b in map(_spread, _drawing(name, ratio)))
            print(f"| {name} | {ratio} | {cells} |")
    print("\n| format | file, ms, p50 | p95 | kB, p50 | p95 |\n| --- | --- | --- | --- | --- |")
    pictures = [_picture(name) for name in chosen]
    for name, given in _FORMATS.items():
        cells = " | ".join(f"{a:.0f} | {b:.0f}" for a, b in map(_spread, _saving(pictures, given)))
        print(f"| {name} | {cells} |")
    if not clicks:
        return
    with tempfile.TemporaryDirectory() as folder:
        process, at = _server(Path(folder))
        try:
            print("\n| game | click to picture, ms, p50 | p95 |\n| --- | --- | --- |")
            for name in chosen:
                print("| {} | {:.0f} | {:.0f} |".format(name, *_spread(asyncio.run(_alone(at, name, clicks)))))
            if tables:
                times = asyncio.run(_many(at, chosen, tables, seconds))
                told = "{} tables, {} sockets, {} clicks: p50 {:.0f} ms, p95 {:.0f} ms"
                print("\n" + told.format(tables, 2 * tables, len(times), *_spread(times)))
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()


def _spread(values: Sequence[float]) -> tuple[float, float]:
    return float(np.percentile(values, 50)), float(np.percentile(values, 95))


def _drawing(name: str, ratio: int) -> list[list[float]]:
    """Return what drawing, drawing again and making a file take, and kilobytes, at positions of a random game.

    Times are milliseconds of the processor, which do not depend on what else the machine does.
    """
    tables, generator = Tables(get_game(name).setup(), 1, seed=1), np.random.default_rng(1)
    taken: list[list[float]] = []
    for number in range(_POSITIONS * _APART):
        if number % _APART == 0:
            seat = int(tables.states["seat"][0])
            clock = [time.thread_time()]
            for _ in range(2):
                drawn = spots.draw(tables.setup, tables.states, seat, ratio=ratio)
                clock.append(time.thread_time())
            assert drawn is not None
            content = encoded(drawn)
            times = np.diff([*clock, time.thread_time()])
            if number:  # the first one draws what is kept for all others
                taken.append([*(1e3 * times), len(content) / 1e3])
        tables.step(generator.choice(np.flatnonzero(tables.masks[0]), 1))
    return [list(column) for column in zip(*taken, strict=True)]


def _picture(name: str) -> Image.Image:
    """Return a picture of a game under way."""
    tables, generator = Tables(get_game(name).setup(), 1, seed=1), np.random.default_rng(1)
    for _ in range(_APART * 3):
        tables.step(generator.choice(np.flatnonzero(tables.masks[0]), 1))
    drawn = spots.draw(tables.setup, tables.states, int(tables.states["seat"][0]))
    assert drawn is not None
    return Image.fromarray(drawn.pixels)


def _saving(pictures: Sequence[Image.Image], given: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return milliseconds of the processor and kilobytes of pictures in a format."""
    taken, size = [], []
    for picture in pictures:
        buffer, start = io.BytesIO(), time.thread_time()
        picture.save(buffer, **given)
        taken.append(1e3 * (time.thread_time() - start))
        size.append(buffer.tell() / 1e3)
    return taken, size


def _server(folder: Path) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _RUN, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+:\d+", process.stdout.readline())
    assert found is not None
    return process, found[0]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given: Any) -> None:
        return None


def _open(at: str, game: str) -> str:
    """Open a table for oneself against heuristics; return its id and secret."""
    seats = get_game(game).setup().num_seats
    form = {"seat.0": "me", **{f"seat.{seat}": "casual" for seat in range(1, seats)}}
    request = urllib.request.Request(f"{at}/games/{game}/new", urllib.parse.urlencode(form).encode())
    try:
        urllib.request.build_opener(_NoRedirect).open(request, timeout=600)
    except urllib.error.HTTPError as answer:
        place = answer.headers["location"]
        if place is None:
            raise RuntimeError(f"no table of {game}: {answer.code} {answer.read()[:500]!r}") from None
        return str(place).removeprefix("/table/")
    raise AssertionError("no table")


class _Player:
    """A page that clicks at random."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.state, self.picture = socket, {}, ""  # type: ignore[var-annotated]

    async def hear(self) -> None:
        """Take one message, and the picture that belongs to it."""
        message = json.loads(await self.socket.recv())
        if message["tell"] == "table":
            self.state = message
            if message["picture"] and message["picture"]["id"] != self.picture:
                self.picture = message["picture"]["id"]
                await self.socket.recv()

    async def click(self, draw: random.Random) -> float | None:
        """Decide, and return how many milliseconds it takes to see it; None once the game is over."""
        while not self.state or (self.state["running"] and not self.state["yours"]):
            await self.hear()
        if not self.state["running"]:
            return None
        before, action = self.state["decision"], draw.choice(self.state["actions"])[0]
        start = time.perf_counter()
        await self.socket.send(json.dumps({"do": "act", "decision": before, "action": action}))
        while self.state["running"] and self.state["decision"] == before:
            await self.hear()
        return 1e3 * (time.perf_counter() - start)


def _connect(at: str, path: str) -> Any:
    import websockets

    return websockets.connect(f"{at.replace('http', 'ws')}/socket/{path}", origin=at, max_size=None)  # type: ignore[arg-type]


async def _alone(at: str, game: str, clicks: int) -> list[float]:
    draw = random.Random(1)
    times: list[float] = []
    while len(times) < clicks:
        async with _connect(at, await asyncio.to_thread(_open, at, game)) as socket:
            player = _Player(socket)
            while len(times) <= clicks and (taken := await player.click(draw)) is not None:
                times.append(taken)
    return times[2:]  # the first ones draw what is kept


async def _many(at: str, games: Sequence[str], tables: int, seconds: float) -> list[float]:
    """Return times of clicks at many tables at once, from when all of them are open and drawn."""
    times: list[float] = []
    opened = asyncio.Barrier(tables)

    async def play(number: int) -> None:
        draw = random.Random(number)
        path = await asyncio.to_thread(_open, at, games[number % len(games)])
        async with _connect(at, path) as socket, _connect(at, path.split("/")[0]) as watching:

            async def watch() -> None:
                async for _ in watching:
                    pass

            task, player = asyncio.create_task(watch()), _Player(socket)
            await player.hear()
            await opened.wait()
            end = time.monotonic() + seconds
            await asyncio.sleep(draw.uniform(0, 3))
            while time.monotonic() < end and (taken := await player.click(draw)) is not None:
                times.append(taken)
                await asyncio.sleep(draw.uniform(1.5, 4.5))
            task.cancel()

    await asyncio.gather(*(play(number) for number in range(tables)))
    return times


if __name__ == "__main__":
    typer.run(main)
