"""Threads and tasks that come together at a table, or among the tables and replays of a server."""

from __future__ import annotations

import asyncio
import errno
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest
from patience import PATIENCE, until
from web_tables import PATIENT, Browser, all_games, held, open_table, server

from cogitable.training.web import hub, replays
from cogitable.training.web.limits import Limits
from cogitable.training.web.record import Store
from cogitable.training.web.replays import Films
from cogitable.training.web.table import Viewer


def test_a_page_that_is_closed_while_it_is_drawn_frees_the_table_only_then(tmp_path, monkeypatch):
    """Else the next one would play while a thread still draws."""
    begun, go_on = threading.Event(), threading.Event()
    monkeypatch.setattr(hub.Room, "content", lambda *_: (begun.set(), go_on.wait(10)))

    async def closed(tables, room):
        looking = asyncio.create_task(tables.look(room, Viewer(0, True), 1))
        await asyncio.to_thread(begun.wait, 10)
        looking.cancel()
        await asyncio.sleep(0.05)
        drawn = room.lock.locked()
        go_on.set()
        with suppress(asyncio.CancelledError):
            await looking
        return drawn, room.lock.locked()

    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        with held(client, path.split("/")[0]) as room:
            assert client.portal.call(closed, client.app.state.hub, room) == (True, False)


def test_tables_that_are_opened_at_once_are_no_more_than_allowed(tmp_path, monkeypatch):
    make, go_on = hub.Hub._table, threading.Event()
    monkeypatch.setattr(hub.Hub, "_table", lambda *given: (go_on.wait(10), make(*given))[1])
    form = {"seat.0": "me", "seat.1": "open"}
    with server(tmp_path, Limits(tables=2, think=0.1)) as client, ThreadPoolExecutor(5) as others:
        asked = [others.submit(client.post, "/games/connect_four/new", data=form) for _ in range(5)]
        until(lambda: sum(one.done() for one in asked) >= 3 or len(list(tmp_path.iterdir())) > 2, "refusals")
        go_on.set()
        answers = [one.result(PATIENCE).status_code for one in asked]
    assert sorted(answers) == [303, 303, 503, 503, 503] and len(list(tmp_path.glob("*.json"))) == 2


def test_a_hint_rests_on_the_game_as_it_was_when_it_was_asked_for(tmp_path):
    """While it is looked for, or waits for its thread, the game may go on."""
    with server(tmp_path) as client:
        path = open_table(client, "comrade", "me", *["open"] * 4, seed="4")
        with held(client, path.split("/")[0]) as room:
            table, generator = room.table, np.random.default_rng(2)
            for _ in range(6):
                table.take(int(generator.choice(table.legal())))
            view = table.view()
            before = view.recollection(0, 5)
            table.take(table.legal()[0])
            after = view.recollection(0, 5)
    assert before is not None and after is not None and (before.decisions == after.decisions).all()


def test_asking_for_a_seat_that_one_has_makes_no_agent_think_anew(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        browser = Browser(client, path)
        with held(client, path.split("/")[0]) as room:
            before = room.table.position
            browser.say(do="return")
            assert browser.refused(do="fly") == "unknown_message"  # so the one before has been heeded
            assert room.table.position == before


def test_a_replay_makes_no_room_for_another_while_it_is_found(monkeypatch):
    monkeypatch.setattr(replays, "Film", lambda *_: object())
    monkeypatch.setattr(replays, "_refuse_paths", lambda *_: None)
    films, replay, uploads = Films(all_games(), Limits(replays=1)), SimpleNamespace(steps=[]), []
    films.keep(replay, None, "one")
    with ThreadPoolExecutor(1) as pool:

        class Interrupted(OrderedDict):
            def __contains__(self, number):
                found = super().__contains__(number)
                uploads.append(pool.submit(films.keep, replay, None, "other"))
                wait(uploads, 0.2)
                return found

        films._films = Interrupted(films._films)
        assert films.find("one")
    assert [one.result() for one in uploads] == list(films._films) == ["other"]


@pytest.fixture
def full_disk(monkeypatch):
    """A disk that has no room for tables; ``clear`` makes some."""
    full = [True]

    def save(store, record, write=Store.save):
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(store, record)

    monkeypatch.setattr(Store, "save", save)
    full.clear()
    return full


def test_a_game_goes_on_while_its_table_cannot_be_written(full_disk, tmp_path, caplog):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        host = Browser(client, path)
        full_disk.append(True)
        at = f"/join/{path.split('/')[0]}/1/{host.state['seats'][1]['invite']}"
        answer = client.post(at, data={"name": "Bo"})
        assert answer.status_code == 303  # the invitation is used up, so its seat must be told
        guest = Browser(client, answer.headers["location"].removeprefix("/table/"))
        assert host.act(3)["tell"] == "table" and guest.turn() and guest.act(3)["tell"] == "table"
        assert sum("cannot be written" in line for line in caplog.messages) == 1
        full_disk.clear()
        assert host.turn() and host.act(2)["tell"] == "table"
    with server(tmp_path) as client:
        assert Browser(client, path).state["decision"] == 2


def test_a_table_that_cannot_be_written_at_first_is_not_opened(full_disk, tmp_path):
    with server(tmp_path, PATIENT) as client:
        full_disk.append(True)
        answer = client.post("/games/connect_four/new", data={"seat.0": "me", "seat.1": "open"})
        assert answer.status_code == 503 and answer.json()["error"] == "not_kept"
