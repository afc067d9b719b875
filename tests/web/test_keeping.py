"""Tables are kept on disk, in memory while somebody is near, and make room for others."""

from __future__ import annotations

import json
import os
import threading
import time

import numpy as np
from patience import until
from web_tables import Browser, open_table, play_on, server

from cogitable.training.web.limits import Limits
from cogitable.training.web.record import Store


def test_files_of_tables_are_for_their_owner_alone_and_damaged_ones_are_left_out(tmp_path, caplog):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "beginner")
    file = next(tmp_path.glob("*.json"))
    assert os.stat(file).st_mode & 0o077 == 0
    content = json.loads(file.read_text())
    (tmp_path / "broken.json").write_text(file.read_text()[:-20])
    (tmp_path / "strange.json").write_text(json.dumps({**content, "id": "../../x"}))
    (tmp_path / "empty.json").touch()
    (tmp_path / "nowhere.json").symlink_to(tmp_path / "gone")
    (tmp_path / "folder.json").mkdir()
    records, problems = Store(tmp_path).all()
    assert [record.id for record in records] == [content["id"]] and len(problems) == 4
    with server(tmp_path) as client:
        Browser(client, path)
    assert "broken.json" in caplog.text


def test_a_table_of_other_rules_says_so(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "beginner")
    file = next(tmp_path.glob("*.json"))
    content = json.loads(file.read_text())
    for changed in ({"actions": [0] * 9}, {"version": 99}, {"options": {"colour": 3}}):
        file.write_text(json.dumps({**content, **changed}))
        with server(tmp_path) as client:
            assert client.get(f"/table/{path}").status_code == 410


def test_the_oldest_finished_table_makes_room_and_running_ones_never(tmp_path):
    with server(tmp_path, Limits(tables=2, think=0.1)) as client:
        first, second = (open_table(client, "connect_four", "me", "beginner") for _ in range(2))
        refused = client.post("/games/connect_four/new", data={"seat.0": "me", "seat.1": "beginner"})
        assert refused.status_code == 503
        browser = Browser(client, second)
        play_on(browser, np.random.default_rng(1))
        browser.close()
        third = open_table(client, "connect_four", "me", "beginner")
        assert client.get(f"/table/{first}").status_code == client.get(f"/table/{third}").status_code == 200
        assert client.get(f"/table/{second}").status_code == 404
        assert len(list(tmp_path.glob("*.json"))) == 2


def test_a_finished_table_that_somebody_looks_at_leaves_the_place_to_the_next(tmp_path):
    with server(tmp_path, Limits(tables=2, think=0.1)) as client:
        paths = [open_table(client, "connect_four", "me", "beginner") for _ in range(2)]
        browsers = [Browser(client, path) for path in paths]
        for browser in browsers:
            play_on(browser, np.random.default_rng(1))
        browsers[1].close()
        assert open_table(client, "connect_four", "me", "beginner")
        assert [client.get(f"/table/{path}").status_code for path in paths] == [200, 404]


def test_tables_of_yesterday_that_nobody_has_played_at_make_room(tmp_path, monkeypatch):
    with server(tmp_path, Limits(tables=2, think=0.1)) as client:
        played, left = (open_table(client, "connect_four", "me", "open") for _ in range(2))
        browser = Browser(client, played)
        browser.act(3)
        browser.close()
        form = {"seat.0": "me", "seat.1": "open"}
        assert client.post("/games/connect_four/new", data=form).status_code == 503
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 25 * 3600)
        assert open_table(client, "connect_four", "me", "open")
        assert [client.get(f"/table/{path}").status_code for path in (played, left)] == [200, 404]
        assert client.post("/games/connect_four/new", data=form).status_code == 503


def test_what_is_played_at_another_server_of_the_folder_is_not_thrown_away(tmp_path, monkeypatch):
    with server(tmp_path, Limits(tables=1, think=0.1)) as one:
        played = open_table(one, "connect_four", "me", "open")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 25 * 3600)
        with server(tmp_path, Limits(think=0.1)) as other:
            browser = Browser(other, played)
            browser.act(3)
            browser.close()
        open_table(one, "connect_four", "me", "open")  # for which the first one, as far as it knows, makes room
        assert one.get(f"/table/{played}").status_code == 404
    with server(tmp_path) as client:
        Browser(client, played)
    assert [3] in [record.actions for record in Store(tmp_path).all()[0]]


def test_agents_decisions_keep_no_table_and_those_of_persons_for_a_month(tmp_path, monkeypatch):
    with server(tmp_path, Limits(tables=2, think=0.1)) as client:
        agents_begin = open_table(client, "connect_four", "beginner", "me")
        browser = Browser(client, agents_begin)
        browser.see(lambda now: now["actions"], "its actions")
        browser.close()
        played = open_table(client, "connect_four", "me", "open")
        browser = Browser(client, played)
        browser.act(3)
        browser.close()
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 25 * 3600)
        opened = open_table(client, "connect_four", "me", "open")
        assert [client.get(f"/table/{path}").status_code for path in (agents_begin, played, opened)] == [404, 200, 200]
        monkeypatch.setattr(time, "time", lambda: now + 31 * 24 * 3600)
        opened = [open_table(client, "connect_four", "me", "open") for _ in range(2)]
        assert [client.get(f"/table/{path}").status_code for path in (played, *opened)] == [404, 200, 200]


def test_nobody_near_a_table_puts_it_away(tmp_path):
    with server(tmp_path) as client:
        rooms = client.app.state.hub._rooms
        path = open_table(client, "connect_four", "me", "beginner")
        assert client.get(f"/table/{path}").status_code == 200
        assert not rooms
        browser = Browser(client, path)
        assert len(rooms) == 1
        browser.say(do="act", decision=0, action=3)
        browser.close()  # while the agent thinks
        until(lambda: not rooms, "a table put away")
        assert Browser(client, path).state["actions"]


def test_who_comes_while_a_table_is_read_finds_what_others_do_there(tmp_path):
    """It is read from disk while somebody else opens it, plays and goes."""
    with server(tmp_path) as client:
        tables = client.app.state.hub
        path = open_table(client, "connect_four", "me", "open")
        number, read = path.split("/")[0], tables._table
        client.get(f"/table/{path}")  # so that it is on disk alone
        begun, go_on = threading.Event(), threading.Event()

        def slowly(record):
            table = read(record)
            if not begun.is_set():
                begun.set()
                go_on.wait(10)
            return table

        tables._table = slowly

        async def decisions():
            async with tables.at(number) as room:
                return int(room.table.states["decisions"][0])

        late = client.portal.start_task_soon(decisions)
        assert begun.wait(10)
        browser = Browser(client, path)
        browser.act(3)
        browser.close()
        go_on.set()
        assert late.result(10) == 1
