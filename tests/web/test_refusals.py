"""What is strange, malformed, too large or out of turn gets a named error and changes nothing; nothing is a 500."""

from __future__ import annotations

import json
import random
import string
from contextlib import suppress

import pytest
from starlette.websockets import WebSocketDisconnect
from web_tables import ORIGIN, PATIENT, Browser, open_table, server

from cogitable.agents.levels import ANY, LADDERS
from cogitable.training.web.limits import Limits, Rate
from cogitable.training.web.refusals import Refused

NAMED = {
    *("unknown_message", "malformed", "too_large", "not_your_turn", "stale", "not_legal", "others_play", "not_owner"),
    *("no_such_seat", "nothing_to_undo", "game_over", "stood_in", "not_playing", "thinking"),
}
FORM = "application/x-www-form-urlencoded"
MESSAGES, REQUESTS = 6000, 4000


def some_value(draw, depth=0):
    """Return anything that JSON can say."""
    kinds = [
        lambda: draw.choice([None, True, False, -1, 0, 1, 5, 1e308, 10**30, -(10**9), 0.5, 2**31, 2**63]),
        lambda: "".join(draw.choices(string.printable + "\u2028\udcff\U0001f3b2é", k=draw.randrange(12))),
        lambda: draw.choice(["act", "undo", "infer", "hand_over", "pace", "decision", "casual", "python:os:x"]),
        lambda: [some_value(draw, depth + 1) for _ in range(draw.randrange(4))] if depth < 4 else [],
        lambda: {str(some_value(draw, 9)): some_value(draw, depth + 1) for _ in range(draw.randrange(4))},
    ]
    return draw.choice(kinds)()


def some_message(draw):
    """Return a message as no page of ours sends it."""
    form = draw.randrange(6)
    if form == 0:
        return "".join(draw.choices(string.printable, k=draw.randrange(60)))
    if form == 1:
        return "[" * draw.randrange(1, 3000)
    if form == 2:
        return json.dumps(some_value(draw))
    if form == 3:
        return json.dumps({"do": "act", "decision": some_value(draw), "action": some_value(draw), "x": 1})
    if form == 4:
        keys = draw.sample(["decision", "action", "seat", "level", "seconds", "secret"], draw.randrange(4))
        return json.dumps({"do": some_value(draw), **{key: some_value(draw) for key in keys}})
    return json.dumps(
        {"do": draw.choice(["act", "hand_over", "pace"]), "decision": 0, "pad": "x" * draw.randrange(9000)}
    )


