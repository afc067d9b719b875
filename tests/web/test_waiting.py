"""Compilation takes up to minutes, and who waits for one holds up nobody else: neither other tables nor pages."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from patience import PATIENCE, until
from web_tables import Browser, open_table, random_replay, server

from cogitable.envs.table.rerun import Rerun
from cogitable.training.web import hub
from cogitable.training.web.replays import Film


class Compilation:
    """What takes its time as if it had to compile.

    Attributes:
        waiting: How many wait for it now.
    """

    def __init__(self) -> None:
        self._over, self.waiting = threading.Event(), 0

    def wait(self, *_: object) -> None:
        """Wait for its end, at most as long as a test that has gone wrong may take."""
        self.waiting += 1
        self._over.wait(30)
        self.waiting -= 1

    def end(self) -> None:
        """Let everybody go on."""
        self._over.set()


@pytest.fixture
def compilation(monkeypatch):
    """A compilation that goes on, on a machine of one core."""
    monkeypatch.setattr(hub, "cores", lambda: 1)
    compilation = Compilation()
    yield compilation
    compilation.end()


def turns(browser, *actions):
    """Decide, and wait for the agent's answers."""
    for action in actions:
        assert browser.turn() and browser.act(action)["tell"] == "table"
    assert browser.turn()


def test_the_first_hint_of_a_game(compilation, tmp_path, monkeypatch):
    monkeypatch.setattr(hub, "hint", lambda *_: (compilation.wait(), ([], []))[1])
    with server(tmp_path) as client:
        asking = Browser(client, open_table(client, "connect_four", "me", "open"))
        asking.say(do="hint")
        until(lambda: compilation.waiting, "a compilation")
        turns(Browser(client, open_table(client, "connect_four", "me", "beginner")), 3, 4)
        assert client.get("/").status_code == client.get("/games/connect_four/new").status_code == 200
        assert asking.act(3)["tell"] == "table"
        assert compilation.waiting
        compilation.end()
        assert asking.hear("hint")["decision"] == 0


def test_the_first_decision_of_an_agent(compilation, tmp_path, monkeypatch):
    act, new = hub._action, []
    monkeypatch.setattr(hub, "_action", lambda *given: (new and new.pop() and compilation.wait(), act(*given))[1])
    with server(tmp_path) as client:
        known = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        turns(known, 3)
        new.append(True)
        stranger = Browser(client, open_table(client, "connect_four", "beginner", "me"))
        until(lambda: compilation.waiting, "a compilation")
        turns(known, 4, 2)
        assert compilation.waiting
        compilation.end()
        assert stranger.turn()


def test_tables_that_are_opened(compilation, tmp_path, monkeypatch):
    make, many = hub.Hub._table, 6
    with server(tmp_path) as client, ThreadPoolExecutor(many) as others:
        playing = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        monkeypatch.setattr(hub.Hub, "_table", lambda *given: (compilation.wait(), make(*given))[1])
        opened = [others.submit(open_table, client, "connect_four", "me", "beginner") for _ in range(many)]
        until(lambda: compilation.waiting == many or all(one.done() for one in opened), "compilations")
        turns(playing, 3, 4)
        assert client.get("/games/connect_four/new").status_code == 200
        assert compilation.waiting == many
        compilation.end()
        assert all(one.result(PATIENCE) for one in opened)


def test_chances_over_a_replay(compilation, tmp_path, monkeypatch):
    monkeypatch.setattr(Film, "chances", lambda *_: (compilation.wait(), {})[1])
    with server(tmp_path) as client, ThreadPoolExecutor(1) as other:
        at = client.post("/replays", content=random_replay("connect_four")[0].model_dump_json()).json()["at"]
        found = other.submit(client.get, f"{at}/chances")
        until(lambda: compilation.waiting, "a compilation")
        assert client.get("/games/cogdrive_neon/rules").status_code == 200
        assert client.get("/games/cogdrive_neon/cards").status_code == 200
        assert compilation.waiting
        compilation.end()
        assert found.result(PATIENCE).status_code == 200


def test_a_table_that_has_been_opened_compiles_nothing_at_its_first_decision(tmp_path, monkeypatch):
    take, threads = Rerun.take, []
    monkeypatch.setattr(Rerun, "take", lambda *given: (threads.append(threading.current_thread().name), take(*given)))
    with server(tmp_path) as client:
        open_table(client, "connect_four", "me", "open")
    assert len(threads) == 1 and not threads[0].startswith("table")
