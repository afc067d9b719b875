"""Browsers without a browser: what a page would say to the server and hear from it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import patience
from starlette.testclient import TestClient

import connect_four
from cogitable.envs.catalogue import GAMES, get_game
from cogitable.envs.table import Game
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.log import Log
from cogitable.training.web.app import make_app
from cogitable.training.web.hub import Room
from cogitable.training.web.limits import Limits

ORIGIN = {"origin": "http://testserver"}
PATIENT = Limits(think=0.1, requests=1e9, burst=10**9, tables_each=10**6, sockets_each=10**6)
"""Limits that no test meets by being quick."""


def all_games() -> dict[str, Game]:
    """Return every game and Connect Four."""
    return {**{name: get_game(name) for name in GAMES}, "connect_four": connect_four.GAME}


def random_replay(name: str, seed: int = 3, decisions: int = 150, **options: Any) -> tuple[Replay, Log]:
    """Return a random game and its logs."""
    setup = all_games()[name].setup(**options)
    generator, actions, log = np.random.default_rng(seed), [], Log(setup, [seed + 1, 2, 3, 4])
    while log.table.end == "running" and len(actions) < decisions:
        actions.append(int(generator.choice(np.flatnonzero(log.table.mask))))
        log.take(actions[-1])
    return Replay.of(setup, actions, generator=[seed + 1, 2, 3, 4]), log


@contextmanager
def server(folder: Path, limits: Limits = PATIENT, **more: Any) -> Iterator[TestClient]:
    """Run a server for the length of a test."""
    app = make_app(all_games(), folder, limits=limits, hosts=["testserver"], **more)
    with TestClient(app, follow_redirects=False) as client:
        try:
            yield client
        finally:
            for browser in [browser for browser in _open if browser.client is client]:
                browser.close()  # the server does not end before its sockets do


def open_table(client: TestClient, game: str, *seats: str, **fields: str) -> str:
    """Open a table by its form and return the owner's part of the address: id and secret."""
    form = {**{f"seat.{number}": who for number, who in enumerate(seats)}, **fields}
    answer = client.post(f"/games/{game}/new", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/table/")


_open: list[Browser] = []


@contextmanager
def held(client: TestClient, number: str) -> Iterator[Room]:
    """Hold a table of a server, so that what is done to it is not put away."""
    assert client.portal is not None
    with client.portal.wrap_async_context_manager(client.app.state.hub.at(number)) as room:  # type: ignore[attr-defined]
        yield room


class Browser:
    """One page at one table.

    Attributes:
        state: The table as it was told last.
        log: All lines.
        heard: All bytes that came.
        pictures: How many pictures came.
        picture: The last of them, as the content of a file.
    """

    def __init__(self, client: TestClient, path: str, headers: dict[str, str] = ORIGIN) -> None:
        """Connect, and hear what there is to see."""
        self.client = client
        self._session = client.websocket_connect(f"/socket/{path}", headers=headers)
        self._socket = self._session.__enter__()
        self._ears = ThreadPoolExecutor(1)
        self.state: dict[str, Any] = {}
        self.log: list[str] = []
        self.heard = b""
        self.pictures, self.picture = 0, b""
        _open.append(self)
        self.hear("table")

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.send(json.dumps(message))

    def send(self, text: str) -> None:
        """Send any text."""
        self._socket.send_text(text)

    def send_bytes(self, content: bytes) -> None:
        """Send what is no text."""
        self._socket.send_bytes(content)

    def hear(self, *wanted: str) -> dict[str, Any]:
        """Return the next message of one of some kinds (any by default), heeding all before it.

        Raises AssertionError where none has come after PATIENCE seconds.
        """
        return self._hear_until(lambda message: not wanted or message["tell"] in wanted, wanted)

    def see(self, true: Callable[[dict[str, Any]], object], what: str) -> None:
        """Hear until the table is as it should be. Raises AssertionError where it is not after PATIENCE seconds."""
        if not true(self.state):
            self._hear_until(lambda _: bool(true(self.state)), what)

    def _hear_until(self, last: Callable[[dict[str, Any]], bool], what: object) -> dict[str, Any]:
        end = time.monotonic() + patience.PATIENCE
        while True:
            try:
                message = self._next(end)
            except TimeoutError:
                text = f"nothing of {what} has come after {patience.PATIENCE} s; {self.heard[-500:]!r}"
                raise AssertionError(text) from None
            if last(message):
                return message

    def _receive(self, receive: Callable[[], Any], end: float) -> Any:
        """Return what comes. Raises TimeoutError where nothing does; the session's end wakes who still waits then."""
        return self._ears.submit(receive).result(max(0.0, end - time.monotonic()))

    def _next(self, end: float) -> dict[str, Any]:
        text = self._receive(self._socket.receive_text, end)
        self.heard += text.encode()
        message: dict[str, Any] = json.loads(text)
        if message["tell"] == "table":
            before = (self.state.get("picture") or {}).get("id")
            self.state = message
            self.log = [*([] if message["fresh"] else self.log), *message["lines"]]
            if message["picture"] and message["picture"]["id"] != before:
                self.picture = self._receive(self._socket.receive_bytes, end)
                self.heard += self.picture
                self.pictures += 1
        return message

    def turn(self) -> bool:
        """Wait until it is this seat's turn; False if the game is over before that."""
        self.see(lambda state: not state["running"] or state["yours"], "its turn")
        return bool(self.state["running"])

    def act(self, action: int) -> dict[str, Any]:
        """Decide, and return the answer."""
        before = self.state["decision"]
        self.say(do="act", decision=before, action=action)

        def answers(message: dict[str, Any]) -> bool:  # else something else has changed meanwhile
            return message["tell"] == "error" or (message["tell"] == "table" and message["decision"] != before)

        return self._hear_until(answers, "an answer to a decision")

    def refused(self, **message: Any) -> str:
        """Send a message and return the name of the error that comes of it."""
        self.say(**message)
        return str(self.hear("error")["error"])

    def close(self) -> None:
        """Close the page."""
        _open.remove(self)
        self._session.__exit__(None, None, None)
        self._ears.shutdown()


def play_on(browser: Browser, generator: np.random.Generator, most: int = 10**6) -> int:
    """Decide at random until the game is over, or so often; return how often."""
    done = 0
    while done < most and browser.turn():
        action = int(generator.choice([number for number, _ in browser.state["actions"]]))
        assert browser.act(action)["tell"] == "table"
        done += 1
    return done