def test_thousands_of_bad_messages_change_nothing(tmp_path):
    draw = random.Random(5)
    with server(tmp_path) as client:
        number = open_table(client, "connect_four", "me", "open").split("/")[0]
        room = client.portal.call(client.app.state.hub.room, number)
        guest = room.table.sit_down(1, room.table.record.chairs[1].invite, "Bo")
        kept = {file.name: file.read_bytes() for file in tmp_path.glob("*.json")}
        paths = [f"{number}/{guest}", number]  # who may neither set the pace nor let agents stand in
        browser, names = Browser(client, paths[0]), set()
        for count in range(MESSAGES):
            if count % 150 == 149:  # one that is wrong so often is sent away
                browser.close()
                browser = Browser(client, paths[count // 150 % 2])
            if count % 50 == 49:
                browser.send_bytes(draw.randbytes(draw.randrange(99)))
            else:
                browser.send(some_message(draw))
            answer = browser.hear("error")
            names.add(answer["error"])
            assert answer["text"]
        assert names <= NAMED and len(names) >= 3
        assert room.table.record.actions == []
        browser.close()
    assert {file.name: file.read_bytes() for file in tmp_path.glob("*.json")} == kept


def test_an_agent_that_cannot_play_the_game_cannot_stand_in(tmp_path, monkeypatch):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        monkeypatch.setitem(LADDERS, "connect_four", {})
        monkeypatch.setitem(ANY, "casual", ("heuristic",))
        assert browser.refused(do="hand_over", seat=1, level="casual") == "refused"


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"do": "act", "decision": 0, "action": 7}, "not_legal"),
        ({"do": "act", "decision": 1, "action": 0}, "stale"),
        ({"do": "act", "decision": True, "action": 0}, "malformed"),
        ({"do": "act", "decision": 0}, "malformed"),
        ({"do": "act", "decision": 0, "action": 0, "seat": 1}, "malformed"),
        ({"do": "undo"}, "others_play"),
        ({"do": "pace", "seconds": -1}, "malformed"),
        ({"do": "pace", "seconds": float("nan")}, "malformed"),
        ({"do": "hand_over", "seat": 1, "level": "python:os:system"}, "malformed"),
        ({"do": "hand_over", "seat": 1, "level": "agent:python:os:system"}, "malformed"),
        ({"do": "fly"}, "unknown_message"),
        ({}, "unknown_message"),
    ],
)
def test_every_wrong_message_has_its_name(message, error, tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        assert browser.refused(**message) == error


def test_a_page_that_is_wrong_too_often_is_sent_away(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        errors = 0
        with suppress(WebSocketDisconnect):
            while browser.refused(do="fly"):
                errors += 1
        assert 50 < errors < 500


def some_request(draw, known):
    """Return method, path, body and headers of a request as no page of ours sends it."""
    parts = [
        "table",
        "socket",
        "join",
        "games",
        "replay",
        "replays",
        "static",
        "watch",
        "new",
        "picture",
        "rules",
        "cards",
        "chances",
        "arena",
        "now",
    ]
    parts += [
        *known,
        "..",
        "%2e%2e",
        "%00",
        "etc",
        "passwd",
        "all",
        "0",
        "-1",
        "99999999999999999999",
        "é",
        "a" * 300,
        "",
    ]
    path = "/" + "/".join(draw.choices(parts, k=draw.randrange(1, 6)))
    method = draw.choice(["GET", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
    headers = dict(draw.choice([{}, ORIGIN, {"origin": "http://evil.example"}, {"accept": "text/html"}]))
    body = b""
    if method in ("POST", "PUT"):
        headers["content-type"] = draw.choice(
            ["application/x-www-form-urlencoded", "application/json", "text/plain", ""]
        )
        body = draw.choice(
            [draw.randbytes(40), b"a=1&b=2", b"{}", b"seat.0=me&seat.1=me", b"&" * 300, b"[" * 9000, some_form(draw)]
        )
    return method, path, body, headers


def some_form(draw):
    """Return a form for a new table with wrong values."""
    fields = [
        *("option.num_players", "option.max_decisions", "option.cards", "option.mode", "option.city", "option.heroes"),
        *("option.colour", "seat.0", "seat.1", "seat.x", "seed", "name", "agent.0"),
    ]
    values = [
        "",
        "-1",
        "99999999999999999999999999999999999999999999",
        "1e9",
        "NaN",
        "[[[[",
        "/etc/passwd",
        "python:os:x",
    ]
    values += [
        "me",
        "open",
        "agent",
        "a = 1",
        "format = 1",
        "null",
        "true",
        "[1,2]",
        '{"a": 1}',
        "%ff",
        "yes",
        "beginner",
    ]
    return "&".join(f"{draw.choice(fields)}={draw.choice(values)}" for _ in range(draw.randrange(8))).encode()


def test_thousands_of_strange_requests_are_refused(tmp_path):
    draw = random.Random(6)
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        browser = Browser(client, path)
        invite = browser.state["seats"][1]["invite"]
        browser.close()
        number, owner = path.split("/")
        kept = (tmp_path / f"{number}.json").read_bytes()
        for _ in range(REQUESTS):
            method, where, body, headers = some_request(draw, ["connect_four", number, owner[:-1], invite[:-2] + "xx"])
            answer = client.request(method, where, content=body, headers=headers)
            assert answer.status_code < 500, (method, where, body)
            assert "etc/passwd" not in answer.text or answer.status_code == 422
            assert "root:" not in answer.text and owner not in answer.text.replace(where, "")
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert (tmp_path / f"{number}.json").read_bytes() == kept


@pytest.mark.parametrize("game", ["cogdrive_neon", "brass_empire", "great_machine_coop", "cogs_and_commissars"])
def test_strange_forms_are_shown_again_or_open_a_table(game, tmp_path):
    draw = random.Random(7)
    with server(tmp_path) as client:
        for _ in range(60):
            answer = client.post(f"/games/{game}/new", content=some_form(draw), headers={"content-type": FORM})
            assert answer.status_code in (303, 422, 400), answer.text


def test_card_files_on_the_disk_cannot_be_reached(tmp_path):
    with server(tmp_path) as client:
        form = {"seat.0": "me", "seat.1": "beginner", "option.cards": "/etc/passwd"}
        answer = client.post("/games/cogdrive_neon/new", data=form)
        assert answer.status_code == 422 and "this is not TOML" in answer.text and "root:" not in answer.text


def test_agents_by_specs_need_trust(tmp_path):
    form = {"seat.0": "agent", "agent.0": "python:plain_agents:First", "seat.1": "agent:random"}
    with server(tmp_path) as client:
        answer = client.post("/games/connect_four/new", data=form)
        assert answer.status_code == 422 and "there is no level" in answer.text
        assert "of my own" not in client.get("/games/connect_four/new").text
    with server(tmp_path, trust=True) as client:
        assert "of my own" in client.get("/games/connect_four/new").text
        path = open_table(client, "connect_four", "me", "agent", **{"agent.1": "search:simulations=10"})
        assert Browser(client, path).state["seats"][1]["name"] == "search:simulations=10"


def test_another_sites_page_can_do_nothing(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            answer = client.post("/games/connect_four/new", data={"seat.0": "me"}, headers=headers)
            assert answer.status_code == 403 and answer.json()["error"] == "strange_origin"
        for headers in ({"origin": "http://evil.example"}, {"origin": "http://testserver.evil.example"}, {}):
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/socket/{path}", headers=headers):
                pass
        answer = client.get("/", headers={"host": "rebound.example"})
        assert answer.status_code == 421 and answer.json()["error"] == "strange_host"


def test_a_wrong_secret_is_an_unknown_table(tmp_path):
    with server(tmp_path) as client:
        number, owner = open_table(client, "connect_four", "me", "open").split("/")
        for wrong in (owner[:-1], owner + "a", owner.swapcase(), "x"):
            assert client.get(f"/table/{number}/{wrong}").status_code == 404
            with (
                pytest.raises(WebSocketDisconnect),
                client.websocket_connect(f"/socket/{number}/{wrong}", headers=ORIGIN),
            ):
                pass
        assert client.get(f"/table/{number[:-1]}x").status_code == 404
        assert len(owner) >= 22  # 128 bits


def test_names_are_shown_as_text(tmp_path):
    with server(tmp_path) as client:
        name = "<script>alert(1)</script>"
        form = {"seat.0": "me", "seat.1": "me", "name": name}
        text = client.post("/games/connect_four/new", data=form).text
        assert "<script>alert" not in text and "&lt;script&gt;" in text


def test_one_address_can_open_and_do_only_so_much(tmp_path):
    with server(tmp_path / "a", Limits(tables_each=2, think=0.1)) as client:
        for status in (303, 303, 429):
            answer = client.post("/games/connect_four/new", data={"seat.0": "me", "seat.1": "beginner"})
            assert answer.status_code == status
    with server(tmp_path / "b", Limits(requests=0.001, burst=5)) as client:
        assert [client.get("/").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    with server(tmp_path / "c", Limits(sockets_each=1, think=0.1)) as client:
        path = open_table(client, "connect_four", "me", "open")
        first = Browser(client, path)
        with pytest.raises(WebSocketDisconnect):
            Browser(client, path)
        first.close()
    with server(tmp_path / "d", PATIENT) as client:
        long = client.post("/replays", content=b" " * (PATIENT.replay + 1))
        assert long.status_code == 413 and long.json()["error"] == "too_large"


def test_a_bucket_fills_again_and_addresses_do_not_share_one():
    now = [0.0]
    rate = Rate(1, 2, lambda: now[0])
    rate.use("a", "things")
    rate.use("a", "things")
    with pytest.raises(Refused):
        rate.use("a", "things")
    rate.use("b", "things")
    now[0] = 1.0
    rate.use("a", "things")
    with pytest.raises(Refused):
        rate.use("a", "things")
